// The coloured text that lies under the one that is typed: drawn line by line, and only the lines that changed.
import type { Piece } from "./colours";

export class Layer {
  private drawn: string[] = [];

  constructor(private readonly parent: HTMLElement) {}

  draw(lines: readonly (readonly Piece[])[]): void {
    const wanted = lines.map((line) => line.map(({ kinds, text }) => `${kinds}\n${text}`).join("\n"));
    const { drawn, parent } = this;
    const shorter = Math.min(wanted.length, drawn.length);
    let head = 0;
    while (head < shorter && wanted[head] === drawn[head]) head++;
    let tail = 0;
    while (tail < shorter - head && wanted[wanted.length - 1 - tail] === drawn[drawn.length - 1 - tail]) tail++;
    for (let i = drawn.length - tail - 1; i >= head; i--) parent.children[i]!.remove();
    const made = document.createDocumentFragment();
    for (const line of lines.slice(head, lines.length - tail)) made.append(lineOf(line));
    parent.insertBefore(made, parent.children[head] ?? null);
    this.drawn = wanted;
  }

  line(index: number): Element | undefined {
    return this.parent.children[index];
  }

  /** Where a place of a line is seen. */
  rect(index: number, column: number): DOMRect {
    const line = this.line(index) ?? this.parent;
    const range = document.createRange();
    range.selectNodeContents(line);
    range.collapse(true);
    let left = column;
    for (const { firstChild: text } of line.children) {
      const length = text?.textContent?.length ?? 0;
      if (text && left <= length) {
        range.setStart(text, left);
        range.collapse(true);
        break;
      }
      left -= length;
    }
    const found = range.getBoundingClientRect();
    return found.height > 0 ? found : line.getBoundingClientRect();
  }

  /** The line and the column of the piece that is seen at a point. */
  at(x: number, y: number): { line: number; column: number } | null {
    const piece = document.elementsFromPoint(x, y).find((one) => one.tagName === "SPAN" && one.parentElement?.parentElement === this.parent);
    if (!piece) return null;
    let column = 0;
    for (let before = piece.previousSibling; before; before = before.previousSibling) column += before.textContent?.length ?? 0;
    return { line: [...this.parent.children].indexOf(piece.parentElement!), column };
  }
}

function lineOf(pieces: readonly Piece[]): HTMLElement {
  const line = document.createElement("div");
  line.className = "line";
  for (const { text, kinds } of pieces) {
    const piece = document.createElement("span");
    piece.className = kinds;
    piece.textContent = text;
    line.append(piece);
  }
  return line;
}
