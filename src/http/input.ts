/** Reads and checks what an operation declares of a request: query, headers and JSON body. */
import * as v from "valibot";
import { BODY_TIMEOUT_MS, readJson } from "./body.ts";
import {
  declarationsByCode,
  type Failure,
  failure,
  type FailureDeclaration,
  sentence,
  type WrongValue,
} from "./failure.ts";
import type { AnyOperation, Input, QueryParameters, WireSchema } from "./operation.ts";
import type { Exchange } from "./router.ts";
import { unknownFields } from "./wire.ts";

// deno-lint-ignore no-explicit-any -- as the operation's own schemas make it
export type AnyInput = Input<any, any>;

/** A value of the request that its schema refuses, with the code of the failure. */
interface Wrong extends WrongValue {
  readonly error: string;
}

/**
 * Reads the input of `operation`, or the failure of a request that is not as declared: all its wrong fields are told at once, the
 * first of them in `campo`.
 */
export function inputReader<Deps>(
  operation: AnyOperation<Deps>,
  bodyTimeoutMs: number = BODY_TIMEOUT_MS,
): (exchange: Exchange) => Promise<AnyInput | Failure> {
  const { query: parameters = {}, body: declared, requestHeaders = {} } = operation;
  const declaration = declarationsByCode(operation.failures);
  return async ({ request, target, json: read }) => {
    const wrong: Wrong[] = [];
    const query = readQuery(target.search, parameters, wrong);
    if (wrong.length > 0) return refusal(wrong, declaration);
    if (!declared) return { query, body: undefined, ignored: [], headers: {} };
    const json = read ?? await readJson(request, { ...declared, timeoutMs: bodyTimeoutMs });
    if ("error" in json) return failure(declaration(json.error), json.error);
    const body = readValue(declared.schema, json.value, "", wrong);
    if (wrong.length > 0) return refusal(wrong, declaration);
    const ignored = unknownFields(declared.schema, json.value);
    return { query, body, ignored, headers: headersOf(request, Object.keys(requestHeaders)) };
  };
}

/** Longer lists of wrong fields are cut, so that a body of 32 KB is not answered with megabytes. */
const MAX_TOLD = 20;

function refusal(
  wrong: readonly Wrong[],
  declaration: (error: string) => FailureDeclaration,
): Failure {
  const { error, campo } = wrong[0]!;
  const detalle = wrong.slice(0, MAX_TOLD)
    .map((one) => sentence(declaration(one.error).errors[one.error]!, one))
    .join(" ");
  return failure(declaration(error), error, { campo, detalle });
}

/** The declared parameters. Of repeated ones the first counts; others are ignored. */
function readQuery(
  search: string,
  parameters: QueryParameters,
  wrong: Wrong[],
): Readonly<Record<string, unknown>> {
  const sent = new URLSearchParams(search);
  const query: Record<string, unknown> = {};
  for (const [name, { schema, example, ignoredWith }] of Object.entries(parameters)) {
    if (ignoredWith !== undefined && sent.has(ignoredWith)) continue;
    const text = sent.get(name) ?? undefined;
    const value = typeof example === "number" ? jsonNumber(text) : text;
    query[name] = readValue(schema, value, name, wrong);
  }
  return query;
}

/** The number that `text` writes as JSON would (`7`, not `007`, `7.0` or `+7`); else the text, which no schema of numbers accepts. */
function jsonNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && String(Number(text)) === text ? Number(text) : text;
}

/** What the schema makes of `value`; what it refuses goes to `wrong`, in the order of its fields. */
function readValue(schema: WireSchema, value: unknown, name: string, wrong: Wrong[]): unknown {
  const { success, output, issues } = v.safeParse(schema, value, { abortPipeEarly: true });
  if (success) return output;
  for (const { message, input, path = [] } of issues) {
    const steps = path.map(({ key }) => typeof key === "number" ? `[${key}]` : `.${key}`);
    const campo = `${name}${steps.join("")}`.replace(/^\./, "");
    wrong.push({ error: message, campo: campo || WHOLE_BODY, value: input });
  }
}

/** The `campo` of a body that is JSON, but not an object. */
const WHOLE_BODY = "cuerpo";

/** Those that were sent, by lower-case name. */
function headersOf(request: Request, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name.toLowerCase(), value]];
  }));
}
