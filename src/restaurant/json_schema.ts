import { toJsonSchema } from "@valibot/to-json-schema";
import { restaurantSchema } from "./schema.ts";

/** The name under which `sobremesa init` writes the schema, and by which the file points to it. */
export const JSON_SCHEMA_FILE_NAME = "restaurante.schema.json";

/**
 * The restaurant file's JSON Schema, for editors: draft-07, which all of them know. Checks that JSON Schema cannot say (two
 * decimals, time zones, phones, services that overlap, ids used twice) are left to `sobremesa check`.
 */
export function restaurantJsonSchema(): Record<string, unknown> {
  const schema = toJsonSchema(restaurantSchema, {
    target: "draft-07",
    typeMode: "input",
    ignoreActions: ["check", "raw_check"],
  });
  return { ...schema, title: "Restaurante de Sobremesa" };
}
