// Odds of a battle that may change under one's hands.
import { untrack } from "svelte";
import { engine, type OddsAnswer, type Progress, type Source, type Way } from "../engine";

export interface Wish extends Way {
  that?: string[];
  spread?: string[];
  seed?: number;
}

export interface Weighed {
  source: Source;
  answer: OddsAnswer;
}

/** Whoever changes something after so long begins a new edit: what was known then is what it is compared with. */
const pause = 5_000;

export class Weighing {
  /** What is known of the battle as it is; provisional while it runs. */
  now: Weighed | null = $state.raw(null);
  /** What was known before the last edit. */
  before: Weighed | null = $state.raw(null);
  progress: Progress = $state.raw({ done: 0, of: 0 });
  running = $state(false);
  /** Why there is no answer, in words. */
  wrong = $state("");
  /** Whether somebody chose what to compare with. */
  pinned = $state(false);

  private work: AbortController | null = null;
  private touched = 0;

  get answer(): OddsAnswer | null {
    return this.now?.answer ?? null;
  }
  /** Done, of what is to be done; nothing where nobody knows. */
  get share(): number | undefined {
    return this.progress.of > 0 ? this.progress.done / this.progress.of : undefined;
  }

  /** Asks for the odds of a battle, and forgets the question before. */
  async weigh(source: Source, wish: Wish = {}): Promise<void> {
    this.stop();
    // Whoever asks in an effect does not ask again because of the answer.
    untrack(() => this.remember(source));
    const work = new AbortController();
    this.work = work;
    this.running = true;
    this.wrong = "";
    this.progress = { done: 0, of: 0 };
    const told = (answer: OddsAnswer, progress: Progress): void => {
      if (work.signal.aborted) return;
      this.now = { source, answer };
      this.progress = progress;
    };
    try {
      const answer = await engine.ask({ ask: "odds", source, ...wish }, { onAnswer: told, signal: work.signal });
      if (!work.signal.aborted) this.now = { source, answer };
    } catch (error) {
      if (!work.signal.aborted) this.wrong = error instanceof Error ? error.message : String(error);
    } finally {
      if (this.work === work) {
        this.work = null;
        this.running = false;
      }
    }
  }

  stop(): void {
    this.work?.abort();
    this.work = null;
    this.running = false;
  }

  /** From here on changes are compared with what is known now. */
  pin(): void {
    this.before = this.now;
    this.pinned = this.now !== null;
  }
  unpin(): void {
    this.before = null;
    this.pinned = false;
  }

  private remember(source: Source): void {
    const time = Date.now();
    const changed = this.now !== null && this.now.source.text !== source.text;
    if (changed && !this.pinned && time - this.touched > pause) this.before = this.now;
    if (changed) this.touched = time;
  }
}
