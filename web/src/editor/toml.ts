// What a scenario's text says and where, read as far as it can be while somebody types. Whether it is right, the engine says:
// this serves highlights, help, completion and forms, which follow the text.

export type Key = string | number;

export interface Node {
  kind: "table" | "list" | "text" | "number" | "boolean" | "other";
  keys: Key[];
  /** Where the value stands; of a table with a head the part of the text that belongs to it. */
  from: number;
  to: number;
  /** Where its key stands. */
  key?: { from: number; to: number };
  value?: string | number | boolean;
  /** Tables and lists: what is in them, in order. */
  children: Node[];
  /** Written with a head of its own, `[table]` or `[[list]]`. */
  headed: boolean;
}

const bare = /^[A-Za-z0-9_-]+$/;

/** A path as the engine writes it: `attacker.stack[0].men."war horse"`. */
export function pathOf(keys: readonly Key[]): string {
  let path = "";
  for (const key of keys) {
    if (typeof key === "number") path += `[${key}]`;
    else path += (path === "" ? "" : ".") + (bare.test(key) ? key : key.includes('"') ? `'${key}'` : `"${key}"`);
  }
  return path;
}

const last = (keys: readonly Key[]): Key | undefined => keys[keys.length - 1];
export const child = (node: Node, key: Key): Node | undefined => node.children.find((one) => last(one.keys) === key);
export const keyName = (node: Node): string => String(last(node.keys) ?? "");

export function nodeAt(root: Node, keys: readonly Key[]): Node | undefined {
  let node: Node | undefined = root;
  for (const key of keys) node = node && child(node, key);
  return node;
}

/** The innermost thing that holds a place of the text. */
export function innermost(root: Node, place: number): Node {
  for (const one of root.children.toReversed()) {
    const within = (place >= one.from && place <= one.to) || (one.key !== undefined && place >= one.key.from && place <= one.key.to);
    if (within) return innermost(one, place);
    if (one.children.length > 0) {
      const deeper = innermost(one, place);
      if (deeper !== one) return deeper;
    }
  }
  return root;
}

export function readToml(text: string): Node {
  return new Reader(text).read();
}

class Reader {
  private at = 0;
  private readonly root: Node;

  constructor(private readonly text: string) {
    this.root = this.table([], 0, text.length, false);
  }

  read(): Node {
    let current = this.root;
    while (this.at < this.text.length) {
      this.blanks(true);
      if (this.at >= this.text.length) break;
      if (this.text[this.at] === "[") {
        const begin = this.at;
        const opened = this.head();
        if (current !== this.root) current.to = begin;
        if (opened) current = opened;
      } else {
        this.pair(current);
        this.restOfLine();
      }
    }
    return this.root;
  }

  private table(keys: Key[], from: number, to: number, headed: boolean): Node {
    return { kind: "table", keys, from, to, children: [], headed };
  }

  private head(): Node | null {
    const begin = this.at;
    const listed = this.text.startsWith("[[", this.at);
    this.at += listed ? 2 : 1;
    const names = this.dotted();
    const closed = this.text.startsWith(listed ? "]]" : "]", this.at);
    this.restOfLine();
    if (names.length === 0 || !closed) return null;
    const parent = this.down(this.root, names.slice(0, -1));
    const name = names[names.length - 1]!;
    if (!listed) {
      const table = this.into(parent, name);
      table.headed = true;
      table.from = begin;
      table.to = this.text.length;
      return table;
    }
    let list = child(parent, name);
    if (!list) {
      list = { ...this.table([...parent.keys, name], begin, begin, true), kind: "list" };
      parent.children.push(list);
    }
    const entry = this.table([...list.keys, list.children.length], begin, this.text.length, true);
    list.children.push(entry);
    return entry;
  }

  /** The table that a dotted key leads to; of a list its last entry. */
  private down(from: Node, names: readonly string[]): Node {
    let node = from;
    for (const name of names) node = this.into(node, name);
    return node;
  }
  private into(parent: Node, name: string): Node {
    const known = child(parent, name);
    if (known?.kind === "list") return known.children.at(-1) ?? known;
    if (known) return known;
    const made = this.table([...parent.keys, name], this.at, this.at, false);
    parent.children.push(made);
    return made;
  }

