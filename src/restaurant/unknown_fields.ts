import type { GenericSchema } from "valibot";
import { isObject, itemsOf } from "./loose.ts";
import { nearest } from "./nearest.ts";
import { MAX_PROBLEMS, shown, step } from "./wording.ts";

/**
 * A problem for each field of `value` that `schema` does not know, with the name that was probably meant. Valibot's strict
 * objects stop at the first one, and an owner wants to see all slips at once, up to {@linkcode MAX_PROBLEMS}.
 */
export function unknownFields(schema: GenericSchema, value: unknown): string[] {
  return [...unknownIn(schema, value, "").take(MAX_PROBLEMS)];
}

function* unknownIn(schema: GenericSchema, value: unknown, path: string): Generator<string> {
  const { item, entries } = parts(schema);
  if (item) {
    for (const [i, each] of itemsOf(value).entries()) yield* unknownIn(item, each, step(path, i));
  }
  if (!entries || !isObject(value)) return;
  for (const [name, held] of Object.entries(value)) {
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
    const here = step(path, name);
    if (entry) yield* unknownIn(entry, held, here);
    else yield refusal(here, name, Object.keys(entries));
  }
}

function refusal(path: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  const hint = meant === null
    ? `the fields here are ${known.join(", ")}`
    : `did you mean ${shown(meant)}?`;
  return `${path}: unknown field; ${hint}`;
}

interface Parts {
  readonly item?: GenericSchema;
  readonly entries?: Readonly<Record<string, GenericSchema>>;
}

/** What a list or an object is made of, seen through `optional` and `nullable`. */
function parts(schema: GenericSchema): Parts {
  return "wrapped" in schema ? parts(schema.wrapped as GenericSchema) : schema as Parts;
}
