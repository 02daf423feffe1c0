// The compiled engine in node, for tests that need no browser; and the native program beside it.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Engine, initSync } from "../src/engine/wasm/fracas_wasm.js";
import { root, web } from "./harness.mjs";

initSync({ module: readFileSync(join(web, "src/engine/wasm/fracas_wasm_bg.wasm")) });

/** An engine, and calls of its verbs with values instead of JSON. */
export function newEngine(progress = () => {}) {
  const engine = new Engine(progress);
  const text = (verb, request) => engine.call(verb, JSON.stringify(request ?? null));
  return { text, call: (verb, request) => JSON.parse(text(verb, request)) };
}

let numbers = 0;

/** Answers a question by one engine alone. */
export function answer(engine, question) {
  const id = ++numbers;
  let wants = engine.call("ask", { id, question, capacity: 1 });
  for (let first = true; !wants.done; first = false) {
    const [piece] = wants.pieces;
    const found = engine.text("work", { id, question: null, piece });
    wants = JSON.parse(
      engine.text("take", JSON.parse(`{"id":${id},"taken":[{"piece":${JSON.stringify(piece)},"found":${found}}],"capacity":1,"answer":false}`)),
    );
  }
  engine.call("forget", { id });
  return wants.answer;
}

const targets = process.env.CARGO_TARGET_DIR ?? join(root, "target");
export const native = [process.env.FRACAS, join(targets, "release/fracas"), join(targets, "debug/fracas")].find(
  (path) => path && existsSync(path),
);

/** What the native program says. */
export function fracas(...args) {
  return execFileSync(native, args, { encoding: "utf8", maxBuffer: 1 << 28, cwd: root, stdio: ["ignore", "pipe", "pipe"] });
}

/** All examples, as the page has them. */
export function examples() {
  const folder = join(root, "examples");
  const found = [];
  for (const ruleset of readdirSync(folder)) {
    for (const file of readdirSync(join(folder, ruleset)).filter((name) => name.endsWith(".toml"))) {
      const path = join(folder, ruleset, file);
      const text = readFileSync(path, "utf8");
      const files = {};
      for (const [, name] of text.matchAll(/["']([\w./-]+\.(?:csv|json))["']/g)) {
        const beside = join(folder, ruleset, name);
        if (existsSync(beside)) files[name] = readFileSync(beside, "utf8");
      }
      found.push({ path: relative(root, path), ruleset, source: { text, files, file } });
    }
  }
  return found;
}
