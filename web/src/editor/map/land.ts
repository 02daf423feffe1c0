// The map of a scenario as signs, and how painting changes it.
import type { Change, Land } from "../../engine";
import { nodeAt, quoted, type Node } from "../toml";

export interface Terrain {
  sign: string;
  name: string;
  /** The token its ground is painted with. */
  colour: string;
}

/** The signs of the rulebook (B-20). */
export const terrains: readonly Terrain[] = [
  { sign: ".", name: "ground", colour: "--floor" },
  { sign: ",", name: "grass", colour: "--ground" },
  { sign: "=", name: "road", colour: "--road" },
  { sign: ":", name: "rubble", colour: "--stone" },
  { sign: "#", name: "wall", colour: "--wall" },
  { sign: "W", name: "wooden wall", colour: "--wall" },
  { sign: "O", name: "window", colour: "--stone" },
  { sign: "n", name: "low wall", colour: "--stone" },
  { sign: "c", name: "crate", colour: "--road" },
  { sign: "H", name: "barricade", colour: "--stone" },
  { sign: "b", name: "bush", colour: "--growth" },
  { sign: "T", name: "tree", colour: "--wood" },
  { sign: "~", name: "shallow water", colour: "--water" },
  { sign: "w", name: "deep water", colour: "--water" },
  { sign: "+", name: "closed door", colour: "--floor" },
  { sign: "/", name: "open door", colour: "--floor" },
  { sign: "L", name: "lava", colour: "--fire" },
  { sign: "A", name: "acid", colour: "--growth" },
  { sign: "S", name: "spikes", colour: "--stone" },
  { sign: "Z", name: "live wire", colour: "--stone" },
  { sign: "x", name: "void", colour: "--paper" },
];

export interface Field {
  terrain: string;
  /** The letter of its zone, or nothing. */
  zone: string;
  height: number;
}

export interface Sheet {
  columns: number;
  rows: number;
  fields: Field[];
  /** What the letters of zones stand for. */
  zones: Map<string, string>;
}

export interface Piece {
  path: string;
  name: string;
  side: "first" | "second" | "neither";
  at: [number, number] | null;
}

const signs = (text: string): string[][] =>
  text.split("\n").map((row) => [...row.replace(/\s+/g, "")]).filter((row) => row.length > 0);

const textAt = (root: Node, key: string): string | undefined => {
  const value = nodeAt(root, ["map", key])?.value;
  return typeof value === "string" ? value : undefined;
};

export function sheetOf(root: Node): Sheet | null {
  const text = textAt(root, "rows");
  if (text === undefined) return null;
  const rows = signs(text);
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns === 0) return null;
  const heights = signs(textAt(root, "elevation") ?? "");
  const layer = signs(textAt(root, "zone_rows") ?? "");
  const zones = new Map((nodeAt(root, ["map", "zones"])?.children ?? []).map((one) => [String(one.keys[one.keys.length - 1]), String(one.value)]));
  const base = terrains.find(({ name }) => name === (textAt(root, "base") ?? "ground"))?.sign ?? ".";
  const fields = rows.flatMap((row, r) =>
    Array.from({ length: columns }, (_, c): Field => {
      const sign = row[c] ?? base;
      const lettered = zones.has(sign);
      const below = layer[r]?.[c] ?? ".";
      return { terrain: lettered ? base : sign, zone: lettered ? sign : zones.has(below) ? below : "", height: Number(heights[r]?.[c] ?? 0) || 0 };
    }),
  );
  return { columns, rows: rows.length, fields, zones };
}

function written(sheet: Sheet, sign: (field: Field) => string): string {
  const lines = Array.from({ length: sheet.rows }, (_, r) => {
    const row = sheet.fields.slice(r * sheet.columns, (r + 1) * sheet.columns).map(sign).join(" ");
    return r % 2 === 1 ? ` ${row}` : row;
  });
  return `'''\n${lines.join("\n")}\n'''`;
}

/** The changes that make a scenario's map this sheet. Letters stay among the terrain where all zones lie on the base, as they were written. */
export function changesFor(root: Node, sheet: Sheet): Change[] {
  const base = terrains.find(({ name }) => name === (textAt(root, "base") ?? "ground"))?.sign ?? ".";
  const lettered = textAt(root, "zone_rows") === undefined && sheet.fields.every((field) => field.zone === "" || field.terrain === base);
  const changes: Change[] = [{ set: "map.rows", value: written(sheet, (field) => (lettered && field.zone ? field.zone : field.terrain)) }];
  if (!lettered) changes.push({ set: "map.zone_rows", value: written(sheet, (field) => field.zone || ".") });
  if (textAt(root, "elevation") !== undefined || sheet.fields.some((field) => field.height > 0)) {
    changes.push({ set: "map.elevation", value: written(sheet, (field) => String(field.height)) });
  }
  return changes;
}

/** A map that was generated, written out so that it can be painted. */
export function writtenOut(land: Land): Change[] {
  const columns = [...(land.terrain[0] ?? "")].length;
  const letters = new Map(land.zones.map((zone, i) => [zone.name, String.fromCharCode(80 + (i % 8))]));
  const fields = land.terrain.flatMap((row, r) =>
    [...row].map((terrain, c): Field => {
      const zone = land.zones.find((one) => one.fields.some(([x, y]) => x === c && y === r));
      return { terrain, zone: zone ? letters.get(zone.name)! : "", height: land.height[r]?.[c] ?? 0 };
    }),
  );
  const sheet: Sheet = { columns, rows: land.terrain.length, fields, zones: new Map() };
  const changes: Change[] = [{ remove: "map.generate" }, { set: "map.rows", value: written(sheet, (field) => field.terrain) }];
  if (fields.some((field) => field.height > 0)) changes.push({ set: "map.elevation", value: written(sheet, (field) => String(field.height)) });
  if (letters.size > 0) {
    changes.push({ set: "map.zone_rows", value: written(sheet, (field) => field.zone || ".") });
    changes.push({ set: "map.zones", value: `{ ${[...letters].map(([name, letter]) => `${letter} = ${quoted(name)}`).join(", ")} }` });
  }
  return changes;
}

/** Everybody who can be put somewhere. */
export function piecesOf(root: Node): Piece[] {
  const sides = { player: "first", enemy: "second" } as const;
  return (nodeAt(root, ["squad"])?.children ?? []).flatMap((squad, s) => {
    const side = sides[String(nodeAt(squad, ["side"])?.value) as keyof typeof sides] ?? "neither";
    return (nodeAt(squad, ["units"])?.children ?? []).map((unit, u): Piece => {
      const [column, row] = (nodeAt(unit, ["at"])?.children ?? []).map((one) => Number(one.value));
      const name = String(nodeAt(unit, ["name"])?.value ?? nodeAt(unit, ["class"])?.value ?? `unit ${u + 1}`);
      return { path: `squad[${s}].units[${u}]`, name, side, at: column !== undefined && row !== undefined ? [column, row] : null };
    });
  });
}
