// Which part of the map is looked at. The scale is how many pixels the side of a hex has.
import type { Point } from "./geometry";

export interface Camera {
  scale: number;
  /** The point of the map in the middle of the view. */
  x: number;
  y: number;
}

export const SMALLEST = 5;
export const LARGEST = 64;

/** The whole map, or as much of it as leaves hexes large enough to be read. */
export function fitted(extent: Point, view: Point, least = 0): Camera {
  const pad = 0.4;
  const whole = Math.min(view.x / (extent.x + pad), view.y / (extent.y + pad));
  const scale = Math.max(SMALLEST, Math.min(LARGEST, Math.max(whole, least)));
  return { scale, x: extent.x / 2, y: extent.y / 2 };
}

/** Never so far that the map leaves the view. */
export function kept(camera: Camera, extent: Point, view: Point): Camera {
  const along = (at: number, size: number, room: number): number => {
    const half = room / 2 / camera.scale;
    return size <= 2 * half ? size / 2 : Math.max(half - 0.5, Math.min(size - half + 0.5, at));
  };
  return { ...camera, x: along(camera.x, extent.x, view.x), y: along(camera.y, extent.y, view.y) };
}

/** Closer or farther, with one point of the screen kept in its place. */
export function zoomed(camera: Camera, factor: number, at: Point, view: Point): Camera {
  const scale = Math.max(SMALLEST, Math.min(LARGEST, camera.scale * factor));
  const world = toWorld(camera, at, view);
  return { scale, x: world.x - (at.x - view.x / 2) / scale, y: world.y - (at.y - view.y / 2) / scale };
}

export const toWorld = (camera: Camera, at: Point, view: Point): Point => ({
  x: camera.x + (at.x - view.x / 2) / camera.scale,
  y: camera.y + (at.y - view.y / 2) / camera.scale,
});

/** Moved so that a point is in view, with some room around it. */
export function showing(camera: Camera, point: Point, view: Point): Camera {
  const room = { x: view.x / 2 / camera.scale - 2, y: view.y / 2 / camera.scale - 2 };
  const along = (at: number, want: number, half: number): number =>
    half <= 0 ? want : Math.max(want - half, Math.min(want + half, at));
  return { ...camera, x: along(camera.x, point.x, room.x), y: along(camera.y, point.y, room.y) };
}
