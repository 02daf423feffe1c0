// The text that is edited, with its files: one history over typing, forms and maps.
import { history, isolateHistory, redo, undo, undoDepth } from "@codemirror/commands";
import { EditorState, type Extension, type Transaction, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { engine, type Change, type Source } from "../engine";

/** The scenario itself among its files. */
export const scenario = "";

export class Document {
  /** The source as it is now. */
  source: Source = $state.raw({ text: "" });
  /** The file in the view. */
  file = $state(scenario);
  canUndo = $state(false);
  canRedo = $state(false);
  /** What a form could not do, in words. */
  refused = $state("");

  private readonly states = new Map<string, EditorState>();
  private readonly done: string[] = [];
  private readonly undone: string[] = [];
  private view: EditorView | null = null;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    source: Source,
    private readonly extensions: (file: string) => Extension,
    private readonly onchange: (source: Source) => void,
  ) {
    this.source = source;
    this.add(scenario, source.text);
    for (const [name, text] of Object.entries(source.files ?? {})) this.add(name, text);
  }

  get files(): string[] {
    return [...this.states.keys()];
  }

  private add(name: string, text: string): void {
    this.states.set(name, EditorState.create({ doc: text, extensions: [history(), this.extensions(name)] }));
  }

  state(name: string): EditorState {
    return this.states.get(name)!;
  }

  /** Shows its file in a view from now on. */
  attach(view: EditorView): void {
    this.view = view;
    view.setState(this.state(this.file));
  }
  detach(): void {
    this.view = null;
  }
  show(name: string): void {
    if (!this.states.has(name) || name === this.file) return;
    this.file = name;
    this.view?.setState(this.state(name));
  }

  /** Takes what the view or a form did to a file. */
  take(name: string, transaction: Transaction): void {
    const before = this.state(name);
    this.states.set(name, transaction.state);
    if (this.view && name === this.file) this.view.update([transaction]);
    if (!transaction.docChanged) return;
    if (!transaction.isUserEvent("undo") && !transaction.isUserEvent("redo")) {
      if (undoDepth(transaction.state) > undoDepth(before)) this.done.push(name);
      this.undone.length = 0;
    }
    this.tell();
  }

  private change(name: string, spec: TransactionSpec): void {
    this.take(name, this.state(name).update(spec));
  }

  undo(): void {
    this.step(this.done, this.undone, undo);
  }
  redo(): void {
    this.step(this.undone, this.done, redo);
  }
  private step(from: string[], to: string[], command: typeof undo): void {
    const name = from.pop();
    if (name === undefined) return;
    to.push(name);
    this.show(name);
    command({ state: this.state(name), dispatch: (transaction) => this.take(name, transaction) });
    this.tell();
  }

  /** Puts other words in, changing no more of the text than differs: marks and places stay where they were. */
  replace(name: string, text: string): void {
    const old = this.state(name).doc.toString();
    if (old === text) return;
    let from = 0;
    while (from < old.length && from < text.length && old[from] === text[from]) from++;
    let end = 0;
    while (end < old.length - from && end < text.length - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    const changes = { from, to: old.length - end, insert: text.slice(from, text.length - end) };
    this.change(name, { changes, annotations: isolateHistory.of("full"), scrollIntoView: false, userEvent: "input.form" });
  }

  /** Changes values by path, through the engine, one change after the other. */
  edit(changes: Change[]): Promise<void> {
    this.queue = this.queue.then(async () => {
      try {
        const { text, refused } = await engine.edit(this.source, changes);
        this.refused = refused.map(({ why }) => why).join("\n");
        if (refused.length === 0) this.replace(scenario, text);
      } catch (error) {
        this.refused = error instanceof Error ? error.message : String(error);
      }
    });
    return this.queue;
  }

  private tell(): void {
    this.canUndo = this.done.length > 0;
    this.canRedo = this.undone.length > 0;
    const files = this.files.filter((name) => name !== scenario).map((name) => [name, this.state(name).doc.toString()] as const);
    const known = this.source.files ?? {};
    const same = files.every(([name, text]) => known[name] === text);
    this.source = { ...this.source, text: this.state(scenario).doc.toString(), ...(same ? {} : { files: Object.fromEntries(files) }) };
    this.onchange(this.source);
  }
}
