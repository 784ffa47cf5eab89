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
import type {
  AnyOperation,
  FailureDeclaration,
  HeaderDeclaration,
  QueryParameters,
  WireSchema,
} from "./operation.ts";
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
        [ERROR_BODY, toSchema(errorBody)],
        ...operations.flatMap(schemasOf),
      ]),
    },
    security: [],
  };
}

function operationObject<Deps>(operation: AnyOperation<Deps>): OperationObject {
  const { operationId, summary, description, body } = operation;
  return {
    operationId,
    summary,
    description,
    "x-openai-isConsequential": operation.consequential,
    "x-motivos": [...new Set(operation.failures.map(({ motivo }) => motivo))],
    parameters: [...queryParameters(operation), ...headerParameters(operation)],
    ...(body
      ? {
        requestBody: {
          required: true,
          content: json(requestName(operation), body.examples),
        },
      }
      : {}),
    responses: responsesOf(operation),
  };
}

function queryParameters<Deps>({ query = {} }: AnyOperation<Deps>): ParameterObject[] {
  const parameters: QueryParameters = query;
  return Object.entries(parameters).map(([name, parameter]) => ({
    name,
    in: "query",
    required: parameter.required ?? false,
    description: parameter.description,
    schema: toSchema(parameter.schema),
    example: parameter.example,
  }));
}

function headerParameters<Deps>(operation: AnyOperation<Deps>): ParameterObject[] {
  const cached: Record<string, HeaderDeclaration> = operation.caching === "etag"
    ? { "If-None-Match": { ...ETAG, description: "Entity tag of the answer already at hand." } }
    : {};
  return Object.entries({ ...operation.requestHeaders, ...cached }).map(([name, header]) => ({
    name,
    in: "header",
    required: false,
    ...headerObject(header),
  }));
}

function schemasOf<Deps>(operation: AnyOperation<Deps>): [string, SchemaObject][] {
  const answer: [string, SchemaObject] = [
    responseName(operation),
    toSchema(operation.response.schema),
  ];
  if (!operation.body) return [answer];
  return [[requestName(operation), toSchema(operation.body.schema)], answer];
}

/** Everything that an operation may answer, as the OpenAPI document tells it. */

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

/** What several places of the OpenAPI document are made of. */

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
