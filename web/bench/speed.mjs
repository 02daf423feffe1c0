// How fast the engine is in a browser beside the native program. `npm run bench`; needs the built page, the native release
// binary and Chromium. Tells processor time, of workers without what a browser does
// beside them, so that a busy machine matters little, and what was counted as a check on both.
import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";
import { examples, native } from "../tests/engine.mjs";
import { root, setUp } from "../tests/harness.mjs";
import { processorOfWorkers } from "./processor.mjs";

/** One battle of each ruleset, and trials for about a second of native work. */
const BATTLES = {
  "olympia/storm-the-castle": 60_000,
  "mfd/bridge": 600_000,
  "mission/safehouse": 400_000,
  "andor/wolves": 600_000,
  "battlescape/skirmish": 300,
};
const RUNS = Number(process.env.RUNS ?? 3);
const shown = (number, width) => number.toFixed(2).padStart(width);

/** Processor seconds of one native thread, and its answer. */
function fightNatively(path, trials) {
  const args = ["odds", path, "--seed", "1", "--trials", `${trials}`, "--threads", "1", "--json"];
  const timed = ["-c", 'TIMEFORMAT="%U %S"; time "$0" "$@"', native, ...args];
  const { stdout, stderr } = spawnSync("bash", timed, { cwd: root, encoding: "utf8" });
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return { time: user + system, answer: JSON.parse(stdout) };
}

const world = await setUp();
const spent = await processorOfWorkers(world.browser);
const { page } = await world.visit("#/lab?b=mission/duel");
await page.evaluate(() => fracas.ready());

/** Processor and wall seconds of a question asked of so many workers. */
async function fightInPage(question, workers) {
  const ask = (question) =>
    page.evaluate(
      async ([question, workers]) => {
        const engine = ((globalThis.engines ??= {})[workers] ??= fracas.withWorkers(workers));
        const begun = performance.now();
        const answer = await engine.ask(question);
        return { wall: (performance.now() - begun) / 1000, answer };
      },
      [question, workers],
    );
  // Once without the clock: a browser compiles what is hot while it runs.
  await ask(question);
  const before = await spent();
  const { wall, answer } = await ask(question);
  return { time: (await spent()) - before, wall, answer };
}

console.log(`processor seconds, least of ${RUNS} runs in turn; load ${loadavg()[0].toFixed(1)}`);
console.log("battle                      trials  native  1 worker  ratio  2 workers  speed-up by the clock  if both are free  same odds");
for (const [name, trials] of Object.entries(BATTLES)) {
  const { path, source } = examples().find((known) => known.path === `examples/${name}.toml`);
  const question = { ask: "odds", source, seed: 1, trials };
  const least = { native: Infinity, one: Infinity, two: Infinity, oneWall: Infinity, twoWall: Infinity };
  let same = true;
  for (let run = 0; run < RUNS; run++) {
    const start = fightNatively(path, 1).time;
    const alone = fightNatively(path, trials);
    const one = await fightInPage(question, 1);
    const two = await fightInPage(question, 2);
    least.native = Math.min(least.native, alone.time - start);
    least.one = Math.min(least.one, one.time);
    least.two = Math.min(least.two, two.time);
    least.oneWall = Math.min(least.oneWall, one.wall);
    least.twoWall = Math.min(least.twoWall, two.wall);
    same &&= [one, two].every(({ answer }) => JSON.stringify(answer.outcomes) === JSON.stringify(alone.answer.outcomes));
  }
  const { native: alone, one, two, oneWall, twoWall } = least;
  console.log(
    [name.padEnd(26), `${trials}`.padStart(7), shown(alone, 7), shown(one, 9), shown(one / alone, 6), shown(two, 10),
     shown(oneWall / twoWall, 22), shown((2 * one) / two, 17), same ? "  yes" : "  NO"].join(" "),
  );
}
await world.close();
