/** The OpenAPI 3.1 document, derived from the declared operations and nothing else. */
import type { InfoObject, OpenAPIObject } from "openapi3-ts/oas31";
import { errorBody, type FailureDeclaration } from "./failure.ts";
import {
  allFailures,
  type AnyOperation,
  type HeaderDeclarations,
  type RequestBody,
} from "./operation.ts";
import { ignoredParts, type Keywords, toWireSchema } from "./wire.ts";

/** Adds a component to the document, once for each name, and returns a reference to it. */
type Refer = (kind: "schemas" | "responses", name: string, component: Keywords) => Keywords;

export function openApiDocument<Deps>(
  operations: readonly AnyOperation<Deps>[],
  { serverUrl, ...info }: InfoObject & { readonly serverUrl: string },
): OpenAPIObject {
  const components = { schemas: { ErrorBody: toWireSchema(errorBody) }, responses: {} };
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
  const headers = { ...operation.requestHeaders, ...(caching === "etag" && IF_NONE_MATCH) };
  return {
    operationId,
    summary,
    description,
    "x-openai-isConsequential": consequential ?? false,
    "x-motivos": allFailures(operation).map(({ motivo }) => motivo),
    parameters: [
      ...queryParameters(operation),
      ...Object.entries(headers).map(([name, header]) => {
        return { name, in: "header", required: false, ...header };
      }),
    ],
    ...(body && { requestBody: requestBody(body, `${name}Request`, refer) }),
    responses: responses(operation, `${name}Response`, refer),
  };
}

function requestBody({ schema, maxBytes, examples }: RequestBody, name: string, refer: Refer) {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  const described = refer("schemas", name, toWireSchema(schema));
  return {
    description: `At most ${maxBytes} bytes.`,
    required: true,
    content: json({ schema: described, examples: Object.fromEntries(named) }),
  };
}

/** Failures of one status share a response, and operations with the same failures share it too. */
function responses<Deps>(operation: AnyOperation<Deps>, name: string, refer: Refer): Keywords {
  const tagged = operation.caching === "etag";
  const byStatus = Map.groupBy(allFailures(operation), ({ status }) => status);
  const refusals = [...byStatus].map(([status, declared]) => {
    const motivos = declared.map(({ motivo }) => motivo).join(".");
    return [status, refer("responses", motivos, refusal(status, declared))];
  });
  return {
    "200": {
      description: operation.summary,
      headers: { ...operation.responseHeaders, ...(tagged && ETAG) },
      content: json({ schema: refer("schemas", name, answerSchema(operation)) }),
    },
    ...(tagged && { "304": NOT_MODIFIED }),
    ...Object.fromEntries(refusals),
  };
}

function json(content: Keywords): Keywords {
  return { "application/json": content };
}

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

const TAG = { schema: { type: "string" }, example: '"1a2b-47DEQpj8HBSa"' } as const;
const IF_NONE_MATCH: HeaderDeclarations = {
  "If-None-Match": { description: "Entity tag of the answer already at hand.", ...TAG },
};
const ETAG: HeaderDeclarations = {
  ETag: { description: "Entity tag for If-None-Match.", ...TAG },
};
const NOT_MODIFIED = {
  description: "Nothing has changed since the answer that If-None-Match names. No body.",
  headers: ETAG,
};

const IGNORED = ignoredParts("Put their content where it belongs.");

export function answerSchema<Deps>({ response, body }: AnyOperation<Deps>): Keywords {
  const { properties = {}, required = [], ...schema }: ObjectSchema = toWireSchema(response);
  const { ignorados = toWireSchema(IGNORED), ...own } = properties;
  return {
    ...schema,
    properties: { ...own, ignorados },
    required: body ? [...required, "ignorados"] : required,
  };
}

const FAILURE_HEADERS: Readonly<Record<number, HeaderDeclarations>> = {
  405: {
    Allow: { description: "The path's methods.", schema: { type: "string" }, example: "GET" },
  },
  429: {
    "Retry-After": {
      description: "Seconds to wait before the next request.",
      schema: { type: "integer", minimum: 1 },
      example: 12,
    },
  },
};

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
