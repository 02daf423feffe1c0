// The odds of an open battle: they start by themselves whenever it has changed and can be fought.
import type { Source, Way } from "../engine";
import type { OpenBattle } from "../shell/battle.svelte";
import { Weighing } from "./weighing.svelte";

export type Precision = "usual" | "fine" | "exact";
const ways: Record<Precision, Way> = { usual: {}, fine: { error: 0.001 }, exact: { exact: true } };

export class OddsSession {
  readonly weighing = new Weighing();
  /** Conditions whose probability is wanted. */
  that: string[] = $state.raw([]);
  precision: Precision = $state("usual");
  private asked: { source: Source; that: string[]; precision: Precision } | null = null;

  constructor(private readonly battle: OpenBattle) {}

  /** Asks if what is asked has changed since. */
  refresh(): void {
    const { source, checked } = this.battle;
    if (!checked?.battle) return;
    const { that, precision, asked } = this;
    if (asked && asked.source === source && asked.that === that && asked.precision === precision) return;
    this.asked = { source, that, precision };
    const spread = checked.battle.measures.filter((name) => !name.includes("."));
    void this.weighing.weigh(source, { ...ways[precision], that, spread });
  }
  stop(): void {
    this.weighing.stop();
  }
  again(): void {
    this.asked = null;
    this.refresh();
  }
}

const sessions = new WeakMap<OpenBattle, OddsSession>();

/** The odds of a battle, kept going while the room that calls this is there. */
export function oddsOf(battle: OpenBattle): OddsSession {
  let session = sessions.get(battle);
  if (!session) sessions.set(battle, (session = new OddsSession(battle)));
  const known = session;
  $effect(() => known.refresh());
  return known;
}
