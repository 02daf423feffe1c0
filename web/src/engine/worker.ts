// A web worker with an engine in it.
import { Engine, initSync } from "./wasm/fracas_wasm.js";

/** First the compiled engine, then calls. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; verb: string; request: string };
/** An answer in JSON; a sentence why there is none; how far it has come; or the end of this engine. */
export type FromWorker =
  | { id: number; answer: string }
  | { id: number; refusal: string }
  | { id: number; done: number; of: number }
  | { id: number; trap: string };

const OFTEN = 100;
let engine: Engine | null = null;
let current = 0;
let told = 0;

const post = (message: FromWorker) => self.postMessage(message);

function progress(done: number, of: number) {
  const now = performance.now();
  if (now - told < OFTEN) return;
  told = now;
  post({ id: current, done, of });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    initSync({ module: data.module });
    engine = new Engine(progress);
    return;
  }
  const { id, verb, request } = data;
  current = id;
  told = performance.now();
  try {
    post({ id, answer: engine?.call(verb, request) ?? "null" });
  } catch (why) {
    // A sentence is thrown as such; anything else is the end of this engine.
    if (typeof why === "string") post({ id, refusal: why });
    else post({ id, trap: String(why) });
  }
};
