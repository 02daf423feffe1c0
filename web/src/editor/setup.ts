// The editor of texts: what every file has, and what a scenario has besides.
import { completionKeymap } from "@codemirror/autocomplete";
import { cursorDocEnd, cursorDocStart, selectAll } from "@codemirror/commands";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers, type Command } from "@codemirror/view";
import { assist, type Knowledge } from "./assist";
import { plain, toml } from "./highlight";
import { wrongMarks } from "./marks";

interface Wiring {
  knowledge: () => Knowledge;
  undo: () => void;
  redo: () => void;
}

/** A new line begins where the one before it begins. */
const newLine: Command = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.from);
  const indent = /^[ \t]*/.exec(line.text)![0].slice(0, state.selection.main.from - line.from);
  dispatch(state.update(state.replaceSelection(`\n${indent}`), { scrollIntoView: true, userEvent: "input" }));
  return true;
};

export function setup(scenario: boolean, { knowledge, undo, redo }: Wiring): Extension {
  const run = (step: () => void) => () => {
    step();
    return true;
  };
  return [
    lineNumbers(), highlightSpecialChars(), highlightActiveLine(),
    EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": scenario ? "Text of the scenario" : "Text of the file" }),
    keymap.of([
      ...(scenario ? completionKeymap : []),
      { key: "Mod-z", run: run(undo), preventDefault: true },
      { key: "Mod-y", run: run(redo), preventDefault: true },
      { key: "Mod-Shift-z", run: run(redo), preventDefault: true },
      { key: "Enter", run: newLine },
      { key: "Mod-a", run: selectAll },
      { key: "Mod-Home", run: cursorDocStart },
      { key: "Mod-End", run: cursorDocEnd },
    ]),
    ...(scenario ? [toml, assist(knowledge)] : [plain, wrongMarks, EditorView.lineWrapping]),
  ];
}
