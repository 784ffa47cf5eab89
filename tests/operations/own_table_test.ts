/** A refusal for lack of room never hides the guest's own table, and no other refusal tells of one. */
import { assertEquals, assertMatch } from "@std/assert";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import type { ReservationValues } from "../../src/domain/reservation/reservation.ts";
import { setStatus } from "../storage/_fixture.ts";
import { instantOf, restaurantBooking } from "../support/restaurant_fixture.ts";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp, countRows, type TestApp } from "./_checked_app.ts";

const DAY = "2026-03-12";
/** At 20:30, where 12 may arrive. */
const OURS = { personas: 8, comentarios: "Alergia a la nuez" };
const OTHER = { nombre: "Ana Canul", telefono: "9990000001" };
const limited = () => checkedApp({ restaurant: restaurantBooking({ peoplePerTime: 12 }) });

interface Situation {
  /** What the second request has otherwise than the first. */
  readonly sent?: Readonly<Record<string, unknown>>;
  /** Minutes from the first to the second. */
  readonly after?: number;
  /** What staff do in between. */
  readonly staff?: (app: TestApp, folio: string) => Promise<unknown>;
  /** Whether the refusal tells of the first table. */
  readonly told: boolean;
}

const fullOn = (day: string) => ({ storage: { closures } }: TestApp) =>
  Promise.all(["20:30", "21:00"].map((hour) => {
    const from = `${day}T${hour}`;
    return closures.add({ kind: "full", from, to: `${from.slice(0, -1)}1` }, "");
  }));
const full = fullOn(DAY);
const marked = (status: string) => async (app: TestApp, folio: string) => {
  await setStatus(app.storage, folio, status);
  await full(app);
};
const changed = (changes: Partial<ReservationValues>) => async (app: TestApp, folio: string) => {
  const act = { folio, version: 1, action: "edited", actor: "Lupe" } as const;
  await app.storage.book.edit({ ...act, changes });
  await full(app);
};
const taken = async (app: TestApp, folio: string) => {
  const sql = "UPDATE reservations SET source = 'personal' WHERE folio = ?";
  await app.storage.database.write([{ sql, args: [folio] }]);
  await full(app);
};
const CORRECTED = { name: OTHER.nombre, phone: `+52${OTHER.telefono}` };

const SITUATIONS: Readonly<Record<string, Situation>> = {
  "without its comment, its answer being lost": { sent: { comentarios: undefined }, told: true },
  "after 10.5 minutes": { after: 10.5, told: true },
  "within 24 hours": { after: 24 * 60 - 1, told: true },
  "after 24 hours": { after: 24 * 60, told: false },
  "for a time that staff have marked full": { after: 11, staff: full, told: true },
  "for another party": { sent: { personas: 10 }, told: true },
  "for a birthday, under a part of the name": {
    sent: { ocasion: "cumpleanos", nombre: "PÉCH" },
    told: true,
  },
  "under another name": { sent: { nombre: OTHER.nombre }, after: 11, told: false },
  "with another phone": { sent: { telefono: OTHER.telefono }, told: false },
  "for another hour": { sent: { hora: "21:00" }, staff: full, told: false },
  "for another day": { sent: { dia: "2026-03-13" }, staff: fullOn("2026-03-13"), told: false },
  "where they have arrived": { after: 11, staff: marked("arrived"), told: true },
  "where staff took it": { after: 11, staff: taken, told: false },
  "where it was cancelled": { staff: marked("cancelled"), told: false },
  "where they did not come": { after: 11, staff: marked("no_show"), told: false },
  "where staff have moved it away": { after: 11, staff: changed({ time: "22:00" }), told: false },
  "where staff have moved it there": {
    sent: { hora: "21:00" },
    staff: changed({ time: "21:00", partySize: 9 }),
    told: true,
  },
  "where staff have corrected name and phone": { after: 11, staff: changed(CORRECTED), told: true },
  "with the phone of a correction": {
    sent: { telefono: OTHER.telefono },
    staff: changed({ phone: CORRECTED.phone }),
    told: false,
  },
  "with the name and phone of that correction": {
    sent: OTHER,
    staff: changed(CORRECTED),
    told: false,
  },
};

for (const [how, { sent, after = 0, staff, told }] of Object.entries(SITUATIONS)) {
  Deno.test(`a table asked for again ${how} is ${told ? "" : "not "}told of`, async () => {
    await using app = await limited();
    const first = await app.post("/api/reserva", reservationBody(OURS));
    app.clock.advance(after * 60_000);
    await staff?.(app, first.body.folio);
    await app.storage.poll.refresh();
    const again = reservationBody({ ...OURS, ...sent });
    const { body, text } = await app.post("/api/reserva", again);
    assertEquals([body.ok, body.motivo, body.campo], [false, "datos", "hora"], text);
    assertEquals(body.error, told ? "ya_reservada" : "hora_no_reservable");
    if (told) {
      assertMatch(
        body.detalle,
        /^Esta persona ya tiene mesa.*sigue en pie.*enlace de whatsapp\.$/,
      );
      assertMatch(body.whatsapp, /^https:\/\/wa\.me\/.*por%20mi%20reservaci%C3%B3n\.$/);
      assertEquals(/\d\d:\d\d|R-|8|Pech/.exec(body.detalle), null, "no other time, nothing held");
    }
    assertEquals(await countRows(app, "reservations"), 1);
  });
}

