// What a side does not see, and what drifts over the ground.
import type { At, Board } from "../engine";
import { center, chance, type Point } from "./geometry";
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
  canvas.fillStyle = faint(palette.edge, 0.6);
  for (let row = 0; row < field.rows; row++) {
    for (let col = 0; col < field.cols; col++) {
      if (field.hex([col, row])) continue;
      const at = center([col, row]);
      for (const [x, y] of [[0, 0], [0.8, 0], [-0.4, -0.7], [0.4, -0.7], [-0.4, 0.7], [0.4, 0.7], [-0.8, 0]] as const) {
        canvas.fillRect(at.x + x - 0.05, at.y + y - 0.05, 0.1, 0.1);
      }
    }
  }
}

/** Zones with a name: a dashed edge, the name at its foot. */
export function drawZones(
  canvas: Canvas,
  zones: readonly { name: string; fields: readonly At[] }[],
  wide: number,
  palette: Palette,
  edge: (hexes: readonly At[]) => void,
): void {
  for (const zone of zones) {
    if (zone.fields.length === 0) continue;
    edge(zone.fields);
    canvas.strokeStyle = faint(palette.ink, 0.45);
    canvas.lineWidth = 0.07;
    canvas.setLineDash([0.34, 0.22]);
    canvas.stroke();
    canvas.setLineDash([]);
    const points = zone.fields.map(center);
    const low = Math.max(...points.map((point) => point.y));
    const along = points.filter((point) => point.y > low - 0.1);
    const name = zone.name.replaceAll("_", " ");
    canvas.font = `600 0.62px ${palette.sans}`;
    // The whole name stands on the map.
    const room = canvas.measureText(name).width / 2 + 0.15;
    const middle = along.reduce((sum, point) => sum + point.x, 0) / along.length;
    const x = Math.max(room, Math.min(wide - room, middle));
    canvas.textAlign = "center";
    canvas.textBaseline = "middle";
    canvas.lineWidth = 0.22;
    canvas.lineJoin = "round";
    canvas.strokeStyle = faint(palette.paper, 0.85);
    canvas.strokeText(name, x, low + 0.84);
    canvas.fillStyle = palette.ink;
    canvas.fillText(name, x, low + 0.84);
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
