// Runs of the laboratory: a question, what is known of its answer, and whether it is under way. They stay in this browser.
import { engine, type Answers, type Progress, type Question, type SweepAnswer } from "../engine";
import { newId } from "../shell/battle.svelte";
import { shelf } from "../shell/shelf";
import { RunJournal } from "./journal";

export type LabQuestion = Extract<Question, { ask: "sweep" | "solve" | "compare" | "best" | "sensitivity" | "impact" }>;
export type LabKind = LabQuestion["ask"];
type State = "running" | "stopped" | "done" | "wrong";

interface Kept {
  battle: string;
  question: LabQuestion;
  answer: Answers[LabKind] | null;
  state: State;
  wrong: string;
  begun: number;
}

const kept = shelf<Kept>("runs");

export class Run<K extends LabKind = LabKind> {
  answer: Answers[K] | null = $state.raw(null);
  state: State = $state("stopped");
  wrong = $state("");
  progress: Progress = $state.raw({ done: 0, of: 0 });
  private work: AbortController | null = null;
  private saved = 0;
  private readonly journal: RunJournal;

  constructor(
    readonly id: string,
    readonly battle: string,
    readonly question: Extract<LabQuestion, { ask: K }>,
    readonly begun: number,
  ) {
    this.journal = new RunJournal(id);
  }

  get kind(): K {
    return this.question.ask as K;
  }
  get running(): boolean {
    return this.state === "running";
  }
  get share(): number | undefined {
    return this.progress.of > 0 ? this.progress.done / this.progress.of : undefined;
  }

  /** Begins, or goes on with what is known. */
  async start(): Promise<void> {
    const work = new AbortController();
    this.work = work;
    this.state = "running";
    this.wrong = "";
    try {
      const told = (answer: Answers[K], progress: Progress): void => {
        if (work.signal.aborted) return;
        this.answer = answer;
        this.progress = progress;
        if (Date.now() - this.saved > 700) void this.keep();
      };
      const answer = await engine.ask(this.withWhatIsKnown(), {
        onAnswer: told as (answer: Answers[LabKind], progress: Progress) => void,
        onProgress: (progress) => (this.progress = progress),
        signal: work.signal,
        // The rows of a sweep are its journal.
        ...(this.kind === "sweep" ? {} : { journal: this.journal }),
      });
      if (work.signal.aborted) return;
      this.answer = answer as Answers[K];
      this.state = "done";
      await this.journal.forget();
    } catch (error) {
      if (work.signal.aborted) return;
      this.state = "wrong";
      this.wrong = error instanceof Error ? error.message : String(error);
    }
    await this.keep();
  }

  stop(): void {
    if (!this.running) return;
    this.work?.abort();
    this.state = "stopped";
    void this.journal.flush();
    void this.keep();
  }

  private withWhatIsKnown(): LabQuestion {
    const { question } = this;
    if (question.ask !== "sweep" || !this.answer) return question;
    return { ...question, known: (this.answer as SweepAnswer).rows };
  }

  forget(): Promise<void> {
    return this.journal.forget();
  }

  async keep(): Promise<void> {
    this.saved = Date.now();
    const { battle, question, answer, state, wrong, begun } = this;
    await kept.put(this.id, { battle, question, answer, state, wrong, begun } as Kept);
  }
}

/** The runs about one battle, the newest first. */
export class Runs {
  all: Run[] = $state.raw([]);

  constructor(private readonly battle: () => string) {}

  async load(): Promise<void> {
    const battle = this.battle();
    const known = await kept.all();
    const open = new Set(this.all.map(({ id }) => id));
    const found = known.filter(([id, run]) => run.battle === battle && !open.has(id));
    const runs = found.map(([id, { question, answer, state, wrong, begun }]) => {
      const run = new Run(id, battle, question, begun);
      run.answer = answer;
      // What was under way when the page was closed has stopped.
      run.state = state === "running" ? "stopped" : state;
      run.wrong = wrong;
      return run as Run;
    });
    this.all = [...this.all, ...runs].toSorted((a, b) => b.begun - a.begun);
  }
  begin(question: LabQuestion): Run {
    const run = new Run(newId(), this.battle(), $state.snapshot(question) as LabQuestion, Date.now()) as Run;
    this.all = [run, ...this.all];
    void run.keep();
    void run.start();
    return run;
  }
  async remove(run: Run): Promise<() => Promise<void>> {
    run.stop();
    this.all = this.all.filter((one) => one !== run);
    await kept.delete(run.id);
    await run.forget();
    return async () => {
      this.all = [...this.all, run].toSorted((a, b) => b.begun - a.begun);
      await run.keep();
    };
  }
}
