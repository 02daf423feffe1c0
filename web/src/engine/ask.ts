// Questions: their pieces go to the pool, and what came of them to the worker that keeps the question.
import type { Front } from "./front";
import { Ended, type Link } from "./link";
import type { Job, Pool, Source } from "./pool";
import { type AnswerTo, type AskOptions, EngineError, type Question, type SweepAnswer, type SweepRow } from "./types";

/** What a question wants next, as the engine tells it. */
interface Wants {
  pieces: unknown[];
  done: boolean;
  progress: [number, number];
  answer?: unknown;
}

/** Answers that are not the last come no oftener than this, in milliseconds. */
const OFTEN = 120;
/** A piece that ends so many workers is the question's fault. */
const MOST_LOST = 2;
/** These are answered in one go by one worker. */
const WHOLE = new Set<Question["ask"]>(["find", "sensitivity", "impact", "decide", "luck"]);

let numbers = 0;

export function ask<Q extends Question>(
  front: Front,
  pool: Pool,
  question: Q,
  options: AskOptions<AnswerTo<Q>> = {},
): Promise<AnswerTo<Q>> {
  const aborted = () => new DOMException("the question was taken back", "AbortError");
  if (options.signal?.aborted) return Promise.reject(aborted());
  return new Promise((resolve, reject) => {
    const end = () => {
      pool.remove(source);
      options.signal?.removeEventListener("abort", abort);
    };
    const outcome = {
      answered: (answer: AnswerTo<Q>) => (end(), resolve(answer)),
      failed: (why: unknown) => (end(), reject(why)),
    };
    const source = WHOLE.has(question.ask)
      ? new Whole("whole", question, options, outcome)
      : new Pieces(front, pool, question, options, outcome);
    const abort = () => {
      source.stop();
      outcome.failed(aborted());
    };
    options.signal?.addEventListener("abort", abort);
    pool.add(source);
  });
}

interface Outcome<A> {
  answered: (answer: A) => void;
  failed: (why: unknown) => void;
}

/** A question that one worker answers in one go. */
export class Whole<A> implements Source {
  #given = false;

  constructor(
    readonly verb: string,
    readonly question: unknown,
    readonly options: Pick<AskOptions<A>, "onAnswer" | "onProgress">,
    readonly outcome: Outcome<A>,
  ) {}

  next(): Job | null {
    if (this.#given) return null;
    this.#given = true;
    return {
      verb: this.verb,
      request: JSON.stringify(this.question),
      heard: (done, of) => this.options.onProgress?.({ done, of }),
      done: (text) => {
        const answer = JSON.parse(text) as A;
        this.options.onAnswer?.(answer, { done: 1, of: 1 });
        this.outcome.answered(answer);
      },
      failed: this.outcome.failed,
    };
  }

  stop() {
    this.#given = true;
  }
}

/** A question whose work comes in pieces. */
class Pieces<Q extends Question> implements Source {
  #id = ++numbers;
  #question: string;
  #pieces: string[] = [];
  #underWay = 0;
  #came: string[] = [];
  #asking = false;
  #over = false;
  #lost = 0;
  #told = performance.now();
  #knowing = new Set<Link>();
  #rows: SweepRow[];

  constructor(
    readonly front: Front,
    readonly pool: Pool,
    question: Q,
    readonly options: AskOptions<AnswerTo<Q>>,
    readonly outcome: Outcome<AnswerTo<Q>>,
  ) {
    this.#rows = question.ask === "sweep" ? [...(question.known ?? [])] : [];
    const known = this.#rows.map((row) => row.point);
    this.#question = JSON.stringify(question.ask === "sweep" ? { ...question, known } : question);
    void this.#step("ask", `{"id":${this.#id},"question":${this.#question},"capacity":${pool.size}}`);
  }

  next(link: Link): Job | null {
    const piece = this.#pieces.shift();
    if (piece === undefined || this.#over) return null;
    this.#underWay++;
    const known = this.#knowing.has(link) ? "null" : this.#question;
    this.#knowing.add(link);
    const came = (found: string) => {
      this.#underWay--;
      if (this.#over) return;
      this.#came.push(`{"piece":${piece},"found":${found}}`);
      this.#more();
    };
    return {
      verb: "work",
      request: `{"id":${this.#id},"question":${known},"piece":${piece}}`,
      done: came,
      failed: (why) => {
        this.#knowing.delete(link);
        const again = why instanceof Ended && ++this.#lost <= MOST_LOST;
        if (again) came("null");
        else this.#end(() => this.outcome.failed(why));
      },
    };
  }

  stop() {
    this.#end(() => {});
  }

  /** Hands back what came, and asks for more. */
  #more() {
    if (this.#asking || this.#over || this.#came.length === 0) return;
    const answer = this.options.onAnswer !== undefined && performance.now() - this.#told >= OFTEN;
    if (answer) this.#told = performance.now();
    // Twice as many as can be worked on, so that nobody waits while others are handed back.
    const capacity = Math.max(0, 2 * this.pool.size - this.#pieces.length - this.#underWay);
    const taken = this.#came.splice(0).join(",");
    void this.#step("take", `{"id":${this.#id},"taken":[${taken}],"capacity":${capacity},"answer":${answer}}`);
  }

  async #step(verb: string, request: string) {
    this.#asking = true;
    try {
      const wants = JSON.parse(await this.front.text(verb, request)) as Wants;
      this.#asking = false;
      if (!this.#over) this.#hear(wants);
    } catch (why) {
      this.#end(() => this.outcome.failed(why));
    }
  }

  #hear({ pieces, done, progress, answer }: Wants) {
    for (const piece of pieces) this.#pieces.push(JSON.stringify(piece));
    const far = { done: progress[0], of: progress[1] };
    this.options.onProgress?.(far);
    const told = answer === undefined ? undefined : this.#whole(answer, done);
    if (told !== undefined) this.options.onAnswer?.(told, far);
    if (done) {
      this.#end(() => {
        if (told === undefined) this.outcome.failed(new EngineError("the engine has no answer to this"));
        else this.outcome.answered(told);
      });
      return;
    }
    this.#more();
    this.pool.wake();
  }

  /** Of a sweep only new rows are told: here they are put together. */
  #whole(answer: unknown, done: boolean): AnswerTo<Q> {
    const swept = answer as SweepAnswer;
    if (!Array.isArray(swept.rows)) return answer as AnswerTo<Q>;
    this.#rows = [...this.#rows, ...swept.rows].sort((one, other) => one.point - other.point);
    return { ...swept, rows: this.#rows, ...(done ? {} : { provisional: true }) } as AnswerTo<Q>;
  }

  #end(tell: () => void) {
    if (this.#over) return;
    this.#over = true;
    const forget = `{"id":${this.#id}}`;
    // Nobody waits for these; a worker that is gone has forgotten already.
    this.front.text("forget", forget).catch(() => {});
    for (const link of this.#knowing) if (!link.ended) link.call("forget", forget).catch(() => {});
    tell();
  }
}
