// What is wrong, underlined where it stands.
import { StateEffect, StateField, type EditorState, type TransactionSpec } from "@codemirror/state";
import { Decoration, EditorView, type DecorationSet } from "@codemirror/view";
import type { Checked } from "../engine";

const found = StateEffect.define<DecorationSet>();

export const wrongMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(known, transaction) {
    const moved = known.map(transaction.changes);
    return transaction.effects.reduce((marks, effect) => (effect.is(found) ? effect.value : marks), moved);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks what `check` says of one file. */
export function marking(state: EditorState, file: string, checked: Checked): TransactionSpec {
  const end = state.doc.length;
  const marks = checked.diagnostics
    .filter((one) => (one.file ?? "") === file && end > 0)
    .map(({ from, to, severity, message, help }) => {
      const begin = Math.min(from, end - 1);
      const words = help ? `${message}\n${help}` : message;
      return Decoration.mark({ class: `wrong-${severity}`, words }).range(begin, Math.max(begin + 1, Math.min(to, end)));
    });
  return { effects: found.of(Decoration.set(marks, true)) };
}

/** What is wrong at a place, in words. */
export function wrongAt(state: EditorState, place: number): string[] {
  const words: string[] = [];
  state.field(wrongMarks).between(place, place, (_from, _to, mark) => void words.push(String(mark.spec["words"])));
  return words;
}
