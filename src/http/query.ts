/** Reads the query string by an operation's declared parameters. */
import * as v from "valibot";
import type { QueryParameter, QueryParameters } from "./operation.ts";

const PLAIN_DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

/**
 * The declared parameters out of `search` (with or without its `?`). Of repeated ones the first counts; others are ignored.
 * @throws {Failure} the one that the parameter at fault declares
 */
export function readQuery(
  search: string,
  parameters: QueryParameters,
): Readonly<Record<string, unknown>> {
  const sent = new URLSearchParams(search);
  const query: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter.ignoredWith !== undefined && sent.has(parameter.ignoredWith)) continue;
    query[name] = readParameter(sent.get(name) ?? undefined, parameter);
  }
  return query;
}

function readParameter(text: string | undefined, parameter: QueryParameter): unknown {
  const value = typeof parameter.example === "number" ? plainNumber(text) : text;
  const parsed = v.safeParse(parameter.schema, value);
  if (!parsed.success) throw parameter.refuse(text);
  return parsed.output;
}

/** A number where the text is a plain decimal, else the text itself, which no schema of numbers accepts. */
function plainNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && PLAIN_DECIMAL.test(text) ? Number(text) : text;
}
