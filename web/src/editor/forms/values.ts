// Values as forms make them.
import { words } from "../../design/numbers";
import { is, choices, type Schema } from "../schema";
import { keyName, quoted, type Node } from "../toml";

const names = ["id", "name", "noble", "unit", "monster", "class", "kind", "item"];

/** What an entry of a list is called. */
export function titleOf(node: Node): string {
  for (const name of names) {
    const value = node.children.find((one) => keyName(one) === name)?.value;
    if (value !== undefined && value !== "") return String(value);
  }
  const [list, place] = node.keys.slice(-2);
  const side = node.children.find((one) => keyName(one) === "side")?.value;
  return `${oneOf(String(list))} ${Number(place) + 1}${side ? `: ${side}` : ""}`;
}

/** What one entry of a list is called by the list's name. */
export const oneOf = (list: string): string => words(list).replace(/(?<!s)s$/, "");

/** An entry like another, with a name of its own. */
export function likeness(node: Node, text: string): string {
  if (node.kind === "table") {
    const pairs = node.children.map((one) => {
      const name = keyName(one);
      const own = ["id", "name", "noble"].includes(name) && one.kind === "text";
      const value = own ? quoted(another(String(one.value))) : likeness(one, text);
      return `${/^[\w-]+$/.test(name) ? name : quoted(name)} = ${value}`;
    });
    return `{ ${pairs.filter((pair) => !pair.startsWith("at = ")).join(", ")} }`;
  }
  if (node.kind === "list") return `[${node.children.map((one) => likeness(one, text)).join(", ")}]`;
  return text.slice(node.from, node.to);
}

function another(name: string): string {
  const numbered = /^(.*?)(\d+)$/.exec(name);
  return numbered ? `${numbered[1]}${Number(numbered[2]) + 1}` : `${name} 2`;
}

/** What a value is at first, as TOML. */
export function initial(root: Schema, schema: Schema): string {
  const kinds = choices(root, schema);
  const kind = kinds[0] ?? {};
  if (kind.default !== undefined && typeof kind.default !== "object") return typeof kind.default === "string" ? quoted(kind.default) : String(kind.default);
  if (kind.enum) return typeof kind.enum[0] === "string" ? quoted(kind.enum[0]) : String(kind.enum[0]);
  if (is(kind, "boolean")) return "true";
  if (is(kind, "integer") || is(kind, "number")) return String(Math.max(kind.minimum ?? 0, Math.min(1, kind.maximum ?? 1)));
  if (is(kind, "array")) return kind.items && choices(root, kind.items).some((one) => one.properties) ? "[{}]" : "[]";
  if (is(kind, "object")) return "{}";
  return '""';
}

/** How far a number moves with one press. */
export function stepOf(value: number, schema: Schema | undefined): number {
  if (schema && is(schema, "integer")) return Math.abs(value) >= 1000 ? 100 : 1;
  if (Number.isInteger(value) && Math.abs(value) >= 1000) return 100;
  return Number.isInteger(value) ? 1 : 0.01;
}
