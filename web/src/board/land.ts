// The land of a map, looked up by hex.
import type { At, Land, TerrainKind } from "../engine";
import { lookOf, type Look } from "./terrain";

export interface Hex {
  at: At;
  kind: TerrainKind;
  look: Look;
  height: number;
}

export interface Field {
  cols: number;
  rows: number;
  /** The hex, if it lies on the map and is known. */
  hex(at: At): Hex | null;
  inside(at: At): boolean;
  zones: Land["zones"];
}

export function mapOf(land: Land): Field {
  const rows = land.terrain.length;
  const cols = Math.max(0, ...land.terrain.map((row) => [...row].length));
  const kinds = new Map(land.kinds.map((kind) => [kind.sign, { kind, look: lookOf(kind) }]));
  const hexes = land.terrain.map((row, r) =>
    [...row].map((sign, c): Hex | null => {
      const known = kinds.get(sign);
      return known ? { at: [c, r], ...known, height: land.height[r]?.[c] ?? 0 } : null;
    }),
  );
  const inside = ([c, r]: At): boolean => c >= 0 && r >= 0 && r < rows && c < cols;
  return { cols, rows, inside, zones: land.zones, hex: (at) => (inside(at) ? (hexes[at[1]]?.[at[0]] ?? null) : null) };
}