/** When she asks again, with 15 minutes of notice for 20:30, and whether that time is then accepted. */
const CLOCKS = { "20:14": true, "20:17": true, "20:21": false, "20:31": false };
const ROOMLESS: readonly Partial<Restaurant["booking"]>[] = [
  { peoplePerTime: 12 },
  { room: { people: 12, stayMinutes: 90 } },
  {},
];
const SWITCHED: readonly ((app: TestApp) => unknown)[] = [
  () => {},
  ({ storage }) => storage.closures.add({ kind: "day", day: DAY }, ""),
  ({ storage }) =>
    storage.closures.add({ kind: "span", from: `${DAY}T20:00`, to: `${DAY}T21:00` }, ""),
  ({ storage }) => storage.switches.pause(null),
  ({ storage }) => storage.switches.pause({ night: DAY, until: 9e12 }),
];

Deno.test("whatever changes after a hold, the same request is told of its table if only room is lacking, and never looked for otherwise", async () => {
  for (const booking of ROOMLESS) {
    for (const [nth, change] of [...SWITCHED, null].entries()) {
      for (const [clock, isAccepted] of Object.entries(CLOCKS)) {
        let looks = 0;
        let restaurant = restaurantBooking({ noticeMinutes: 15, ...booking });
        await using app = await checkedApp({
          now: instantOf(`${DAY}T20:02`),
          deps: ({ reservations }) => ({
            restaurant: () => restaurant,
            reservations: {
              ...reservations,
              findOwn: (request) => (looks++, reservations.findOwn(request)),
            },
          }),
        });
        await app.post("/api/reserva", reservationBody(OURS));
        if (Object.keys(booking).length === 0) await full(app);
        if (change === null) restaurant = { ...restaurant, maxParty: 7 };
        await change?.(app);
        app.clock.set(instantOf(`${DAY}T${clock}`));
        await app.storage.poll.refresh();
        const { body } = await app.post("/api/reserva", reservationBody(OURS));
        const isTold = isAccepted && nth === 0;
        const where = JSON.stringify({ booking, nth, clock, body });
        assertEquals(
          [body.ok, body.error === "ya_reservada", looks],
          [false, isTold, +isTold],
          where,
        );
      }
    }
  }
});

/** What refuses a table for another reason than a lack of room, and what is then requested. */
const CLOSED: Readonly<Record<string, Pick<Situation, "sent" | "staff">>> = {
  "a closed hour, marked full too": {
    async staff(app) {
      const span = { from: `${DAY}T20:00`, to: `${DAY}T22:00` };
      await app.storage.closures.add({ kind: "span", ...span }, "");
      await full(app);
    },
  },
  "a closed hour of an evening without room for so many": {
    staff({ storage }) {
      const span = { from: `${DAY}T20:30`, to: `${DAY}T21:00` };
      return storage.closures.add({ kind: "span", ...span }, "");
    },
    sent: { personas: 13 },
  },
  "an hour that is never listed": { staff: changed({ time: "20:15" }), sent: { hora: "20:15" } },
};

for (const [what, { staff, sent }] of Object.entries(CLOSED)) {
  Deno.test(`${what} is refused without a look for the guest's table`, async () => {
    let looks = 0;
    await using app = await checkedApp({
      restaurant: { ...restaurantBooking({ peoplePerTime: 12 }), maxParty: 20 },
      deps: ({ reservations }) => ({
        reservations: {
          ...reservations,
          findOwn(request) {
            looks++;
            return reservations.findOwn(request);
          },
        },
      }),
    });
    const first = await app.post("/api/reserva", reservationBody(OURS));
    app.clock.advance(11 * 60_000);
    await staff?.(app, first.body.folio);
    const { body, status } = await app.post("/api/reserva", reservationBody({ ...OURS, ...sent }));
    assertEquals([status >= 400, looks], [true, 0], body.error);
  });
}

Deno.test("where the look for her table gets no answer, a guest is told that an earlier one may stand", async () => {
  const lost = () => Promise.resolve({ kind: "unavailable" } as const);
  await using app = await checkedApp({
    restaurant: restaurantBooking({ peoplePerTime: 12 }),
    deps: ({ reservations }) => ({ reservations: { ...reservations, findOwn: lost } }),
  });
  await app.post("/api/reserva", reservationBody(OURS));
  const { status, body } = await app.post("/api/reserva", reservationBody({ personas: 8 }));
  assertEquals([status, body.motivo], [502, "base"]);
  assertMatch(body.detalle, /NO reservó la mesa.*puede que aquella sí haya quedado/);
});
