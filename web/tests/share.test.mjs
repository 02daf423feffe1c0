// Links that carry a battle: opened in a profile that has never seen it, damaged, and short enough.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seriousFaults } from "./axe.mjs";
import { setUp } from "./harness.mjs";
import { packed } from "./rooms.mjs";

let browser;
before(async () => (browser = await setUp()));
after(() => browser.close());

async function linkOf(page) {
  await page.getByRole("button", { name: "Share" }).click();
  const link = page.getByLabel("Link", { exact: true });
  await page.waitForFunction(() => document.querySelector("dialog input")?.value.includes("s="));
  return link.inputValue();
}

test("a battle that was changed opens from its link in a fresh profile", async () => {
  const one = await browser.visit("#/edit?b=battlescape/farmhouse");
  await one.page.getByRole("textbox", { name: "time limit (time_limit)" }).fill("24");
  await one.page.getByRole("textbox", { name: "time limit (time_limit)" }).press("Enter");
  await one.page.waitForURL(/b=own/);
  const link = await linkOf(one.page);
  assert.ok(link.length < 2000, `the link has ${link.length} characters`);
  assert.deepEqual(await seriousFaults(one.page), []);
  await one.context.close();
  const other = await browser.visit(link.replace(browser.server.url, ""));
  await other.page.locator("header h1").getByText("Farmhouse at dusk").waitFor();
  await other.page.getByRole("textbox", { name: "time limit (time_limit)" }).waitFor();
  assert.equal(await other.page.getByRole("textbox", { name: "time limit (time_limit)" }).inputValue(), "24");
  await other.page.locator("aside li b").first().waitFor();
  assert.deepEqual([...one.complaints, ...other.complaints], []);
  await other.context.close();
});

test("a scenario with files brings them along", async () => {
  const one = await browser.visit("#/odds?b=mfd/clan-against-raiders");
  await one.page.getByText("battles").first().waitFor();
  const link = await linkOf(one.page);
  const other = await browser.visit(link.replace(browser.server.url, ""));
  await other.page.getByText("95 % intervals").waitFor();
  assert.deepEqual(other.complaints, []);
  await one.context.close();
  await other.context.close();
});

test("the link of a battle that somebody played shows it as it was played", async () => {
  const one = await browser.visit("#/play?b=andor/duel&seed=4");
  // Drinking and waiting, a hero loses whom the policy would lead to a win.
  for (let order = 0; order < 200 && (await one.page.locator(".summary").count()) === 0; order++) {
    const orders = await one.page.locator(".log").textContent();
    await one.page.locator(".choices button:not(:disabled)").last().click();
    await one.page.waitForFunction((orders) => document.querySelector(".summary") || document.querySelector(".log").textContent !== orders, orders);
  }
  await one.page.getByRole("button", { name: "Watch it" }).click();
  const end = async (page) => {
    await page.getByRole("slider").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".log ol li, ol li") !== null);
    await page.getByRole("slider").first().press("End");
    await page.locator(".when").getByText(/:/).waitFor();
    return page.locator(".when").textContent();
  };
  const played = await end(one.page);
  const link = await linkOf(one.page);
  assert.ok(await one.page.getByText("with its dice and orders").count());
  const other = await browser.visit(link.replace(browser.server.url, ""));
  assert.equal(await end(other.page), played);
  assert.deepEqual([...one.complaints, ...other.complaints], []);
  await one.context.close();
  await other.context.close();
});

test("a damaged link is told in words", async () => {
  const { page, context, complaints } = await browser.visit("#/edit?s=AAAAnotalink");
  await page.getByText("This link is damaged").waitFor();
  await page.getByRole("link", { name: "To all battles" }).click();
  await page.getByRole("heading", { name: "Will the castle hold?" }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a link that holds markup shows it and does no more", async () => {
  const text = `ruleset = "mission"\nname = "<img src=x onerror=alert(1)>"\n[[agent]]\nid = "<b>vega</b>"\n[mission]\nenemies = "1 Soldier"\n`;
  const { page, context, complaints } = await browser.visit();
  let alerted = false;
  page.on("dialog", (dialog) => ((alerted = true), dialog.dismiss()));
  await page.goto(`${browser.server.url}#/odds?s=${await packed(page, text)}`);
  await page.locator("header h1").getByText("<img src=x").waitFor();
  assert.equal(await page.locator("main img, main b b").count(), 0);
  assert.equal(alerted, false);
  assert.deepEqual(complaints, []);
  await context.close();
});
