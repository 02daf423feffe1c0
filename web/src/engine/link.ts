// A worker as the page calls it.
import { EngineError } from "./types";
import type { FromWorker, ToWorker } from "./worker";

/** The engine of a worker is at its end: it trapped, or was ended. */
export class Ended extends EngineError {
  override name = "Ended";
}

type Heard = (done: number, of: number) => void;
interface Waiting {
  resolve: (answer: string) => void;
  reject: (why: Error) => void;
  heard: Heard | undefined;
}

export class Link {
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #module: Promise<WebAssembly.Module>;
  #given: Promise<void>;
  ended = false;

  constructor(module: Promise<WebAssembly.Module>) {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#module = module;
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    this.#worker.onerror = (event) => this.end(event.message || "a worker of the engine did not start");
    this.#given = this.#module.then(
      (module) => this.#worker.postMessage({ module } satisfies ToWorker),
      (why) => this.end(`the engine could not be loaded: ${why}`),
    );
  }

  /** Calls a verb with a request in JSON; the answer is JSON. */
  async call(verb: string, request: string, heard?: Heard): Promise<string> {
    await this.#given;
    if (this.ended) throw new Ended("this engine is at its end");
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, heard });
      this.#worker.postMessage({ id, verb, request } satisfies ToWorker);
    });
  }

  /** Ends the worker; whoever waits for it is told why. */
  end(why: string) {
    if (this.ended) return;
    this.ended = true;
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.reject(new Ended(why));
  }

  #hear(message: FromWorker) {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if ("done" in message) {
      waiting.heard?.(message.done, message.of);
      return;
    }
    if ("trap" in message) {
      this.end("the engine gave up on this: it is more than it can do here");
      return;
    }
    this.#waiting.delete(message.id);
    if ("answer" in message) waiting.resolve(message.answer);
    else waiting.reject(new EngineError(message.refusal));
  }
}
