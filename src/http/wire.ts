/** Building blocks for wire schemas: what valibot checks, with what JSON Schema says besides. */
import * as v from "valibot";

/** JSON Schema keywords that stand beside, or instead of, what the schema converts to. */
export interface Keywords {
  readonly [keyword: string]: unknown;
}

/** The schema with a description of at most 300 characters, and perhaps more JSON Schema keywords. */
export function described<S extends v.GenericSchema>(
  schema: S,
  description: string,
  keywords: Keywords = {},
): v.SchemaWithPipe<
  readonly [S, v.MetadataAction<v.InferOutput<S>, { readonly keywords: Keywords }>]
> {
  return v.pipe(schema, v.metadata({ keywords: { description, ...keywords } }));
}
