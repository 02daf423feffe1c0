// Playing, in a real browser: a mission won by the mouse and one by the keyboard alone, a fight of andor, and what a reload keeps.
// The AI's advice may choose what is ordered; the presses are real.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { examples } from "./engine.mjs";
import { setUp } from "./harness.mjs";
import { accessible, clickHex, fits, packed, tapHex } from "./rooms.mjs";

const source = (path) => examples().find((known) => known.path === `examples/${path}.toml`).source;

/** The skirmish with fewer enemies: every press is asked for, but not for so long. */
const brief = () => {
  const skirmish = source("battlescape/skirmish");
  const enemies = '{ class = "sectoid", count = 4 }, { class = "floater" }';
  assert.ok(skirmish.text.includes(enemies), "the skirmish has other enemies now");
  return { ...skirmish, text: skirmish.text.replace(enemies, '{ class = "sectoid", count = 3 }') };
};

/** A seed from one on with which following the advice ends so; of a few the one that takes the fewest orders. */
async function seedFor(page, source, outcome, from = 0) {
  return page.evaluate(
    async ([source, outcome, from]) => {
      let [best, least] = [null, Infinity];
      for (let seed = from; seed < from + 40 && (best === null || seed < from + 4); seed++) {
        const play = await fracas.play(source, seed);
        let standing = play.first;
        while (standing.outcome === null && standing.orders < least) standing = await play.order(await play.advice());
        play.close();
        if (standing.outcome === outcome) [best, least] = [seed, standing.orders];
      }
      if (best === null) throw new Error(`no battle of 40 ended in ${outcome}`);
      return best;
    },
    [source, outcome, from],
  );
}

/** How many orders were given, by the log of what is kept. */
const ready = (page) => page.waitForFunction(() => document.querySelector(".summary") || document.querySelector(".turn button:last-child:not(:disabled)"));
const hinted = (page) => page.locator(".hint b").getAttribute("data-order");
/** Waits until an order was carried out and the next can be given. */
async function followed(page, line) {
  const done = page.waitForFunction((line) => document.querySelector(".summary") || document.querySelector(".hint b")?.dataset.order !== line, line);
  await done.catch((error) => assert.fail(`${line}: ${error.message}`));
  await ready(page);
}
/** Presses until something was done: what may be regretted is asked for once more. */
async function commit(page, press) {
  const before = await page.locator(".squad").textContent();
  for (let times = 0; times < 3; times++) {
    const armed = await page.locator(".expected").textContent();
    await press();
    await page.waitForFunction(
      ([before, armed]) => {
        const [squad, expected] = [document.querySelector(".squad").textContent, document.querySelector(".expected").textContent];
        return document.querySelector(".summary") || squad !== before || (/press again/.test(expected) && !/press again/.test(armed));
      },
      [before, armed],
    );
    if ((await over(page)) || (await page.locator(".squad").textContent()) !== before) return;
  }
}
const over = (page) => page.locator(".summary").count();

/** Does what a line says with the mouse: hexes on the map, attacks in the panel, all else as the hint offers it. */
async function byMouse(page, line) {
  const name = line.slice(0, line.lastIndexOf(":"));
  const order = line.slice(line.lastIndexOf(":") + 2);
  const move = /^move (\d+),(\d+)( run| crouch)?$/.exec(order);
  const attack = /^attack (\w+)( head)? at (.+)$/.exec(order);
  if (move) {
    await page.locator(".tactics").getByText((move[3] ?? " walk").trim(), { exact: true }).click();
    await commit(page, () => clickHex(page, [Number(move[1]), Number(move[2])]));
    return;
  }
  if (attack && !/^\d+,\d+$/.test(attack[3])) {
    await page.locator(".who").getByRole("button", { name: attack[3], exact: false }).first().click();
    const label = attack[2] ? "aimed at the head" : attack[1];
    const choice = page.locator(".attacks > li > button").filter({ hasText: new RegExp(`^\\d${label} `) }).first();
    if ((await choice.getAttribute("aria-expanded")) !== "true") await choice.click();
    await page.getByRole("button", { name: /^Attack for/ }).click();
    return;
  }
  assert.ok(name.length > 0);
  await page.getByRole("button", { name: "Do it" }).click();
}

