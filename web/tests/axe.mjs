// What axe-core finds serious on a page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { web } from "./harness.mjs";

const script = readFileSync(join(web, "node_modules/axe-core/axe.min.js"), "utf8");

export async function seriousFaults(page) {
  await page.evaluate(script);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(", ")}`);
}

/** Whether the page is wider than its window. */
export const tooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
