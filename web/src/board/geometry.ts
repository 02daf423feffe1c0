// Where hexes lie: points up, odd rows half a hex to the right. One unit is the side of a hex.
import type { At } from "../engine";

export const WIDTH = Math.sqrt(3);
export const ROW = 1.5;

export interface Point {
  x: number;
  y: number;
}

export const center = ([col, row]: At): Point => ({
  x: WIDTH * (col + 0.5 + (row & 1) * 0.5),
  y: ROW * row + 1,
});

/** How much room a map takes. */
export const extent = (cols: number, rows: number): Point => ({
  x: WIDTH * (cols + (rows > 1 ? 0.5 : 0)),
  y: ROW * (rows - 1) + 2,
});

/** The hex at a point; it may lie outside the map. */
export function hexAt({ x, y }: Point): At {
  const q = ((x - WIDTH / 2) * WIDTH) / 3 - (y - 1) / 3;
  const r = ((y - 1) * 2) / 3;
  const s = -q - r;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(s);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return [rq + ((rr - (rr & 1)) >> 1), rr];
}

export const DIRECTIONS = ["E", "SE", "SW", "W", "NW", "NE"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The angle of a direction on the screen, where y grows downwards. */
export const angleOf = (direction: string): number => (Math.max(0, DIRECTIONS.indexOf(direction as Direction)) * Math.PI) / 3;

const STEPS: Record<Direction, [even: At, odd: At]> = {
  E: [[1, 0], [1, 0]],
  SE: [[0, 1], [1, 1]],
  SW: [[-1, 1], [0, 1]],
  W: [[-1, 0], [-1, 0]],
  NW: [[-1, -1], [0, -1]],
  NE: [[0, -1], [1, -1]],
};

export function neighbour([col, row]: At, direction: Direction): At {
  const step = STEPS[direction][row & 1 ? 1 : 0];
  return [col + step[0], row + step[1]];
}

export const same = (a: At | null | undefined, b: At | null | undefined): boolean => !!a && !!b && a[0] === b[0] && a[1] === b[1];
export const keyOf = (at: At): string => `${at[0]},${at[1]}`;

/** The corners of a hex around a point, from the one at the lower right on. */
export function corners(at: Point, size = 1): Point[] {
  return DIRECTIONS.map((_, i) => {
    const angle = ((i * 2 + 1) * Math.PI) / 6;
    return { x: at.x + size * Math.cos(angle), y: at.y + size * Math.sin(angle) };
  });
}

/** The two ends of the side of a hex that faces a direction. */
export function edge(at: Point, direction: Direction, size = 1): [Point, Point] {
  const all = corners(at, size);
  const i = DIRECTIONS.indexOf(direction);
  return [all[(i + 5) % 6]!, all[i]!];
}

/** A number from 0 to 1 that is the same for a hex every time. */
export function chance([col, row]: At, salt: number): number {
  let seed = (col * 374761393 + row * 668265263 + salt * 2246822519) | 0;
  seed = Math.imul(seed ^ (seed >>> 13), 1274126177);
  return ((seed ^ (seed >>> 16)) >>> 0) / 4294967296;
}
