// Every example through the native program and through the engine of the page: the same to the last digit.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { answer, examples, fracas, native, newEngine } from "./engine.mjs";

/** JSON written alike whoever wrote it: numbers by their value, keys in their order. */
const plain = (value) => JSON.stringify(value);
const only = (value, ...extra) => Object.fromEntries(Object.entries(value).filter(([key]) => !extra.includes(key)));

describe("the engine of the page says what the native program says", { skip: !native && "the native program is not built" }, () => {
  const engine = newEngine();
  for (const { path, source } of examples().filter((known) => known.ruleset !== "armies")) {
    it(path, () => {
      const checked = engine.call("check", source);
      assert.equal(checked.errors, 0);
      const told = JSON.parse(fracas("check", path, "--json"));
      const brief = (found) => [found.severity, found.code, found.path, found.message, found.help];
      assert.equal(plain(checked.diagnostics.map(brief)), plain((told.diagnostics ?? []).map(brief)));

      const inspected = engine.call("inspect", source);
      assert.equal(plain(only(inspected, "tables")), plain(JSON.parse(fracas("inspect", path, "--json"))));

      for (const trial of [0, 5]) {
        const fought = only(engine.call("run", { source, seed: 3, trial }), "closing", "files");
        const ran = fracas("run", path, "--seed", "3", "--trial", `${trial}`, "--log", "none", "--json");
        assert.equal(plain(fought), plain(JSON.parse(ran)));
      }

      const seed = checked.battle.seed ?? 0;
      const odds = (way, ...flags) => {
        const found = answer(engine, { ask: "odds", source, seed, ...way });
        const weighed = fracas("odds", path, "--seed", `${seed}`, "--json", ...flags);
        assert.equal(plain(only(found, "headline")), plain(JSON.parse(weighed)));
      };
      // A battle of battlescape costs what thousands of others do.
      const trials = checked.battle.ruleset === "battlescape" ? 32 : 300;
      odds({ trials }, "--trials", `${trials}`);
    });
  }

  // All that is planned takes long for some: one of each ruleset, exact where it is cheap.
  for (const path of ["olympia/duel", "andor/duel", "mfd/last-stand", "mission/duel", "olympia/swamp-ambush"]) {
    it(`${path} as planned`, () => {
      const example = examples().find((known) => known.path === `examples/${path}.toml`);
      const found = answer(engine, { ask: "odds", source: example.source });
      const weighed = fracas("odds", example.path, "--json");
      assert.equal(plain(only(found, "headline")), plain(JSON.parse(weighed)));
    });
  }

  it("a solve and a sweep", () => {
    const { path, source } = examples().find((known) => known.path === "examples/olympia/duel.toml");
    const solve = { ask: "solve", source, vary: "attacker.stack[0].men.soldier=0..40", for: ["attacker >= 90%"] };
    const solved = only(answer(engine, solve), "sentence", "cautions");
    const native = fracas("solve", path, "--vary", solve.vary, "--for", solve.for[0], "--json");
    assert.equal(plain(solved), plain(JSON.parse(native)));
  });
});

describe("work that is lost or done elsewhere changes nothing", () => {
  it("two engines, the last piece first, some lost", () => {
    const { source } = examples().find((known) => known.path === "examples/mfd/bridge.toml");
    const question = { ask: "odds", source, trials: 20_000 };
    const [keeper, helper] = [newEngine(), newEngine()];
    let wants = keeper.call("ask", { id: 1, question, capacity: 4 });
    let known = false;
    let lost = 0;
    while (!wants.done) {
      const taken = wants.pieces.reverse().map((piece) => {
        if (lost < 3 && ++lost) return { piece, found: null };
        const found = helper.call("work", { id: 1, question: known ? null : question, piece });
        known = true;
        return { piece, found };
      });
      wants = keeper.call("take", { id: 1, taken, capacity: 4, answer: true });
    }
    assert.equal(plain(wants.answer), plain(answer(newEngine(), question)));
  });
});
