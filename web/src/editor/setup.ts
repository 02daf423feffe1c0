// The editor of texts: what every file has, and what a scenario has besides.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { assist, type Knowledge } from "./assist";
import { plain, toml } from "./highlight";

interface Wiring {
  knowledge: () => Knowledge;
  undo: () => void;
  redo: () => void;
}

export function setup(scenario: boolean, { knowledge, undo, redo }: Wiring): Extension {
  const run = (step: () => void) => () => {
    step();
    return true;
  };
  return [
    lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), drawSelection(), highlightActiveLine(),
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": scenario ? "Text of the scenario" : "Text of the file" }),
    keymap.of([
      { key: "Mod-z", run: run(undo), preventDefault: true },
      { key: "Mod-y", mac: "Mod-Shift-z", run: run(redo), preventDefault: true },
      { key: "Mod-Shift-z", run: run(redo), preventDefault: true },
      ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...defaultKeymap,
    ]),
    closeBrackets(),
    ...(scenario ? [toml, bracketMatching(), assist(knowledge)] : [plain, EditorView.lineWrapping]),
  ];
}
