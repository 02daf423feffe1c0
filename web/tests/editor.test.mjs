// The editor: a typo made and mended, forms and map in step with the text, one history over everything.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seriousFaults, tooWide } from "./axe.mjs";
import { setUp } from "./harness.mjs";

let browser;
before(async () => (browser = await setUp()));
after(() => browser.close());

const text = (page) => page.evaluate(() => document.querySelector(".cm-content").cmTile?.view?.state.doc.toString() ?? document.querySelector(".cm-content").innerText);

/** Writes over the first place where some words stand. */
async function write(page, old, words) {
  const line = page.locator(".cm-line").getByText(old).first();
  await line.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText(words);
}

test("a typo is underlined and named while typing, and gone when it is mended", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=olympia/storm-the-castle");
  await page.locator("aside li b").first().waitFor();
  await write(page, "terrain", 'terrain = "plian"');
  await page.locator(".wrong-error").waitFor();
  await page.getByText("1 error").waitFor();
  await page.getByText("As it stands it cannot be fought").waitFor();
  await write(page, "terrain", 'terrain = "swamp"');
  await page.locator(".wrong-error").waitFor({ state: "detached" });
  await page.locator("aside li b").first().waitFor();
  assert.match(page.url(), /b=own\//, "whoever changes an example has a copy of his own");
  assert.deepEqual(complaints, []);
  await context.close();
});

test("forms change the text and leave comments alone; one history undoes typing and forms", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=olympia/storm-the-castle");
  const soldiers = page.getByRole("textbox", { name: "soldier (attacker.stack[0].men.soldier)" });
  await soldiers.fill("120");
  await soldiers.press("Enter");
  await page.locator(".cm-line").getByText("soldier = 120").waitFor();
  assert.match(await text(page), /# engines need the front row, save catapults/);
  await write(page, "terrain", 'terrain = "forest"');
  await page.getByLabel("terrain", { exact: true }).selectOption("desert");
  await page.locator(".cm-line").getByText('terrain = "desert"').waitFor();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.click();
  await page.locator(".cm-line").getByText('terrain = "forest"').waitFor();
  await undo.click();
  await page.locator(".cm-line").getByText('terrain = "plain"').waitFor();
  await page.keyboard.press("Control+z");
  await page.locator(".cm-line").getByText("soldier = 90").waitFor();
  assert.equal(await soldiers.inputValue(), "90");
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator(".cm-line").getByText("soldier = 120").waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a cell of a spreadsheet changes the odds, and undo brings it back", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=mfd/clan-against-raiders");
  await page.locator("aside li b").first().waitFor();
  const before = await page.locator("aside li b").first().innerText();
  const cell = page.getByRole("textbox", { name: "XP of Mistress Oda", exact: true });
  await cell.fill("60000");
  await cell.press("Enter");
  await page.waitForFunction((was) => document.querySelector("aside li b")?.textContent !== was, before);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector("input[aria-label='XP of Mistress Oda']")?.value === "14200");
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("completion offers words of the schema and words that only the rules know", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=battlescape/skirmish");
  await page.locator("aside li b").first().waitFor();
  await page.locator(".cm-line").getByText('base = "grass"').click();
  await page.keyboard.press("Home");
  await page.keyboard.insertText("\n");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("elev");
  await page.locator(".cm-tooltip-autocomplete").getByText("elevation").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await page.getByLabel("class").first().waitFor();
  await page.locator("select", { has: page.locator("option", { hasText: "sentry_tank" }) }).first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the map is painted with the mouse and by keyboard, and undone stroke by stroke", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=battlescape/skirmish");
  await page.getByText("Map", { exact: true }).click();
  await page.getByRole("button", { name: "wall", exact: true }).click();
  await page.locator('[data-field="4"]').click();
  await page.locator(".cm-line").getByText(", , , , # , , , , T").waitFor();
  const map = page.getByRole("application");
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.locator(".cm-line").getByText(", # , , # , , , , T").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".cm-line").getByText(", , , , # , , , , T").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".cm-line").getByText(", , , , b , , , , T").first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a map made from a seed is shown, changed, and written out to be painted", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=battlescape/crash_site");
  await page.getByText("Map", { exact: true }).click();
  await page.getByRole("img", { name: "The map that seed 7 makes" }).waitFor();
  await page.getByRole("button", { name: "Another map" }).click();
  await page.getByRole("img", { name: "The map that seed 8 makes" }).waitFor();
  await page.getByRole("button", { name: "Paint this one" }).click();
  await page.getByRole("application").waitFor();
  await page.locator("aside li b").first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const [width, colorScheme] of [[360, "light"], [800, "dark"], [1400, "light"]]) {
  test(`axe finds nothing serious in the editor, ${width} px, ${colorScheme}`, async () => {
    const { page, context, complaints } = await browser.visit("#/edit?b=battlescape/farmhouse", { viewport: { width, height: 800 }, colorScheme, reducedMotion: "reduce" });
    await page.getByRole("region", { name: "Your squad" }).waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    await page.getByText("Map", { exact: true }).click();
    await page.getByRole("application").waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    assert.equal(await tooWide(page), false);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}
