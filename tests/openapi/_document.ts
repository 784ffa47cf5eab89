/** The document as served, and checks by its schemas. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type {
  OpenAPIObject,
  OperationObject,
  ReferenceObject,
  ResponseObject,
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
    const validate = ajv.getSchema(ref) ?? ajv.compile({ $ref: ref });
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  /** The response, or the shared response that it refers to. */
  const resolved = (response: ResponseObject | ReferenceObject): ResponseObject => {
    if (!("$ref" in response)) return response;
    return document.components!.responses![response.$ref.split("/").at(-1)!] as ResponseObject;
  };
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => ({
        status: Number(status),
        response: resolved(response),
      }));
      return [{ id: operation.operationId ?? "", method, path, operation, responses }];
    })
  );
  return {
    document,
    operations,
    answerProblems({ path, method }, status, value) {
      const declared = document.paths![path]![method as "get"]!.responses![String(status)];
      const own = ["paths", path, method, "responses", String(status)];
      const shared: string[] | undefined = declared?.$ref?.slice("#/".length).split("/");
      return problems([...shared ?? own, ...CONTENT], value, "answers");
    },
    errorProblems: (value) => problems(["components", "schemas", "ErrorBody"], value, "answers"),
    bodyProblems: ({ path, method }, value) =>
      problems(["paths", path, method, "requestBody", ...CONTENT], value),
    parameterProblems: ({ path, method }, index, value) =>
      problems(["paths", path, method, "parameters", String(index), "schema"], value),
  };
}

/** The schemas, refusing what they do not describe. The parts of an `allOf` stay open: each has only some fields. */
function closed(node: unknown, isPart = false): object {
  if (Array.isArray(node)) {
    return node.map((each) => each instanceof Object ? closed(each, isPart) : each);
  }
  const schema: Record<string, unknown> = Object.fromEntries(
    Object.entries(node as object).map((
      [key, value],
    ) => [key, value instanceof Object ? closed(value, key === "allOf") : value]),
  );
  const isOpen = schema.type === "object" && schema.properties !== undefined && !isPart;
  return isOpen ? { unevaluatedProperties: false, ...schema } : schema;
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
