/** The document as it is served, and its schemas as checks. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { OperationObject, ResponseObject } from "openapi3-ts/oas31";
import { describeApi } from "../../src/app.ts";

/** What callers get: JSON, without what JSON leaves out. */
export const DOCUMENT: ReturnType<typeof describeApi> = JSON.parse(
  JSON.stringify(describeApi("https://mesa.example")),
);

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
        response: response as ResponseObject,
      }));
      return [{ id: operation.operationId ?? "", method, path, operation, responses }];
    })
  );

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(DOCUMENT, "document");

/** What is wrong with `value` as the JSON answer `status` of an operation: nothing where its schema accepts it. */
export function answerProblems(
  { path, method }: Pick<DescribedOperation, "path" | "method">,
  status: number,
  value: unknown,
): string[] {
  return problems(["paths", path, method, "responses", String(status), ...CONTENT], value);
}

/** What is wrong with `value` as the JSON body of an operation. */
export function bodyProblems(
  { path, method }: Pick<DescribedOperation, "path" | "method">,
  value: unknown,
): string[] {
  return problems(["paths", path, method, "requestBody", ...CONTENT], value);
}

/** What is wrong with `value` as the parameter at `index`. */
export function parameterProblems(
  { path, method }: Pick<DescribedOperation, "path" | "method">,
  index: number,
  value: unknown,
): string[] {
  return problems(["paths", path, method, "parameters", String(index), "schema"], value);
}

const CONTENT = ["content", "application/json", "schema"];

function problems(pointer: readonly string[], value: unknown): string[] {
  const steps = pointer.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1"));
  const ref = `document#/${steps.map(encodeURIComponent).join("/")}`;
  const validate = ajv.getSchema(ref) ?? ajv.compile({ $ref: ref });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
