// How TOML is coloured: keys in ink, values in serif-free tones, comments soft. Only tokens, no colours of its own.
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

interface State {
  /** The quotes that an open text of several lines ends with. */
  open: string;
  /** Whether a value is expected. */
  value: boolean;
  depth: number;
}

const parser: StreamParser<State> = {
  name: "toml",
  startState: () => ({ open: "", value: false, depth: 0 }),
  token(stream, state) {
    if (state.open) {
      if (stream.skipTo(state.open)) {
        stream.match(state.open);
        state.open = "";
      } else stream.skipToEnd();
      return "string";
    }
    if (stream.sol() && state.depth === 0) state.value = false;
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (state.depth === 0 && !state.value && stream.match(/^\[\[?[^\]]*\]?\]?/)) return "heading";
    if (stream.match('"""') || stream.match("'''")) {
      const quotes = stream.current();
      if (stream.skipTo(quotes)) stream.match(quotes);
      else {
        stream.skipToEnd();
        state.open = quotes;
      }
      return "string";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) return /^\s*[=.]/.test(stream.string.slice(stream.pos)) ? "propertyName" : "string";
    if (stream.eat("=")) {
      state.value = true;
      return "operator";
    }
    if (stream.match(/^[[{]/)) {
      state.depth++;
      return "bracket";
    }
    if (stream.match(/^[\]}]/)) {
      state.depth = Math.max(0, state.depth - 1);
      return "bracket";
    }
    if (stream.match(/^(?:true|false)\b/)) return "bool";
    if (stream.match(/^[+-]?\d[\d_.:TZeE+-]*/) && !/^\s*=/.test(stream.string.slice(stream.pos))) return "number";
    if (stream.match(/^[\w-]+/)) return "propertyName";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["[", "{", '"', "'"] } },
};

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.heading, fontWeight: "700" },
  { tag: tags.propertyName, color: "var(--ink)" },
  { tag: tags.string, color: "var(--text-value)" },
  { tag: [tags.number, tags.bool], color: "var(--number-value)", fontWeight: "600" },
  { tag: [tags.operator, tags.bracket], color: "var(--soft)" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "var(--raised)", color: "var(--ink)", fontSize: "var(--text-small)", height: "100%" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)", paddingBlock: "var(--space-3)" },
  "&.cm-focused": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in oklab, var(--sheet) 60%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection": { backgroundColor: "color-mix(in oklab, var(--edge) 40%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--edge)", boxShadow: "var(--lift)", maxWidth: "34rem", fontFamily: "var(--sans)" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--ink)", color: "var(--paper)" },
  ".cm-completionDetail": { fontFamily: "var(--sans)", fontStyle: "normal", opacity: "0.8" },
  ".cm-completionIcon": { display: "none" },
  ".cm-diagnostic": { borderLeft: "4px solid var(--second)", whiteSpace: "pre-wrap", padding: "var(--space-2) var(--space-3)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--neither)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--second)", textUnderlineOffset: "0.25em" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline dotted var(--neither)", textUnderlineOffset: "0.25em" },
  ".cm-panels": { backgroundColor: "var(--sheet)", color: "var(--ink)" },
  ".cm-help": { padding: "var(--space-2) var(--space-3)", display: "grid", gap: "var(--space-1)" },
  ".cm-help code": { color: "var(--soft)" },
});

export const toml = [StreamLanguage.define(parser), syntaxHighlighting(colours), look];
export const plain = [look];