  private pair(table: Node): void {
    const from = this.at;
    const names = this.dotted();
    const to = this.at;
    this.blanks(false);
    if (names.length === 0 || this.text[this.at] !== "=") return;
    this.at++;
    this.blanks(false);
    const parent = this.down(table, names.slice(0, -1));
    const value = this.value([...parent.keys, names[names.length - 1]!]);
    value.key = { from, to };
    if (!child(parent, keyName(value))) parent.children.push(value);
  }

  private dotted(): string[] {
    const names: string[] = [];
    for (;;) {
      this.blanks(false);
      const sign = this.text[this.at];
      if (sign === '"' || sign === "'") names.push(this.string());
      else {
        const from = this.at;
        while (/[A-Za-z0-9_-]/.test(this.text[this.at] ?? "")) this.at++;
        if (this.at === from) return names;
        names.push(this.text.slice(from, this.at));
      }
      this.blanks(false);
      if (this.text[this.at] !== ".") return names;
      this.at++;
    }
  }

  private value(keys: Key[]): Node {
    const from = this.at;
    const node: Node = { kind: "other", keys, from, to: from, children: [], headed: false };
    const sign = this.text[this.at];
    if (sign === '"' || sign === "'") {
      node.kind = "text";
      node.value = this.string();
    } else if (sign === "[") this.list(node);
    else if (sign === "{") this.inline(node);
    else this.scalar(node);
    node.to = this.at;
    return node;
  }

  private list(node: Node): void {
    node.kind = "list";
    this.at++;
    for (;;) {
      this.blanks(true);
      const before = this.at;
      if (this.at >= this.text.length || this.text[this.at] === "]") break;
      node.children.push(this.value([...node.keys, node.children.length]));
      this.blanks(true);
      if (this.text[this.at] === ",") this.at++;
      else if (this.text[this.at] !== "]" && this.at === before) break;
    }
    if (this.text[this.at] === "]") this.at++;
  }

  private inline(node: Node): void {
    node.kind = "table";
    this.at++;
    for (;;) {
      this.blanks(true);
      const before = this.at;
      if (this.at >= this.text.length || this.text[this.at] === "}") break;
      this.pair(node);
      this.blanks(true);
      if (this.text[this.at] === ",") this.at++;
      else if (this.text[this.at] !== "}" && this.at === before) break;
    }
    if (this.text[this.at] === "}") this.at++;
  }

  private scalar(node: Node): void {
    const from = this.at;
    while (!/[\s,\]}#]/.test(this.text[this.at] ?? "\n")) this.at++;
    const word = this.text.slice(from, this.at);
    if (word === "true" || word === "false") {
      node.kind = "boolean";
      node.value = word === "true";
    } else if (/^[+-]?[0-9][0-9_]*(\.[0-9_]+)?([eE][+-]?[0-9]+)?$/.test(word)) {
      node.kind = "number";
      node.value = Number(word.replaceAll("_", ""));
    }
  }

  private string(): string {
    const quote = this.text[this.at]!;
    const triple = quote.repeat(3);
    if (this.text.startsWith(triple, this.at)) {
      this.at += 3;
      if (this.text[this.at] === "\n") this.at++;
      const from = this.at;
      const end = this.text.indexOf(triple, this.at);
      this.at = end < 0 ? this.text.length : end + 3;
      return this.text.slice(from, end < 0 ? this.text.length : end);
    }
    const from = ++this.at;
    while (this.at < this.text.length && this.text[this.at] !== quote && this.text[this.at] !== "\n") {
      this.at += quote === '"' && this.text[this.at] === "\\" ? 2 : 1;
    }
    const inside = this.text.slice(from, this.at);
    if (this.text[this.at] === quote) this.at++;
    return quote === '"' ? unescaped(inside) : inside;
  }

  private blanks(lines: boolean): void {
    for (;;) {
      const sign = this.text[this.at];
      if (sign === " " || sign === "\t" || (lines && (sign === "\n" || sign === "\r"))) this.at++;
      else if (lines && sign === "#") this.restOfLine();
      else return;
    }
  }
  private restOfLine(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end < 0 ? this.text.length : end + 1;
  }
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text.replaceAll("\t", "\\t")}"`) as string;
  } catch {
    return text;
  }
}

/** A text as TOML writes it. */
export const quoted = (text: string): string => JSON.stringify(text);
