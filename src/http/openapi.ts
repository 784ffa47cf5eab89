/** The OpenAPI 3.1 document, derived from the declared operations and nothing else. */
import * as v from "valibot";
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
} from "openapi3-ts/oas31";
import type { FailureDeclaration } from "./failure.ts";
import {
  allFailures,
  type AnyOperation,
  type HeaderDeclarations,
  type WireSchema,
} from "./operation.ts";
import { described, type Keywords, number, text, toWireSchema } from "./wire.ts";

/** What of the document is not an operation. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly license: { readonly name: string; readonly identifier: string };
  /** Public address of the service. */
  readonly serverUrl: string;
}

/** The document of these operations. */
export function openApiDocument<Deps>(
  operations: readonly AnyOperation<Deps>[],
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
        ["ErrorBody", toSchema(errorBody)],
        ...operations.flatMap(schemasOf),
      ]),
      responses: Object.fromEntries(
        operations.flatMap(failuresByStatus).map((
          declared,
        ) => [nameOf(declared), refusal(declared)]),
      ),
    },
    security: [],
  };
}

function operationObject<Deps>(operation: AnyOperation<Deps>): OperationObject {
  const { operationId, summary, description, consequential, body, responseHeaders } = operation;
  const tagged = operation.caching === "etag";
  return {
    operationId,
    summary,
    description,
    "x-openai-isConsequential": consequential ?? false,
    "x-motivos": allFailures(operation).map(({ motivo }) => motivo),
    parameters: [
      ...queryParameters(operation),
      ...headerParameters({ ...operation.requestHeaders, ...(tagged ? IF_NONE_MATCH : {}) }),
    ],
    ...(body && {
      requestBody: {
        description: `At most ${body.maxBytes} bytes.`,
        required: true,
        content: {
          "application/json": {
            schema: schemaRef(operation, "Request"),
            examples: Object.fromEntries(
              Object.entries(body.examples).map(([name, value]) => [name, { value }]),
            ),
          },
        },
      },
    }),
    responses: {
      "200": {
        description: summary,
        headers: { ...responseHeaders, ...(tagged ? ETAG : {}) },
        content: {
          "application/json": { schema: schemaRef(operation, "Response") },
        },
      },
      ...(tagged ? { "304": NOT_MODIFIED } : {}),
      ...Object.fromEntries(
        failuresByStatus(operation).map((declared) => [
          declared[0]!.status,
          { $ref: `#/components/responses/${nameOf(declared)}` },
        ]),
      ),
    },
  };
}

function queryParameters<Deps>({ query }: AnyOperation<Deps>): ParameterObject[] {
  const { properties = {}, required = [] } = query ? toSchema(query) : {};
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples: [example] = [], ...schema } = property as Keywords & {
      readonly description: string;
      readonly examples?: readonly unknown[];
    };
    return { name, in: "query", required: required.includes(name), description, schema, example };
  });
}

function headerParameters(headers: HeaderDeclarations): ParameterObject[] {
  return Object.entries(headers).map(([name, header]) => ({
    name,
    in: "header",
    required: false,
    ...header,
  }));
}

const TAG = { schema: { type: "string" }, example: '"1a2b-47DEQpj8HBSa"' } as const;
const IF_NONE_MATCH: HeaderDeclarations = {
  "If-None-Match": { description: "Entity tag of the answer already at hand.", ...TAG },
};
const ETAG: HeaderDeclarations = {
  ETag: { description: "Entity tag: send it back in If-None-Match.", ...TAG },
};
const NOT_MODIFIED: ResponseObject = {
  description: "Nothing has changed since the answer that If-None-Match names. No body.",
  headers: ETAG,
};

function schemasOf<Deps>(operation: AnyOperation<Deps>): [string, SchemaObject][] {
  const { body } = operation;
  return [
    ...(body ? [[schemaName(operation, "Request"), toSchema(body.schema)] as const] : []),
    [schemaName(operation, "Response"), answerSchema(operation)],
  ] as [string, SchemaObject][];
}

/** JSON Schema of the answer with status 200. */
export function answerSchema<Deps>({ response, body }: AnyOperation<Deps>): SchemaObject {
  const { properties, required = [], ...schema } = toSchema(response);
  return {
    ...schema,
    properties: { ...properties, ignorados: toSchema(ignored) },
    required: body ? [...required, "ignorados"] : required,
  };
}

const ignored = described(
  v.array(v.string()),
  "What of the request is unknown and was not read: names of parameters, paths of fields. Put their content where it belongs.",
);

/** The contract's error body. */
const errorBody = v.object({
  ok: described(v.literal(false), "Always false."),
  motivo: text("Reason code."),
  error: text("Finer stable code, one per cause."),
  campo: v.optional(text("Path of the first field to mend: telefono, lineas[2].cantidad.")),
  detalle: text("In Spanish, how to mend the request."),
  whatsapp: v.optional(text("Messaging contact, where writing to it is the remedy.")),
  reintentar_en_segundos: v.optional(
    number("Seconds to wait, the same as Retry-After.", { type: "integer", minimum: 1 }),
  ),
});

/** Failures of one status share a response, and operations with the same failures share it too. */
function failuresByStatus<Deps>(operation: AnyOperation<Deps>): readonly FailureDeclaration[][] {
  return [...Map.groupBy(allFailures(operation), ({ status }) => status).values()];
}

function nameOf(declared: readonly FailureDeclaration[]): string {
  return declared.map(({ motivo }) => motivo).join(".");
}

/** Headers of failures by status. */
const FAILURE_HEADERS: Readonly<Record<number, HeaderDeclarations>> = {
  405: {
    Allow: { description: "The path's methods.", schema: { type: "string" }, example: "GET" },
  },
  429: {
    "Retry-After": {
      description: "Seconds to wait before asking again.",
      schema: { type: "integer", minimum: 1 },
      example: 12,
    },
  },
};

/** The error body, narrowed to what these failures say. */
function refusal(declared: readonly FailureDeclaration[]): ResponseObject {
  const headers = FAILURE_HEADERS[declared[0]!.status];
  const narrowed: SchemaObject = {
    type: "object",
    properties: {
      motivo: { type: "string", enum: declared.map(({ motivo }) => motivo) },
      error: { type: "string", enum: declared.flatMap(({ errors }) => Object.keys(errors)) },
    },
  };
  const schema = { allOf: [{ $ref: "#/components/schemas/ErrorBody" }, narrowed] };
  return {
    description: declared.map(({ motivo, description }) => `${motivo}: ${description}`).join("\n"),
    ...(headers && { headers }),
    content: { "application/json": { schema } },
  };
}

/** The name under which the document keeps a schema of the operation. */
function schemaName<Deps>({ operationId }: AnyOperation<Deps>, of: "Request" | "Response"): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${of}`;
}

function schemaRef<Deps>(
  operation: AnyOperation<Deps>,
  of: "Request" | "Response",
): ReferenceObject {
  return { $ref: `#/components/schemas/${schemaName(operation, of)}` };
}

/** The schema as the document writes it. */
function toSchema(schema: WireSchema): SchemaObject {
  return toWireSchema(schema) as SchemaObject;
}
