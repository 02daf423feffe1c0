// The text that is edited, with its files: one history over typing, forms and maps.
import { engine, type Change, type Source } from "../engine";

/** The scenario itself among its files. */
export const scenario = "";

/** In one file, at one place: these words instead of those. */
export interface Edit {
  file: string;
  from: number;
  old: string;
  words: string;
}
/** Who made it: a view that knows it already, a form, or undo and redo. */
export type Origin = "typing" | "form" | "history";
export type HearEdit = (edit: Edit, origin: Origin) => void;

/** Typing after a pause is undone by itself. */
const pause = 500;
const oneEnding = (text: string): string => text.replace(/\r\n?/g, "\n");

export class Document {
  /** The source as it is now. */
  source: Source = $state.raw({ text: "" });
  /** The file in the view. */
  file = $state(scenario);
  canUndo = $state(false);
  canRedo = $state(false);
  /** What a form could not do, in words. */
  refused = $state("");

  private readonly done: Edit[] = [];
  private readonly undone: Edit[] = [];
  /** When the last edit was typed; whatever else comes ends its group. */
  private typedAt = Number.NEGATIVE_INFINITY;
  private hear: HearEdit | null = null;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    source: Source,
    private readonly onchange: (source: Source) => void,
  ) {
    const files = source.files && Object.fromEntries(Object.entries(source.files).map(([name, text]) => [name, oneEnding(text)]));
    this.source = { ...source, text: oneEnding(source.text), ...(files ? { files } : {}) };
    // Places are counted in the text that is shown, so the engine must know that very text.
    if ([source.text, ...Object.values(source.files ?? {})].some((text) => text.includes("\r"))) queueMicrotask(() => this.onchange(this.source));
  }

  get files(): string[] {
    return [scenario, ...Object.keys(this.source.files ?? {})];
  }

  text(name: string): string {
    return name === scenario ? this.source.text : (this.source.files?.[name] ?? "");
  }

  /** Tells a view of every edit from now on. */
  attach(hear: HearEdit): () => void {
    this.hear = hear;
    return () => (this.hear = null);
  }
  show(name: string): void {
    if (this.files.includes(name)) this.file = name;
  }

  /** What was typed: the text as it is now, and when. */
  type(name: string, text: string, now: number): void {
    const edit = between(name, this.text(name), text);
    if (!edit) return;
    const last = this.done.at(-1);
    const joined = last && now - this.typedAt < pause ? join(last, edit) : null;
    if (joined) this.done[this.done.length - 1] = joined;
    else this.done.push(edit);
    this.typedAt = now;
    this.undone.length = 0;
    this.apply(edit, "typing");
  }

  /** Puts another text in, changing no more of it than differs: marks and places stay where they were. */
  replace(name: string, text: string): void {
    const edit = between(name, this.text(name), text);
    if (!edit) return;
    this.done.push(edit);
    this.undone.length = 0;
    this.typedAt = Number.NEGATIVE_INFINITY;
    this.apply(edit, "form");
  }

  undo(): void {
    const edit = this.done.pop();
    if (!edit) return;
    this.undone.push(edit);
    this.again({ ...edit, old: edit.words, words: edit.old });
  }
  redo(): void {
    const edit = this.undone.pop();
    if (!edit) return;
    this.done.push(edit);
    this.again(edit);
  }
  private again(edit: Edit): void {
    this.typedAt = Number.NEGATIVE_INFINITY;
    this.show(edit.file);
    this.apply(edit, "history");
  }

  private apply(edit: Edit, origin: Origin): void {
    const old = this.text(edit.file);
    const text = old.slice(0, edit.from) + edit.words + old.slice(edit.from + edit.old.length);
    this.source = edit.file === scenario ? { ...this.source, text } : { ...this.source, files: { ...this.source.files, [edit.file]: text } };
    this.canUndo = this.done.length > 0;
    this.canRedo = this.undone.length > 0;
    this.hear?.(edit, origin);
    this.onchange(this.source);
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
}

/** The one edit that makes a text another; none if they are the same. */
function between(file: string, old: string, text: string): Edit | null {
  if (old === text) return null;
  const shorter = Math.min(old.length, text.length);
  let from = 0;
  while (from < shorter && old[from] === text[from]) from++;
  let end = 0;
  while (end < shorter - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  return { file, from, old: old.slice(from, old.length - end), words: text.slice(from, text.length - end) };
}

/** Two edits as one, where the later goes on with what the earlier wrote or took away. */
function join(first: Edit, then: Edit): Edit | null {
  const end = first.from + first.words.length;
  if (first.file !== then.file) return null;
  if (then.from >= first.from && then.from + then.old.length <= end) {
    const at = then.from - first.from;
    return { ...first, words: first.words.slice(0, at) + then.words + first.words.slice(at + then.old.length) };
  }
  if (first.words === "" && then.words === "" && then.from + then.old.length === first.from) {
    return { ...first, from: then.from, old: then.old + first.old };
  }
  return null;
}
