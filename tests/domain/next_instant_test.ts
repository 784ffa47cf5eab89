import { assertEquals } from "@std/assert";
import { nextInstantAt } from "../../src/domain/next_instant.ts";
import { instantOf } from "../support/restaurant_fixture.ts";

const MERIDA = "America/Merida";

Deno.test("a time still to come is of today, one that is past or now is of tomorrow", () => {
  const now = instantOf("2026-03-14T20:30");
  assertEquals(nextInstantAt("20:31", now, MERIDA), instantOf("2026-03-14T20:31"));
  assertEquals(nextInstantAt("20:30", now, MERIDA), instantOf("2026-03-15T20:30"));
  assertEquals(nextInstantAt("00:30", now, MERIDA), instantOf("2026-03-15T00:30"));
  assertEquals(nextInstantAt("20:30", now + 1, MERIDA), instantOf("2026-03-15T20:30"));
});

Deno.test("of a time that autumn shows twice the next one counts, and one that spring skips comes later", () => {
  const zone = "Europe/Madrid";
  const next = (time: string, now: string) =>
    Temporal.Instant.fromEpochMilliseconds(
      nextInstantAt(time, Temporal.Instant.from(now).epochMilliseconds, zone),
    ).toString();
  assertEquals(next("02:30", "2026-10-25T02:10:00+02:00"), "2026-10-25T00:30:00Z");
  assertEquals(next("02:30", "2026-10-25T02:40:00+02:00"), "2026-10-25T01:30:00Z");
  assertEquals(next("02:30", "2026-10-25T02:40:00+01:00"), "2026-10-26T01:30:00Z");
  assertEquals(next("02:30", "2026-03-28T20:00:00+01:00"), "2026-03-29T01:30:00Z");
});
