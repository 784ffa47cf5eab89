/** Everything that an operation may answer, as the OpenAPI document tells it. */
import type { ResponseObject, SchemaObject } from "openapi3-ts/oas31";
import * as v from "valibot";
import { ETAG, headerObjects, json, responseName } from "./openapi_objects.ts";
import type { AnyOperation, FailureDeclaration, HeaderDeclaration } from "./operation.ts";
import { described } from "./wire.ts";

const RETRY_AFTER: HeaderDeclaration = {
  description: "Seconds to wait before asking again.",
  schema: { type: "integer", minimum: 1 },
  example: 12,
};
/** The name under which the document keeps the schema of every error. */
export const ERROR_BODY = "ErrorBody";

/** The contract's error body. */
export const errorBody = v.object({
  ok: described(v.literal(false), "Always false."),
  motivo: described(v.string(), "Reason code."),
  error: described(v.string(), "Finer stable code, one per cause."),
  campo: v.optional(
    described(v.string(), "Path of the field to mend: telefono, lineas[2].cantidad."),
  ),
  detalle: described(v.string(), "One Spanish sentence that says how to mend the request."),
  whatsapp: v.optional(
    described(v.string(), "Messaging contact, where writing to it is the remedy."),
  ),
  reintentar_en_segundos: v.optional(
    described(v.number(), "Seconds to wait, the same as Retry-After.", {
      type: "integer",
      minimum: 1,
    }),
  ),
});

/** Its responses by status: the result, that nothing has changed, and its failures. */
export function responsesOf<Deps>(operation: AnyOperation<Deps>): Record<string, ResponseObject> {
  return { "200": success(operation), ...notModified(operation), ...failures(operation) };
}

function success<Deps>(operation: AnyOperation<Deps>): ResponseObject {
  const { description, headers = {}, examples } = operation.response;
  const etag: Record<string, HeaderDeclaration> = operation.caching === "etag"
    ? { ETag: ETAG }
    : {};
  return {
    description,
    headers: headerObjects({ ...headers, ...etag }),
    content: json(responseName(operation), examples),
  };
}

function notModified<Deps>({ caching }: AnyOperation<Deps>): Record<string, ResponseObject> {
  if (caching !== "etag") return {};
  const description = "Nothing has changed since the answer that If-None-Match names. No body.";
  return { "304": { description, headers: headerObjects({ ETag: ETAG }) } };
}

function failures<Deps>(operation: AnyOperation<Deps>): Record<string, ResponseObject> {
  const byStatus = Map.groupBy(operation.failures, ({ status }) => String(status));
  return Object.fromEntries([...byStatus].map(([status, declared]) => [status, {
    description: describe(declared),
    headers: status === "429" ? headerObjects({ "Retry-After": RETRY_AFTER }) : {},
    content: {
      "application/json": {
        schema: failureSchema(declared),
        examples: Object.fromEntries(
          declared.map(({ motivo, description, example }) => [motivo, {
            summary: description,
            value: example,
          }]),
        ),
      },
    },
  }]));
}

function describe(declared: readonly FailureDeclaration[]): string {
  const [only, ...others] = declared;
  if (only && others.length === 0) return `${only.motivo}: ${only.description}`;
  return `One of ${declared.map(({ motivo }) => motivo).join(", ")}; see the examples.`;
}

/** The error body, narrowed to what these failures say. */
function failureSchema(declared: readonly FailureDeclaration[]): SchemaObject {
  const causes = Object.assign({}, ...declared.map(({ errors }) => errors));
  return {
    allOf: [
      { $ref: `#/components/schemas/${ERROR_BODY}` },
      {
        type: "object",
        properties: {
          motivo: { type: "string", enum: declared.map(({ motivo }) => motivo) },
          error: { type: "string", enum: Object.keys(causes), "x-enumDescriptions": causes },
        },
      },
    ],
  };
}
