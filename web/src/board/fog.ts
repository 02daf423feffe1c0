// What a side does not see, and what drifts over the ground.
import type { At, Board } from "../engine";
import { center, chance, ROW, WIDTH, type Point } from "./geometry";
import { hexPath } from "./ground";
import type { Field } from "./land";
import { faint, type Palette } from "./palette";
import { flame } from "./pieces";

type Canvas = CanvasRenderingContext2D;

/** Hexes that are remembered but not seen now are dimmed; those never seen are no man's land. */
export function drawFog(canvas: Canvas, field: Field, board: Board, palette: Palette): void {
  canvas.beginPath();
  for (let row = 0; row < field.rows; row++) {
    const seen = board.sight?.[row];
    for (let col = 0; col < field.cols; col++) {
      if (seen?.[col] === "-" && field.hex([col, row])) hexPath(canvas, center([col, row]), 1.012);
    }
  }
  canvas.fillStyle = faint(palette.dark ? "#000" : palette.soft, palette.dark ? 0.42 : 0.3);
  canvas.fill();
  const bars = unknown(field);
  if (bars.length === 0) return;
  canvas.fillStyle = dots(canvas, palette);
  for (const [x, y, width] of bars) canvas.fillRect(x, y, width, ROW);
}

/** No man's land as bars of hexes: rows fit together as bars do, and a large map has thousands of hexes and dozens of bars. */
function unknown(field: Field): [x: number, y: number, width: number][] {
  const bars: [number, number, number][] = [];
  for (let row = 0; row < field.rows; row++) {
    for (let col = 0; col < field.cols; col++) {
      if (field.hex([col, row])) continue;
      const { x, y } = center([col, row]);
      let many = 1;
      while (col + 1 < field.cols && !field.hex([col + 1, row])) (many++, col++);
      bars.push([x - WIDTH / 2, y - ROW / 2, many * WIDTH]);
    }
  }
  return bars;
}

/** The dots of no man's land: seven in each hex of two rows, and on and on. */
function dots(canvas: Canvas, palette: Palette): CanvasPattern {
  const tile = document.createElement("canvas");
  const { a: scale } = canvas.getTransform();
  tile.width = Math.max(1, Math.round(WIDTH * scale));
  tile.height = Math.max(1, Math.round(3 * scale));
  const paint = tile.getContext("2d")!;
  paint.scale(tile.width / WIDTH, tile.height / 3);
  paint.fillStyle = faint(palette.edge, 0.6);
  for (const hex of [center([0, 0]), center([0, 1])]) {
    for (const [x, y] of [[0, 0], [0.8, 0], [-0.4, -0.7], [0.4, -0.7], [-0.4, 0.7], [0.4, 0.7], [-0.8, 0]] as const) {
      // Those that lie over an edge come in again at the other.
      for (const right of [-WIDTH, 0, WIDTH]) {
        for (const down of [-3, 0, 3]) paint.fillRect(hex.x + x + right - 0.05, hex.y + y + down - 0.05, 0.1, 0.1);
      }
    }
  }
  const pattern = canvas.createPattern(tile, "repeat")!;
  pattern.setTransform(new DOMMatrix([WIDTH / tile.width, 0, 0, 3 / tile.height, 0, 0]));
  return pattern;
}

type Zone = Field["zones"][number];

/** Where the name of a zone stands. */
export interface ZoneName extends Point {
  name: string;
}

/** Names of zones: across the foot of a zone or, where units stand there, below it, above its head or within it. */
export function namesOf(zones: readonly Zone[], wide: number, units: readonly Point[]): ZoneName[] {
  return zones
    .filter(({ fields }) => fields.length > 0)
    .map((zone) => {
      const name = zone.name.replaceAll("_", " ");
      const half = (name.length * LETTER) / 2 + 0.15;
      const points = zone.fields.map(center);
      const [low, ...rows] = [...new Set(points.map(({ y }) => y))].sort((a, b) => b - a) as [number, ...number[]];
      const by = (row: number, down: number): ZoneName => {
        const along = points.filter((point) => point.y === row);
        const middle = along.reduce((sum, point) => sum + point.x, 0) / along.length;
        // The whole name stands on the map.
        return { name, x: Math.max(half, Math.min(wide - half, middle)), y: row + down };
      };
      const places = [by(low, 0.84), by(low, 1.3), by(rows.at(-1) ?? low, -1.1), ...rows.map((row) => by(row, 0.84))];
      const covered = ({ x, y }: Point): number => units.filter((unit) => Math.abs(unit.x - x) < half + 0.6 && Math.abs(unit.y - y) < 1.05).length;
      return places.filter(({ y }) => y > 0).reduce((best, place) => (covered(place) < covered(best) ? place : best));
    });
}
/** About how wide a letter of a name is. */
const LETTER = 0.36;

