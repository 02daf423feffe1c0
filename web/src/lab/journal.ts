// What the workers found for a run, step by step, kept in this browser: a run that was stopped goes on where it was.
import type { Journal, Step } from "../engine";
import { shelf } from "../shell/shelf";

const kept = shelf<Step[]>("journals");

/** Steps are put away together, so often at most, in milliseconds. */
const OFTEN = 700;
/** A run that found more, in letters, goes on from there the next time. */
const MOST = 60_000_000;

/** Leaves of a run's journal sort in the order in which they were written. */
const leaf = (run: string, number: number): string => `${run} ${String(number).padStart(6, "0")}`;

export class RunJournal implements Journal {
  private open: Step[] = [];
  private leaves = 0;
  private letters = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly run: string) {}

  async steps(): Promise<Step[]> {
    await this.flush();
    const leaves = await kept.under(`${this.run} `);
    this.leaves = leaves.length;
    const steps = leaves.flat();
    this.letters = steps.reduce((sum, step) => sum + size(step), 0);
    return steps;
  }

  keep(step: Step): void {
    this.letters += size(step);
    if (this.letters > MOST) return;
    this.open.push(step);
    this.timer ??= setTimeout(() => void this.flush(), OFTEN);
  }

  /** Puts away what was not yet. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.open.length > 0) await kept.put(leaf(this.run, this.leaves++), this.open.splice(0));
  }

  async forget(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.open = [];
    await kept.deleteUnder(`${this.run} `);
    this.leaves = this.letters = 0;
  }
}

const size = (step: Step): number => step.taken.reduce((sum, { piece, found }) => sum + piece.length + found.length, 0);
