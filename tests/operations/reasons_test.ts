/** Whatever restaurant and switches are drawn: list, page and refusal give the same reason for the same request. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { addDays, type Day } from "../../src/domain/local_time.ts";
import type { Closure, LiveState } from "../../src/domain/schedule/services.ts";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import { dayText } from "../../src/html/words.ts";
import {
  closedDay,
  closedSpan,
  hoursOf,
  instantOf,
  restaurantBooking,
  testState,
} from "../support/restaurant_fixture.ts";
import { show } from "../pages/_pages.ts";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp } from "./_checked_app.ts";

const PATH = "/api/reserva";
const TODAY = "2026-03-10";
const SECRET = "secreto de la casa";
const SERVICES = [[], ["13:00-23:00"], ["08:15-12:00", "19:00-22:00"], ["18:00-02:00"], [
  "20:00-00:30",
]];

const hours = fc.array(fc.constantFrom(...SERVICES), { minLength: 7, maxLength: 7 })
  .map((week) => week.map((services) => hoursOf(services)));
const day = fc.integer({ min: 0, max: 3 }).map((ahead) => addDays(TODAY, ahead));
const hour = fc.integer({ min: 12, max: 22 }).map((hour) => `${hour}:30`);
const why = fc.constantFrom({ reason: SECRET, isPublic: false }, {
  reason: "Boda",
  isPublic: true,
});
const closure: fc.Arbitrary<Closure> = fc.oneof(
  fc.tuple(day, why).map(([day, why]) => ({ ...closedDay(day), ...why })),
  fc.tuple(day, hour, why).map(([day, from, why]) => ({
    ...closedSpan(`${day}T${from}`, `${addDays(day, 1)}T01:00`),
    ...why,
  })),
);
const pause = fc.oneof(
  fc.constant(null),
  fc.constant({ until: null }),
  fc.tuple(day, fc.constantFrom("T01:00", "T23:00"))
    .map(([night, time]) => ({ night, until: instantOf(`${TODAY}${time}`) })),
);
const switches: fc.Arbitrary<Partial<LiveState>> = fc.record({
  pause: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, pause),
  closures: fc.array(closure, { maxLength: 2 }),
  earlyKitchen: fc.option(hour.map((at) => ({ serviceDay: TODAY, closes: `${TODAY}T${at}` }))),
  booked: fc.array(fc.tuple(day, hour), { maxLength: 4 }).map((some) =>
    some.map(([day, time]) => ({ at: `${day}T${time}`, people: 3 }))
      .sort((a, b) => a.at < b.at ? -1 : 1)
  ),
});
const restaurant: fc.Arbitrary<Restaurant> = fc.record({
  hours,
  maxParty: fc.constantFrom(6, 40),
  peoplePerTime: fc.constantFrom(null, 5),
  special: fc.option(day),
}).map(({ peoplePerTime, special, ...rest }) => ({
  ...restaurantBooking({ peoplePerTime }),
  ...rest,
  specialDays: special === null ? [] : [{ date: special, services: [], reason: "Inventario" }],
}));

Deno.test("list, page and refusal give the same reason for the same request, and none that is not public", async () => {
  let [drawn, state] = [restaurantBooking({}), testState()];
  await using app = await checkedApp({
    deps: () => ({ restaurant: () => drawn, state: () => state }),
  });
  const kinds = new Set<string>();
  // Another guest each time, who holds no table.
  let asked = 1_000_000;
  const drawing = fc.record({ restaurant, switches, at: hour, personas: fc.constantFrom(1, 4, 7) });
  await fc.assert(
    fc.asyncProperty(drawing, async ({ restaurant, switches, at, personas }) => {
      drawn = restaurant;
      state = testState(switches);
      app.clock.set(instantOf(`${TODAY}T${at}`));
      for (const dia of [0, 1, 2].map((ahead) => addDays(TODAY, ahead))) {
        const { body: list } = await app.get(`/api/disponibilidad?dia=${dia}&personas=${personas}`);
        const { detalle, horas_reservables: times } = list.dias[0];
        assertEquals(detalle === undefined, times.length > 0);
        const page = await show(app, `/reservar?dia=${dia}&personas=${personas}`);
        const { body: refusal } = await app.post(
          PATH,
          reservationBody({ dia, hora: "20:30", personas, telefono: `999${asked++}` }),
        );
        const told = JSON.stringify([list, page.text, refusal]);
        assert(!told.includes(SECRET), told);
        if (detalle === undefined || page.text.includes('name="cuando"')) continue;
        kinds.add(detalle.replaceAll(/[\d:-]+|lunes|martes|miércoles|jueves|viernes/g, ""));
        assertStringIncludes(page.words, onPage(detalle));
        assertStringIncludes(refusal.detalle, detalle);
        assertEquals(list.whatsapp, refusal.whatsapp);
      }
    }),
    { numRuns: 60, seed: 46 },
  );
  assert(kinds.size >= 8, [...kinds].join("\n"));
});

/** The sentence of a list as the page says it. */
function onPage(sentence: string): string {
  return sentence.replaceAll(/\S+ (\d{4}-\d\d-\d\d)/g, (_, day: Day) => dayText(day, "es-MX"));
}
