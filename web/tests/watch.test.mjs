// Watching, in a real browser: every game is scrubbed to its end, stepped, and looked at through other eyes.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setUp } from "./harness.mjs";
import { accessible, fits } from "./rooms.mjs";

const BATTLES = ["mission/safehouse", "mfd/clan-against-raiders", "battlescape/farmhouse", "olympia/storm-the-castle", "andor/wolves"];

const slider = (page) => page.getByRole("slider", { name: "Moment" });
const at = (page) => slider(page).evaluate((input) => input.valueAsNumber);

/** Waits until the battle was fought to its end. */
async function whole(page) {
  await slider(page).waitFor();
  await page.waitForFunction(() => !document.querySelector(".more"));
}

describe("watching", () => {
  let world;
  before(async () => (world = await setUp()));
  after(() => world.close());

  for (const battle of BATTLES) {
    it(`scrubs ${battle} to its end`, async () => {
      const { page, context, complaints } = await world.visit(`#/watch?b=${battle}&seed=7&trial=3`);
      await whole(page);
      const last = await slider(page).evaluate((input) => Number(input.max));
      assert.ok(last > 1, `${last} moments`);
      // Along the line by hand, as somebody drags it.
      const box = await slider(page).boundingBox();
      await page.mouse.move(box.x + 4, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
      const middle = await at(page);
      assert.ok(middle > 0 && middle < last, `${middle} of ${last}`);
      await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 12 });
      await page.mouse.up();
      assert.equal(await at(page), last);
      const outcome = await page.evaluate(async () => {
        const { hash } = location;
        return (await fracas.rulesets()).flatMap((ruleset) => ruleset.outcomes).map((known) => known.words).filter(() => hash);
      });
      const told = await page.locator(".when").textContent();
      assert.ok(outcome.some((words) => told.toLowerCase().includes(words.toLowerCase())), told);
      // By keyboard, as on a board of chess.
      await page.locator("main").focus();
      await page.keyboard.press("Home");
      assert.equal(await at(page), 0);
      await page.keyboard.press("ArrowRight");
      assert.equal(await at(page), 1);
      await page.keyboard.press("ArrowDown");
      const turned = await at(page);
      assert.ok(turned > 1 || last === 2, `turning point at ${turned}`);
      await page.keyboard.press("End");
      assert.equal(await at(page), last);
      await page.keyboard.press("ArrowLeft");
      assert.equal(await at(page), last - 1);
      await accessible(page, battle);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }

  it("plays by itself, faster and slower, and stops", async () => {
    const { page, context, complaints } = await world.visit("#/watch?b=battlescape/skirmish&seed=1");
    await whole(page);
    await page.getByText("8×").click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(() => document.querySelector("input[type=range]").valueAsNumber > 8);
    await page.getByRole("button", { name: "Pause" }).click();
    const stopped = await at(page);
    await page.waitForTimeout(600);
    assert.equal(await at(page), stopped);
    assert.match(await page.evaluate(() => location.hash), /moment=\d+/);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("tells why something was done, where the engine knows", async () => {
    const { page, context, complaints } = await world.visit();
    await page.evaluate(() => {
      const { moments } = fracas;
      fracas.moments = async (...asked) => {
        const found = await moments(...asked);
        for (const moment of found) for (const line of moment.told ?? []) line.why = "because it could";
        return found;
      };
      location.hash = "#/watch?b=andor/duel&seed=1";
    });
    await page.getByRole("slider").first().waitFor();
    await page.keyboard.press("End");
    await page.locator("ol .why").getByText("because it could").first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("shows a side's fog, and stays where one stood", async () => {
    const { page, context } = await world.visit("#/watch?b=battlescape/farmhouse&seed=7&moment=9");
    await whole(page);
    assert.equal(await at(page), 9);
    const seen = () => page.locator(".roster.r1 li").count();
    const all = await seen();
    await page.getByText("player's eyes").click();
    await page.waitForFunction((all) => document.querySelectorAll(".roster.r1 li").length < all, all);
    await whole(page);
    assert.ok((await seen()) < all);
    await context.close();
  });

  for (const scheme of ["light", "dark"]) {
    for (const width of [360, 800, 1400]) {
      it(`fits ${width} pixels, ${scheme}`, async () => {
        const { page, context, complaints } = await world.visit("#/watch?b=battlescape/night_hold&seed=3", { viewport: { width, height: 800 }, colorScheme: scheme });
        await whole(page);
        await page.keyboard.press("End");
        await fits(page, `${width} ${scheme}`);
        await accessible(page, `${width} ${scheme}`);
        assert.deepEqual(complaints, []);
        await context.close();
      });
    }
  }
});
