// How large the built page is beside what it may be. Says so with its exit code too.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { web } from "../tests/harness.mjs";

/** What is wanted in bytes, and what fails. */
const BUDGETS = {
  page: { wanted: 200_000, most: 200_000, packed: "gzip" },
  engine: { wanted: 1_000_000, most: 1_000_000, packed: "brotli" },
};
/** What an engine may have that was built without the sources of the standard library; it still says why it fails. */
const MOST_WITHOUT_SOURCES = 1_270_000;
const SAYS_WHY = "called `Option::unwrap()` on a `None` value";

const dist = join(web, "dist");
const sum = { page: { gzip: 0, brotli: 0 }, engine: { gzip: 0, brotli: 0 } };
for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name);
  if (!statSync(file).isFile()) continue;
  const bytes = readFileSync(file);
  const isEngine = name.endsWith(".wasm");
  if (isEngine && bytes.includes(SAYS_WHY)) BUDGETS.engine.most = MOST_WITHOUT_SOURCES;
  const kind = sum[isEngine ? "engine" : "page"];
  kind.gzip += gzipSync(bytes, { level: 9 }).length;
  kind.brotli += brotliCompressSync(bytes).length;
}
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
for (const [name, { wanted, most, packed }] of Object.entries(BUDGETS)) {
  const { gzip, brotli } = sum[name];
  const size = sum[name][packed];
  const verdict = size <= wanted ? "as wanted" : size <= most ? `more than wanted, at most ${kB(most)}` : `TOO LARGE: at most ${kB(most)}`;
  console.log(`${name.padEnd(7)} ${kB(gzip)} gzip, ${kB(brotli)} brotli; ${kB(wanted)} ${packed} wanted: ${verdict}`);
  if (size > most) process.exitCode = 1;
}
