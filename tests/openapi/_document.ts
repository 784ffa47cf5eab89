/** The document as served, and checks by its schemas. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { OperationObject, ReferenceObject, ResponseObject } from "openapi3-ts/oas31";
import { describeApi } from "../../src/app.ts";

/** As callers get it: passed through JSON, which drops undefined fields. */
export const DOCUMENT: ReturnType<typeof describeApi> = JSON.parse(
  JSON.stringify(describeApi("https://mesa.example")),
);

/** The response, or the shared response that it refers to. */
function resolved(response: ResponseObject | ReferenceObject): ResponseObject {
  if (!("$ref" in response)) return response;
  return DOCUMENT.components!.responses![response.$ref.split("/").at(-1)!] as ResponseObject;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

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

/** Every operation of the document. */
export const OPERATIONS: readonly DescribedOperation[] = Object.entries(DOCUMENT.paths ?? {})
  .flatMap(([path, item]) =>
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

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(DOCUMENT, "document");
ajv.addSchema(closed(DOCUMENT), "answers");

/** The schemas, refusing what they do not describe. The parts of an `allOf` stay open: each describes only some fields. */
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

/** Schema errors of `value` as the JSON answer `status` of an operation; empty if it is valid. */
export function answerProblems(
  { path, method }: Pick<DescribedOperation, "path" | "method">,
  status: number,
  value: unknown,
): string[] {
  const declared = DOCUMENT.paths![path]![method as "get"]!.responses![String(status)];
  const own = ["paths", path, method, "responses", String(status)];
  const shared: string[] | undefined = declared?.$ref?.slice("#/".length).split("/");
  return problems([...shared ?? own, ...CONTENT], value, "answers");
}

/** Schema errors of `value` as the JSON body of an operation. */
export function bodyProblems(
  { path, method }: Pick<DescribedOperation, "path" | "method">,
  value: unknown,
): string[] {
  return problems(["paths", path, method, "requestBody", ...CONTENT], value);
}

/** Schema errors of `value` as the parameter at `index`. */
export function parameterProblems(
  { path, method }: Pick<DescribedOperation, "path" | "method">,
  index: number,
  value: unknown,
): string[] {
  return problems(["paths", path, method, "parameters", String(index), "schema"], value);
}

const CONTENT = ["content", "application/json", "schema"];

function problems(pointer: readonly string[], value: unknown, document = "document"): string[] {
  const steps = pointer.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1"));
  const ref = `${document}#/${steps.map(encodeURIComponent).join("/")}`;
  const validate = ajv.getSchema(ref) ?? ajv.compile({ $ref: ref });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
