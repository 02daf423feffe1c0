// Values of a scenario that may vary, with names that people read.
import { words } from "../design/numbers";
import { pathOf, readToml, type Key, type Node } from "../editor/toml";
import { titleOf } from "../editor/forms/values";

export interface Value {
  path: string;
  label: string;
  value: number | string;
  number: boolean;
}

const never = new Set(["seed", "name", "ruleset"]);

export function valuesOf(text: string): Value[] {
  const found: Value[] = [];
  const visit = (node: Node, names: string[]): void => {
    for (const one of node.children) {
      const key = one.keys[one.keys.length - 1] as Key;
      if (never.has(String(key))) continue;
      const name = typeof key === "number" ? (one.kind === "table" ? titleOf(one) : String(key + 1)) : words(key);
      // An entry that has a name needs not be told by its list's as well.
      const named = typeof key === "number" && one.kind === "table" ? [...names.slice(0, -1), name] : [...names, name];
      if (one.kind === "number" || (one.kind === "text" && !String(one.value).includes("\n"))) {
        found.push({ path: pathOf(one.keys), label: named.join(" · "), value: one.value as number | string, number: one.kind === "number" });
      } else visit(one, named);
    }
  };
  visit(readToml(text), []);
  return found;
}

export interface Axis {
  path: string;
  from: number;
  to: number;
  step: number;
  /** Words instead of numbers, parted by commas. */
  list: string;
}

/** A range around a value that shows something: about a dozen points. */
export function axisFor(value: Value | undefined): Axis {
  if (!value) return { path: "", from: 0, to: 10, step: 1, list: "" };
  if (!value.number) return { path: value.path, from: 0, to: 0, step: 1, list: String(value.value) };
  const now = Number(value.value);
  if (!Number.isInteger(now)) {
    const step = 10 ** Math.floor(Math.log10(Math.abs(now) || 0.1));
    return { path: value.path, from: 0, to: Number((step * 10).toPrecision(2)), step, list: "" };
  }
  const size = Math.max(10, Math.abs(now) * 2);
  const raw = size / 12;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * magnitude).find((one) => one >= raw) ?? 1);
  return { path: value.path, from: 0, to: Math.ceil(size / step) * step, step, list: "" };
}

export const written = (axis: Axis): string =>
  axis.list !== "" ? `${axis.path}=${axis.list}` : `${axis.path}=${axis.from}..${axis.to}${axis.step === 1 ? "" : `..${axis.step}`}`;

export const pointsOn = (axis: Axis): number =>
  axis.list !== "" ? axis.list.split(",").length : Math.max(1, Math.floor((axis.to - axis.from) / (axis.step || 1)) + 1);

export type Namer = (path: string) => string;

/** What the values of a scenario are called; a path that it does not have stays as it is. */
export function namesOf(text: string): Namer {
  const labels = new Map(valuesOf(text).map(({ path, label }) => [path, label]));
  return (path) => labels.get(path) ?? path;
}

/** The end of their names only, where that tells them apart. */
export function shortly(paths: readonly string[], name: Namer): Namer {
  const end = (path: string): string => name(path).split(" · ").pop() ?? path;
  return (path) => (paths.filter((one) => end(one) === end(path)).length > 1 ? name(path) : end(path));
}

/** What varies or may be bought, as the engine is asked for it, in words. */
export function inWords(asked: string, name: Namer): string {
  const [path, range] = asked.split(/=(.*)/s) as [string, string];
  const [reach, cost] = range.split(" cost ") as [string, string?];
  const [from, to, step] = reach.split("..");
  const values = to === undefined ? reach.split(",").join(", ") : `${from} to ${to}${step ? ` in steps of ${step}` : ""}`;
  return `${name(path)}: ${values}${cost ? ` at ${cost} each` : ""}`;
}
