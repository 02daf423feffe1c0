// Units on the map: the first side round, the second angular and hatched, nobody's small and square.
import type { At, Scene, SceneUnit } from "../engine";
import type { Side } from "../design/side";
import { angleOf, type Point } from "./geometry";
import { faint, type Palette } from "./palette";

type Canvas = CanvasRenderingContext2D;

export interface Piece {
  id: string;
  side: Side;
  unit: SceneUnit;
  at: At;
}

export const sideOf = (place: number): Side => (place === 0 ? "first" : place === 1 ? "second" : "neither");

/** Everybody who has a place on the map; those who are out of it first, so that others stand on top. */
export function piecesOf(scene: Scene): Piece[] {
  const all = scene.sides.flatMap((side, place) =>
    side.units.filter((unit) => unit.at).map((unit): Piece => ({
      id: unit.name,
      side: sideOf(place),
      unit,
      at: unit.at as At,
    })),
  );
  const last = (piece: Piece): number => (piece.unit.state === "dead" ? 0 : piece.unit.state === "unseen" ? 1 : 2);
  return all.sort((a, b) => last(a) - last(b));
}

/** Few letters: `Ve` for Vega, `s2` for sectoid 2, `sl1` for sectoid_leader 1. */
export function initials(name: string): string {
  const number = /(\d+)\s*$/.exec(name)?.[1];
  if (!number) return [...name.trim()].slice(0, 2).join("");
  const letters = name.replace(/\d+\s*$/, "").split(/[\s_-]+/).map((word) => [...word][0] ?? "");
  return `${letters.join("").slice(0, 2)}${number.slice(-2)}`;
}

export interface Shown {
  /** Health as it is drawn, while it is being lost. */
  health?: number | undefined;
  chosen?: boolean;
  /** Whose turn has ended stands faint. */
  spent?: boolean;
}

const SIZE = 0.7;

export function drawPiece(canvas: Canvas, piece: Piece, at: Point, palette: Palette, shown: Shown = {}): void {
  const { unit, side } = piece;
  const colour = palette[side];
  canvas.save();
  canvas.translate(at.x, at.y);
  if (unit.state === "dead" || unit.state === "fled") return void (fallen(canvas, colour, palette), canvas.restore());
  if (unit.state === "unseen") return void (ghost(canvas, piece, colour, palette), canvas.restore());
  const signs = unit.signs ?? [];
  if (shown.chosen) halo(canvas, palette);
  if (unit.facing) facing(canvas, unit.facing, colour, palette, signs);
  if (shown.spent) canvas.globalAlpha = 0.62;
  const low = signs.includes("prone");
  if (low) canvas.scale(1, 0.72);
  body(canvas, side, SIZE);
  canvas.fillStyle = unit.state === "down" ? palette.neither : colour;
  canvas.fill();
  if (side === "second") hatch(canvas, palette);
  body(canvas, side, SIZE);
  canvas.lineWidth = 0.09;
  canvas.strokeStyle = palette.raised;
  canvas.stroke();
  if (low) canvas.scale(1, 1 / 0.72);
  letters(canvas, initials(unit.name), palette, side);
  canvas.globalAlpha = 1;
  if (unit.health) health(canvas, shown.health ?? unit.health[0], unit.health[1], palette);
  badges(canvas, signs, palette);
  canvas.restore();
}

function body(canvas: Canvas, side: Side, size: number): void {
  canvas.beginPath();
  if (side === "first") canvas.arc(0, 0, size, 0, Math.PI * 2);
  else if (side === "second") {
    const far = size * 1.16;
    canvas.moveTo(0, -far);
    canvas.lineTo(far, 0);
    canvas.lineTo(0, far);
    canvas.lineTo(-far, 0);
    canvas.closePath();
  } else canvas.rect(-size * 0.78, -size * 0.78, size * 1.56, size * 1.56);
}

function hatch(canvas: Canvas, palette: Palette): void {
  canvas.save();
  canvas.clip();
  canvas.strokeStyle = faint(palette.dark ? "#000" : "#fff", 0.3);
  canvas.lineWidth = 0.1;
  canvas.beginPath();
  for (let i = -6; i < 7; i++) {
    canvas.moveTo(i * 0.27 - 0.8, 0.8);
    canvas.lineTo(i * 0.27 + 0.8, -0.8);
  }
  canvas.stroke();
  canvas.restore();
}

function letters(canvas: Canvas, text: string, palette: Palette, side: Side): void {
  canvas.font = `600 ${text.length > 2 ? 0.46 : 0.6}px ${palette.sans}`;
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  if (side === "second") {
    canvas.lineWidth = 0.22;
    canvas.lineJoin = "round";
    canvas.strokeStyle = palette[side];
    canvas.strokeText(text, 0, 0.03);
  }
  canvas.fillStyle = palette["on-side"];
  canvas.fillText(text, 0, 0.03);
}

