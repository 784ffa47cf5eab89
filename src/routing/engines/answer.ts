/** Reading what engines answer: nothing is believed that was not looked at. */
import * as v from "valibot";
import { EngineError } from "./engine_error.ts";

/** Metres, kilometres or seconds. */
export const AMOUNT = v.pipe(v.number(), v.finite(), v.minValue(0));

/** An engine's name for an error, short enough for a log. */
export const ERROR_NAME = v.pipe(v.string(), v.regex(/^\w{1,60}$/));

/**
 * `body` as `schema` describes it.
 * @throws {EngineError} naming the path that is wrong, but not what stands there: that may be a place
 */
export function understood<T>(
  schema: v.GenericSchema<unknown, T>,
  body: unknown,
  engine: string,
): T {
  // To valibot an array is an object with none of the optional fields.
  const { success, output, issues } = v.safeParse(schema, Array.isArray(body) ? null : body);
  if (success) return output;
  const path = v.getDotPath(issues[0]) ?? "the top";
  throw new EngineError("wrong", `${engine}'s answer is not as expected at ${path}`);
}

/**
 * The error for an answer whose status is not 200.
 * @param name the engine's own name or number for it, where it gave one
 */
export function refusal(
  engine: string,
  status: number,
  name: string | number | undefined,
): EngineError {
  const said = name === undefined ? "" : ` (${name})`;
  return new EngineError(
    status === 400 ? "refused" : "wrong",
    `${engine} answered HTTP ${status}${said}`,
  );
}
