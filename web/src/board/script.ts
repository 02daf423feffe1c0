// What happened between two moments, as something to be looked at: who went where, who shot at whom.
import type { At, Scene } from "../engine";

export interface Walk { unit: string; from: At; to: At; start: number; end: number }
export interface Trace { from: At; to: At; hit: boolean; strike: boolean; start: number; end: number; number: number }
export interface Arc { from: At; to: At; start: number; end: number }
export interface Burst { at: At; radius: number; start: number; end: number }
export interface Word { at: At; text: string; start: number; end: number }
export interface Loss { unit: string; hp: number; at: number }

export interface Script {
  length: number;
  walks: Walk[];
  traces: Trace[];
  arcs: Arc[];
  bursts: Burst[];
  words: Word[];
  losses: Loss[];
}

const EMPTY: Script = { length: 0, walks: [], traces: [], arcs: [], bursts: [], words: [], losses: [] };
const STEP = 85;
const ROUND = 90;

type Told = Record<string, unknown> & { event?: string };
const isAt = (value: unknown): value is At => Array.isArray(value) && value.length === 2 && value.every((n) => typeof n === "number");
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const amount = (value: unknown): number => (typeof value === "number" ? value : 0);

/** Follows the events of a moment from the scene before it. */
export function scriptOf(before: Scene | null, events: readonly unknown[]): Script {
  if (!before) return EMPTY;
  const script: Script = { length: 0, walks: [], traces: [], arcs: [], bursts: [], words: [], losses: [] };
  const places = new Map<string, At>();
  for (const unit of before.sides.flatMap((side) => side.units)) if (unit.at) places.set(unit.name, unit.at);
  let clock = 0;
  let shot: { from: At; to: At; strike: boolean } | null = null;
  for (const told of events) {
    if (typeof told !== "object" || told === null) continue;
    const event = told as Told;
    const unit = text(event.unit);
    switch (event.event) {
      case "moved":
        if (isAt(event.from) && isAt(event.to)) {
          script.walks.push({ unit, from: event.from, to: event.to, start: clock, end: (clock += STEP) });
          places.set(unit, event.to);
        }
        break;
      case "attack": {
        const from = places.get(unit);
        const to = isAt(event.at) ? event.at : places.get(text(event.target));
        shot = from && to ? { from, to, strike: event.mode === "strike" } : null;
        if (shot) clock += 60;
        break;
      }
      case "round":
      case "felt": {
        const hit = event.hit === true;
        if (shot) {
          script.traces.push({ ...shot, hit, start: clock, end: clock + 170, number: amount(event.number) });
          clock += ROUND;
        }
        const harm = event.harm as { damage?: number } | null | undefined;
        lose(script, places, text(event.target), hit ? amount(harm?.damage ?? event.damage) : 0, event.hp, clock + 60);
        break;
      }
      case "hurt":
        lose(script, places, unit, amount(event.damage), event.hp, clock);
        clock += 80;
        break;
      case "healed":
        word(script, places.get(unit), `+${amount(event.by)}`, clock);
        break;
      case "threw": {
        const from = places.get(unit);
        if (from && isAt(event.landed)) script.arcs.push({ from, to: event.landed, start: clock, end: (clock += 380) });
        break;
      }
      case "blast":
      case "explosion":
        if (isAt(event.at)) {
          script.bursts.push({ at: event.at, radius: amount(event.radius) || 1, start: clock, end: clock + 520 });
          clock += 160;
        }
        break;
      case "cast": {
        const [from, to] = [places.get(unit), places.get(text(event.target))];
        if (from && to) script.traces.push({ from, to, hit: event.succeeded === true, strike: false, start: clock, end: clock + 260, number: 1 });
        word(script, to, event.succeeded === true ? text(event.ability).replaceAll("_", " ") : "resists", (clock += 160));
        break;
      }
      case "died":
        word(script, isAt(event.at) ? event.at : places.get(unit), "killed", clock + 80);
        clock += 160;
        break;
      case "spotted":
        word(script, isAt(event.at) ? event.at : undefined, "!", clock);
        break;
      default:
    }
  }
  script.length = Math.max(clock, ...script.traces.map((t) => t.end), ...script.bursts.map((b) => b.end), ...script.words.map((w) => w.end), 0);
  return script;
}

function lose(script: Script, places: Map<string, At>, unit: string, damage: number, hp: unknown, at: number): void {
  if (damage > 0) word(script, places.get(unit), `−${damage}`, at);
  if (typeof hp === "number") script.losses.push({ unit, hp, at });
}

function word(script: Script, at: At | undefined, words: string, start: number): void {
  if (at) script.words.push({ at, text: words, start, end: start + 700 });
}