describe("playing", () => {
  let world;
  before(async () => (world = await setUp()));
  after(() => world.close());

  it("wins a mission with the mouse", async () => {
    const { page, context, complaints } = await world.visit("", { reducedMotion: "reduce" });
    const seed = await seedFor(page, brief(), "victory");
    await page.goto(`${world.server.url}#/play?s=${await packed(page, brief().text)}&seed=${seed}`);
    await ready(page);
    let clicked = 0;
    for (let turn = 0; turn < 600 && !(await over(page)); turn++) {
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator(".hint b").waitFor();
      const line = await hinted(page);
      await byMouse(page, line);
      clicked += /move|attack/.test(line) ? 1 : 0;
      await followed(page, line);
    }
    assert.ok(clicked > 5, `${clicked} moves and attacks`);
    assert.match(await page.locator(".summary h2").textContent(), /player wins|victory/i);
    await accessible(page, "the summary");
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("wins a mission by keyboard alone", async () => {
    const { page, context, complaints } = await world.visit("", { reducedMotion: "reduce" });
    const seed = await seedFor(page, brief(), "victory", 40);
    await page.goto(`${world.server.url}#/play?s=${await packed(page, brief().text)}&seed=${seed}`);
    await ready(page);
    // Tab by Tab to the map.
    for (let tab = 0; tab < 60; tab++) {
      if (await page.evaluate(() => document.activeElement?.classList.contains("frame"))) break;
      await page.keyboard.press("Tab");
    }
    assert.ok(await page.evaluate(() => document.activeElement?.classList.contains("frame")), "the map is reached");
    let walked = 0;
    for (let turn = 0; turn < 600 && !(await over(page)); turn++) {
      await page.keyboard.press("h");
      await page.locator(".hint b").waitFor();
      const line = await hinted(page);
      const move = /: move (\d+),(\d+)$/.exec(line);
      if (move && walked < 12) {
        // With the arrow keys over the map, and Enter.
        await page.keyboard.press("w");
        const [col, row] = [Number(move[1]), Number(move[2])];
        const where = async () => (await page.locator(".expected").textContent()).match(/^(\d+),(\d+)/)?.slice(1).map(Number);
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowLeft");
        await page.waitForFunction(() => /^\d+,\d+/.test(document.querySelector(".expected")?.textContent ?? ""));
        for (let step = 0; step < 90; step++) {
          const [x, y] = await where();
          if (x === col && y === row) break;
          await page.keyboard.press(x < col ? "ArrowRight" : x > col ? "ArrowLeft" : y < row ? "ArrowDown" : "ArrowUp");
        }
        assert.deepEqual(await where(), [col, row]);
        await page.waitForFunction(() => /TU,/.test(document.querySelector(".expected")?.textContent ?? ""));
        await commit(page, () => page.keyboard.press("Enter"));
        walked += 1;
      } else await page.keyboard.press("h");
      await followed(page, line);
    }
    assert.ok(walked > 3, `${walked} walks`);
    assert.match(await page.locator(".summary h2").textContent(), /player wins|victory/i);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("goes on after a reload where it was left", async () => {
    const { page, context, complaints } = await world.visit("#/play?b=battlescape/farmhouse&seed=5", { reducedMotion: "reduce" });
    await ready(page);
    for (const _ of [1, 2, 3]) {
      await page.getByRole("button", { name: "Hint" }).click();
      const line = await hinted(page);
      await page.getByRole("button", { name: "Do it" }).click();
      await followed(page, line);
    }
    const squad = await page.locator(".squad").textContent();
    const told = await page.locator(".log li").allTextContents();
    // Kept before anything is said to be done: closing the tab at once loses nothing.
    await page.reload();
    await ready(page);
    await page.getByText("gone on with where you left it").waitFor();
    assert.equal(await page.locator(".squad").textContent(), squad);
    assert.deepEqual(await page.locator(".log li").allTextContents(), told);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("takes back what the rules allow, and says why it does not", async () => {
    const { page, context } = await world.visit("#/play?b=battlescape/night_hold&seed=2", { reducedMotion: "reduce" });
    await ready(page);
    const squad = () => page.locator(".squad").textContent();
    const before = await squad();
    await page.getByRole("button", { name: /^prone/ }).click();
    await page.waitForFunction((before) => document.querySelector(".squad").textContent !== before, before);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction((before) => document.querySelector(".squad").textContent === before, before);
    await page.getByRole("button", { name: "End turn" }).click();
    await page.getByRole("button", { name: /end anyway/ }).click();
    await page.waitForFunction(() => /turn 2/.test(document.querySelector("aside")?.textContent ?? "") || document.querySelector(".summary"));
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/undo not available/).first().waitFor();
    await context.close();
  });

  it("shows every term of an attack, and who stands in a blast", async () => {
    const { page, context } = await world.visit("#/play?b=battlescape/night_hold&seed=2", { reducedMotion: "reduce" });
    await ready(page);
    // Whoever is told to attack sees somebody.
    for (let order = 0; order < 200; order++) {
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator(".hint b").waitFor();
      const line = await hinted(page);
      if (/: attack /.test(line)) break;
      await page.getByRole("button", { name: "Do it" }).click();
      await followed(page, line);
      assert.equal(await over(page), 0, "nobody was attacked");
    }
    const attack = page.locator(".attacks > li > button").first();
    await attack.click();
    const terms = await page.locator(".attacks dl dt").allTextContents();
    assert.ok(terms.includes("base") && terms.includes("kills"), terms.join());
    await context.close();
  });

  it("shows how well the AI plays where the scenario says so, with a comment behind it", async () => {
    const { page, context } = await world.visit("#/play?b=battlescape/farmhouse&seed=5");
    await page.waitForFunction(() => document.querySelector(".knobs input:checked")?.value === "veteran");
    await page.waitForTimeout(1000);
    assert.equal(await page.locator(".knobs input:checked").count(), 1);
    await context.close();
  });

  it("keeps whom one plays against before the first order, and fights against no other", async () => {
    const { page, context, complaints } = await world.visit("#/play?b=battlescape/skirmish&seed=5");
    const shows = (name) => page.waitForFunction((name) => document.querySelector(".knobs input:checked")?.value === name, name);
    /** The strengths that kept battles say, once one changed after a moment is kept; none where none is for ten seconds. */
    const kept = (since) => page.evaluate(async (since) => {
      const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
      for (let times = 0; times < 500; times++) {
        const base = await done(indexedDB.open("fracas"));
        const all = await done(base.transaction("plays").objectStore("plays").getAll());
        base.close();
        const fresh = all.filter(({ changed }) => changed > since);
        if (fresh.length > 0) return fresh.map(({ replay }) => /strength = "(\w+)"/.exec(JSON.parse(replay).scenario)?.[1]);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return [];
    }, since);
    /** What the engine tells of a first turn that is ended at once, against an AI of such a strength. */
    const told = (strength) => page.evaluate(async ([source, strength]) => {
      const { text } = await fracas.edit(source, [{ set: "strength", value: strength }]);
      const play = await fracas.play({ ...source, text }, 5);
      const { heard } = await play.order("end phase");
      const plain = (words) => words.replace(/^\s*T\d+\s+/, "").replace(/^-+\s*/, "").trim();
      return [...play.first.heard, ...heard].filter(({ words }) => words).map(({ words }) => plain(words));
    }, [source("battlescape/skirmish"), strength]);
    /** What the page tells of it. */
    const fought = async () => {
      await page.getByRole("button", { name: "End turn" }).click();
      await page.getByRole("button", { name: /end anyway/ }).click();
      await page.waitForFunction(() => /turn 2/.test(document.querySelector("aside")?.textContent ?? ""));
      await ready(page);
      return page.locator(".log li").allTextContents();
    };
    await ready(page);
    await shows("veteran");
    const expected = await told("recruit");
    assert.notDeepEqual(expected, await told("veteran"), "a recruit fights like a veteran");
    await page.locator(".knobs label", { hasText: "recruit" }).click();
    assert.deepEqual(await kept(0), ["recruit"]);
    await page.reload();
    await ready(page);
    await shows("recruit");
    assert.deepEqual(await fought(), expected);
    // And so it begins anew.
    const now = await page.evaluate(() => Date.now());
    await page.getByRole("button", { name: "Begin anew" }).click();
    assert.deepEqual(await kept(now), ["recruit"]);
    await shows("recruit");
    assert.deepEqual(await fought(), expected);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("fights a fight of andor to its end, with hints for who asks", async () => {
    const { page, context, complaints } = await world.visit("#/play?b=andor/duel&seed=4");
    await page.locator(".choices button").first().waitFor();
    await accessible(page, "andor");
    await page.getByRole("button", { name: "What is best?" }).click();
    await page.locator(".worth").first().waitFor();
    await page.locator(".choices .best").click();
    const told = await page.locator(".log li").count();
    await page.reload();
    await page.locator(".choices button").first().waitFor();
    assert.equal(await page.locator(".log li").count(), told);
    for (let blow = 0; blow < 400 && !(await over(page)); blow++) {
      const before = await page.locator(".log").textContent();
      await page.keyboard.press("1");
      await page.waitForFunction((before) => document.querySelector(".summary") || document.querySelector(".log").textContent !== before, before);
      await page.waitForFunction(() => document.querySelector(".summary") || document.querySelector(".choices button:not(:disabled)"));
    }
    assert.ok(await over(page));
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("thinks about the best decision beside the fight, which goes on", async () => {
    const { page, context, complaints } = await world.visit("#/play?b=andor/wolves&seed=1");
    await page.locator(".choices button").first().waitFor();
    const orders = () => page.locator(".log li").count();
    const before = await orders();
    await page.getByRole("button", { name: "What is best?" }).click();
    await page.getByRole("button", { name: "Stop thinking" }).waitFor();
    await page.keyboard.press("1");
    await page.waitForFunction((before) => document.querySelectorAll(".log li").length > before, before);
    await page.getByRole("button", { name: "Stop thinking" }).click();
    await page.getByRole("button", { name: "What is best?" }).waitFor();
    // Nothing that was pressed is done later.
    const after = await orders();
    await page.waitForTimeout(300);
    assert.equal(await orders(), after);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("gives the map its keys back after an order by mouse", async () => {
    const { page, context } = await world.visit("#/play?b=battlescape/skirmish&seed=1", { reducedMotion: "reduce" });
    await ready(page);
    const top = async () => (await page.locator(".map .frame").boundingBox()).y;
    const before = await top();
    await page.locator(".actions").getByRole("button", { name: /^suppress/ }).click();
    assert.equal(await top(), before, "the map moves while somebody aims");
    assert.equal(await page.locator('.actions [aria-pressed="true"]').count(), 1);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator('.actions [aria-pressed="true"]').count(), 0);
    await page.keyboard.press("h");
    await page.locator(".hint b").waitFor();
    await context.close();
  });

  it("leads who lives to the next battle of the chain", async () => {
    const { page, context } = await world.visit("", { reducedMotion: "reduce" });
    const seed = await seedFor(page, source("battlescape/chain_1"), "victory");
    await page.goto(`${world.server.url}#/play?b=battlescape/chain_1&seed=${seed}`);
    await ready(page);
    await page.locator(".frame").focus();
    for (let turn = 0; turn < 600 && !(await over(page)); turn++) {
      await page.keyboard.press("h");
      await page.locator(".hint b").waitFor();
      const line = await hinted(page);
      await page.keyboard.press("h");
      await followed(page, line);
    }
    await page.getByLabel("Whoever lives goes on to").selectOption("battlescape/chain_2");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("heading", { name: "The bridge", exact: true }).first().waitFor();
    await ready(page);
    assert.ok((await page.locator(".squad button").count()) > 0);
    await context.close();
  });

  it("works with fingers on a narrow screen", async () => {
    const { page, context, complaints } = await world.visit("#/play?b=battlescape/farmhouse&seed=5", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" });
    await ready(page);
    await fits(page, "play, 360");
    await accessible(page, "play, 360");
    await page.getByRole("button", { name: "Hint" }).tap();
    await page.locator(".hint b").waitFor();
    const move = /: move (\d+),(\d+)/.exec(await hinted(page));
    if (move) {
      await page.getByRole("button", { name: "The whole map" }).tap();
      // One tap shows what it would cost, the next does it; a risk is asked once more.
      const squad = await page.locator(".squad").textContent();
      await commit(page, () => tapHex(page, [Number(move[1]), Number(move[2])]));
      assert.notEqual(await page.locator(".squad").textContent(), squad);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });

  for (const scheme of ["light", "dark"]) {
    for (const width of [800, 1400]) {
      it(`fits ${width} pixels, ${scheme}`, async () => {
        const { page, context } = await world.visit("#/play?b=battlescape/skirmish&seed=5", { viewport: { width, height: 800 }, colorScheme: scheme });
        await ready(page);
        await fits(page, `${width} ${scheme}`);
        await accessible(page, `${width} ${scheme}`);
        await context.close();
      });
    }
  }
});
