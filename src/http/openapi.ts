/** The OpenAPI 3.1 document, derived from the declared operations and nothing else. */
import type { InfoObject, OpenAPIObject } from "openapi3-ts/oas31";
import { isObject } from "../domain/read.ts";
import { errorBody, type FailureDeclaration } from "./failure.ts";
import {
  allFailures,
  type AnyOperation,
  type HeaderDeclarations,
  type RequestBody,
} from "./operation.ts";
import { component, ignoredParts, type Keywords, TOLD, toWireSchema } from "./wire.ts";

type Kind = "schemas" | "responses" | "headers" | "parameters";

/** Adds a component to the document, once for each name, and returns a reference to it. @throws if two have one name */
type Refer = (kind: Kind, name: string, component: Keywords) => Keywords;

export function openApiDocument<Deps>(
  operations: readonly AnyOperation<Deps>[],
  { serverUrl, ...info }: InfoObject & { readonly serverUrl: string },
): OpenAPIObject {
  const components: Components = { schemas: {}, responses: {}, headers: {}, parameters: {} };
  const refer: Refer = (kind, name, component) => {
    const known = components[kind][name] ??= component;
    if (JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`two ${kind} of the document are named ${name}`);
    }
    return { $ref: `#/components/${kind}/${name}` };
  };
  const paths: Record<string, Keywords> = {};
  for (const operation of operations) {
    const method = operation.method.toLowerCase();
    paths[operation.path] = {
      ...paths[operation.path],
      [method]: operationObject(operation, refer),
    };
  }
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: serverUrl }],
    paths,
    components,
    security: [],
  };
}

type Components =
  & NonNullable<OpenAPIObject["components"]>
  & Record<Kind, Record<string, Keywords>>;

/** The schema with a reference in the place of each part that has a title, which is its name. */
function withReferences(schema: Keywords, refer: Refer, isAlternative = false): Keywords {
  const { title, [TOLD]: _, ...parts } = schema;
  const inner = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, inPlace(part, refer, name === "anyOf")]),
  );
  // Beside a reference to a text, openapi-generator drops the null of `anyOf`.
  const isOwn = typeof title === "string" && !(isAlternative && inner.type !== "object");
  return isOwn ? refer("schemas", title, inner) : inner;
}

function inPlace(part: unknown, refer: Refer, isAlternative: boolean): unknown {
  if (Array.isArray(part)) return part.map((each) => inPlace(each, refer, isAlternative));
  return isObject(part) ? withReferences(part, refer, isAlternative) : part;
}

function operationObject<Deps>(operation: AnyOperation<Deps>, refer: Refer): Keywords {
  const { operationId, summary, description, consequential, body, caching } = operation;
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  return {
    operationId,
    summary,
    description,
    "x-openai-isConsequential": consequential ?? false,
    parameters: [
      ...queryParameters(operation, refer),
      ...headerParameters(operation.requestHeaders ?? {}),
      ...(caching === "etag" ? [refer("parameters", "IfNoneMatch", IF_NONE_MATCH)] : []),
    ],
    ...(body && { requestBody: requestBody(body, `${name}Request`, refer) }),
    responses: responses(operation, `${name}Response`, refer),
  };
}

function requestBody({ schema, maxBytes, examples }: RequestBody, name: string, refer: Refer) {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  const described = withReferences({ ...toWireSchema(schema), title: name }, refer);
  return {
    description: `At most ${maxBytes} bytes.`,
    required: true,
    content: json({ schema: described, examples: Object.fromEntries(named) }),
  };
}

/** Failures of one status share a response, and operations with the same failures share it too. */
function responses<Deps>(operation: AnyOperation<Deps>, name: string, refer: Refer): Keywords {
  const tagged = operation.caching === "etag";
  const tag = tagged && { ETag: refer("headers", "ETag", ETAG) };
  const headers = (operation.responseHeaders || tag) && { ...operation.responseHeaders, ...tag };
  const notModified = { description: NOT_MODIFIED, headers: tag };
  const byStatus = Map.groupBy(allFailures(operation), ({ status }) => status);
  const refused = (name: string, declared: readonly FailureDeclaration[]) =>
    refer("responses", name, refusal(declared, refer));
  const others = [...byStatus].filter(([status]) => EVERY_PROGRAM_KNOWS.includes(status));
  const refusals = [...byStatus].filter(([status]) => !EVERY_PROGRAM_KNOWS.includes(status))
    .map(([status, declared]) => {
      return [status, refused(declared.map(({ motivo }) => motivo).join("."), declared)];
    });
  return {
    "200": {
      description: "The answer.",
      ...(headers && { headers }),
      content: json({
        schema: withReferences({ ...answerSchema(operation), title: name }, refer),
      }),
    },
    ...(tagged && { "304": refer("responses", "NotModified", notModified) }),
    ...Object.fromEntries(refusals),
    default: refused("Unexpected", others.flatMap(([, declared]) => declared)),
  };
}

function json(content: Keywords): Keywords {
  return { "application/json": content };
}

interface ObjectSchema extends Keywords {
  readonly properties?: Readonly<Record<string, Keywords>>;
  readonly required?: readonly string[];
}

/** A parameter whose schema has a title is a component of that name. */
function queryParameters<Deps>({ query }: AnyOperation<Deps>, refer: Refer): Keywords[] {
  const { properties = {}, required = [] }: ObjectSchema = query ? toWireSchema(query) : {};
  return Object.entries(properties).map(([name, { title, description, examples, ...schema }]) => {
    const parameter = {
      name,
      in: "query",
      required: required.includes(name),
      description,
      schema,
      example: (examples as readonly unknown[] | undefined)?.[0],
    };
    return typeof title === "string" ? refer("parameters", title, parameter) : parameter;
  });
}

function headerParameters(headers: HeaderDeclarations): Keywords[] {
  return Object.entries(headers).map(([name, header]) => {
    return { name, in: "header", required: false, ...header };
  });
}

/** The statuses that are described once, as the default of every operation. */
const EVERY_PROGRAM_KNOWS: readonly number[] = [405, 500];

const TAG = { schema: { type: "string" }, example: '"1a2b-47DEQpj8HBSa"' } as const;
const [IF_NONE_MATCH = {}] = headerParameters({
  "If-None-Match": { description: "Entity tag of the answer already at hand.", ...TAG },
});
const ETAG = { description: "Entity tag for If-None-Match.", ...TAG };
const NOT_MODIFIED = "Unchanged. No body.";

const IGNORED = component("Ignored", ignoredParts("Put their content where it belongs."));

export function answerSchema<Deps>({ response, body }: AnyOperation<Deps>): Keywords {
  const { properties = {}, required = [], ...schema }: ObjectSchema = toWireSchema(response);
  const { ignorados = toWireSchema(IGNORED), ...own } = properties;
  return {
    ...schema,
    properties: { ...own, ignorados },
    required: body ? [...required, "ignorados"] : required,
  };
}

const RETRY_AFTER = {
  description: "Seconds to wait before the next request.",
  schema: { type: "integer", minimum: 1 },
  example: 12,
};

function refusal(declared: readonly FailureDeclaration[], refer: Refer): Keywords {
  const isTooMany = declared.some(({ status }) => status === 429);
  return {
    description: declared.map(({ motivo, description }) => `${motivo}: ${description}`).join("\n"),
    ...(isTooMany && { headers: { "Retry-After": RETRY_AFTER } }),
    content: json({ schema: refer("schemas", "ErrorBody", toWireSchema(errorBody)) }),
  };
}
