// How fast the engine is in a browser beside the native program, and how large the page is. `npm run bench`; needs the
// built page, the native release binary and Chromium. Prints a table, and what was counted as a check on both.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { examples, native } from "./tests/engine.mjs";
import { root, setUp, web } from "./tests/harness.mjs";

/** One battle of each ruleset, and trials for about a second of native work. */
const BATTLES = {
  "olympia/storm-the-castle": 60_000,
  "mfd/bridge": 60_000,
  "mission/safehouse": 60_000,
  "andor/wolves": 100_000,
  "battlescape/skirmish": 300,
};
const RUNS = Number(process.env.RUNS ?? 3);

const best = (times) => Math.min(...times);
const shown = (number, places = 2) => number.toFixed(places);

/** Processor seconds of one native thread, without its start. */
function nativeTime(path, trials) {
  const run = (count) => {
    const args = ["odds", path, "--seed", "1", "--trials", `${count}`, "--threads", "1", "--json"];
    const begun = process.hrtime.bigint();
    const text = execFileSync(native, args, { cwd: root, encoding: "utf8" });
    return [Number(process.hrtime.bigint() - begun) / 1e9, JSON.parse(text)];
  };
  const start = best(Array.from({ length: RUNS }, () => run(1)[0]));
  const runs = Array.from({ length: RUNS }, () => run(trials));
  return [best(runs.map(([time]) => time)) - start, runs[0][1]];
}

async function speed() {
  const world = await setUp();
  const { page } = await world.visit();
  await page.evaluate(() => fracas.ready());
  console.log("battle                      trials  native s  1 worker s  ratio  2 workers s  speed-up  same odds");
  for (const [name, trials] of Object.entries(BATTLES)) {
    const { path, source } = examples().find((known) => known.path === `examples/${name}.toml`);
    const question = { ask: "odds", source, seed: 1, trials };
    const inPage = async (workers) => {
      const times = [];
      let answer;
      for (let run = 0; run < RUNS; run++) {
        const [time, found] = await page.evaluate(
          async ([question, workers]) => {
            const engine = (globalThis.engines ??= {})[workers] ?? (globalThis.engines[workers] = fracas.withWorkers(workers));
            await engine.ask({ ...question, trials: 64 });
            const begun = performance.now();
            const found = await engine.ask(question);
            return [(performance.now() - begun) / 1000, found];
          },
          [question, workers],
        );
        times.push(time);
        answer = found;
      }
      return [best(times), answer];
    };
    const [one, found] = await inPage(1);
    const [two] = await inPage(2);
    const [alone, weighed] = native ? nativeTime(path, trials) : [Number.NaN, found];
    const same = JSON.stringify(weighed.outcomes) === JSON.stringify(found.outcomes);
    console.log(
      [name.padEnd(26), `${trials}`.padStart(7), shown(alone).padStart(9), shown(one).padStart(11), shown(one / alone).padStart(6),
       shown(two).padStart(12), shown(one / two).padStart(9), same ? "  yes" : "  NO"].join(" "),
    );
  }
  await world.close();
}

function sizes() {
  const dist = join(web, "dist");
  const files = readdirSync(dist, { recursive: true }).filter((name) => statSync(join(dist, name)).isFile());
  const sum = { page: [0, 0], engine: [0, 0] };
  for (const name of files) {
    const bytes = readFileSync(join(dist, name));
    const kind = name.endsWith(".wasm") ? sum.engine : sum.page;
    kind[0] += gzipSync(bytes, { level: 9 }).length;
    kind[1] += brotliCompressSync(bytes).length;
  }
  const kB = (bytes) => `${shown(bytes / 1000, 1)} kB`;
  console.log(`\npage    ${kB(sum.page[0])} gzip, ${kB(sum.page[1])} brotli (budget 200 kB gzip)`);
  console.log(`engine  ${kB(sum.engine[0])} gzip, ${kB(sum.engine[1])} brotli (budget 1000 kB brotli)`);
}

if (process.argv[2] !== "sizes") await speed();
sizes();
