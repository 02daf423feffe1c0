// The land as it is painted: once, and again only where it has changed.
import type { At } from "../engine";
import { chance, center, corners, DIRECTIONS, edge, neighbour, type Point } from "./geometry";
import type { Field, Hex } from "./land";
import { faint, type Palette } from "./palette";
import { drawFeature } from "./features";

type Canvas = CanvasRenderingContext2D;

export function hexPath(canvas: Canvas, at: Point, size = 1): void {
  const all = corners(at, size);
  canvas.moveTo(all[0]!.x, all[0]!.y);
  for (const corner of all.slice(1)) canvas.lineTo(corner.x, corner.y);
  canvas.closePath();
}

/** Paints everything that does not move, a row at a step. The canvas is scaled so that a hex side is one unit. */
export function* paintGround(canvas: Canvas, field: Field, palette: Palette): Generator<void> {
  const rows = Array.from({ length: field.rows }, (_, row) =>
    Array.from({ length: field.cols }, (_, col) => field.hex([col, row])).filter((hex) => hex !== null),
  );
  const lowest = rows.flat().reduce((low, hex) => Math.min(low, hex.height), 0);
  const passes: ((row: Hex[]) => void)[] = [
    (row) => row.forEach((hex) => floor(canvas, hex, palette, hex.height - lowest)),
    (row) => grid(canvas, field, row, palette),
    (row) => row.forEach((hex) => slopes(canvas, field, hex, palette)),
    (row) => row.forEach((hex) => drawFeature(canvas, field, hex, palette)),
  ];
  for (const pass of passes) {
    for (const row of rows) {
      pass(row);
      yield;
    }
  }
}

function floor(canvas: Canvas, hex: Hex, palette: Palette, level: number): void {
  const at = center(hex.at);
  canvas.beginPath();
  // A hair larger, so that nothing shines through between neighbours.
  hexPath(canvas, at, 1.012);
  canvas.fillStyle = palette[hex.look.ground];
  canvas.fill();
  const tone = chance(hex.at, 1);
  canvas.fillStyle = faint(palette.ink, 0.025 * tone);
  canvas.fill();
  if (level > 0) {
    canvas.fillStyle = palette.dark ? faint("#fff", Math.min(0.3, level * 0.055)) : faint("#5b4a26", Math.min(0.34, level * 0.07));
    canvas.fill();
  }
}

/** Each edge once: drawn twice it would be darker. */
function grid(canvas: Canvas, field: Field, hexes: Hex[], palette: Palette): void {
  canvas.beginPath();
  for (const hex of hexes) {
    for (const [i, direction] of DIRECTIONS.entries()) {
      if (i >= DIRECTIONS.length / 2 && field.hex(neighbour(hex.at, direction))) continue;
      const [from, to] = edge(center(hex.at), direction);
      canvas.moveTo(from.x, from.y);
      canvas.lineTo(to.x, to.y);
    }
  }
  canvas.strokeStyle = palette.contour;
  canvas.lineWidth = 0.03;
  canvas.stroke();
}

/** Where the ground falls away: a line along the edge and hachures down the slope, as on survey maps. */
function slopes(canvas: Canvas, field: Field, hex: Hex, palette: Palette): void {
  const at = center(hex.at);
  canvas.strokeStyle = faint(palette.ink, 0.34);
  canvas.lineCap = "round";
  for (const direction of DIRECTIONS) {
    const other = field.hex(neighbour(hex.at, direction));
    if (!other || other.height >= hex.height) continue;
    const steps = Math.min(4, hex.height - other.height);
    const [from, to] = edge(at, direction);
    canvas.beginPath();
    canvas.moveTo(from.x, from.y);
    canvas.lineTo(to.x, to.y);
    canvas.lineWidth = 0.045 + 0.02 * steps;
    canvas.stroke();
    const out = center(other.at);
    canvas.beginPath();
    canvas.lineWidth = 0.035;
    for (let i = 1; i < 5; i++) {
      const start = mix(from, to, i / 5);
      const end = mix(start, out, 0.1 + 0.07 * steps);
      canvas.moveTo(start.x, start.y);
      canvas.lineTo(end.x, end.y);
    }
    canvas.stroke();
  }
}

export const mix = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

/** Draws around all hexes of a set at once: only its outer edges. */
export function outline(canvas: Canvas, hexes: readonly At[], inset = 0): void {
  const known = new Set(hexes.map((at) => `${at[0]},${at[1]}`));
  canvas.beginPath();
  for (const hex of hexes) {
    for (const direction of DIRECTIONS) {
      const [col, row] = neighbour(hex, direction);
      if (known.has(`${col},${row}`)) continue;
      const [from, to] = edge(center(hex), direction, 1 - inset);
      canvas.moveTo(from.x, from.y);
      canvas.lineTo(to.x, to.y);
    }
  }
}
