// How TOML is coloured, with tokens and no colours of its own. A few patterns serve: whether the text is right, the engine says.
import { StateField, type Extension, type Range, type Text } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";

/** What a piece of text is, in the order in which it is tried. */
const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["text", /"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))/],
  ["key", /(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)(?=[ \t]*=)/],
  ["text", /"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?/],
  ["comment", /#[^\n]*/],
  ["head", /^[ \t]*\[\[?[\w."' -]+\]\]?(?=[ \t]*(?:#|$))/],
  ["value", /\b(?:true|false)\b|(?<![\w.-])[+-]?\d[\w.:+-]*/],
];
const pattern = new RegExp(kinds.map(([, one]) => `(${one.source})`).join("|"), "gm");
const marks = kinds.map(([name]) => Decoration.mark({ class: `toml-${name}` }));
/** What lies beyond stays plain: colours must not make typing slow. */
const most = 100_000;

function coloured(doc: Text): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const match of doc.sliceString(0, most).matchAll(pattern)) {
    const kind = match.slice(1).findIndex((group) => group !== undefined);
    found.push(marks[kind]!.range(match.index, match.index + match[0].length));
  }
  return Decoration.set(found);
}

const colours = StateField.define<DecorationSet>({
  create: (state) => coloured(state.doc),
  update: (known, transaction) => (transaction.docChanged ? coloured(transaction.newDoc) : known),
  provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  "&": { backgroundColor: "var(--raised)", color: "var(--ink)", fontSize: "var(--text-small)", height: "100%" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)", paddingBlock: "var(--space-3)" },
  "&.cm-focused": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in oklab, var(--sheet) 60%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--edge)", boxShadow: "var(--lift)", maxWidth: "34rem", fontFamily: "var(--sans)" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--ink)", color: "var(--paper)" },
  ".cm-completionDetail": { fontFamily: "var(--sans)", fontStyle: "normal", opacity: "0.8" },
  ".cm-completionIcon": { display: "none" },
  ".toml-comment": { color: "var(--soft)", fontStyle: "italic" },
  ".toml-head": { fontWeight: "700" },
  ".toml-text": { color: "var(--text-value)" },
  ".toml-value": { color: "var(--number-value)", fontWeight: "600" },
  ".wrong-error": { textDecoration: "underline wavy var(--second)", textUnderlineOffset: "0.25em" },
  ".wrong-warning": { textDecoration: "underline dotted var(--neither)", textUnderlineOffset: "0.25em" },
  ".cm-help": { padding: "var(--space-2) var(--space-3)", display: "grid", gap: "var(--space-1)", whiteSpace: "pre-wrap" },
  ".cm-help code": { color: "var(--soft)" },
  ".cm-help .wrong": { borderLeft: "4px solid var(--second)", paddingLeft: "var(--space-2)" },
});

export const toml: Extension = [colours, look];
export const plain: Extension = look;
