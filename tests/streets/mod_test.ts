/** The door of the streets: what is not promised by the files behind it. */
import { assert, assertEquals } from "@std/assert";
import { type Drives, sampleMap } from "../../src/streets/mod.ts";
import { SAMPLE_ORIGIN } from "../support/restaurant_fixture.ts";

const ASIDE = Array.from({ length: 17 }, (_, i) => i - 8);
const DOORS = ASIDE.flatMap((north) =>
  ASIDE.map((east) => ({
    lat: SAMPLE_ORIGIN.lat + north * 0.0015,
    lng: SAMPLE_ORIGIN.lng + east * 0.0016,
  }))
);

/** Metres and seconds to all doors. */
function sums({ plan }: Drives): { readonly meters: number; readonly seconds: number } {
  const routes = DOORS.map(plan).filter((route) => route.kind === "route");
  assert(routes.length > 200);
  return {
    meters: routes.reduce((sum, { meters }) => sum + meters, 0),
    seconds: routes.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

Deno.test("drives are by the preference that is asked for, and balanced without one", async () => {
  const map = sampleMap();
  const shortest = sums(await map.drivesFrom(SAMPLE_ORIGIN, "shortest"));
  const fastest = sums(await map.drivesFrom(SAMPLE_ORIGIN, "fastest"));
  const balanced = sums(await map.drivesFrom(SAMPLE_ORIGIN, "balanced"));
  assert(shortest.meters < balanced.meters && balanced.meters < fastest.meters);
  assert(fastest.seconds < balanced.seconds && balanced.seconds < shortest.seconds);
  assertEquals(sums(await map.drivesFrom(SAMPLE_ORIGIN)), balanced);
});
