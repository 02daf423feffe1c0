// What the tests of watching and playing share: hexes as pixels, whoever reads with axe, and waiting for the engine.
import assert from "node:assert/strict";
import { seriousFaults, tooWide } from "./axe.mjs";

/** Nothing that axe calls serious or worse. */
export async function accessible(page, where) {
  assert.deepEqual(await seriousFaults(page), [], where);
}

/** The page never scrolls sideways. */
export async function fits(page, where) {
  assert.equal(await tooWide(page), false, where);
}

/** Where a hex lies in the window: points up, odd rows half a hex to the right. */
export async function pixel(page, [col, row]) {
  const frame = page.locator(".frame");
  const box = await frame.boundingBox();
  const [scale, x, y] = (await frame.getAttribute("data-camera")).split(" ").map(Number);
  const at = { x: Math.sqrt(3) * (col + 0.5 + (row % 2) * 0.5), y: 1.5 * row + 1 };
  return { x: box.x + box.width / 2 + (at.x - x) * scale, y: box.y + box.height / 2 + (at.y - y) * scale };
}

export async function clickHex(page, at) {
  const { x, y } = await pixel(page, at);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
}

export async function tapHex(page, at) {
  const { x, y } = await pixel(page, at);
  await page.touchscreen.tap(x, y);
}

/** A scenario as a link carries it. */
export function packed(page, text) {
  return page.evaluate(async (text) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }, text);
}
