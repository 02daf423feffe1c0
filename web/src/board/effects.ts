// Shots, throws and blasts while they happen.
import { center, type Point } from "./geometry";
import { mix } from "./ground";
import { faint, type Palette } from "./palette";
import type { Script } from "./script";

type Canvas = CanvasRenderingContext2D;

const share = (now: number, start: number, end: number): number => Math.max(0, Math.min(1, (now - start) / Math.max(1, end - start)));

/** Where somebody is who walks in a script; nothing if he does not, or has not begun to. */
export function placeOf(script: Script, unit: string, now: number): Point | null {
  let place: Point | null = null;
  for (const walk of script.walks) {
    if (walk.unit !== unit) continue;
    if (place === null && now < walk.start) return center(walk.from);
    if (now >= walk.start) place = mix(center(walk.from), center(walk.to), share(now, walk.start, walk.end));
  }
  return place;
}

/** Health while it is being lost; nothing if nothing was. */
export function healthOf(script: Script, unit: string, now: number, before: number | undefined): number | undefined {
  const losses = script.losses.filter((loss) => loss.unit === unit);
  if (losses.length === 0) return undefined;
  const felt = losses.filter((loss) => loss.at <= now).at(-1);
  return felt ? felt.hp : before;
}

export function drawEffects(canvas: Canvas, script: Script, now: number, palette: Palette): void {
  canvas.save();
  canvas.lineCap = "round";
  for (const trace of script.traces) {
    if (now < trace.start || now > trace.end) continue;
    const t = share(now, trace.start, trace.end);
    const from = center(trace.from);
    let to = center(trace.to);
    if (!trace.hit) {
      // A miss goes by: a little to the side, and on.
      const side = trace.number % 2 ? 0.5 : -0.5;
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      to = mix(from, { x: to.x - ((to.y - from.y) / length) * side, y: to.y + ((to.x - from.x) / length) * side }, 1.25);
    }
    const [tail, head] = trace.strike ? [mix(from, to, 0.3), mix(from, to, 0.3 + 0.7 * t)] : [mix(from, to, Math.max(0, t * 1.4 - 0.4)), mix(from, to, Math.min(1, t * 1.4))];
    for (const [width, colour] of [[0.24, palette.raised], [0.12, trace.hit ? palette.fire : palette.ink]] as const) {
      canvas.strokeStyle = colour;
      canvas.lineWidth = width;
      canvas.beginPath();
      canvas.moveTo(tail.x, tail.y);
      canvas.lineTo(head.x, head.y);
      canvas.stroke();
    }
    if (trace.hit && t > 0.7) ring(canvas, center(trace.to), 0.5 + (t - 0.7) * 1.6, palette.fire, 1 - t);
  }
  for (const arc of script.arcs) {
    if (now < arc.start || now > arc.end) continue;
    const t = share(now, arc.start, arc.end);
    const at = mix(center(arc.from), center(arc.to), t);
    canvas.fillStyle = palette.ink;
    canvas.beginPath();
    canvas.arc(at.x, at.y - Math.sin(t * Math.PI) * 1.6, 0.2, 0, 7);
    canvas.fill();
  }
  for (const burst of script.bursts) {
    if (now < burst.start || now > burst.end) continue;
    const t = share(now, burst.start, burst.end);
    const at = center(burst.at);
    const size = (burst.radius * 1.6 + 0.9) * (1 - (1 - t) ** 3);
    canvas.fillStyle = faint(palette.fire, 0.55 * (1 - t));
    canvas.beginPath();
    canvas.arc(at.x, at.y, size, 0, 7);
    canvas.fill();
    ring(canvas, at, size, palette.fire, 1 - t);
  }
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  canvas.lineJoin = "round";
  for (const word of script.words) {
    if (now < word.start || now > word.end) continue;
    const t = share(now, word.start, word.end);
    const at = center(word.at);
    canvas.globalAlpha = t < 0.7 ? 1 : (1 - t) / 0.3;
    canvas.font = `700 0.78px ${palette.sans}`;
    canvas.strokeStyle = palette.raised;
    canvas.lineWidth = 0.26;
    canvas.strokeText(word.text, at.x, at.y - 0.9 - t * 0.7);
    canvas.fillStyle = palette.ink;
    canvas.fillText(word.text, at.x, at.y - 0.9 - t * 0.7);
  }
  canvas.restore();
}

function ring(canvas: Canvas, at: Point, size: number, colour: string, alpha: number): void {
  canvas.save();
  canvas.globalAlpha = alpha;
  canvas.strokeStyle = colour;
  canvas.lineWidth = 0.12;
  canvas.beginPath();
  canvas.arc(at.x, at.y, size, 0, 7);
  canvas.stroke();
  canvas.restore();
}
