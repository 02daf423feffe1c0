// How a text is coloured, line by line. A few patterns serve: whether the text is right, the engine says.
import type { Mark } from "./marks";

/** A piece of a line, with what it is. */
export interface Piece {
  text: string;
  kinds: string;
}

/** What a piece of TOML is, in the order in which it is tried. */
const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["toml-text", /"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^]))/],
  ["toml-key", /(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)(?=[ \t]*=)/],
  ["toml-text", /"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?/],
  ["toml-comment", /#[^\n]*/],
  ["toml-head", /^[ \t]*\[\[?[\w."' -]+\]\]?(?=[ \t]*(?:#|$))/],
  ["toml-value", /\b(?:true|false)\b|(?<![\w.-])[+-]?\d[\w.:+-]*/],
];
const pattern = new RegExp(kinds.map(([, one]) => `(${one.source})`).join("|"), "gm");
/** What cannot be seen and may turn a text around. */
const unseen = /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffc]/g;
/** What lies beyond stays plain: colours must not make typing slow. */
const most = 100_000;

interface Span {
  from: number;
  to: number;
  kind: string;
}

function spansOf(text: string): Span[] {
  return Array.from(text.slice(0, most).matchAll(pattern), (match) => {
    const kind = match.slice(1).findIndex((group) => group !== undefined);
    return { from: match.index, to: match.index + match[0].length, kind: kinds[kind]![0] };
  });
}

/** The lines of a text, each in pieces. */
export function coloured(text: string, toml: boolean, marks: readonly Mark[]): Piece[][] {
  const spans = toml ? spansOf(text) : [];
  const over: Span[] = [
    ...marks.map(({ from, to, severity }) => ({ from, to, kind: `wrong-${severity}` })),
    ...Array.from(text.slice(0, most).matchAll(unseen), ({ index }) => ({ from: index, to: index + 1, kind: "unseen" })),
  ];
  const lines: Piece[][] = [];
  let next = 0;
  let from = 0;
  for (const line of text.split("\n")) {
    const to = from + line.length;
    const here = over.filter((one) => one.from < to && one.to > from);
    while (next < spans.length && spans[next]!.to <= from) next++;
    const cuts = new Set([from, to, ...here.flatMap((one) => [one.from, one.to])]);
    const within: Span[] = [];
    for (let i = next; i < spans.length && spans[i]!.from < to; i++) {
      within.push(spans[i]!);
      cuts.add(spans[i]!.from).add(spans[i]!.to);
    }
    const places = [...cuts].filter((place) => place >= from && place <= to).sort((a, b) => a - b);
    const pieces = places.slice(1).map((end, i) => piece(text, places[i]!, end, [...within, ...here]));
    // What is missing at the end of a line is seen behind it.
    const behind = over.find((one) => one.from === to);
    lines.push(behind ? [...pieces, { text: " ", kinds: behind.kind }] : pieces);
    from = to + 1;
  }
  return lines;
}

function piece(text: string, from: number, to: number, spans: readonly Span[]): Piece {
  const names = spans.filter((one) => one.from <= from && one.to >= to).map(({ kind }) => kind);
  return { text: text.slice(from, to), kinds: names.join(" ") };
}
