// The front page: a question answered, cards, search, templates, files that are dropped.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { seriousFaults, tooWide } from "./axe.mjs";
import { root, setUp } from "./harness.mjs";

let browser;
before(async () => (browser = await setUp()));
after(() => browser.close());

const example = (path) => join(root, "examples", path);

test("the question is answered and follows the numbers in it", async () => {
  const { page, context, complaints } = await browser.visit();
  await page.getByRole("heading", { name: "Will the castle hold?" }).waitFor();
  const found = page.locator(".found");
  await found.getByText(/from [\d,]+ battles/).waitFor();
  await page.locator(".answer .number:not(.waiting)").waitFor();
  const before = await page.locator(".answer .number").innerText();
  await page.getByRole("textbox", { name: "catapults" }).fill("40");
  await page.getByRole("textbox", { name: "catapults" }).press("Enter");
  await page.waitForFunction((was) => document.querySelector(".answer .number")?.textContent !== was, before);
  await page.getByRole("button", { name: "Change anything" }).click();
  await page.getByText("catapult = 40").waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("cards are searched, and a battle of one's own is kept, deleted and brought back", async () => {
  const { page, context, complaints } = await browser.visit();
  await page.getByRole("searchbox").fill("dragon");
  await page.getByRole("link", { name: "Over the valley" }).waitFor();
  assert.equal(await page.locator("article").count(), 1);
  await page.getByRole("searchbox").fill("nothing of the kind");
  await page.getByText("No battle has").waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: "Begin Agents on missions" }).first().click();
  await page.getByRole("textbox", { name: "Text of the scenario" }).waitFor();
  await page.getByRole("link", { name: "fracas: all battles" }).click();
  await page.getByRole("heading", { name: "Yours" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Yours" }).waitFor();
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("heading", { name: "Yours" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Yours" }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const [what, files, sees] of [
  ["a scenario", ["olympia/duel.toml"], "Duel at dawn"],
  ["two spreadsheets", ["mfd/Clan.csv", "mfd/Raiders.csv"], "Clan against Raiders"],
  ["data of Andor's Trail", ["andor/data/monsterlist_marsh.json", "andor/data/itemlist_marsh.json", "andor/data/itemcategories_1.json", "andor/data/actorconditions_marsh.json", "andor/data/droplists_marsh.json"], "A hero against marsh_adder"],
]) {
  test(`${what} can be opened and fought`, async () => {
    const { page, context, complaints } = await browser.visit();
    await page.getByLabel("Files to open").setInputFiles(files.map(example));
    await page.locator("header h1").getByText(sees).waitFor();
    await page.locator("aside li b").first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

const drop = (page, name, text) =>
  page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );

test("files may be dropped anywhere, and what is none of fracas is refused in words", async () => {
  const { page, context } = await browser.visit();
  await drop(page, "picture.png", "no scenario");
  await page.getByText("This is no scenario").waitFor();
  await drop(page, "duel.toml", readFileSync(example("mission/duel.toml"), "utf8"));
  await page.locator("header h1").getByText("Duel").waitFor();
  await context.close();
});

test("a replay that is dropped is watched, one that somebody left is gone on with, and a false one is refused", async () => {
  const { page, context, complaints } = await browser.visit();
  const source = { text: readFileSync(example("andor/duel.toml"), "utf8"), file: "duel.toml" };
  const [fought, left] = await page.evaluate(async (source) => {
    const play = await fracas.play(source, 7);
    await play.order(await play.advice());
    return [await fracas.save(source, 3, 11), await play.save()];
  }, source);
  await drop(page, "fought.json", fought);
  await page.getByRole("slider").first().waitFor();
  assert.match(page.url(), /#\/watch\?.*seed=3.*trial=11/);
  await drop(page, "left.json", left);
  await page.waitForURL(/#\/play\?/);
  await page.locator(".choices button").first().waitFor();
  await drop(page, "false.json", fought.replace(/"seed":\s*3/, '"seed":4'));
  await page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: /replay/i }).first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

for (const [width, colorScheme] of [[360, "dark"], [800, "light"], [1400, "light"]]) {
  test(`axe finds nothing serious on the front page, ${width} px, ${colorScheme}`, async () => {
    const { page, context } = await browser.visit("", { viewport: { width, height: 800 }, colorScheme, reducedMotion: "reduce" });
    await page.locator(".found").getByText(/battles/).waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    assert.equal(await tooWide(page), false);
    await context.close();
  });
}

test("the front page is reached and used by keyboard alone", async () => {
  const { page, context } = await browser.visit();
  await page.getByRole("heading", { name: "Will the castle hold?" }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "To the content");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "soldiers");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.activeElement.value === "95");
  await context.close();
});