/** Zones with a name: a dashed edge, and the names. */
export function drawZones(canvas: Canvas, zones: readonly Zone[], names: readonly ZoneName[], palette: Palette, edge: (hexes: readonly At[]) => void): void {
  for (const zone of zones) {
    if (zone.fields.length === 0) continue;
    edge(zone.fields);
    canvas.strokeStyle = faint(palette.ink, 0.45);
    canvas.lineWidth = 0.07;
    canvas.setLineDash([0.34, 0.22]);
    canvas.stroke();
    canvas.setLineDash([]);
  }
  canvas.font = `600 0.62px ${palette.sans}`;
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  canvas.lineWidth = 0.22;
  canvas.lineJoin = "round";
  canvas.strokeStyle = faint(palette.paper, 0.85);
  canvas.fillStyle = palette.ink;
  for (const { name, x, y } of names) {
    canvas.strokeText(name, x, y);
    canvas.fillText(name, x, y);
  }
}

export function drawClouds(canvas: Canvas, board: Board, palette: Palette): void {
  for (const at of board.fire ?? []) fire(canvas, at, palette);
  for (const [at, density] of board.smoke ?? []) {
    cloud(canvas, at, faint(palette.smoke, Math.min(0.85, 0.34 + 0.14 * density)), palette);
  }
  for (const at of board.gas ?? []) cloud(canvas, at, faint(palette.growth, 0.7), palette);
  for (const [name, at] of board.items ?? []) item(canvas, center(at), name, palette);
  for (const [what, at] of board.marks ?? []) mark(canvas, center(at), what, palette);
}

function cloud(canvas: Canvas, at: At, colour: string, palette: Palette): void {
  const middle = center(at);
  canvas.fillStyle = colour;
  canvas.beginPath();
  for (let i = 0; i < 5; i++) {
    const angle = chance(at, 200 + i) * 6.3;
    const far = 0.2 + chance(at, 210 + i) * 0.42;
    const [x, y] = [middle.x + Math.cos(angle) * far, middle.y + Math.sin(angle) * far];
    canvas.moveTo(x + 0.5, y);
    canvas.arc(x, y, 0.42 + chance(at, 220 + i) * 0.2, 0, 7);
  }
  canvas.fill();
  canvas.strokeStyle = faint(palette.ink, 0.08);
  canvas.lineWidth = 0.04;
  canvas.stroke();
}

function fire(canvas: Canvas, at: At, palette: Palette): void {
  const middle = center(at);
  canvas.beginPath();
  hexPath(canvas, middle, 0.95);
  canvas.fillStyle = faint(palette.fire, 0.34);
  canvas.fill();
  for (let i = 0; i < 3; i++) {
    const x = middle.x + (i - 1) * 0.45 + (chance(at, 230 + i) - 0.5) * 0.2;
    const y = middle.y + (chance(at, 240 + i) - 0.5) * 0.5;
    flame(canvas, x, y, 0.34 + chance(at, 250 + i) * 0.14, palette.fire);
    flame(canvas, x, y + 0.1, 0.17, palette.paper);
  }
}

function item(canvas: Canvas, at: Point, _name: string, palette: Palette): void {
  canvas.fillStyle = palette.ink;
  canvas.strokeStyle = palette.raised;
  canvas.lineWidth = 0.08;
  canvas.beginPath();
  canvas.rect(at.x - 0.16 + 0.4, at.y + 0.36, 0.32, 0.24);
  canvas.stroke();
  canvas.fill();
}

function mark(canvas: Canvas, at: Point, what: string, palette: Palette): void {
  canvas.strokeStyle = palette.second;
  canvas.lineWidth = 0.1;
  canvas.setLineDash(what === "motion" ? [0.14, 0.14] : []);
  for (const size of [0.3, 0.6]) {
    canvas.beginPath();
    canvas.arc(at.x, at.y, size, 0, 7);
    canvas.stroke();
  }
  canvas.setLineDash([]);
}
