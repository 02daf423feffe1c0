// A spreadsheet as text, with the place of every cell, so that a form can change one and leave the rest as it was.

export interface Cell {
  from: number;
  to: number;
  value: string;
}

export function readCsv(text: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const from = at;
    let value = "";
    if (text[at] === '"') {
      at++;
      while (at < text.length && !(text[at] === '"' && text[at + 1] !== '"')) {
        value += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at++;
    } else {
      while (at < text.length && !",\n\r".includes(text[at]!)) value += text[at++];
    }
    row.push({ from, to: Math.min(at, text.length), value });
    if (text[at] === ",") {
      at++;
      if (at === text.length || "\n\r".includes(text[at]!)) row.push({ from: at, to: at, value: "" });
      else continue;
    }
    while (at < text.length && "\r\n".includes(text[at]!)) at++;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A value as a cell holds it. */
export const asCell = (value: string): string => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
