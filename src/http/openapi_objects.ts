/** What several places of the OpenAPI document are made of. */
import type { HeaderObject, MediaTypeObject, SchemaObject } from "openapi3-ts/oas31";
import type { AnyOperation, HeaderDeclaration, WireSchema } from "./operation.ts";
import { toWireSchema } from "./wire.ts";

/** The entity tag, of an answer and of who asks whether it still holds. */
export const ETAG: HeaderDeclaration = {
  description: "Entity tag; send it back in If-None-Match to learn whether anything has changed.",
  schema: { type: "string" },
  example: '"1a2b-47DEQpj8HBSa"',
};

/** The name under which the document keeps the schema of an operation's request body. */
export function requestName<Deps>({ operationId }: AnyOperation<Deps>): string {
  return `${capitalised(operationId)}Request`;
}

/** The name under which the document keeps the schema of an operation's result. */
export function responseName<Deps>({ operationId }: AnyOperation<Deps>): string {
  return `${capitalised(operationId)}Response`;
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** JSON with the schema of that name, and examples by name. */
export function json(
  schemaName: string,
  examples: Readonly<Record<string, unknown>>,
): Record<string, MediaTypeObject> {
  return {
    "application/json": {
      schema: { $ref: `#/components/schemas/${schemaName}` },
      examples: Object.fromEntries(
        Object.entries(examples).map(([name, value]) => [name, { value }]),
      ),
    },
  };
}

/** Headers by name. */
export function headerObjects(
  headers: Readonly<Record<string, HeaderDeclaration>>,
): Record<string, HeaderObject> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, headerObject(header)]),
  );
}

/** One header, without its name. */
export function headerObject({ description, schema, example }: HeaderDeclaration): HeaderObject {
  return { description, schema: schema as SchemaObject, example };
}

/** The schema as the document writes it. */
export function toSchema(schema: WireSchema): SchemaObject {
  return toWireSchema(schema) as SchemaObject;
}
