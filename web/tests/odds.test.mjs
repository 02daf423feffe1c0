// Odds: they start by themselves, tighten, tell before and after, answer conditions, and lead to a battle.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seriousFaults, tooWide } from "./axe.mjs";
import { setUp } from "./harness.mjs";

let browser;
before(async () => (browser = await setUp()));
after(() => browser.close());

test("odds come by themselves, with who comes through and what it costs", async () => {
  const { page, context, complaints } = await browser.visit("#/odds?b=olympia/storm-the-castle");
  await page.getByText("95 % intervals from 39,232 battles, seed 0").waitFor();
  await page.getByText("53.9 %").first().waitFor();
  await page.getByRole("region", { name: "attacker" }).getByText("soldier").waitFor();
  await page.getByRole("row", { name: /attacker lost/ }).first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("odds of long battles say what kept them coarse, in whole sentences, and every bar is as long as the others", async () => {
  const { page, context, complaints } = await browser.visit("#/odds?b=battlescape/skirmish");
  await page.getByText(/seed 0\. These battles take so many dice .* finer\. The AI plays both sides as veteran\./).waitFor();
  const bars = await page.locator(".interval").evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
  assert.equal(new Set(bars).size, 1, `${bars}`);
  await page.getByText("1 more figure", { exact: true }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("what was seen in all battles has a bound, and no margin", async () => {
  const { page, context } = await browser.visit("#/edit?b=olympia/storm-the-castle");
  const soldiers = page.getByRole("textbox", { name: "soldier (attacker.stack[0].men.soldier)" });
  await soldiers.fill("3000");
  await soldiers.press("Enter");
  await page.locator("aside").getByText(/^over 99\.\d*[1-9] %$/).waitFor();
  await page.locator("aside").getByText("always seen", { exact: true }).waitFor();
  await context.close();
});

test("a figure of some battles only says of which", async () => {
  const { page, context } = await browser.visit("#/odds?b=andor/wolves");
  await page.getByRole("rowheader", { name: "hp if win", exact: true }).waitFor();
  await context.close();
});

test("an edit is told before and after, side by side", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?b=olympia/duel");
  await page.locator("aside li b").first().waitFor();
  await page.getByRole("button", { name: "Compare from here" }).click();
  await page.getByLabel("Add to attacker.stack[0]", { exact: true }).selectOption("men");
  await page.getByLabel("Add to attacker.stack[0].men", { exact: true }).selectOption("pikeman");
  await page.locator(".change").getByText("+").first().waitFor();
  await page.getByRole("link", { name: "Odds" }).click();
  const table = page.getByRole("region", { name: "Before and after your edit" });
  await table.getByText("52.1 %").waitFor();
  await table.getByText("73.8 %").waitFor();
  await table.getByText("+21.7").first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a condition is written by the helper, counted, and a wrong one is told in words", async () => {
  const { page, context, complaints } = await browser.visit("#/odds?b=mission/duel");
  await page.getByRole("heading", { name: "How likely is it that …" }).waitFor();
  await page.getByLabel("What", { exact: true }).selectOption("success");
  await page.getByRole("button", { name: "and more…" }).click();
  await page.getByLabel("What", { exact: true }).selectOption("rounds");
  await page.getByLabel("Number").fill("3");
  await page.getByRole("button", { name: "Join" }).click();
  assert.equal(await page.getByLabel("as it is written").inputValue(), "success and rounds <= 3");
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByText("14.7 %").waitFor();
  await page.getByLabel("as it is written").fill("sucess and rounds <= 3");
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByText("did you mean").waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("“show me one” leads to a battle that ends so", async () => {
  const { page, context } = await browser.visit("#/odds?b=olympia/storm-the-castle");
  await page.getByText("95 % intervals from 39,232 battles").waitFor();
  await page.getByRole("link", { name: /show me one ?: the defender/ }).click();
  await page.waitForURL(/#\/watch\?b=olympia\/storm-the-castle&seed=0&trial=\d+/);
  await context.close();
});

test("odds can be stopped, and say that they are provisional", async () => {
  const { page, context, complaints } = await browser.visit("#/odds?b=battlescape/night_hold");
  await page.getByText("0.1 points").click();
  await page.getByText(/still weighing.* battles, seed \d+, provisional/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Again" }).waitFor();
  await page.getByText(/stopped after [\d,]+ battles\..* provisional/).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a report is one file that needs nothing else", async () => {
  const { page, context } = await browser.visit("#/odds?b=olympia/duel");
  await page.getByText("exact").first().waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Report" }).click()]);
  assert.equal(file.suggestedFilename(), "duel-at-dawn-odds.html");
  await context.close();
});

for (const [width, colorScheme] of [[360, "light"], [800, "dark"], [1400, "dark"]]) {
  test(`axe finds nothing serious in the odds, ${width} px, ${colorScheme}`, async () => {
    const { page, context } = await browser.visit("#/odds?b=mfd/bridge", { viewport: { width, height: 800 }, colorScheme, reducedMotion: "reduce" });
    await page.getByRole("heading", { name: "What it costs" }).waitFor();
    assert.deepEqual(await seriousFaults(page), []);
    assert.equal(await tooWide(page), false);
    await context.close();
  });
}
