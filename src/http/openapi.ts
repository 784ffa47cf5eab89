/** The OpenAPI 3.1 document, derived from the declared operations and nothing else. */
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  SchemaObject,
} from "openapi3-ts/oas31";
import {
  ETAG,
  headerObject,
  json,
  requestName,
  responseName,
  toSchema,
} from "./openapi_objects.ts";
import { ERROR_BODY, errorBody, responsesOf } from "./openapi_responses.ts";
import type { AnyOperation, HeaderDeclaration, QueryParameters } from "./operation.ts";

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
