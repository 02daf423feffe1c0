// Help while one writes: what may stand here, what a word means, what is wrong with it.
import { autocompletion, snippetCompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { type EditorState, type Extension } from "@codemirror/state";
import { hoverTooltip, type Tooltip } from "@codemirror/view";
import type { Source } from "../engine";
import { choices, descriptionAt, is, keysAt, rangeOf, schemasAt, wordsIn, type Schema } from "./schema";
import { wrongAt, wrongMarks } from "./marks";
import { innermost, pathOf, readToml, type Key, type Node } from "./toml";
import { wordsFor } from "./words";

/** What the editor knows besides the text. */
export interface Knowledge {
  schema: Schema | null;
  ruleset: string;
  source: Source;
}

export function assist(knowledge: () => Knowledge): Extension {
  return [
    wrongMarks,
    autocompletion({ override: [(context) => complete(context, knowledge())], icons: false }),
    hoverTooltip((view, place) => help(view.state, place, knowledge().schema)),
  ];
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

async function complete(context: CompletionContext, { schema, ruleset, source }: Knowledge): Promise<CompletionResult | null> {
  const text = context.state.doc.toString();
  const word = context.matchBefore(/[\w-]*/);
  if (!word || !schema || (word.from === word.to && !context.explicit)) return null;
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  if (/^[^"']*#/.test(before)) return null;
  const head = /^\s*(\[\[?)\s*([\w.-]*)$/.exec(before);
  if (head) return heads(schema, head[1]!.length === 2, context.pos - head[2]!.length);
  const { table, key } = standing(readToml(text), text, context.pos);
  if (key === null) return { from: word.from, options: keyOptions(schema, table, await wordsFor(source, ruleset, table.keys, true)), validFor: /^[\w-]*$/ };
  const keys: Key[] = [...table.keys, key];
  const within = /["'][\w -]*$/.test(before);
  const listed = wordsIn(schemasAt(schema, keys).flatMap((one) => [one, ...(one.items ? choices(schema, one.items) : [])]));
  const words = listed.length > 0 ? listed : await wordsFor(source, ruleset, keys, false);
  const booleans = schemasAt(schema, keys).some((one) => is(one, "boolean")) && !within ? ["true", "false"] : [];
  const options = [...words.map((label) => ({ label, apply: within || /^\d/.test(label) ? label : `"${label}"` })), ...booleans.map((label) => ({ label }))];
  return options.length > 0 ? { from: word.from, options, validFor: /^[\w-]*$/ } : null;
}

function keyOptions(schema: Schema, table: Node, words: string[]): Completion[] {
  const present = new Set(table.children.map((one) => String(one.keys[one.keys.length - 1])));
  const known = keysAt(schema, table.keys).filter(({ name }) => !present.has(name));
  const options = known.map(({ name, schema: one, required }): Completion => {
    const base = { detail: required ? "needed" : "", info: one.description ?? "", boost: required ? 1 : 0 };
    const shape = is(one, "string") || one.enum ? `${name} = "\${}"` : is(one, "object") ? `${name} = { \${} }` : is(one, "array") ? `${name} = [\${}]` : `${name} = \${}`;
    return snippetCompletion(shape, { label: name, ...base });
  });
  return [...options, ...words.filter((word) => !present.has(word) && !known.some(({ name }) => name === word)).map((label) => snippetCompletion(`${label} = \${1}`, { label }))];
}

/** Tables and lists of tables that a head may name. */
function heads(schema: Schema, lists: boolean, from: number): CompletionResult {
  const options: Completion[] = [];
  const visit = (keys: string[], depth: number): void => {
    for (const { name, schema: one } of keysAt(schema, keys)) {
      const kinds = choices(schema, one);
      const list = kinds.find((kind) => kind.items && choices(schema, kind.items).some((item) => item.properties));
      const table = kinds.find((kind) => kind.properties || kind.additionalProperties);
      if (lists ? list : table) options.push({ label: [...keys, name].join("."), info: one.description ?? "" });
      if (table?.properties && depth < 2) visit([...keys, name], depth + 1);
    }
  };
  visit([], 0);
  return { from, options, validFor: /^[\w.-]*$/ };
}

function help(state: EditorState, place: number, schema: Schema | null): Tooltip | null {
  const wrong = wrongAt(state, place);
  const node = innermost(readToml(state.doc.toString()), place);
  const named = node.keys.length > 0 && (node.kind !== "table" || node.key !== undefined);
  const description = schema && named ? descriptionAt(schema, node.keys) : undefined;
  if (wrong.length === 0 && !description) return null;
  const lines: [tag: string, className: string, words: string][] = wrong.map((words) => ["div", "wrong", words]);
  if (schema && description) {
    lines.push(["code", "", pathOf(node.keys)], ["div", "", description]);
    const range = rangeOf(schemasAt(schema, node.keys));
    if (range) lines.push(["div", "soft", range]);
  }
  return { pos: place, create: () => ({ dom: told(lines) }) };
}

function told(lines: readonly [tag: string, className: string, words: string][]): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "cm-help";
  for (const [tag, className, words] of lines) {
    const line = document.createElement(tag);
    line.className = className;
    line.textContent = words;
    dom.append(line);
  }
  return dom;
}
