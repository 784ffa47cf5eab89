/** Wire schemas are valibot's, with what JSON Schema says of them besides; and their conversion to it. */
import * as v from "valibot";
import { toJsonSchema } from "@valibot/to-json-schema";
import type { WireSchema } from "./operation.ts";

/** JSON Schema keywords by name. */
export interface Keywords {
  readonly [keyword: string]: unknown;
}

/**
 * The schema with a description of at most 300 characters, and perhaps more JSON Schema keywords: limits that domain code
 * checks after normalising, which valibot would measure before.
 */
export function described<S extends v.GenericSchema>(
  schema: S,
  description: string,
  keywords: Keywords = {},
): v.SchemaWithPipe<readonly [S, v.MetadataAction<v.InferOutput<S>, Keywords>]> {
  return v.pipe(schema, v.metadata({ description, ...keywords }));
}

/** The schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function toWireSchema(schema: v.GenericSchema): Keywords {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: "draft-2020-12",
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      "literal" in valibotSchema
        ? { type: typeof valibotSchema.literal as "string" | "boolean", ...jsonSchema }
        : null,
  });
  return converted as Keywords;
}

/** Names the fields of a body that its schema does not know, so that nothing put into one is lost in silence. */

/** At most so many are named, and each name is cut to so many characters. */
const MOST = 20;
const LONGEST = 60;

interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
}

/** Paths (`nota`, `entrega.piso`, `lineas[0].sin`) of what `value` holds beyond `schema`; at most 20. */
export function unknownFields(schema: WireSchema, value: unknown): string[] {
  const paths: string[] = [];
  collect(schema as unknown as Shape, value, "", paths);
  return paths;
}

/** Stops once it has found {@linkcode MOST}. */
function collect(shape: Shape, value: unknown, path: string, paths: string[]): void {
  const { entries, item, wrapped } = shape;
  if (typeof value !== "object" || value === null) return;
  if (wrapped) return collect(wrapped, value, path, paths);
  if (item && Array.isArray(value)) {
    return value.forEach((one, index) => collect(item, one, `${path}[${index}]`, paths));
  }
  if (!entries || Array.isArray(value)) return;
  for (const name of Object.keys(value)) {
    if (paths.length >= MOST) return;
    const known = Object.hasOwn(entries, name) ? entries[name] : undefined;
    const here = path === "" ? name : `${path}.${name}`;
    if (known) collect(known, (value as Record<string, unknown>)[name], here, paths);
    else paths.push(here.slice(0, LONGEST).toWellFormed());
  }
}
