/** The service's OpenAPI document, and validation of answers against it. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** The parts of an OpenAPI document that the suite reads. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses?: Readonly<Record<string, DeclaredResponse>>;
  };
}

export interface DeclaredOperation {
  readonly operationId: string;
  readonly description: string;
  readonly "x-openai-isConsequential": boolean;
  readonly "x-motivos": readonly string[];
  readonly parameters: readonly DeclaredParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly responses: Readonly<Record<string, DeclaredResponse>>;
}

export interface DeclaredParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface DeclaredResponse {
  readonly headers?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Validators return the errors as text, or null. */
export interface Description {
  readonly document: OpenApiDocument;
  /** The operation of `method` at `path`, if one is declared. */
  operation(method: string, path: string): DeclaredOperation | undefined;
  /** Errors of `body` by the schema that `method` at `path` declares for `status`; undocumented fields are errors. */
  schemaErrors(method: string, path: string, status: number, body: unknown): string | null;
  /** Errors of `body` by the schema of error bodies. */
  errorBodyErrors(body: unknown): string | null;
}

export function describe(served: OpenApiDocument): Description {
  const document = withSharedResponses(served);
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  ajv.addSchema(closed(document) as JsonSchema, "openapi");
  const compiled = new Map<string, ValidateFunction>();
  const errorsBy = (pointer: string, body: unknown): string | null => {
    const validate = compiled.get(pointer) ??
      ajv.compile({ $ref: `openapi#${pointer}`, unevaluatedProperties: false });
    compiled.set(pointer, validate);
    return validate(body) ? null : ajv.errorsText(validate.errors);
  };
  const operation = (method: string, path: string) => document.paths[path]?.[method.toLowerCase()];
  return {
    document,
    operation,
    schemaErrors(method, path, status, body) {
      const content = operation(method, path)?.responses[status]?.content;
      if (!content?.["application/json"]) return `no JSON is declared for ${status}`;
      const steps = [path, method.toLowerCase(), "responses", String(status), "content"];
      return errorsBy(pointerTo(["paths", ...steps, "application/json", "schema"]), body);
    },
    errorBodyErrors: (body) => errorsBy("/components/schemas/ErrorBody", body),
  };
}

/** The document with references to shared responses resolved. */
function withSharedResponses(document: OpenApiDocument): OpenApiDocument {
  const { responses = {} } = document.components;
  return JSON.parse(
    JSON.stringify(
      document,
      (_, value) =>
        value?.$ref?.startsWith(SHARED) ? responses[value.$ref.slice(SHARED.length)] : value,
    ),
  );
}

const SHARED = "#/components/responses/";

function pointerTo(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The document with every nested object closed, so that an undocumented field is an error. */
function closed(node: unknown, isNested = false): unknown {
  if (Array.isArray(node)) return node.map((item) => closed(item, isNested));
  if (typeof node !== "object" || node === null) return node;
  const schema = node as JsonSchema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, value]) =>
      name === "properties"
        ? [name, closedProperties(value as JsonSchema)]
        : [name, closed(value, isNested || name === "items")]
    ),
  );
  return isNested && schema.properties ? { ...copy, additionalProperties: false } : copy;
}

function closedProperties(properties: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, closed(schema, true)]),
  );
}
