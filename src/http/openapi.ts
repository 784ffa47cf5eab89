/** The OpenAPI 3.1 document, derived from the declared operations and nothing else. */
import * as v from "valibot";
import type { ComponentsObject, OpenAPIObject } from "openapi3-ts/oas31";
import { errorBody, type FailureDeclaration } from "./failure.ts";
import {
  allFailures,
  type AnyOperation,
  type HeaderDeclarations,
  type RequestBody,
} from "./operation.ts";
import { described, type Keywords, toWireSchema } from "./wire.ts";

/** What of the document is not an operation. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly license: { readonly name: string; readonly identifier: string };
  /** Public address of the service. */
  readonly serverUrl: string;
}

/** Adds a component to the document, once for each name, and refers to it. */
type Refer = (
  kind: "schemas" | "responses",
  name: string,
  component: Keywords,
) => { readonly $ref: string };

/** The document of these operations. */
export function openApiDocument<Deps>(
  operations: readonly AnyOperation<Deps>[],
  { serverUrl, ...info }: DocumentInfo,
): OpenAPIObject {
  const components: Required<Pick<ComponentsObject, "schemas" | "responses">> = {
    schemas: { ErrorBody: toWireSchema(errorBody) },
    responses: {},
  };
  const refer: Refer = (kind, name, component) => {
    Object.assign(components[kind], { [name]: component });
    return { $ref: `#/components/${kind}/${name}` };
  };
  const paths = operations.map((operation) => [operation.path, {
    [operation.method.toLowerCase()]: operationObject(operation, refer),
  }]);
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: serverUrl }],
    paths: Object.fromEntries(paths),
    components,
    security: [],
  };
}

function operationObject<Deps>(operation: AnyOperation<Deps>, refer: Refer): Keywords {
  const { operationId, summary, description, consequential, body, caching } = operation;
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  const tagged = caching === "etag";
  const failures = allFailures(operation);
  const responses = {
    "200": {
      description: summary,
      headers: { ...operation.responseHeaders, ...(tagged && ETAG) },
      content: json({ schema: refer("schemas", `${name}Response`, answerSchema(operation)) }),
    },
    ...(tagged && { "304": NOT_MODIFIED }),
    // Failures of one status share a response, and operations with the same failures share it too.
    ...Object.fromEntries(
      [...Map.groupBy(failures, ({ status }) => status)].map(([status, declared]) => {
        const motivos = declared.map(({ motivo }) => motivo).join(".");
        return [status, refer("responses", motivos, refusal(status, declared))];
      }),
    ),
  };
  return {
    operationId,
    summary,
    description,
    "x-openai-isConsequential": consequential ?? false,
    "x-motivos": failures.map(({ motivo }) => motivo),
    parameters: [
      ...queryParameters(operation),
      ...headerParameters({ ...operation.requestHeaders, ...(tagged && IF_NONE_MATCH) }),
    ],
    ...(body && { requestBody: requestBody(body, `${name}Request`, refer) }),
    responses,
  };
}

function json(content: Keywords): Keywords {
  return { "application/json": content };
}

function requestBody(
  { schema, maxBytes, examples }: RequestBody,
  name: string,
  refer: Refer,
): Keywords {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return {
    description: `At most ${maxBytes} bytes.`,
    required: true,
    content: json({
      schema: refer("schemas", name, toWireSchema(schema)),
      examples: Object.fromEntries(named),
    }),
  };
}

/** An object's JSON Schema. */
interface ObjectSchema extends Keywords {
  readonly properties?: Readonly<Record<string, Keywords>>;
  readonly required?: readonly string[];
}

function queryParameters<Deps>({ query }: AnyOperation<Deps>): Keywords[] {
  const { properties = {}, required = [] }: ObjectSchema = query ? toWireSchema(query) : {};
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    description,
    schema,
    example: (examples as readonly unknown[] | undefined)?.[0],
  }));
}

function headerParameters(headers: HeaderDeclarations): Keywords[] {
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
const NOT_MODIFIED = {
  description: "Nothing has changed since the answer that If-None-Match names. No body.",
  headers: ETAG,
};

/** JSON Schema of the answer with status 200. */
export function answerSchema<Deps>(
  { response, body, ignoredAdvice = "Put their content where it belongs." }: AnyOperation<Deps>,
): Keywords {
  const { properties, required = [], ...schema }: ObjectSchema = toWireSchema(response);
  const ignored = described(
    v.array(v.string()),
    `What of the request is unknown and was not read: names of parameters, paths of fields. ${ignoredAdvice}`,
  );
  return {
    ...schema,
    properties: { ...properties, ignorados: toWireSchema(ignored) },
    required: body ? [...required, "ignorados"] : required,
  };
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
function refusal(status: number, declared: readonly FailureDeclaration[]): Keywords {
  const headers = FAILURE_HEADERS[status];
  const narrowed = {
    type: "object",
    properties: {
      motivo: { type: "string", enum: declared.map(({ motivo }) => motivo) },
      error: { type: "string", enum: declared.flatMap(({ errors }) => Object.keys(errors)) },
    },
  };
  const allOf = [{ $ref: "#/components/schemas/ErrorBody" }, narrowed];
  return {
    description: declared.map(({ motivo, description }) => `${motivo}: ${description}`).join("\n"),
    ...(headers && { headers }),
    content: json({ schema: { allOf } }),
  };
}
