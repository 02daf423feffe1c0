// Battles that somebody plays: kept in a worker, and begun again there if it had to be replaced.
import { Front } from "./front";
import type { Choice, Play, RunAnswer, Source, Standing } from "./types";

let numbers = 0;

type Opened = Pick<Play, "seed" | "source" | "ruleset" | "name" | "opening" | "first">;
type Beginning = { verb: "play"; source: Source; seed: number } | { verb: "resume"; replay: string };

class Playing implements Play {
  readonly seed!: number;
  readonly source!: Source;
  readonly ruleset!: string;
  readonly name!: string;
  readonly opening!: string;
  readonly first!: Standing;
  #front: Front;
  #beginning: Beginning;
  #number: number;
  #generation: number;
  #orders: string[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(front: Front, beginning: Beginning, number: number, opened: Opened) {
    this.#front = front;
    this.#beginning = beginning;
    this.#number = number;
    this.#generation = front.generation;
    Object.assign(this, opened);
  }

  order(order: string): Promise<Standing> {
    return this.#inTurn(async () => {
      const standing = await this.#call<Standing>("order", { text: order });
      this.#orders.push(order);
      return standing;
    });
  }

  undo(): Promise<Standing> {
    return this.#inTurn(async () => {
      const standing = await this.#call<Standing>("undo");
      // One of before: from here on the replay is where it begins.
      if (this.#orders.pop() === undefined) {
        this.#beginning = { verb: "resume", replay: await this.#call<string>("keep") };
      }
      return standing;
    });
  }

  choices = () => this.#inTurn(() => this.#call<Choice[]>("choices"));
  advice = () => this.#inTurn(() => this.#call<string>("advice"));
  query = <T>(question: string) => this.#inTurn(() => this.#call<T>("query", { text: question }));
  save = () => this.#inTurn(() => this.#call<string>("keep"));
  report = () => this.#inTurn(() => this.#call<RunAnswer>("outcome"));

  close() {
    this.#inTurn(() => this.#front.call("close", { session: this.#number })).catch(() => {});
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acted = this.#turn.then(act, act);
    this.#turn = acted.catch(() => {});
    return acted;
  }

  async #call<T>(verb: string, more: object = {}): Promise<T> {
    if (this.#generation !== this.#front.generation) await this.#again();
    return this.#front.call<T>(verb, { session: this.#number, ...more });
  }

  /** The worker was replaced: plays up to where it was. */
  async #again() {
    await begin(this.#front, this.#beginning, this.#number);
    this.#generation = this.#front.generation;
    for (const text of this.#orders) await this.#front.call("order", { session: this.#number, text });
  }
}

function begin(front: Front, { verb, ...rest }: Beginning, session: number): Promise<Opened> {
  return front.call<Opened>(verb, { session, ...rest });
}

export async function play(front: Front, beginning: Beginning): Promise<Play> {
  const number = ++numbers;
  const opened = await begin(front, beginning, number);
  return new Playing(front, beginning, number, opened);
}

/** The same in a worker of its own, which is ended with it, whatever it does. */
export async function playAlone(beginning: Beginning): Promise<Play> {
  const own = new Front();
  return Object.assign(await play(own, beginning), { close: () => own.end() });
}
