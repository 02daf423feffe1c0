// What the schema of a ruleset says of a place in a scenario.
import { exact } from "../design/numbers";
import type { Key } from "./toml";

export interface Schema {
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: (string | number | boolean)[];
  const?: string | number | boolean;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** The schema with what it refers to in its place; its own words win. */
export function resolved(root: Schema, schema: Schema): Schema {
  let known = schema;
  for (let step = 0; known.$ref !== undefined && step < 8; step++) {
    const name = known.$ref.replace("#/$defs/", "");
    const { $ref: _, ...own } = known;
    known = { ...root.$defs?.[name], ...own };
  }
  return known;
}

/** All that may stand there: one, or the kinds of which it must be one. */
export function choices(root: Schema, schema: Schema): Schema[] {
  const known = resolved(root, schema);
  const several = known.anyOf ?? known.oneOf;
  return several ? several.flatMap((one) => choices(root, one)) : [known];
}

/** What may stand at a path, all kinds of it. */
export function schemasAt(root: Schema, keys: readonly Key[]): Schema[] {
  let here = choices(root, root);
  for (const key of keys) {
    here = here.flatMap((schema) => {
      if (typeof key === "number") return schema.items ? choices(root, schema.items) : [];
      const inside = schema.properties?.[key] ?? (typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined);
      return inside ? choices(root, inside) : [];
    });
  }
  return here;
}

/** The words on a path: what its key says of it, then what it is. */
export function descriptionAt(root: Schema, keys: readonly Key[]): string | undefined {
  const key = keys[keys.length - 1];
  if (typeof key === "string") {
    for (const parent of schemasAt(root, keys.slice(0, -1))) {
      const own = parent.properties?.[key]?.description;
      if (own) return own;
    }
  }
  return schemasAt(root, keys).find((schema) => schema.description)?.description;
}

/** Keys that a table may have, with their words. */
export function keysAt(root: Schema, keys: readonly Key[]): { name: string; schema: Schema; required: boolean }[] {
  const found = new Map<string, { name: string; schema: Schema; required: boolean }>();
  for (const table of schemasAt(root, keys)) {
    for (const [name, schema] of Object.entries(table.properties ?? {})) {
      if (!found.has(name)) found.set(name, { name, schema: resolved(root, schema), required: table.required?.includes(name) ?? false });
    }
  }
  return [...found.values()];
}

/** The words that may stand there, where the schema lists them. */
export function wordsIn(schemas: readonly Schema[]): string[] {
  return schemas.flatMap((schema) => (schema.const !== undefined ? [schema.const] : (schema.enum ?? []))).map(String);
}

export const is = (schema: Schema, type: string): boolean =>
  schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type));

/** What may be written there, in a few words. */
export function rangeOf(schemas: readonly Schema[]): string {
  return schemas
    .map((schema) => {
      if (schema.enum) return schema.enum.join(", ");
      if (schema.minimum !== undefined && schema.maximum !== undefined) {
        return `${exact(schema.minimum)} to ${exact(schema.maximum)}`;
      }
      return "";
    })
    .filter((words) => words !== "")
    .join(", or ");
}
