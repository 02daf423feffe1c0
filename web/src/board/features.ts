// What stands on the ground: walls that run through their hexes, trees, crates, water.
import { center, chance, DIRECTIONS, neighbour, type Point } from "./geometry";
import { mix } from "./ground";
import type { Field, Hex } from "./land";
import { faint, type Palette } from "./palette";
import { JOINS, type Feature } from "./terrain";

type Canvas = CanvasRenderingContext2D;
type Draw = (canvas: Canvas, at: Point, hex: Hex, palette: Palette, field: Field) => void;

export function drawFeature(canvas: Canvas, field: Field, hex: Hex, palette: Palette): void {
  const draw = DRAWN[hex.look.feature];
  if (!draw) return;
  canvas.save();
  canvas.lineCap = "round";
  canvas.lineJoin = "round";
  draw(canvas, center(hex.at), hex, palette, field);
  canvas.restore();
}

/** Half-ways to those neighbours that something runs on into. */
function joints(field: Field, hex: Hex, fits: (feature: Feature) => boolean): Point[] {
  const at = center(hex.at);
  return DIRECTIONS.map((direction) => field.hex(neighbour(hex.at, direction)))
    .filter((other): other is Hex => other !== null && fits(other.look.feature))
    .map((other) => mix(at, center(other.at), 0.5));
}

function rays(canvas: Canvas, at: Point, ends: Point[]): void {
  canvas.beginPath();
  for (const end of ends) {
    canvas.moveTo(at.x, at.y);
    canvas.lineTo(end.x, end.y);
  }
  canvas.stroke();
}

const dot = (canvas: Canvas, x: number, y: number, size: number): void => {
  canvas.beginPath();
  canvas.arc(x, y, size, 0, 7);
  canvas.fill();
};

/** Ends of a wall that stands alone or runs out. */
function wallEnds(field: Field, hex: Hex): Point[] {
  const ends = joints(field, hex, (feature) => JOINS.has(feature));
  if (ends.length > 0) return ends;
  const at = center(hex.at);
  return [{ x: at.x - 0.6, y: at.y }, { x: at.x + 0.6, y: at.y }];
}

