// What may be written at a place: keys and words of the schema, and words that only the rules know.
import type { Source } from "../engine";
import { choices, is, keysAt, schemasAt, wordsIn, type Schema } from "./schema";
import { innermost, readToml, type Key, type Node } from "./toml";
import { wordsFor } from "./words";

/** What the editor knows besides the text. */
export interface Knowledge {
  schema: Schema | null;
  ruleset: string;
  source: Source;
}

export interface Offer {
  label: string;
  /** What is written if it is taken, and how much of that stands behind the caret then. */
  insert: string;
  behind: number;
  detail: string;
  info: string;
}
export interface Offers {
  /** Where the word begins that it would take the place of. */
  from: number;
  list: Offer[];
}

const offer = (label: string, more: Partial<Offer> = {}): Offer => ({ label, insert: label, behind: 0, detail: "", info: "", ...more });

/** What may stand at a place; with `asked` also where no word has been begun. */
export async function offersAt(text: string, place: number, asked: boolean, knowledge: Knowledge): Promise<Offers | null> {
  const before = text.slice(text.lastIndexOf("\n", place - 1) + 1, place);
  const head = /^\s*(\[\[?)\s*([\w.-]*)$/.exec(before);
  const word = head ? head[2]! : /[\w-]*$/.exec(before)![0];
  if (!knowledge.schema || (word === "" && !asked) || /^[^"']*#/.test(before)) return null;
  const known = head ? heads(knowledge.schema, head[1] === "[[") : await inTable(text, place, before, knowledge.schema, knowledge);
  const list = fitting(known, word);
  return list.length > 0 ? { from: place - word.length, list } : null;
}

/** Those that begin with a word, then those that have its letters in this order. */
function fitting(offers: Offer[], word: string): Offer[] {
  const begun = word.toLowerCase();
  const begins = offers.filter(({ label }) => label.toLowerCase().startsWith(begun));
  const within = (label: string): boolean => {
    let at = 0;
    for (const letter of label.toLowerCase()) if (letter === begun[at]) at++;
    return at === begun.length;
  };
  const others = begun.length > 1 ? offers.filter((one) => !begins.includes(one) && within(one.label)) : [];
  const all = [...begins, ...others];
  return all.length === 1 && all[0]!.insert === word ? [] : all;
}

async function inTable(text: string, place: number, before: string, schema: Schema, { ruleset, source }: Knowledge): Promise<Offer[]> {
  const { table, key } = standing(readToml(text), text, place);
  if (key === null) return keyOffers(schema, table, await wordsFor(source, ruleset, table.keys, true));
  const keys: Key[] = [...table.keys, key];
  const quoted = /["'][\w -]*$/.test(before);
  const schemas = schemasAt(schema, keys);
  const listed = wordsIn(schemas.flatMap((one) => [one, ...(one.items ? choices(schema, one.items) : [])]));
  const words = listed.length > 0 ? listed : await wordsFor(source, ruleset, keys, false);
  const booleans = schemas.some((one) => is(one, "boolean")) && !quoted ? ["true", "false"] : [];
  return [...words.map((label) => offer(label, { insert: quoted || /^\d/.test(label) ? label : `"${label}"` })), ...booleans.map((label) => offer(label))];
}

/** The table whose keys or values are written at a place, and the key if it is a value's. */
function standing(root: Node, text: string, place: number): { table: Node; key: string | null } {
  const node = innermost(root, place);
  if (node.kind === "table") {
    const line = text.slice(text.lastIndexOf("\n", place - 1) + 1, place);
    const begun = /([\w-]+)\s*=\s*\[?\s*["']?[\w-]*$/.exec(line);
    return { table: node, key: begun ? begun[1]! : null };
  }
  const parent = innermostTable(root, node);
  const key = node.keys.findLast((one) => typeof one === "string");
  const within = node.key && place <= node.key.to;
  return { table: parent, key: within || key === undefined ? null : String(key) };
}

function innermostTable(root: Node, node: Node): Node {
  let table = root;
  let at: Node | undefined = root;
  for (const key of node.keys) {
    at = at?.children.find((one) => one.keys[one.keys.length - 1] === key);
    if (at?.kind === "table" && at !== node) table = at;
  }
  return table;
}

/** A key with room for its value, the caret in it. */
function keyed(name: string, [open, close]: readonly [string, string], more: Partial<Offer> = {}): Offer {
  return offer(name, { insert: `${name} = ${open}${close}`, behind: close.length, ...more });
}

function keyOffers(schema: Schema, table: Node, words: string[]): Offer[] {
  const present = new Set(table.children.map((one) => String(one.keys[one.keys.length - 1])));
  const known = keysAt(schema, table.keys).filter(({ name }) => !present.has(name));
  const offers = known
    .toSorted((a, b) => Number(b.required) - Number(a.required))
    .map(({ name, schema: one, required }) => {
      const room = is(one, "string") || one.enum ? (['"', '"'] as const) : is(one, "object") ? (["{ ", " }"] as const) : is(one, "array") ? (["[", "]"] as const) : (["", ""] as const);
      return keyed(name, room, { detail: required ? "needed" : "", info: one.description ?? "" });
    });
  return [...offers, ...words.filter((word) => !present.has(word) && !known.some(({ name }) => name === word)).map((word) => keyed(word, ["", ""]))];
}

/** Tables, or lists of tables, that a head may name. */
function heads(schema: Schema, lists: boolean): Offer[] {
  const offers: Offer[] = [];
  const visit = (keys: string[], depth: number): void => {
    for (const { name, schema: one } of keysAt(schema, keys)) {
      const kinds = choices(schema, one);
      const list = kinds.find((kind) => kind.items && choices(schema, kind.items).some((item) => item.properties));
      const table = kinds.find((kind) => kind.properties || kind.additionalProperties);
      if (lists ? list : table) offers.push(offer([...keys, name].join("."), { info: one.description ?? "" }));
      if (table?.properties && depth < 2) visit([...keys, name], depth + 1);
    }
  };
  visit([], 0);
  return offers;
}
