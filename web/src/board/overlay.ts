// What is drawn between the ground and the units: zones, reach, paths, blasts, cover, the cursor.
import type { At } from "../engine";
import { angleOf, center, type Point } from "./geometry";
import { hexPath, outline } from "./ground";
import { faint, type Palette } from "./palette";

type Canvas = CanvasRenderingContext2D;

export interface Overlay {
  /** Where somebody can go; those that cost more than `dear` time units leave too little for a shot. */
  reach?: readonly { at: At; cost: number }[];
  dear?: number;
  /** Hexes that can be aimed at. */
  aims?: readonly At[];
  path?: { from: At; steps: readonly At[]; costs: readonly number[]; bad: boolean } | null;
  /** Hexes of the path where an enemy sees the walker, and those enemies. */
  watched?: readonly { at: At; sees: readonly At[] }[];
  /** Sides of a hex that something gives cover on: 1 half, 2 full. */
  cover?: { at: At; sides: readonly (readonly [string, number])[] } | null;
  area?: readonly At[];
  aim?: { from: At; to: At } | null;
  cursor?: At | null;
  /** The front of a unit: what attacks from there count as. */
  front?: { at: At; facing: string } | null;
  /** Hexes that one unit sees by itself. */
  sight?: readonly At[];
  rings?: readonly At[];
  /** Whether it is the second side that is ordered. */
  second?: boolean;
}

export function drawOverlay(canvas: Canvas, overlay: Overlay, colours: Palette): void {
  const palette = overlay.second ? { ...colours, first: colours.second, second: colours.first } : colours;
  if (overlay.front) front(canvas, overlay.front, palette);
  if (overlay.sight?.length) {
    outline(canvas, overlay.sight);
    canvas.strokeStyle = faint(palette.ink, 0.5);
    canvas.lineWidth = 0.07;
    canvas.setLineDash([0.22, 0.18]);
    canvas.stroke();
    canvas.setLineDash([]);
  }
  if (overlay.reach?.length) reach(canvas, overlay.reach, overlay.dear ?? Infinity, palette);
  if (overlay.aims?.length) {
    fill(canvas, overlay.aims, faint(palette.ink, 0.08));
    outline(canvas, overlay.aims, 0.03);
    canvas.strokeStyle = faint(palette.ink, 0.6);
    canvas.lineWidth = 0.08;
    canvas.stroke();
  }
  if (overlay.area?.length) {
    fill(canvas, overlay.area, faint(palette.fire, 0.34));
    outline(canvas, overlay.area);
    canvas.strokeStyle = palette.fire;
    canvas.lineWidth = 0.13;
    canvas.stroke();
  }
  for (const watcher of overlay.watched ?? []) watched(canvas, watcher, palette);
  if (overlay.path) path(canvas, overlay.path, palette);
  if (overlay.aim) aimLine(canvas, overlay.aim, palette);
  if (overlay.cover) coverArrows(canvas, overlay.cover, palette);
  for (const at of overlay.rings ?? []) {
    canvas.beginPath();
    canvas.arc(center(at).x, center(at).y, 0.92, 0, 7);
    canvas.strokeStyle = palette.ink;
    canvas.lineWidth = 0.09;
    canvas.setLineDash([0.2, 0.14]);
    canvas.stroke();
    canvas.setLineDash([]);
  }
  if (overlay.cursor) {
    canvas.beginPath();
    hexPath(canvas, center(overlay.cursor), 0.96);
    canvas.strokeStyle = palette.raised;
    canvas.lineWidth = 0.2;
    canvas.stroke();
    canvas.strokeStyle = palette.ink;
    canvas.lineWidth = 0.11;
    canvas.stroke();
  }
}

function fill(canvas: Canvas, hexes: readonly At[], colour: string): void {
  canvas.beginPath();
  for (const at of hexes) hexPath(canvas, center(at));
  canvas.fillStyle = colour;
  canvas.fill();
}

function reach(canvas: Canvas, hexes: readonly { at: At; cost: number }[], dear: number, palette: Palette): void {
  const near = hexes.filter((hex) => hex.cost <= dear).map((hex) => hex.at);
  const all = hexes.map((hex) => hex.at);
  fill(canvas, near, faint(palette.first, 0.16));
  outline(canvas, all, 0.03);
  canvas.strokeStyle = faint(palette.first, 0.9);
  canvas.lineWidth = 0.07;
  canvas.setLineDash([0.16, 0.16]);
  canvas.stroke();
  canvas.setLineDash([]);
  outline(canvas, near, 0.03);
  canvas.lineWidth = 0.09;
  canvas.stroke();
}

