// The worker that answers short questions at once, keeps played battles, and keeps what long questions know.
import { Link } from "./link";
import { engineModule } from "./module";

/** Nothing that is asked here takes so long; a scenario that makes it so is given up. */
const LONGEST = 30_000;

export class Front {
  #link: Link | null = null;
  /** Raised with every new worker: what was kept in the one before is gone. */
  generation = 0;

  async text(verb: string, request: string): Promise<string> {
    if (!this.#link || this.#link.ended) {
      this.#link = new Link(engineModule());
      this.generation++;
    }
    const link = this.#link;
    const timer = setTimeout(() => link.end("this took too long and was given up"), LONGEST);
    try {
      return await link.call(verb, request);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the worker, whatever it does; whoever waits for it is told. */
  end(): void {
    this.#link?.end("this is not wanted any more");
  }

  async call<T>(verb: string, request: unknown): Promise<T> {
    return JSON.parse(await this.text(verb, JSON.stringify(request))) as T;
  }
}
