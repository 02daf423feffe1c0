// The engine's workers in a real browser: answers, cancelling, workers that end, memory, and the page without a network.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { examples } from "./engine.mjs";
import { setUp } from "./harness.mjs";

const source = (path) => examples().find((known) => known.path === `examples/${path}.toml`).source;

describe("the engine in a browser", () => {
  let world, page, complaints;
  before(async () => {
    world = await setUp();
    ({ page, complaints } = await world.visit());
  });
  after(() => world.close());

  it("tells its rulesets and checks a scenario", async () => {
    const names = await page.evaluate(async () => (await fracas.rulesets()).map((ruleset) => ruleset.name));
    assert.deepEqual(names.toSorted(), ["andor", "battlescape", "mfd", "mission", "olympia"]);
    const checked = await page.evaluate((source) => fracas.check(source), {
      text: 'ruleset = "olympia"\n[[attacker.stack]]\nnobel = "A"\n',
    });
    assert.equal(checked.battle, null);
    const slip = checked.diagnostics.find((found) => found.message.includes("nobel"));
    assert.equal(slip.line, 3);
  });

  it("gives the same odds whoever does the work, with answers on the way", async () => {
    const asked = { ask: "odds", source: source("olympia/storm-the-castle"), error: 0.004 };
    const [one, two, told] = await page.evaluate(async (question) => {
      const seen = [];
      const one = await fracas.ask(question, { onAnswer: (answer) => seen.push(answer.provisional ?? false) });
      const two = await fracas.ask(question);
      return [one, two, seen];
    }, asked);
    assert.deepEqual(one, two);
    assert.equal(told.at(-1), false);
    assert.ok(one.trials > 2048 && one.headline.length > 10);
  });

  it("answers every question", async () => {
    const olympia = source("olympia/duel");
    const path = "attacker.stack[0].men.soldier";
    const questions = [
      { ask: "sweep", source: olympia, vary: [`${path}=0..20..5`] },
      { ask: "solve", source: olympia, vary: `${path}=0..40`, for: ["attacker >= 80%"] },
      { ask: "compare", battles: [{ name: "a", source: olympia }, { name: "b", source: source("olympia/toll-bridge") }] },
      { ask: "best", source: olympia, choose: [`${path}=0..9 cost 10`], budget: 60, for: "attacker" },
      { ask: "find", source: olympia, that: "defender" },
      { ask: "luck", source: olympia, seed: 3, trial: 1, trials: 500 },
      { ask: "sensitivity", source: olympia, trials: 200 },
      { ask: "impact", source: source("mfd/bridge"), trials: 200 },
      { ask: "decide", source: source("andor/cornered") },
    ];
    for (const question of questions) {
      const answer = await page.evaluate((question) => fracas.ask(question), question);
      assert.ok(answer && !answer.provisional, question.ask);
      if (question.ask === "sweep") {
        assert.deepEqual(answer.rows.map((row) => row.point), [0, 1, 2, 3, 4]);
        const again = await page.evaluate((question) => fracas.ask(question), { ...question, known: answer.rows.slice(0, 3) });
        assert.deepEqual(again.rows, answer.rows);
      }
    }
  });

  it("stops at once, and goes on with others", async () => {
    const siege = source("olympia/siege-of-two-thousand");
    // One in pieces, and one that a single worker does in one go.
    for (const long of [
      { ask: "odds", source: siege, trials: 100_000_000 },
      { ask: "find", source: siege, that: "attacks < 0", most: 100_000_000 },
    ]) {
      const name = await page.evaluate(async (question) => {
        const stop = new AbortController();
        const asked = fracas.ask(question, { signal: stop.signal });
        setTimeout(() => stop.abort(), 500);
        return asked.then(() => "answered", (why) => why.name);
      }, long);
      assert.equal(name, "AbortError");
    }
    const odds = await page.evaluate((source) => fracas.ask({ ask: "odds", source }), source("olympia/duel"));
    assert.ok(odds.outcomes.attacker.p > 0);
  });

  it("plays, saves, goes on and shows what was played", async () => {
    const told = await page.evaluate(async (source) => {
      const play = await fracas.play(source, 7);
      let standing = play.first;
      for (let turn = 0; turn < 4 && standing.outcome === null; turn++) standing = await play.order(await play.advice());
      const saved = await play.save();
      const again = await fracas.resume(saved);
      while (standing.outcome === null) standing = await again.order(await again.advice());
      const file = await again.save();
      const replay = await fracas.replay(file);
      const moments = await fracas.replayMoments(file, null, 0, 10_000);
      return { outcome: standing.outcome, replay: replay.report.outcome, played: replay.played, last: moments.at(-1).outcome };
    }, source("andor/duel"));
    assert.deepEqual([told.replay, told.last, told.played], [told.outcome, told.outcome, true]);
  });

  it("tells what can be ordered to whoever asks", async () => {
    const found = await page.evaluate(async (source) => {
      const play = await fracas.play(source, 3);
      const choices = await play.choices();
      const standing = await play.order(choices[0].order);
      play.close();
      return { choices, told: "choices" in play.first, orders: standing.orders };
    }, source("andor/duel"));
    assert.ok(found.choices.length > 0 && found.choices.every(({ order, words }) => order && words));
    assert.deepEqual([found.told, found.orders], [false, 1]);
  });

  it("shows a battle moment by moment, in parts as at once", async () => {
    const same = await page.evaluate(async (source) => {
      const whole = await fracas.moments(source, 3, 1, null, 0, 100_000);
      const parts = [];
      for (let part; (part = await fracas.moments(source, 3, 1, null, parts.length, 7)).length > 0; ) parts.push(...part);
      return [JSON.stringify(whole) === JSON.stringify(parts), whole.length, (whole[1].happened ?? []).length];
    }, source("battlescape/skirmish"));
    assert.equal(same[0], true);
    assert.ok(same[1] > 10);
  });

  it("makes a report that is one file", async () => {
    const page_ = await page.evaluate((source) => fracas.report({ ask: "odds", source }), source("olympia/duel"));
    assert.ok(page_.startsWith("<!DOCTYPE html>") && !/<script/.test(page_));
  });

  it("keeps its memory over fifty odds", async () => {
    const cdp = await world.browser.newBrowserCDPSession();
    // What is only waiting to be swept up, in the page or in a worker, is no memory kept; a worker that ends meanwhile keeps none.
    const gc = (where) => where.evaluate(() => globalThis.gc?.());
    const sweepUp = () => Promise.all([gc(page), ...page.workers().map((worker) => gc(worker).catch(() => {}))]);
    const resident = async () => {
      await sweepUp();
      const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
      const renderers = processInfo.filter((one) => one.type === "renderer");
      const pages = renderers.map(({ id }) => Number(readFileSync(`/proc/${id}/statm`, "utf8").split(" ")[1]));
      return (Math.max(...pages) * 4096) / 2 ** 20;
    };
    const odds = (times) =>
      page.evaluate(
        async ([source, times]) => {
          for (let run = 0; run < times; run++) await fracas.ask({ ask: "odds", source, seed: run, trials: 4_000 }, { onAnswer() {} });
        },
        [source("olympia/storm-the-castle"), times],
      );
    await odds(10);
    const first = await resident();
    await odds(50);
    const last = await resident();
    assert.ok(last < first + 24, `${first.toFixed(0)} MiB, then ${last.toFixed(0)} MiB`);
  });

  it("complains about nothing", () => assert.deepEqual(complaints, []));
});

describe("the page without a network", () => {
  it("opens after the first visit, engine and all", async () => {
    const world = await setUp();
    try {
      const { context, page, complaints } = await world.visit();
      // Not `ready`, which may never come and is waited for without end.
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await world.server.close();
      await context.setOffline(true);
      await page.reload();
      await page.waitForFunction(() => document.querySelector("#page")?.textContent?.includes("fracas"));
      const odds = await page.evaluate((source) => fracas.ask({ ask: "odds", source }), source("olympia/duel"));
      assert.ok(odds.outcomes.attacker.p > 0);
      // That the newest version cannot be asked for is the browser's own complaint.
      assert.deepEqual(complaints.filter((complaint) => !complaint.includes("net::ERR_INTERNET_DISCONNECTED")), []);
    } finally {
      await world.close().catch(() => {});
    }
  });
});
