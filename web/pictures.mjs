// Pictures of every room in both themes at three widths, for whoever looks at them as a designer would.
// `npm run pictures -- FOLDER`; needs the built page and Chromium.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setUp } from "./tests/harness.mjs";

const folder = process.argv[2];
if (!folder) {
  console.error("pictures.mjs: into which folder? npm run pictures -- FOLDER");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const found = (page) => page.locator("aside li b, .odds li b, main").first().waitFor();
/** What is shown, and what is waited for. */
const ROOMS = {
  front: ["", (page) => page.locator(".found").getByText(/battles/).waitFor()],
  edit: ["#/edit?b=olympia/storm-the-castle", (page) => page.locator("aside li b").first().waitFor()],
  map: ["#/edit?b=battlescape/farmhouse", (page) => page.getByText("Map", { exact: true }).click()],
  odds: ["#/odds?b=mfd/clan-against-raiders", found],
  lab: ["#/lab?b=olympia/swamp-ambush", async (page) => {
    await page.getByRole("button", { name: /Sweep \d+ points/ }).click();
    await page.getByText("done", { exact: true }).waitFor();
  }],
  "watch-battlescape": ["#/watch?b=battlescape/farmhouse&seed=7&moment=60", (page) => page.getByRole("slider").first().waitFor()],
  "watch-olympia": ["#/watch?b=olympia/storm-the-castle&seed=1&moment=6", (page) => page.getByRole("slider").first().waitFor()],
  "watch-andor": ["#/watch?b=andor/wolves&seed=1&moment=5", (page) => page.getByRole("slider").first().waitFor()],
  "watch-mfd": ["#/watch?b=mfd/bridge&seed=1&moment=4", (page) => page.getByRole("slider").first().waitFor()],
  "play-battlescape": ["#/play?b=battlescape/skirmish&seed=1", (page) => page.locator(".squad").waitFor()],
  "play-andor": ["#/play?b=andor/wolves&seed=1", (page) => page.locator(".choices button").first().waitFor()],
};
const WIDTHS = [380, 820, 1440];

const world = await setUp();
for (const [name, [address, ready]] of Object.entries(ROOMS)) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of WIDTHS) {
      const { page, context } = await world.visit(address, { viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });
      await ready(page);
      await page.waitForTimeout(1200);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: name !== "front" });
      await context.close();
    }
  }
}
await world.close();
