import { assert, assertEquals, assertRejects } from "@std/assert";
import type { RoutePlanner } from "../../../src/ports/streets.ts";
import type { LatLng } from "../../../src/domain/location.ts";
import { EngineError, type EngineFault } from "../../../src/routing/engines/exchange.ts";

/** Ends of the requested routes: their digits must not appear in any message. */
export const FROM: LatLng = { lat: 20.96701, lng: -89.62371 };
export const TO: LatLng = { lat: 20.97452, lng: -89.62123 };

const PRIVATE = /20\.9|89\.6|SECRET/;

/** The message with which `planner` fails. Neither it nor the stack may hold the guest's place or a key. */
export async function failure(
  planner: RoutePlanner,
  fault: EngineFault,
  destination: LatLng = TO,
): Promise<string> {
  const error = await assertRejects(async () => await planner.plan(destination), EngineError);
  assertEquals(error.fault, fault, error.message);
  assertEquals(error.cause, undefined);
  assert(!PRIVATE.test(`${error.message}\n${error.stack}`), error.message);
  return error.message;
}
