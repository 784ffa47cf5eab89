/** The OpenAPI 3.1 document, derived from the declared operations and nothing else. */
import * as v from "valibot";
import type {
  HeaderObject,
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from "openapi3-ts/oas31";
import { failure, type FailureDeclaration } from "./failure.ts";
import type { AnyOperation, HeaderDeclaration, QueryParameters, WireSchema } from "./operation.ts";
import { described, toWireSchema } from "./wire.ts";

/** What of the document is not an operation. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly license: { readonly name: string; readonly identifier: string };
  /** Public address of the service. */
  readonly serverUrl: string;
}

/** What of an operation the document tells. */
type Described = Omit<AnyOperation<unknown>, "handle" | "dependsOn">;

/** The document of these operations. */
export function openApiDocument(
  operations: readonly Described[],
  { serverUrl, ...info }: DocumentInfo,
): OpenAPIObject {
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: serverUrl }],
    paths: Object.fromEntries(
      operations.map((operation) => [operation.path, {
        [operation.method.toLowerCase()]: operationObject(operation),
      }]),
    ),
    components: {
      schemas: Object.fromEntries([
        [ERROR_BODY, toSchema(errorBody)],
        ...operations.flatMap(schemasOf),
      ]),
    },
    security: [],
  };
}

function operationObject(operation: Described): OperationObject {
  const { operationId, summary, description, body } = operation;
  const requestBody = body &&
    { required: true, content: json(schemaName(operation, "Request"), body) };
  return {
    operationId,
    summary,
    description,
    "x-openai-isConsequential": operation.consequential,
    "x-motivos": [...new Set(operation.failures.map(motivoOf))],
    parameters: [...queryParameters(operation), ...headerParameters(operation)],
    ...(requestBody ? { requestBody } : {}),
    responses: { "200": success(operation), ...notModified(operation), ...failures(operation) },
  };
}

function queryParameters({ query = {} }: Described): ParameterObject[] {
  const parameters: QueryParameters = query;
  return Object.entries(parameters).map(([name, { schema, description, example }]) => ({
    name,
    in: "query",
    required: schema.type !== "optional",
    description,
    schema: toSchema(schema),
    example,
  }));
}

/** The entity tag, as it is sent and as it is sent back. */
const ETAG: HeaderDeclaration = {
  description: "Entity tag; send it back in If-None-Match to learn whether anything has changed.",
  schema: { type: "string" },
  example: '"1a2b-47DEQpj8HBSa"',
};

function headerParameters({ requestHeaders, caching }: Described): ParameterObject[] {
  const ifNoneMatch = { ...ETAG, description: "Entity tag of the answer already at hand." };
  const cached = caching === "etag" ? { "If-None-Match": ifNoneMatch } : {};
  return Object.entries({ ...requestHeaders, ...cached }).map(([name, header]) => ({
    name,
    in: "header",
    required: false,
    ...header,
  }));
}

function schemasOf(operation: Described): [string, SchemaObject][] {
  const { body, response } = operation;
  const answer: [string, SchemaObject] = [
    schemaName(operation, "Response"),
    toSchema(response.schema),
  ];
  return body ? [[schemaName(operation, "Request"), toSchema(body.schema)], answer] : [answer];
}

/** The name under which the document keeps the schema of every error. */
const ERROR_BODY = "ErrorBody";

/** The contract's error body. */
const errorBody = v.object({
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

function success(operation: Described): ResponseObject {
  const { description, headers = {} } = operation.response;
  return {
    description,
    headers: operation.caching === "etag" ? { ...headers, ETag: ETAG } : headers,
    content: json(schemaName(operation, "Response"), operation.response),
  };
}

function notModified({ caching }: Described): Record<string, ResponseObject> {
  if (caching !== "etag") return {};
  const description = "Nothing has changed since the answer that If-None-Match names. No body.";
  return { "304": { description, headers: { ETag: ETAG } } };
}

const RETRY_AFTER: HeaderDeclaration = {
  description: "Seconds to wait before asking again.",
  schema: { type: "integer", minimum: 1 },
  example: 12,
};

/** Failures of one status share a response. */
function failures(operation: Described): Record<string, ResponseObject> {
  const all: readonly FailureDeclaration[] = operation.failures;
  const byStatus = Map.groupBy(all, ({ status }) => String(status));
  return Object.fromEntries([...byStatus].map(([status, declared]) => [status, {
    description: describe(declared),
    headers: headersOf(status),
    content: {
      "application/json": {
        schema: failureSchema(declared),
        examples: Object.fromEntries(
          declared.map((one) => [one.motivo, {
            summary: one.description,
            value: failure(one, one.example.error, one.example).body,
          }]),
        ),
      },
    },
  }]));
}

function headersOf(status: string): Record<string, HeaderObject> {
  return status === "429" ? { "Retry-After": RETRY_AFTER } : {};
}

function describe(declared: readonly FailureDeclaration[]): string {
  const [only, ...others] = declared;
  if (only && others.length === 0) return `${only.motivo}: ${only.description}`;
  return `One of ${declared.map(motivoOf).join(", ")}; see the examples.`;
}

/** The error body, narrowed to what these failures say. */
function failureSchema(declared: readonly FailureDeclaration[]): SchemaObject {
  const causes = Object.fromEntries(
    declared.flatMap(({ errors }) =>
      Object.entries(errors).map(([error, { cause }]) => [error, cause])
    ),
  );
  return {
    allOf: [
      { $ref: `#/components/schemas/${ERROR_BODY}` },
      {
        type: "object",
        properties: {
          motivo: { type: "string", enum: declared.map(motivoOf) },
          error: { type: "string", enum: Object.keys(causes), "x-enumDescriptions": causes },
        },
      },
    ],
  };
}

function motivoOf({ motivo }: FailureDeclaration): string {
  return motivo;
}

/** The name under which the document keeps a schema of the operation. */
function schemaName({ operationId }: Described, of: "Request" | "Response"): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${of}`;
}

/** JSON with the schema of that name, and examples by name. */
function json(
  name: string,
  { examples }: { readonly examples: Readonly<Record<string, unknown>> },
): Record<string, MediaTypeObject> {
  return {
    "application/json": {
      schema: { $ref: `#/components/schemas/${name}` },
      examples: Object.fromEntries(
        Object.entries(examples).map(([name, value]) => [name, { value }]),
      ),
    },
  };
}

/** The schema as the document writes it. */
function toSchema(schema: WireSchema): SchemaObject {
  return toWireSchema(schema) as SchemaObject;
}
