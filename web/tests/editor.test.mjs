// The editor: a typo made and mended, forms and map in step with the text, one history over everything.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seriousFaults, tooWide } from "./axe.mjs";
import { setUp } from "./harness.mjs";

let browser;
before(async () => (browser = await setUp()));
after(() => browser.close());

const area = (page) => page.getByRole("textbox", { name: "Text of the scenario" });
const text = (page) => area(page).inputValue();
/** The coloured line in which some words stand; the text area lies over it. */
const line = (page, words) => page.locator(".layer .line", { hasText: words }).first();

/** Clicks into a line as it is seen. */
async function clickLine(page, words) {
  await line(page, words).scrollIntoViewIfNeeded();
  const box = await line(page, words).boundingBox();
  await page.mouse.click(box.x + 12, box.y + box.height / 2);
}

/** Writes over the first line where some words stand. */
async function write(page, old, words) {
  await clickLine(page, old);
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

test("what is missing at the end of a line is underlined behind it", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=mission/safehouse");
  await page.locator("aside li b").first().waitFor();
  for (const words of ["wea", "exhaustion ="]) {
    await write(page, /^(name|wea)/, words);
    await page.waitForFunction((words) => {
      const line = [...document.querySelectorAll(".layer .line")].find((one) => one.textContent.startsWith(words));
      return line?.querySelector(".wrong-error")?.getBoundingClientRect().width > 5;
    }, words);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test("entries without a name are headed by what they are, and text is seen whole", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=mfd/last-stand");
  for (const title of ["healing 1", "reinforcement 1"]) await page.locator("legend", { hasText: title }).waitFor();
  const cut = await page.locator(".row input").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value));
  assert.deepEqual(cut, []);
  const [rule, control] = await page.evaluate(() => [".forms h2", ".row .stepper"].map((one) => document.querySelector(one).getBoundingClientRect().right));
  assert.ok(Math.abs(rule - control) < 1, `${control} is below the end of its section's rule at ${rule}`);
  await page.goto(page.url().replace("mfd/last-stand", "battlescape/skirmish"));
  await page.locator("legend", { hasText: "squad 1: player" }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("long lines of a scenario wrap on a phone, and the text that is typed lies over the text that is seen", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=battlescape/farmhouse", { viewport: { width: 380, height: 800 } });
  await page.getByText("Text", { exact: true }).click();
  const [over, under, across] = await page.evaluate(() => {
    const scroller = document.querySelector(".scroller");
    const area = document.querySelector("textarea");
    // Only what is written, not the place it is given.
    area.style.height = "0";
    return [area.scrollHeight, document.querySelector(".layer").scrollHeight, scroller.scrollWidth - scroller.clientWidth];
  });
  assert.equal(across, 0, "nothing lies beyond the edge");
  assert.equal(over, under);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("no two grounds of the painter look alike", async () => {
  const { page, context } = await browser.visit("#/edit?b=battlescape/farmhouse");
  await page.getByText("Map", { exact: true }).click();
  const looks = await page.locator(".palette svg").evaluateAll((all) => all.map((one) => one.innerHTML));
  assert.equal(looks.length, 21);
  assert.equal(new Set(looks).size, looks.length);
  await context.close();
});

test("forms change the text and leave comments alone; one history undoes typing and forms", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=olympia/storm-the-castle");
  const soldiers = page.getByRole("textbox", { name: "soldier (attacker.stack[0].men.soldier)" });
  await soldiers.fill("120");
  await soldiers.press("Enter");
  await line(page, "soldier = 120").waitFor();
  assert.match(await text(page), /# engines need the front row, save catapults/);
  await write(page, "terrain", 'terrain = "forest"');
  await page.getByLabel("terrain", { exact: true }).selectOption("desert");
  await line(page, 'terrain = "desert"').waitFor();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.click();
  await line(page, 'terrain = "forest"').waitFor();
  await undo.click();
  await line(page, 'terrain = "plain"').waitFor();
  await page.keyboard.press("Control+z");
  await line(page, "soldier = 90").waitFor();
  assert.equal(await soldiers.inputValue(), "90");
  await page.getByRole("button", { name: "Redo" }).click();
  await line(page, "soldier = 120").waitFor();
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
  await clickLine(page, 'base = "grass"');
  await page.keyboard.press("Home");
  await page.keyboard.insertText("\n");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("elev");
  await page.getByRole("option", { name: "elevation" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  await page.keyboard.press("Control+Space");
  await page.getByRole("option", { name: "elevation" }).waitFor();
  await page.keyboard.press("Enter");
  await line(page, "elevation = ").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByLabel("class").first().waitFor();
  await page.locator("select", { has: page.locator("option", { hasText: "sentry_tank" }) }).first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("what is typed in one go is undone in one go, and a new line begins where the last one began", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=olympia/duel");
  const before = await text(page);
  await area(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("  # first", { delay: 0 });
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("# second");
  assert.ok((await text(page)).endsWith("  # first\n  # second"));
  while ((await text(page)) !== before) await page.getByRole("button", { name: "Undo" }).click({ timeout: 5_000 });
  await page.getByRole("button", { name: "Redo" }).click();
  assert.notEqual(await text(page), before);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a word explains itself under the mouse, an error leads to its place, and letters that cannot be seen are shown", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=olympia/storm-the-castle");
  await page.locator("aside li b").first().waitFor();
  const box = await line(page, "terrain").boundingBox();
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.getByRole("tooltip").getByText("place.terrain").waitFor();
  await write(page, "terrain", 'terrain = "plian"');
  await page.locator(".problems").getByText("line").first().click();
  await page.waitForFunction(() => {
    const { value, selectionStart, selectionEnd } = document.querySelector("textarea");
    return value.slice(selectionStart, selectionEnd).includes("plian");
  });
  await write(page, "terrain", 'terrain = "plain" # \u202e');
  await page.locator(".layer .unseen").waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the map is painted with the mouse and by keyboard, and undone stroke by stroke", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=battlescape/skirmish");
  await page.getByText("Map", { exact: true }).click();
  await page.getByRole("button", { name: "wall", exact: true }).click();
  await page.locator('[data-field="4"]').click();
  await line(page, ", , , , # , , , , T").waitFor();
  const map = page.getByRole("application");
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await line(page, ", # , , # , , , , T").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await line(page, ", , , , # , , , , T").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await line(page, ", , , , b , , , , T").waitFor();
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