function path(canvas: Canvas, { from, steps, costs, bad }: NonNullable<Overlay["path"]>, palette: Palette): void {
  const points = [from, ...steps].map(center);
  for (const [width, colour] of [[0.34, palette.raised], [0.17, bad ? palette.soft : palette.ink]] as const) {
    canvas.beginPath();
    points.forEach((point, i) => (i ? canvas.lineTo(point.x, point.y) : canvas.moveTo(point.x, point.y)));
    canvas.lineJoin = "round";
    canvas.lineCap = "round";
    canvas.strokeStyle = colour;
    canvas.lineWidth = width;
    if (bad) canvas.setLineDash([0.25, 0.3]);
    canvas.stroke();
    canvas.setLineDash([]);
  }
  const end = points.at(-1)!;
  const cost = costs.at(-1);
  canvas.beginPath();
  canvas.arc(end.x, end.y, 0.5, 0, 7);
  canvas.fillStyle = bad ? palette.soft : palette.ink;
  canvas.fill();
  if (cost !== undefined) label(canvas, `${cost}`, end, palette.paper, palette);
}

function label(canvas: Canvas, text: string, at: Point, colour: string, palette: Palette): void {
  canvas.font = `700 0.56px ${palette.sans}`;
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  canvas.fillStyle = colour;
  canvas.fillText(text, at.x, at.y + 0.03);
}

function watched(canvas: Canvas, { at, sees }: { at: At; sees: readonly At[] }, palette: Palette): void {
  fill(canvas, sees, faint(palette.second, 0.26));
  const from = center(at);
  const first = sees[0] && center(sees[0]);
  if (!first) return;
  canvas.beginPath();
  canvas.moveTo(from.x, from.y);
  canvas.lineTo(first.x, first.y);
  canvas.strokeStyle = palette.second;
  canvas.lineWidth = 0.09;
  canvas.setLineDash([0.3, 0.2]);
  canvas.stroke();
  canvas.setLineDash([]);
}

function aimLine(canvas: Canvas, { from, to }: { from: At; to: At }, palette: Palette): void {
  const [a, b] = [center(from), center(to)];
  for (const [width, colour] of [[0.22, palette.raised], [0.1, palette.ink]] as const) {
    canvas.beginPath();
    canvas.moveTo(a.x, a.y);
    canvas.lineTo(b.x, b.y);
    canvas.strokeStyle = colour;
    canvas.lineWidth = width;
    canvas.setLineDash(width < 0.2 ? [0.4, 0.22] : []);
    canvas.stroke();
  }
  canvas.setLineDash([]);
  canvas.beginPath();
  canvas.arc(b.x, b.y, 0.95, 0, 7);
  for (const turn of [0, 1, 2, 3]) {
    const angle = (turn * Math.PI) / 2;
    canvas.moveTo(b.x + Math.cos(angle) * 0.78, b.y + Math.sin(angle) * 0.78);
    canvas.lineTo(b.x + Math.cos(angle) * 1.14, b.y + Math.sin(angle) * 1.14);
  }
  canvas.strokeStyle = palette.ink;
  canvas.lineWidth = 0.1;
  canvas.stroke();
}

/** Shields on the sides that are covered: one bar for half, two for full. */
function coverArrows(canvas: Canvas, { at, sides }: NonNullable<Overlay["cover"]>, palette: Palette): void {
  const middle = center(at);
  for (const [direction, level] of sides) {
    canvas.save();
    canvas.translate(middle.x, middle.y);
    canvas.rotate(angleOf(direction));
    for (let bar = 0; bar < level; bar++) {
      for (const [width, colour] of [[0.26, palette.raised], [0.13, palette.first]] as const) {
        canvas.beginPath();
        canvas.moveTo(0.76 - bar * 0.22, -0.34);
        canvas.lineTo(0.76 - bar * 0.22, 0.34);
        canvas.lineWidth = width;
        canvas.lineCap = "round";
        canvas.strokeStyle = colour;
        canvas.stroke();
      }
    }
    canvas.restore();
  }
}

/** Where somebody looks: a light that fades with the distance and to both sides. */
function front(canvas: Canvas, { at, facing }: { at: At; facing: string }, palette: Palette): void {
  const middle = center(at);
  const angle = angleOf(facing);
  const layers = 6;
  const glow = canvas.createRadialGradient(middle.x, middle.y, 0.6, middle.x, middle.y, 4.5);
  glow.addColorStop(0, faint(palette.ink, 0.2 / layers));
  glow.addColorStop(1, faint(palette.ink, 0));
  canvas.fillStyle = glow;
  for (let layer = 0; layer < layers; layer++) {
    const half = Math.PI / 2 - layer * 0.09;
    canvas.beginPath();
    canvas.moveTo(middle.x, middle.y);
    canvas.arc(middle.x, middle.y, 4.5, angle - half, angle + half);
    canvas.closePath();
    canvas.fill();
  }
}
