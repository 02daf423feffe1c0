// How the page feels: a large battle that is opened and replays, the first odds on a slow machine, and the longest task of a walk
// through all rooms. Processor time of the main thread where it can be had, so that a busy machine matters little.
import { loadavg } from "node:os";
import { examples } from "../tests/engine.mjs";
import { setUp } from "../tests/harness.mjs";
import { processorOf } from "./processor.mjs";

const world = await setUp();
console.log(`load ${loadavg()[0].toFixed(1)}`);

/** What the main thread did between two moments, from a trace: tasks with their processor time, in milliseconds. */
async function traced(page, act) {
  await world.browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline", "devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse((await world.browser.stopTracing()).toString());
  const threads = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name === "RunTask" && ph === "X" && threads.has(`${pid} ${tid}`))
    .map(({ dur, tdur }) => ({ wall: dur / 1000, time: (tdur ?? dur) / 1000 }));
}

/** A battle on 40 x 28 fields. */
function large() {
  const { source } = examples().find(({ path }) => path === "examples/battlescape/crash_site.toml");
  return source.text.replace('size = "medium"', 'size = "large"');
}

/** A page on which the large battle was dropped, and what opens it as a film. */
async function visitLarge() {
  const { page, context } = await world.visit();
  const drop = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "large.toml"));
    return transfer;
  }, large());
  await page.dispatchEvent("body", "drop", { dataTransfer: drop });
  await page.waitForURL(/b=own/);
  const watch = async () => {
    await page.evaluate(() => (location.hash = location.hash.replace("#/edit", "#/watch") + "&seed=1"));
    await page.getByRole("slider").first().waitFor();
  };
  return { page, context, watch };
}

async function opening() {
  const { page, context, watch } = await visitLarge();
  await page.waitForTimeout(1000);
  const tasks = await traced(page, async () => {
    await watch();
    await page.waitForFunction(() => !document.querySelector(".more"));
    await page.waitForTimeout(1000);
  });
  const times = tasks.map(({ time }) => time).toSorted((a, b) => b - a);
  console.log(`a large battle is opened: ${times[0].toFixed(1)} ms of processor time the longest task of the main thread, ${times[1].toFixed(1)} ms the next (50 ms at most)`);
  await context.close();
}

async function frames() {
  const { page, context, watch } = await visitLarge();
  const fields = await page.evaluate(async (source) => {
    const moments = await fracas.moments(source, 1, 0, null, 0, 1);
    const { terrain } = moments[0].board.land;
    return `${terrain[0].length} x ${terrain.length}`;
  }, { text: large() });
  await watch();
  await page.waitForFunction(() => Number(document.querySelector("input[type=range]").max) > 20);
  let count = 0;
  const tasks = await traced(page, async () => {
    await page.getByRole("button", { name: "Play", exact: true }).click();
    count = await page.evaluate(
      () =>
        new Promise((done) => {
          let frames = 0;
          const end = performance.now() + 5000;
          const next = (now) => (frames++, now < end ? requestAnimationFrame(next) : done(frames));
          requestAnimationFrame(next);
        }),
    );
  });
  const times = tasks.map(({ time }) => time).toSorted((a, b) => b - a);
  const sum = times.reduce((sum, time) => sum + time, 0);
  console.log(`a battle on ${fields} fields replays: ${(count / 5).toFixed(1)} frames a second by the clock; ${(sum / count).toFixed(1)} ms of the main thread's processor time for a frame, ${times[0].toFixed(1)} ms the longest task (16.7 ms is a frame)`);
  await context.close();
}

async function firstOdds() {
  const { page, context } = await world.visit();
  await page.goto("about:blank");
  const slow = await context.newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const spent = await processorOf(world.browser);
  const before = await spent();
  const begun = performance.now();
  await page.goto(`${world.server.url}#/odds?b=olympia/storm-the-castle`);
  await page.waitForFunction(() => /\d %/.test(document.querySelector("main")?.textContent ?? ""), null, { polling: 20 });
  const wall = (performance.now() - begun) / 1000;
  console.log(`first odds of an example: ${wall.toFixed(2)} s with the main thread slowed four times (2 s wanted); ${((await spent()) - before).toFixed(2)} s of processor time in all threads of the page`);
  await context.close();
}

async function walk() {
  const { page, context } = await world.visit("", { viewport: { width: 1280, height: 800 } });
  await page.locator(".found").getByText(/battles/).waitFor();
  const tasks = await traced(page, async () => {
    for (const room of ["edit", "odds", "lab", "watch", "play"]) {
      for (const battle of ["battlescape/crash_site", "andor/wolves"]) {
        await page.evaluate((hash) => (location.hash = hash), `#/${room}?b=${battle}`);
        await page.waitForTimeout(2500);
      }
    }
  });
  const long = tasks.toSorted((a, b) => b.time - a.time);
  console.log(`a walk through all rooms: ${long.filter(({ time }) => time > 50).length} tasks of the main thread over 50 ms of processor time, the longest ${long[0].time.toFixed(0)} ms (${long[0].wall.toFixed(0)} ms by the clock)`);
  await context.close();
}

await opening();
await frames();
await firstOdds();
await walk();
await world.close();
