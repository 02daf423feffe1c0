import { engine, type Outcome, type Ruleset } from "../engine";
import type { Share, Side } from "../design/side";
import type { OutcomeOdds } from "../engine";

/** The rules that the engine knows, once it is there. */
class Rules {
  all: Ruleset[] = $state.raw([]);
  private asked: Promise<Ruleset[]> | undefined;

  load(): Promise<Ruleset[]> {
    this.asked ??= engine.rulesets().then((all) => (this.all = all));
    return this.asked;
  }
  named(name: string): Ruleset | undefined {
    void this.load();
    return this.all.find((ruleset) => ruleset.name === name);
  }
}

export const rules = new Rules();

export const sideOf = (outcome: Outcome | undefined): Side =>
  outcome?.side === 0 ? "first" : outcome?.side === 1 ? "second" : "neither";

/** Outcomes as a strip shows them. */
export function sharesOf(ruleset: Ruleset | undefined, outcomes: Record<string, OutcomeOdds>): Share[] {
  return Object.entries(outcomes).map(([name, { p, low, high }]) => {
    const known = ruleset?.outcomes.find((outcome) => outcome.name === name);
    return { name, words: known?.words ?? name, side: sideOf(known), p, low, high };
  });
}
