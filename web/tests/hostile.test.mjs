// Scenarios that mean harm: a sentence says what is wrong, nothing hangs, nothing traps.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { answer, examples, newEngine } from "./engine.mjs";

const hostile = {
  "nothing at all": "",
  "no text": "\u0000\u0001\ufffd",
  "broken syntax": "ruleset = \"olympia\nname = [[[[[",
  "brackets within brackets": `ruleset = "olympia"\nx = ${"[".repeat(20_000)}`,
  "dotted keys without end": `ruleset = "olympia"\n${"a.".repeat(20_000)}b = 1`,
  "a million armies": `ruleset = "olympia"\n${"[[attacker.stack]]\nnoble = \"X\"\n".repeat(60_000)}`,
  "more men than there are numbers": "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble=\"A\"\nmen.soldier=9223372036854775807\n[[defender.stack]]\nnoble=\"B\"\n",
  "a seed beyond all": "ruleset = \"mission\"\nseed = 99999999999999999999999\n",
  "a map as large as the sea": "ruleset = \"battlescape\"\n[map]\nwidth = 1000000\nheight = 1000000\n",
  "a file of somebody else": "ruleset = \"mfd\"\nheroes.csv = \"/etc/passwd\"\nvillains.csv = \"../../secret.csv\"\n",
  "data that is not there": "ruleset = \"andor\"\ndata = [\"https://example.org/x.json\"]\n",
  "a page in a name": "ruleset = \"olympia\"\nname = \"<img src=x onerror=alert(1)>\"\n",
  "very long text": `ruleset = "olympia"\nname = "${"x".repeat(2_000_000)}"`,
};

describe("a hostile scenario can do no more than be wrong", () => {
  for (const [what, text] of Object.entries(hostile)) {
    it(what, () => {
      const engine = newEngine();
      const source = { text, files: {} };
      const checked = engine.call("check", source);
      assert.ok(checked.errors > 0 || checked.battle, "neither wrong nor a battle");
      if (checked.battle) return;
      assert.throws(() => engine.call("inspect", source), (why) => typeof why === "string");
      assert.throws(() => answer(engine, { ask: "odds", source }), (why) => typeof why === "string");
      assert.throws(() => engine.call("play", { session: 1, source, seed: 0 }), (why) => typeof why === "string");
    });
  }

  it("requests that are none", () => {
    const engine = newEngine();
    for (const [verb, request] of [["fly", null], ["check", 7], ["work", { id: 9 }], ["order", { session: 4, text: "x" }]]) {
      assert.throws(() => engine.call(verb, request), (why) => typeof why === "string" && why.length > 5);
    }
    assert.throws(() => engine.call("replay", "{}"), (why) => typeof why === "string");
    const { source } = examples()[0];
    assert.throws(() => answer(engine, { ask: "sweep", source, vary: ["x=0..1..0.0000001"] }), (why) => typeof why === "string");
  });
});
