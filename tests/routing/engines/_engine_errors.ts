import { assert, assertEquals, assertRejects } from "@std/assert";
import type { RoutePlanner } from "../../../src/ports.ts";
import type { LatLng } from "../../../src/domain/location.ts";
import { EngineError, type EngineFault } from "../../../src/routing/engines/exchange.ts";

/** Where all these questions begin and end: its digits must not turn up in any message. */
export const FROM: LatLng = { lat: 20.96701, lng: -89.62371 };
export const TO: LatLng = { lat: 20.97452, lng: -89.62123 };

const TELLING = /20\.9|89\.6|SECRET/;

/** The message with which `planner` fails, after a look at whether it, or the stack, tells where the guest is. */
export async function failure(
  planner: RoutePlanner,
  fault: EngineFault,
  destination: LatLng = TO,
): Promise<string> {
  const error = await assertRejects(async () => await planner.plan(destination), EngineError);
  assertEquals(error.fault, fault, error.message);
  assertEquals(error.cause, undefined);
  assert(!TELLING.test(`${error.message}\n${error.stack}`), error.message);
  return error.message;
}