/** A wedge where it faces; in cover a bar before it, in full cover two. */
function facing(canvas: Canvas, direction: string, colour: string, palette: Palette, signs: readonly string[]): void {
  canvas.save();
  canvas.rotate(angleOf(direction));
  canvas.beginPath();
  canvas.moveTo(1.04, 0);
  canvas.lineTo(0.64, -0.34);
  canvas.lineTo(0.64, 0.34);
  canvas.closePath();
  canvas.fillStyle = colour;
  canvas.strokeStyle = palette.raised;
  canvas.lineWidth = 0.06;
  canvas.stroke();
  canvas.fill();
  const bars = signs.includes("full cover") ? 2 : signs.includes("half cover") ? 1 : 0;
  canvas.strokeStyle = palette.ink;
  canvas.lineWidth = 0.1;
  canvas.lineCap = "butt";
  for (let bar = 0; bar < bars; bar++) {
    canvas.beginPath();
    canvas.arc(0, 0, 1.08 + bar * 0.17, -0.62, 0.62);
    canvas.stroke();
  }
  canvas.restore();
}

function health(canvas: Canvas, now: number, full: number, palette: Palette): void {
  const share = full > 0 ? Math.max(0, Math.min(1, now / full)) : 0;
  const [left, width, top, height] = [-0.62, 1.24, 0.66, 0.19];
  canvas.fillStyle = palette.raised;
  canvas.fillRect(left - 0.05, top - 0.05, width + 0.1, height + 0.1);
  canvas.fillStyle = faint(palette.ink, 0.22);
  canvas.fillRect(left, top, width, height);
  canvas.fillStyle = palette.ink;
  canvas.fillRect(left, top, width * share, height);
}

const BADGES: Record<string, string> = { stunned: "z", panicked: "!", poisoned: "p", suppressed: "↓" };

function badges(canvas: Canvas, signs: readonly string[], palette: Palette): void {
  let x = 0.62;
  for (const sign of signs) {
    if (sign === "burning") flame(canvas, x, -0.56, 0.34, palette.fire);
    else {
      const letter = BADGES[sign];
      if (!letter) continue;
      canvas.fillStyle = palette.ink;
      canvas.beginPath();
      canvas.arc(x, -0.56, 0.24, 0, 7);
      canvas.fill();
      canvas.fillStyle = palette.paper;
      canvas.font = `700 0.36px ${palette.sans}`;
      canvas.textAlign = "center";
      canvas.textBaseline = "middle";
      canvas.fillText(letter, x, -0.55);
    }
    x -= 0.5;
  }
}

export function flame(canvas: Canvas, x: number, y: number, size: number, colour: string): void {
  canvas.fillStyle = colour;
  canvas.beginPath();
  canvas.moveTo(x, y - size);
  canvas.bezierCurveTo(x + size, y - size * 0.1, x + size * 0.8, y + size * 0.8, x, y + size * 0.8);
  canvas.bezierCurveTo(x - size * 0.8, y + size * 0.8, x - size, y - size * 0.1, x, y - size);
  canvas.fill();
}

function halo(canvas: Canvas, palette: Palette): void {
  canvas.beginPath();
  canvas.arc(0, 0, 0.9, 0, 7);
  canvas.fillStyle = faint(palette.ink, 0.16);
  canvas.fill();
  canvas.strokeStyle = palette.ink;
  canvas.lineWidth = 0.1;
  canvas.stroke();
}

function fallen(canvas: Canvas, colour: string, palette: Palette): void {
  for (const [width, stroke] of [[0.26, palette.raised], [0.14, colour]] as const) {
    canvas.strokeStyle = stroke;
    canvas.lineWidth = width;
    canvas.lineCap = "round";
    canvas.beginPath();
    canvas.moveTo(-0.28, -0.28);
    canvas.lineTo(0.28, 0.28);
    canvas.moveTo(0.28, -0.28);
    canvas.lineTo(-0.28, 0.28);
    canvas.stroke();
  }
}

function ghost(canvas: Canvas, piece: Piece, colour: string, palette: Palette): void {
  body(canvas, piece.side, SIZE);
  canvas.fillStyle = faint(colour, 0.14);
  canvas.fill();
  canvas.strokeStyle = colour;
  canvas.lineWidth = 0.08;
  canvas.setLineDash([0.18, 0.16]);
  canvas.stroke();
  canvas.setLineDash([]);
  canvas.fillStyle = colour;
  canvas.font = `700 0.7px ${palette.sans}`;
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  canvas.fillText("?", 0, 0.04);
}
