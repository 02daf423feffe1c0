// What is wrong, where it stands; marks keep their places while the text around them changes.
import type { Checked } from "../engine";
import type { Edit } from "./document.svelte";

export interface Mark {
  from: number;
  to: number;
  severity: string;
  words: string;
}

/** Marks of what `check` says of one file. */
export function marking(text: string, file: string, checked: Checked): Mark[] {
  const end = text.length;
  if (end === 0) return [];
  return checked.diagnostics
    .filter((one) => (one.file ?? "") === file)
    .map(({ from, to, severity, message, help }) => {
      const begin = Math.min(from, end - 1);
      return { from: begin, to: Math.max(begin + 1, Math.min(to, end)), severity, words: help ? `${message}\n${help}` : message };
    });
}

/** A place after an edit; one inside what went is at its end. */
export function placeAfter(place: number, { from, old, words }: Edit): number {
  if (place <= from) return place;
  return Math.max(from, place - old.length) + (place >= from + old.length ? words.length : 0);
}

export function moved(marks: readonly Mark[], edit: Edit): Mark[] {
  return marks
    .map((mark) => ({ ...mark, from: placeAfter(mark.from, edit), to: placeAfter(mark.to, edit) }))
    .filter(({ from, to }) => to > from);
}

/** What is wrong at a place, in words. */
export const wrongAt = (marks: readonly Mark[], place: number): string[] =>
  marks.filter(({ from, to }) => place >= from && place <= to).map(({ words }) => words);
