// Units of a scene as rosters show them.
import type { Scene, SceneSide, SceneUnit } from "../engine";
import type { Member } from "../design/Roster.svelte";
import { number } from "../design/numbers";

const GONE: Partial<Record<SceneUnit["state"], string>> = {
  waiting: "yet to come",
  down: "down",
  unseen: "out of sight",
  fled: "fled",
  captured: "captured",
  dead: "dead",
};

export const keyOf = (unit: { name: string; kind?: string | undefined }): string => `${unit.name}\n${unit.kind ?? ""}`;

/** How much is left of a unit, and of how much. */
export function share(unit: SceneUnit): [value: number, of: number] {
  if (unit.of > 1) return [unit.count, unit.of];
  if (unit.state === "dead") return [0, unit.health?.[1] ?? 1];
  return unit.health ?? [unit.count, unit.of];
}

export function noteOf(unit: SceneUnit): string {
  const word = GONE[unit.state];
  if (unit.of > 1) return word && unit.count === 0 ? word : `${number(unit.count)} of ${number(unit.of)}`;
  if (word && unit.state !== "down") return word;
  const left = unit.health ? `${number(unit.health[0])} of ${number(unit.health[1])}` : "";
  return word ? `${word}, ${left}` : left;
}

export function membersOf(side: SceneSide, before: Scene | null): Member[] {
  const was = new Map(before?.sides.find((other) => other.name === side.name)?.units.map((unit) => [keyOf(unit), unit]));
  return side.units.map((unit) => {
    const [value, of] = share(unit);
    const old = was.get(keyOf(unit));
    return {
      name: unit.name || unit.kind || "unknown",
      // `sectoid 2` says what it is.
      kind: unit.kind && !unit.name.startsWith(unit.kind) ? unit.kind.replaceAll("_", " ") : undefined,
      value,
      of,
      before: old && old.state !== "unseen" ? share(old)[0] : undefined,
      note: noteOf(unit),
      out: unit.state === "dead" || unit.state === "fled" || unit.state === "captured",
      signs: unit.state === "unseen" ? [] : unit.signs,
    };
  });
}
