/** Numbers as people read them. What a sample has never seen is told by its bound, never as 0 or 100 %. */

/** Thousands stand apart: `1,234.5`. The browser's own formats block a page for some 50 ms when the first of them is made. */
function apart(figures: string): string {
  const [whole, ...places] = figures.split(".") as [string, ...string[]];
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...places].join(".");
}
const digits = (value: number, places: number): string => apart(value.toFixed(places));

/** As many places as half the width of the interval supports, at most `most`. */
function placesFor(width: number, most: number): number {
  if (width <= 0) return most;
  return Math.max(0, Math.min(most, Math.ceil(-Math.log10(width * 50))));
}

/** `61.4 %`, `under 0.02 %`, `over 99.9 %`. */
export function percent(p: number, low = p, high = p, most = 2): string {
  if (p === 0 && high > 0) return `under ${bound(high * 100)} %`;
  if (p === 1 && low < 1) return `over ${bound(low * 100)} %`;
  if (low === high && p > 0 && p < 0.005) return `${significant(p * 100)} %`;
  if (low === high && p < 1 && p > 0.995) return `${digits(Math.floor(p * 1e6) / 1e4, 4)} %`;
  return `${digits(p * 100, placesFor(high - low, low === high ? Math.min(most, 1) : most))} %`;
}

const significant = (value: number): string => (value < 1e-6 ? value.toExponential(1) : value.toPrecision(2));

function bound(value: number): string {
  const places = value < 1 ? 2 : value > 99 ? 2 : 1;
  const step = 10 ** places;
  return exact((value < 50 ? Math.ceil(value * step) : Math.floor(value * step)) / step);
}

/** Only the whole part, for large print: `61 %`; never 0 or 100 where it is not so. */
export function wholePercent(p: number): string {
  if (p > 0 && p < 0.005) return "<1 %";
  if (p < 1 && p > 0.995) return ">99 %";
  return `${Math.round(p * 100)} %`;
}

/** `±0.4`, in points. What a sample has always or never seen has only a bound. */
export function margin(p: number, low: number, high: number): string {
  if (low === high) return "exact";
  if (p === 0) return "never seen";
  if (p === 1) return "always seen";
  const half = ((high - low) / 2) * 100;
  return `±${digits(half, half < 0.1 ? 2 : 1)}`;
}

/** The same where nothing else says that it is in points. */
export const marginInPoints = (p: number, low: number, high: number): string => `${margin(p, low, high)}${p > 0 && p < 1 && low < high ? " points" : ""}`;

/** `+2.4 points`. */
export function points(difference: number): string {
  const value = difference * 100;
  const size = Math.abs(value);
  return `${value < 0 ? "−" : "+"}${digits(size, size < 1 ? 2 : 1)}`;
}

/** A mean or a count: whole numbers whole, others to three figures. */
export function number(value: number): string {
  if (Number.isInteger(value)) return digits(value, 0);
  const size = Math.abs(value);
  return digits(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

export const count = (value: number): string => digits(value, 0);
/** With all places that it has. */
export const exact = (value: number): string => apart(String(value));

/** `1 battle`, `2 battles`. */
export const some = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

export const capital = (said: string): string => said.charAt(0).toUpperCase() + said.slice(1);
/** Words of the engine as a sentence: with a capital, and closed. */
export const sentence = (said: string): string => `${capital(said)}${/^$|[.!?]$/.test(said) ? "" : "."}`;

/** `attacker_lost` and `unit.vega.alive` as words. */
export const words = (name: string): string => name.replaceAll("_", " ").replaceAll(".", " ");

/** A sentence whose margins stay with their numbers at the end of a line. */
export const together = (sentence: string): string => sentence.replaceAll("± ", "±\u00a0").replaceAll(" %", "\u00a0%");
