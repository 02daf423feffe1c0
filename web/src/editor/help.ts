// What a word of a scenario means, and what is wrong with it.
import { wrongAt, type Mark } from "./marks";
import { descriptionAt, rangeOf, schemasAt, type Schema } from "./schema";
import { innermost, pathOf, readToml } from "./toml";

export interface Help {
  wrong: string[];
  path: string;
  description: string;
  range: string;
}

/** None where there is nothing to tell. */
export function helpAt(text: string, place: number, schema: Schema | null, marks: readonly Mark[]): Help | null {
  const wrong = wrongAt(marks, place);
  const node = schema && innermost(readToml(text), place);
  const named = node && node.keys.length > 0 && (node.kind !== "table" || node.key !== undefined);
  const description = named ? (descriptionAt(schema, node.keys) ?? "") : "";
  if (wrong.length === 0 && description === "") return null;
  const told = named && description !== "";
  return { wrong, path: told ? pathOf(node.keys) : "", description, range: told ? rangeOf(schemasAt(schema, node.keys)) : "" };
}