const DRAWN: Partial<Record<Feature, Draw>> = {
  wall(canvas, at, hex, palette, field) {
    const ends = wallEnds(field, hex);
    canvas.strokeStyle = faint(palette.ink, 0.18);
    canvas.lineWidth = 0.78;
    rays(canvas, { x: at.x + 0.06, y: at.y + 0.1 }, ends.map((end) => ({ x: end.x + 0.06, y: end.y + 0.1 })));
    canvas.strokeStyle = palette.wall;
    canvas.lineWidth = 0.62;
    rays(canvas, at, ends);
    if (ends.length === 1) dot((canvas.fillStyle = palette.wall, canvas), at.x, at.y, 0.31);
  },
  window(canvas, at, hex, palette, field) {
    const ends = wallEnds(field, hex);
    canvas.strokeStyle = palette.wall;
    canvas.lineWidth = 0.62;
    canvas.lineCap = "butt";
    rays(canvas, at, ends);
    canvas.strokeStyle = palette.water;
    canvas.lineWidth = 0.34;
    rays(canvas, at, ends.map((end) => mix(at, end, 0.82)));
    canvas.strokeStyle = palette.wall;
    canvas.lineWidth = 0.07;
    rays(canvas, at, ends);
  },
  door(canvas, at, hex, palette, field) {
    const ends = wallEnds(field, hex);
    canvas.strokeStyle = palette.wall;
    canvas.lineWidth = 0.62;
    rays(canvas, at, ends);
    canvas.strokeStyle = palette.road;
    canvas.lineWidth = 0.36;
    rays(canvas, at, ends.map((end) => mix(at, end, 0.72)));
    canvas.fillStyle = palette.wall;
    dot(canvas, at.x + 0.16, at.y, 0.08);
  },
  "open-door"(canvas, at, hex, palette, field) {
    const ends = wallEnds(field, hex);
    canvas.strokeStyle = palette.wall;
    canvas.lineWidth = 0.62;
    canvas.beginPath();
    for (const end of ends) {
      const start = mix(at, end, 0.78);
      canvas.moveTo(start.x, start.y);
      canvas.lineTo(end.x, end.y);
    }
    canvas.stroke();
    const hinge = mix(at, ends[0]!, 0.78);
    canvas.lineWidth = 0.14;
    canvas.strokeStyle = palette.road;
    canvas.beginPath();
    canvas.moveTo(hinge.x, hinge.y);
    canvas.lineTo(hinge.x + (hinge.y - at.y) * 1.2, hinge.y - (hinge.x - at.x) * 1.2);
    canvas.stroke();
  },
  "low-wall"(canvas, at, hex, palette, field) {
    const found = joints(field, hex, (feature) => feature === "low-wall" || JOINS.has(feature));
    const ends = found.length > 0 ? found : [{ x: at.x - 0.55, y: at.y }, { x: at.x + 0.55, y: at.y }];
    canvas.strokeStyle = faint(palette.ink, 0.55);
    canvas.lineWidth = 0.4;
    rays(canvas, at, ends);
    canvas.strokeStyle = palette.stone;
    canvas.lineWidth = 0.3;
    rays(canvas, at, ends);
    canvas.strokeStyle = faint(palette.ink, 0.4);
    canvas.lineWidth = 0.04;
    canvas.setLineDash([0.02, 0.26]);
    canvas.lineWidth = 0.28;
    canvas.lineCap = "butt";
    rays(canvas, at, ends);
  },
  crate(canvas, at, hex, palette) {
    canvas.translate(at.x, at.y);
    canvas.rotate((chance(hex.at, 2) - 0.5) * 0.5);
    canvas.fillStyle = faint(palette.ink, 0.2);
    canvas.fillRect(-0.4, -0.34, 0.92, 0.86);
    canvas.fillStyle = palette.road;
    canvas.strokeStyle = faint(palette.ink, 0.65);
    canvas.lineWidth = 0.07;
    canvas.fillRect(-0.46, -0.43, 0.92, 0.86);
    canvas.strokeRect(-0.46, -0.43, 0.92, 0.86);
    canvas.lineWidth = 0.05;
    canvas.beginPath();
    canvas.moveTo(-0.46, -0.43);
    canvas.lineTo(0.46, 0.43);
    canvas.moveTo(0.46, -0.43);
    canvas.lineTo(-0.46, 0.43);
    canvas.stroke();
  },
  barricade(canvas, at, hex, palette) {
    canvas.strokeStyle = faint(palette.ink, 0.75);
    canvas.lineWidth = 0.12;
    for (const shift of [-0.45, 0, 0.45]) {
      canvas.beginPath();
      canvas.moveTo(at.x + shift - 0.22, at.y - 0.32);
      canvas.lineTo(at.x + shift + 0.22, at.y + 0.32);
      canvas.moveTo(at.x + shift + 0.22, at.y - 0.32);
      canvas.lineTo(at.x + shift - 0.22, at.y + 0.32);
      canvas.stroke();
    }
    canvas.lineWidth = 0.09 + chance(hex.at, 4) * 0.02;
    canvas.beginPath();
    canvas.moveTo(at.x - 0.72, at.y);
    canvas.lineTo(at.x + 0.72, at.y);
    canvas.stroke();
  },
  bush(canvas, at, hex, palette) {
    canvas.fillStyle = palette.wood;
    canvas.strokeStyle = faint(palette.ink, 0.3);
    canvas.lineWidth = 0.05;
    for (let i = 0; i < 5; i++) {
      const angle = (i * 2 * Math.PI) / 5 + chance(hex.at, 5);
      dot(canvas, at.x + Math.cos(angle) * 0.34, at.y + Math.sin(angle) * 0.3, 0.2 + chance(hex.at, i + 10) * 0.1);
      canvas.stroke();
    }
    dot(canvas, at.x, at.y, 0.28);
  },
  tree(canvas, at, hex, palette) {
    const shift = { x: (chance(hex.at, 6) - 0.5) * 0.2, y: (chance(hex.at, 7) - 0.5) * 0.2 };
    const [x, y] = [at.x + shift.x, at.y + shift.y];
    canvas.fillStyle = faint(palette.ink, 0.18);
    dot(canvas, x + 0.1, y + 0.14, 0.72);
    canvas.fillStyle = palette.wood;
    canvas.beginPath();
    for (let i = 0; i <= 16; i++) {
      const angle = (i * Math.PI) / 8;
      const size = 0.6 + 0.12 * (i % 2) + 0.08 * chance(hex.at, 20 + (i % 16));
      canvas.lineTo(x + Math.cos(angle) * size, y + Math.sin(angle) * size);
    }
    canvas.closePath();
    canvas.fill();
    canvas.strokeStyle = faint(palette.ink, 0.35);
    canvas.lineWidth = 0.05;
    canvas.stroke();
    canvas.fillStyle = faint(palette.growth, 0.6);
    dot(canvas, x - 0.16, y - 0.18, 0.26);
  },
  rubble(canvas, at, hex, palette) {
    canvas.fillStyle = faint(palette.ink, 0.32);
    for (let i = 0; i < 9; i++) {
      const angle = chance(hex.at, 40 + i) * 6.3;
      const far = 0.15 + chance(hex.at, 50 + i) * 0.5;
      const size = 0.06 + chance(hex.at, 60 + i) * 0.1;
      canvas.save();
      canvas.translate(at.x + Math.cos(angle) * far, at.y + Math.sin(angle) * far);
      canvas.rotate(angle * 3);
      canvas.fillRect(-size, -size * 0.7, size * 2, size * 1.4);
      canvas.restore();
    }
  },
  grass(canvas, at, hex, palette) {
    if (chance(hex.at, 3) < 0.45) return;
    canvas.strokeStyle = faint(palette.wood, 0.75);
    canvas.lineWidth = 0.045;
    canvas.beginPath();
    for (let i = 0; i < 3; i++) {
      const x = at.x + (chance(hex.at, 70 + i) - 0.5) * 1.1;
      const y = at.y + (chance(hex.at, 80 + i) - 0.5) * 1.1;
      canvas.moveTo(x - 0.08, y - 0.12);
      canvas.lineTo(x, y);
      canvas.lineTo(x + 0.08, y - 0.14);
    }
    canvas.stroke();
  },
  water: (canvas, at, hex, palette) => waves(canvas, at, hex.at[0], palette, 2),
  deep(canvas, at, hex, palette) {
    canvas.fillStyle = faint(palette.first, 0.28);
    hexFill(canvas, at);
    waves(canvas, at, hex.at[0], palette, 3);
  },
  lava(canvas, at, hex, palette) {
    canvas.strokeStyle = faint(palette.ink, 0.55);
    canvas.lineWidth = 0.12;
    canvas.beginPath();
    for (let i = 0; i < 4; i++) {
      const angle = chance(hex.at, 90 + i) * 6.3;
      canvas.moveTo(at.x + Math.cos(angle) * 0.2, at.y + Math.sin(angle) * 0.2);
      canvas.lineTo(at.x + Math.cos(angle + 0.5) * 0.75, at.y + Math.sin(angle + 0.5) * 0.75);
    }
    canvas.stroke();
  },
  acid(canvas, at, hex, palette) {
    canvas.fillStyle = faint(palette.fire, 0.5);
    for (let i = 0; i < 6; i++) {
      const angle = chance(hex.at, 100 + i) * 6.3;
      dot(canvas, at.x + Math.cos(angle) * 0.45, at.y + Math.sin(angle) * 0.4, 0.08 + chance(hex.at, 110 + i) * 0.1);
    }
  },
  spikes(canvas, at, _hex, palette) {
    canvas.fillStyle = palette.wall;
    for (const [dx, dy] of [[-0.4, 0.1], [0, -0.25], [0.4, 0.1], [-0.15, 0.4], [0.2, 0.42]] as const) {
      canvas.beginPath();
      canvas.moveTo(at.x + dx - 0.1, at.y + dy + 0.12);
      canvas.lineTo(at.x + dx, at.y + dy - 0.22);
      canvas.lineTo(at.x + dx + 0.1, at.y + dy + 0.12);
      canvas.fill();
    }
  },
  wire(canvas, at, _hex, palette) {
    canvas.strokeStyle = palette.fire;
    canvas.lineWidth = 0.09;
    canvas.beginPath();
    for (let i = 0; i <= 6; i++) canvas.lineTo(at.x - 0.6 + i * 0.2, at.y + (i % 2 ? 0.22 : -0.22));
    canvas.stroke();
  },
  void(canvas, at, _hex, palette) {
    canvas.fillStyle = faint(palette.paper, 0.2);
    dot(canvas, at.x, at.y, 0.08);
  },
};

function hexFill(canvas: Canvas, at: Point): void {
  canvas.beginPath();
  for (let i = 0; i < 6; i++) {
    const angle = ((i * 2 + 1) * Math.PI) / 6;
    canvas.lineTo(at.x + 1.01 * Math.cos(angle), at.y + 1.01 * Math.sin(angle));
  }
  canvas.fill();
}

function waves(canvas: Canvas, at: Point, salt: number, palette: Palette, count: number): void {
  canvas.strokeStyle = faint(palette.first, 0.42);
  canvas.lineWidth = 0.05;
  canvas.beginPath();
  for (let i = 0; i < count; i++) {
    const y = at.y + (i - (count - 1) / 2) * 0.42;
    const x = at.x - 0.4 + (((salt + i) % 3) - 1) * 0.15;
    canvas.moveTo(x, y);
    canvas.quadraticCurveTo(x + 0.2, y - 0.14, x + 0.4, y);
    canvas.quadraticCurveTo(x + 0.6, y + 0.14, x + 0.8, y);
  }
  canvas.stroke();
}
