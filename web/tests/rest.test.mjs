// A room that nobody touches comes to rest: it asks nothing of its store, its workers or its frames any more.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setUp } from "./harness.mjs";

let browser;
before(async () => (browser = await setUp()));
after(() => browser.close());

/** Counts from now on what a page that works would do. */
function listen() {
  globalThis.stirrings = 0;
  for (const [owner, name] of [[IDBDatabase.prototype, "transaction"], [Worker.prototype, "postMessage"], [globalThis, "requestAnimationFrame"]]) {
    const done = owner[name];
    owner[name] = function (...args) {
      stirrings++;
      return done.apply(this, args);
    };
  }
}

for (const room of ["", "#/edit", "#/odds", "#/lab", "#/watch", "#/play"]) {
  test(`${room || "the front page"} comes to rest`, async () => {
    const { page, context, complaints } = await browser.visit(room && `${room}?b=battlescape/skirmish`);
    await page.evaluate(listen);
    const stirrings = () => page.evaluate(() => stirrings);
    let [before, now, rounds] = [-1, await stirrings(), 0];
    for (; before !== now && rounds < 60; rounds++) {
      await page.waitForTimeout(700);
      [before, now] = [now, await stirrings()];
    }
    assert.equal(before, now, "it still works after 42 seconds");
    assert.deepEqual(complaints, []);
    await context.close();
  });
}
