/** The document as served, and checks by its schemas. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ResponseObject,
  SchemaObject,
} from "openapi3-ts/oas31";
import { describeApi } from "../../src/app.ts";

export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
  readonly responses: readonly DescribedResponse[];
}

export interface DescribedResponse {
  readonly status: number;
  readonly response: ResponseObject;
}

type Place = Pick<DescribedOperation, "path" | "method">;

/** A document, and the schema errors of values by it. An answer may have no field that is not described. */
export interface Description {
  readonly document: OpenAPIObject;
  readonly operations: readonly DescribedOperation[];
  /** Of the JSON answer `status` of an operation. */
  answerProblems(operation: Place, status: number, value: unknown): string[];
  /** Of an error that no operation declares. */
  errorProblems(value: unknown): string[];
  /** Of the JSON body of an operation. */
  bodyProblems(operation: Place, value: unknown): string[];
  /** Of the parameter at `index`. */
  parameterProblems(operation: Place, index: number, value: unknown): string[];
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
const CONTENT = ["content", "application/json", "schema"];

export function describe(document: OpenAPIObject): Description {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(document, "document");
  ajv.addSchema(closed(document), "answers");
  const problems = (pointer: readonly string[], value: unknown, schemas = "document"): string[] => {
    const steps = pointer.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1"));
    const ref = `${schemas}#/${steps.map(encodeURIComponent).join("/")}`;
    return errorsOf(ajv.getSchema(ref) ?? ajv.compile({ $ref: ref }), value);
  };
  const operations = Object.entries(resolved(document, document).paths ?? {}).flatMap((
    [path, item],
  ) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const responses = Object.entries(operation.responses ?? {}).flatMap(([status, response]) =>
        (status === "default" ? [405, 500] : [Number(status)])
          .map((status) => ({ status, response: response as ResponseObject }))
      );
      return [{ id: operation.operationId ?? "", method, path, operation, responses }];
    })
  );
  return {
    document,
    operations,
    answerProblems({ path, method }, status, value) {
      const { responses = {} } = document.paths![path]![method as "get"]!;
      const key = Object.hasOwn(responses, status) ? String(status) : "default";
      const declared = responses[key];
      const own = ["paths", path, method, "responses", key];
      const shared: string[] | undefined = declared?.$ref?.slice("#/".length).split("/");
      return problems([...shared ?? own, ...CONTENT], value, "answers");
    },
    errorProblems: (value) => problems(["components", "schemas", "ErrorBody"], value, "answers"),
    bodyProblems: ({ path, method }, value) =>
      problems(["paths", path, method, "requestBody", ...CONTENT], value),
    parameterProblems({ path, method }, index, value) {
      const known = operations.find((each) => each.path === path && each.method === method)!;
      const { schema } = known.operation.parameters![index] as ParameterObject;
      return errorsOf(ajv.compile(schema as SchemaObject), value);
    },
  };
}

function errorsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** A part of the document with what each reference names in its place. */
function resolved<Part>(part: Part, document: OpenAPIObject): Part {
  return JSON.parse(JSON.stringify(part), (_, inner) => {
    if (typeof inner?.$ref !== "string") return inner;
    const { $ref, ...beside } = inner;
    const named = $ref.slice(2).split("/")
      .reduce((outer: object, step: string) => Object(outer)[step], document);
    return { ...resolved(named, document), ...beside };
  });
}

/** The schemas, refusing what they do not describe. */
function closed(node: object): object {
  const inner = (value: unknown) => value instanceof Object ? closed(value) : value;
  if (Array.isArray(node)) return node.map(inner);
  const schema: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, inner(value)]),
  );
  const isOpen = schema.type === "object" && schema.properties !== undefined;
  return isOpen ? { unevaluatedProperties: false, ...schema } : schema;
}

/** The reason codes of a response, each the start of a line of its description. */
export function motivosOf({ description }: ResponseObject): readonly string[] {
  return [...description.matchAll(/^([a-z_]+): /gm)].map(([, motivo]) => motivo!);
}

/** Of this service, as callers get it: passed through JSON, which drops undefined fields. */
export const DESCRIPTION: Description = describe(
  JSON.parse(JSON.stringify(describeApi("https://mesa.example"))),
);

export const {
  document: DOCUMENT,
  operations: OPERATIONS,
  answerProblems,
  bodyProblems,
  parameterProblems,
} = DESCRIPTION;
