// Who survives, read off the measures: `unit.vega.alive`, `noble.Osswid.killed`, `attacker_lost.knight`.
import type { MeasureOdds, OddsAnswer, Scene } from "../engine";

export interface Survivor {
  /** The side's place in the scene. */
  side: number;
  name: string;
  /** How likely one survives, or which share of so many does. */
  p: number;
  of: number | null;
}

export function survivors(answer: OddsAnswer, scene: Scene): Survivor[] {
  return Object.entries(answer.measures).flatMap(([name, measure]) => survivor(name, measure, scene) ?? []);
}

function survivor(name: string, { mean }: MeasureOdds, scene: Scene): Survivor | null {
  const dot = name.indexOf(".");
  if (mean === null || dot < 0) return null;
  const [head, rest] = [name.slice(0, dot), name.slice(dot + 1)];
  if (head.endsWith("_lost")) {
    const side = scene.sides.findIndex((one) => `${one.name}_lost` === head);
    const of = scene.sides[side]?.units.filter((unit) => unit.kind === rest && !unit.health).reduce((sum, unit) => sum + unit.of, 0);
    return of ? { side, name: rest.replaceAll("_", " "), p: 1 - mean / of, of } : null;
  }
  const end = rest.lastIndexOf(".");
  const [who, what] = [rest.slice(0, end), rest.slice(end + 1)];
  if (what !== "alive" && what !== "killed") return null;
  const side = scene.sides.findIndex((one) => {
    const another = scene.sides.some((other) => other.name !== one.name && other.name.startsWith(head));
    return one.units.some((unit) => unit.name === who) && (one.name.startsWith(head) || !another);
  });
  return side < 0 ? null : { side, name: who, p: what === "alive" ? mean : 1 - mean, of: null };
}
