// The laboratory: every question asked and answered; a sweep stopped, gone on with after a reload, and the same as one that never stopped.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seriousFaults, tooWide } from "./axe.mjs";
import { examples, fracas } from "./engine.mjs";
import { setUp } from "./harness.mjs";

let browser;
before(async () => (browser = await setUp()));
after(() => browser.close());

async function numbers(page) {
  await page.getByText("The numbers").click();
  return page.locator("details table tbody").innerText();
}

test("a sweep that is stopped goes on after a reload and tells what an unbroken one tells", async () => {
  const { page, context, complaints } = await browser.visit("#/lab?b=olympia/storm-the-castle");
  const begin = async () => {
    await page.getByLabel("What varies").selectOption("attacker.stack[0].men.soldier");
    await page.getByLabel("from", { exact: true }).fill("0");
    await page.getByLabel("to", { exact: true }).fill("240");
    await page.getByLabel("in steps of").fill("8");
    await page.getByLabel("precise to").selectOption("3 points");
    await page.getByRole("button", { name: "Sweep 31 points" }).click();
  };
  await begin();
  await page.getByText("The numbers").click();
  // Stopped in the very moment in which something is known: soon all of it would be.
  await page.waitForFunction(() => {
    if (document.querySelectorAll("details tbody tr").length < 2) return false;
    [...document.querySelectorAll("article button")].find((button) => button.textContent.includes("Stop")).click();
    return true;
  });
  await page.getByText("stopped; what is known stays").waitFor();
  const known = await page.locator("details tbody tr").count();
  assert.ok(known < 31, `stopped before it was done, with ${known} points`);
  await page.reload();
  await page.getByText("stopped; what is known stays").waitFor();
  assert.equal(await page.locator("details tbody tr").count() >= 2, true);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("done", { exact: true }).waitFor();
  const resumed = await numbers(page);
  await page.getByRole("button", { name: "Delete this Sweep" }).click();
  await begin();
  await page.getByText("done", { exact: true }).waitFor();
  assert.equal(await numbers(page), resumed);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("solve, compare, the best army and what matters go on where they were taken back, and end as if they never had been", async () => {
  const { page, context, complaints } = await browser.visit("#/lab?b=olympia/swamp-ambush");
  const source = examples().find(({ path }) => path === "examples/olympia/storm-the-castle.toml").source;
  const more = { ...source, text: source.text.replace("soldier = 90", "soldier = 100") };
  const questions = [
    { ask: "solve", source, vary: "attacker.stack[0].men.soldier=0..400", for: ["attacker >= 80%"], trials: 20_000 },
    { ask: "compare", battles: [{ name: "as it is", source }, { name: "more", source: more }], trials: 20_000 },
    { ask: "best", source, choose: ["attacker.stack[0].men.soldier=0..40..20 cost 1", "attacker.stack[0].men.pikeman=0..40..20 cost 1"], budget: 60, for: "attacker", trials: 2_000 },
    { ask: "sensitivity", source, of: "attacker", trials: 1_000 },
    { ask: "impact", source, trials: 2_000 },
  ];
  for (const question of questions) {
    const found = await page.evaluate(async (question) => {
      // How the work is cut up, and how much is begun in vain, depends on who is free; that nothing is fought twice does not.
      const works = (steps) => steps.flatMap(({ taken }) => taken.map(({ piece }) => JSON.parse(piece)));
      const fought = (steps) => {
        const trials = works(steps).map(({ work }) => Object.values(work)[0].trials ?? { start: 0, end: 0 });
        return trials.reduce((sum, { start, end }) => sum + end - start, 0);
      };
      const twice = (steps) => {
        const ends = {};
        let again = 0;
        for (const { work, ...piece } of works(steps).toSorted((a, b) => begin(a) - begin(b))) {
          const [[kind, { trials, ...rest }]] = Object.entries(work);
          if (!trials) continue;
          const what = JSON.stringify([piece, kind, rest]);
          again += Math.max(0, Math.min(trials.end, ends[what] ?? 0) - trials.start);
          ends[what] = Math.max(trials.end, ends[what] ?? 0);
        }
        return again;
      };
      const begin = ({ work }) => Object.values(work)[0].trials?.start ?? 0;
      const steps = [];
      const unbroken = await fracas.ask(question, { journal: { steps: async () => [], keep: (step) => steps.push(step) } });
      const known = [];
      const asked = (enough) => {
        const work = new AbortController();
        const journal = { steps: async () => [...known], keep: (step) => (known.push(step), fought(known) >= enough && work.abort()) };
        return fracas.ask(question, { journal, signal: work.signal });
      };
      const reason = await asked(fought(steps) / 2).catch(({ name }) => name);
      const before = fought(known);
      const resumed = await asked(Infinity);
      return { reason, share: before / fought(steps), twice: [twice(known), twice(steps)], resumed, unbroken };
    }, question);
    assert.equal(found.reason, "AbortError", question.ask);
    assert.ok(found.share >= 0.5, `${question.ask}: ${found.share} of the work was known`);
    const [again, anyway] = found.twice;
    assert.ok(again <= anyway, `${question.ask}: ${again} battles were fought twice, ${anyway} if nobody stops it`);
    assert.deepEqual(found.resumed, found.unbroken, question.ask);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a comparison that is stopped goes on after a reload with what it knew", async () => {
  const { page, context, complaints } = await browser.visit("#/lab?b=olympia/siege-of-two-thousand");
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  // Stopped in the very moment in which something is known, and looked at as soon as it goes on.
  const before = await page.waitForFunction(() => {
    const far = Number(document.querySelector("article .state")?.textContent.replaceAll(",", "").split(" of ")[0]);
    if (!(far > 0)) return 0;
    [...document.querySelectorAll("article button")].find((button) => button.textContent.includes("Stop")).click();
    return far;
  });
  await page.getByText("stopped; what is known stays").waitFor();
  await page.reload();
  await page.getByText("stopped; what is known stays").waitFor();
  await page.evaluate(() => [...document.querySelectorAll("article button")].find((button) => button.textContent.includes("Go on")).click());
  const after = await page.waitForFunction(() => / of |done/.test(document.querySelector("article .state")?.textContent) && document.querySelector("article .state").textContent.trim());
  const [known, seen] = [await before.jsonValue(), await after.jsonValue()];
  assert.ok(seen === "done" || Number(seen.replaceAll(",", "").split(" of ")[0]) >= known, `${seen} after ${known}`);
  await page.getByText("the others are compared with it").waitFor();
  await page.getByText("done", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Delete this Compare" }).click();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("two values make a map whose cells open their odds", async () => {
  const { page, context, complaints } = await browser.visit("#/lab?b=olympia/swamp-ambush");
  await page.getByRole("button", { name: "a second value, for a map" }).click();
  await page.getByLabel("precise to").selectOption("3 points");
  await page.getByRole("button", { name: /Sweep \d+ points/ }).click();
  await page.getByText("done", { exact: true }).waitFor();
  const cell = page.locator("[data-place='20']");
  await cell.click();
  await page.getByRole("region", { name: "This point" }).getByText("the attacker wins").waitFor();
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await seriousFaults(page), []);
  await page.getByRole("button", { name: "All its odds" }).click();
  await page.getByText(/95 % intervals|exact/).first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("solve finds what the command line finds", async () => {
  const { page, context, complaints } = await browser.visit("#/lab?b=olympia/swamp-ambush");
  await page.getByRole("tab", { name: "Solve" }).click();
  await page.getByLabel("Whose").selectOption("defender.stack[0].men.knight");
  await page.getByLabel("from", { exact: true }).fill("0");
  await page.getByLabel("to", { exact: true }).fill("60");
  await page.getByLabel("value with which").selectOption("defender");
  await page.getByRole("button", { name: "Solve" }).click();
  await page.getByText("done", { exact: true }).waitFor();
  const path = "defender.stack[0].men.knight";
  const found = JSON.parse(fracas("solve", "examples/olympia/swamp-ambush.toml", "--vary", `${path}=0..60`, "--for", "defender >= 90%", "--json"));
  assert.match(await page.locator(".sentence").textContent(), new RegExp(`smallest knight .* is ${found.value}$`));
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(complaints, []);
  await context.close();
});

/** Words that lie over each other. */
const overlapping = (page) => page.evaluate(() => {
  const boxes = [...document.querySelectorAll("text.along")].map((text) => text.getBoundingClientRect()).sort((a, b) => a.left - b.left);
  return boxes.filter((box, i) => i > 0 && box.left < boxes[i - 1].right).length;
});

test("values that were tried close to each other are named apart, and open their odds", async () => {
  const { page, context, complaints } = await browser.visit("#/lab?b=olympia/storm-the-castle");
  await page.getByRole("tab", { name: "Solve" }).click();
  await page.getByRole("button", { name: "Solve" }).click();
  await page.getByText("done", { exact: true }).waitFor();
  assert.equal(await overlapping(page), 0);
  const [, from, to] = /between (\d+) and (\d+)/.exec(await page.locator(".sentence").textContent());
  const named = await page.locator("text.along").allTextContents();
  for (const value of ["0", "180", from, to]) assert.ok(named.includes(value), `${value} is named: ${named}`);
  await page.locator(".hit").nth(3).click();
  await page.getByRole("region", { name: "This point" }).getByText("the attacker wins").waitFor();
  await page.getByText(/^attacker · Osswid the Patient · men · soldier = \d+$/).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the best army is sought for what the army costs now, and many that are as good are folded", async () => {
  const { page, context, complaints } = await browser.visit("#/lab?b=olympia/storm-the-castle");
  await page.getByRole("tab", { name: "Best army" }).click();
  const money = page.getByLabel("money to spend");
  assert.equal(await money.inputValue(), "2100");
  await page.getByRole("button", { name: "Find the best" }).click();
  await page.getByText("done", { exact: true }).waitFor();
  assert.match(await page.locator(".sentence").textContent(), /the attacker wins most often: [67]/);
  await page.getByRole("columnheader", { name: "pikeman", exact: true }).waitFor();
  await money.fill("300");
  await page.getByRole("spinbutton", { name: "in steps of" }).first().fill("1");
  await page.getByRole("spinbutton", { name: "in steps of" }).last().fill("1");
  await page.getByRole("button", { name: "Find the best" }).click();
  const hopeless = page.locator("article").first();
  await hopeless.getByRole("button", { name: /^\d+ more$/ }).click();
  assert.ok(await hopeless.locator("tbody").first().locator("tr").count() > 10);
  await hopeless.getByRole("button", { name: "only the first 10" }).click();
  assert.equal(await hopeless.locator("tbody").first().locator("tr").count(), 10);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("compare, best army and what matters are answered", async () => {
  const { page, context, complaints } = await browser.visit("#/lab?b=olympia/swamp-ambush");
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByText("the others are compared with it").waitFor();
  await page.getByRole("tab", { name: "Best army" }).click();
  await page.getByRole("button", { name: "Find the best" }).click();
  await page.getByText(/combinations tried/).waitFor();
  await page.getByRole("tab", { name: "What matters" }).click();
  await page.getByRole("button", { name: "Move every number a notch" }).click();
  await page.getByText("What a notch of each number does").waitFor();
  await page.getByRole("button", { name: "Leave everybody out in turn" }).click();
  await page.getByText("What everybody is worth").waitFor();
  assert.doesNotMatch(await page.locator(".runs").innerText(), /\.stack\[/, "values have names");
  assert.deepEqual(await seriousFaults(page), []);
  assert.equal(await tooWide(page), false);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the laboratory works on a narrow screen, in the dark", async () => {
  const { page, context, complaints } = await browser.visit("#/lab?b=olympia/duel", { viewport: { width: 360, height: 740 }, colorScheme: "dark", reducedMotion: "reduce" });
  await page.getByRole("button", { name: /Sweep \d+ points/ }).click();
  await page.getByText("done", { exact: true }).waitFor();
  assert.equal(await tooWide(page), false);
  assert.deepEqual(await seriousFaults(page), []);
  assert.deepEqual(complaints, []);
  await context.close();
});
