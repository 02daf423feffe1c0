// A glance at the odds of each card in sight: few battles, one card after the other, kept for the next visit.
import { SvelteMap } from "svelte/reactivity";
import { engine, type OutcomeOdds, type Source } from "../engine";
import { shelf } from "../shell/shelf";

interface Glance {
  text: string;
  version: string;
  outcomes: Record<string, OutcomeOdds>;
}

const kept = shelf<Glance>("glances");
export const glances = new SvelteMap<string, Record<string, OutcomeOdds>>();
const queue: { key: string; source: Source; trials: number }[] = [];
let open: AbortController | null = null;
let working = false;

/** Cards wait until the question of the page is answered. */
export function beginGlances(): void {
  open ??= new AbortController();
  void work();
}

/** Whoever leaves the page needs its workers elsewhere. */
export function endGlances(): void {
  open?.abort();
  open = null;
  queue.length = 0;
}

export function glanceAt(key: string, source: Source, ruleset: string): void {
  if (glances.has(key) || queue.some((waiting) => waiting.key === key)) return;
  queue.push({ key, source, trials: ruleset === "battlescape" ? 48 : 256 });
  void work();
}

async function work(): Promise<void> {
  if (!open || working) return;
  working = true;
  for (let next = queue.shift(); next && open; next = queue.shift()) {
    const outcomes = await glance(next.key, next.source, next.trials, open.signal).catch(() => null);
    if (outcomes) glances.set(next.key, outcomes);
  }
  working = false;
}

async function glance(key: string, source: Source, trials: number, signal: AbortSignal): Promise<Record<string, OutcomeOdds>> {
  const version = await engine.version();
  const known = await kept.get(key);
  if (known && known.text === source.text && known.version === version) return known.outcomes;
  const { outcomes } = await engine.ask({ ask: "odds", source, trials }, { signal });
  await kept.put(key, { text: source.text, version, outcomes });
  return outcomes;
}
