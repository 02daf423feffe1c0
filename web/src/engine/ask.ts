// Questions: their pieces go to the pool, and what came of them to the worker that keeps the question.
import type { Front } from "./front";
import { Ended, type Link } from "./link";
import type { Job, Pool, Source } from "./pool";
import { type AnswerTo, type AskOptions, type Came, EngineError, type Question, type Step, type SweepAnswer, type SweepRow } from "./types";

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
const WHOLE = new Set<Question["ask"]>(["find", "decide", "luck"]);

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
  #came: Came[] = [];
  #asked = false;
  #asking = false;
  #begun = false;
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
    void this.#begin();
  }

  next(link: Link): Job | null {
    // While the way is gone again, what is asked for may be among what is known.
    if (this.#over || !this.#begun) return null;
    const piece = this.#pieces.shift();
    if (piece === undefined) return null;
    this.#underWay++;
    const known = this.#knowing.has(link) ? "null" : this.#question;
    this.#knowing.add(link);
    const came = (found: string) => {
      this.#underWay--;
      if (this.#over) return;
      this.#came.push({ piece, found });
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
    void this.#step({ taken: this.#came.splice(0), capacity }, answer);
  }

  /** Begins, and goes the way again that was gone before: a procedure has neither clock nor dice, so what it was handed
   * back then fits what it asks for now. */
  async #begin() {
    this.#asking = true;
    try {
      const known = (await this.options.journal?.steps()) ?? [];
      const [first = { taken: [], capacity: this.pool.size }, ...others] = known;
      if (known.length === 0) this.options.journal?.keep(first);
      let wants = await this.#send(first, false);
      this.#expect(wants.pieces);
      for (const step of others) {
        if (this.#over || wants.done) break;
        wants = await this.#send(step, step === others.at(-1));
        this.#expect(wants.pieces);
        for (const came of step.taken) this.#settle(came.piece);
      }
      this.#asking = false;
      this.#begun = true;
      if (!this.#over) this.#hear({ ...wants, pieces: [] });
    } catch (why) {
      this.#end(() => this.outcome.failed(why));
    }
  }

  async #step(step: Step, answer: boolean) {
    this.#asking = true;
    try {
      const wants = await this.#send(step, answer);
      this.#asking = false;
      if (this.#over) return;
      this.options.journal?.keep(step);
      this.#expect(wants.pieces);
      this.#hear(wants);
    } catch (why) {
      this.#end(() => this.outcome.failed(why));
    }
  }

  /** The first step asks the question, all others hand back what came of pieces. */
  async #send({ taken, capacity }: Step, answer: boolean): Promise<Wants> {
    const came = taken.map(({ piece, found }) => `{"piece":${piece},"found":${found}}`).join(",");
    const verb = this.#asked ? "take" : "ask";
    const more = this.#asked ? `"taken":[${came}],"answer":${answer}` : `"question":${this.#question}`;
    this.#asked = true;
    return JSON.parse(await this.front.text(verb, `{"id":${this.#id},${more},"capacity":${capacity}}`)) as Wants;
  }

  #expect(pieces: unknown[]) {
    for (const piece of pieces) this.#pieces.push(JSON.stringify(piece));
  }
  /** One that was done before is not done again. */
  #settle(piece: string) {
    const place = this.#pieces.indexOf(piece);
    if (place >= 0) this.#pieces.splice(place, 1);
  }

  #hear({ done, progress, answer }: Wants) {
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
