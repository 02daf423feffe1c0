// What each kind of terrain looks like. Kinds that a mod brings are drawn by what they do.
import type { TerrainKind } from "../engine";
import type { Colour } from "./palette";

/** What stands on the ground of a hex. */
export type Feature =
  | "none" | "wall" | "window" | "door" | "open-door" | "low-wall" | "crate" | "barricade" | "bush" | "tree"
  | "rubble" | "grass" | "water" | "deep" | "lava" | "acid" | "spikes" | "wire" | "void";

export interface Look {
  ground: Colour;
  feature: Feature;
}

const LOOKS: Record<string, Look> = {
  ground: { ground: "floor", feature: "none" },
  grass: { ground: "ground", feature: "grass" },
  road: { ground: "road", feature: "none" },
  rubble: { ground: "stone", feature: "rubble" },
  wall: { ground: "stone", feature: "wall" },
  wood_wall: { ground: "floor", feature: "wall" },
  window: { ground: "stone", feature: "window" },
  low_wall: { ground: "ground", feature: "low-wall" },
  crate: { ground: "floor", feature: "crate" },
  barricade: { ground: "road", feature: "barricade" },
  bush: { ground: "growth", feature: "bush" },
  tree: { ground: "growth", feature: "tree" },
  shallow_water: { ground: "water", feature: "water" },
  deep_water: { ground: "water", feature: "deep" },
  closed_door: { ground: "floor", feature: "door" },
  open_door: { ground: "floor", feature: "open-door" },
  lava: { ground: "fire", feature: "lava" },
  acid: { ground: "growth", feature: "acid" },
  spikes: { ground: "stone", feature: "spikes" },
  live_wire: { ground: "floor", feature: "wire" },
  void: { ground: "wall", feature: "void" },
};

export function lookOf(kind: TerrainKind): Look {
  const known = LOOKS[kind.name];
  if (known) return known;
  if (!kind.open) return { ground: "stone", feature: kind.cover > 1 || kind.height > 1 ? "wall" : "barricade" };
  if (kind.cover > 0) return { ground: "ground", feature: kind.height > 1 ? "tree" : "crate" };
  return { ground: "ground", feature: "none" };
}

/** What walls run on into. */
export const JOINS: ReadonlySet<Feature> = new Set(["wall", "window", "door", "open-door"]);

/** Its name as people say it. */
export const terrainName = (kind: TerrainKind): string => kind.name.replaceAll("_", " ");
