/** Wire schemas are valibot's, with what JSON Schema says of them besides; and their conversion to it. */
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

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
