/** Reservations that come all at once, and changes of the house among them or not heard of yet. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Deps } from "../../src/ports/guests.ts";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp, countRows, storedFolios, type TestApp } from "./_checked_app.ts";

const PATH = "/api/reserva";

Deno.test("200 reservations at once get 200 folios, each of them a row", async () => {
  await using app = await checkedApp();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => app.post(PATH, party(n))),
  );
  assertEquals(new Set(answers.map(({ status }) => status)), new Set([200]));
  const folios = answers.map(({ body }) => body.folio as string);
  assertEquals(new Set(folios).size, 200);
  assertEquals(await storedFolios(app), folios.toSorted());
  assertEquals(await countRows(app, "reservations"), 200);
});

Deno.test("each of many at once gets the answer to its own request", async () => {
  await using app = await checkedApp();
  const sizes = Array.from({ length: 40 }, (_, n) => n + 1);
  const answers = await Promise.all(
    sizes.map((personas) => app.post(PATH, party(personas, { personas }))),
  );
  assertEquals(answers.map(({ body }) => body.reservation.party_size), sizes);
});

Deno.test("one wrong body among many spoils none of the others", async () => {
  await using app = await checkedApp();
  const answers = await Promise.all(
    Array.from(
      { length: 60 },
      (_, n) => app.post(PATH, party(n, n % 3 === 0 ? { hora: "04:00" } : {})),
    ),
  );
  assertEquals(
    answers.map(({ status }) => status),
    answers.map((_, n) => n % 3 === 0 ? 422 : 200),
  );
  assertEquals(await countRows(app, "reservations"), 40);
});

const TURNED_OFF: Readonly<Record<string, (storage: TestApp["storage"]) => Promise<unknown>>> = {
  "a switch": ({ switches }) => switches.pause(null),
  "a closure": ({ closures }) => closures.add({ kind: "day", day: "2026-03-12" }, "prueba"),
  "an early kitchen": ({ switches }) =>
    switches.kitchen({
      serviceDay: "2026-03-12",
      closes: "2026-03-12T20:30",
      lastArrival: "2026-03-12T20:00",
    }),
};

for (const [what, turnOff] of Object.entries(TURNED_OFF)) {
  Deno.test(`after ${what} has been answered no reservation that it forbids is held, and every folio is a row`, async () => {
    await using app = await checkedApp({ deps: watchedStore });
    await turnedOffAmid(app, () => turnOff(app.storage));
  });
}

/** What staff have just changed, and the refusal of a reservation for Thursday at 20:30. */
const CHANGES: Readonly<
  Record<string, readonly [(storage: TestApp["storage"]) => Promise<unknown>, unknown[], string]>
> = {
  "a closure": [
    ({ closures }) =>
      closures.add({ kind: "span", from: "2026-03-12T20:00", to: "2026-03-12T21:00" }, "prueba"),
    [422, "datos", "hora_no_reservable", "hora"],
    "19:00, 19:30, 21:00, 21:30",
  ],
  "a switch": [
    ({ switches }) => switches.pause(null),
    [503, "apagado", "reservas_apagadas", undefined],
    "escríbele por WhatsApp",
  ],
  "an early kitchen": [
    ({ switches }) =>
      switches.kitchen({
        serviceDay: "2026-03-12",
        closes: "2026-03-12T20:30",
        lastArrival: "2026-03-12T20:00",
      }),
    [422, "datos", "hora_no_reservable", "hora"],
    "18:30, 19:00, 19:30, 20:00",
  ],
};

for (const [what, [change, refusal, says]] of Object.entries(CHANGES)) {
  Deno.test(`${what} that this instance has not heard of yet is met by the write, and heard of by then`, async () => {
    await using app = await appWithStaleHouse(change);
    const { status, body } = await app.post(PATH, reservationBody());
    assertEquals([status, body.motivo, body.error, body.campo], refusal);
    assertStringIncludes(body.detalle, says);
    assertEquals(await countRows(app, "reservations"), 0);
  });
}

/** An application whose memory of the house is from before `change`, until a write has met it. */
async function appWithStaleHouse(
  change: (storage: TestApp["storage"]) => Promise<unknown>,
): Promise<TestApp> {
  let stale = true;
  const app = await checkedApp({
    deps: ({ state, reservations }) => {
      const before = state();
      return {
        state: () => stale ? before : state(),
        reservations: {
          ...reservations,
          async reserve(candidate) {
            const outcome = await reservations.reserve(candidate);
            stale = false;
            return outcome;
          },
        },
      };
    },
  });
  await change(app.storage);
  return app;
}

/** Turns reservations off while they pour in, and looks for one that was held after that. */
async function turnedOffAmid(app: TestApp, turnOff: () => Promise<unknown>): Promise<void> {
  const race = startRace(app, 16);
  await race.acknowledged(50);
  await turnOff();
  race.switchedOff();
  const before = heldBy(app);
  await race.refused(20);
  const { folios, late } = await race.stop();
  assertEquals(late, [], "no request that began after the switch holds a table");
  assertEquals(heldBy(app), before, "none under way at the switch is held after it");
  assertEquals(await storedFolios(app), folios.toSorted());
}

interface Race {
  /** Resolves when so many have been held. */
  acknowledged(count: number): Promise<void>;
  /** Resolves when so many have been refused. */
  refused(count: number): Promise<void>;
  /** Requests that begin from now on must be refused. */
  switchedOff(): void;
  /** Every folio that was given, and those given to requests that began after the switch. */
  stop(): Promise<{ folios: string[]; late: string[] }>;
}

/** Callers that reserve one table after the other, each party once. */
function startRace(app: TestApp, callers: number): Race {
  const folios: string[] = [];
  const late: string[] = [];
  const watchers = new Set<() => void>();
  let parties = 0;
  let refusals = 0;
  let off = false;
  let running = true;

  const call = async (): Promise<void> => {
    while (running) {
      const begunAfter = off;
      const { status, body } = await app.post(PATH, party(parties++));
      if (status === 200) {
        folios.push(body.folio);
        if (begunAfter) late.push(body.folio);
      } else refusals++;
      for (const look of watchers) look();
    }
  };
  const all = Promise.all(Array.from({ length: callers }, call));
  const until = (reached: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!reached()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });

  return {
    acknowledged: (count) => until(() => folios.length >= count),
    refused: (count) => until(() => refusals >= count),
    switchedOff: () => void (off = true),
    async stop() {
      running = false;
      await all;
      return { folios, late };
    },
  };
}

function party(n: number, changes: Readonly<Record<string, unknown>> = {}): unknown {
  return reservationBody({ telefono: String(9_990_000_000 + n), ...changes });
}

const held = new WeakMap<Deps["reservations"], number>();

/** The real store, counting the tables that it has held. */
function watchedStore({ reservations }: Deps): Partial<Deps> {
  const watched: Deps["reservations"] = {
    ...reservations,
    async reserve(request) {
      const outcome = await reservations.reserve(request);
      if (outcome.kind === "held") held.set(watched, (held.get(watched) ?? 0) + 1);
      return outcome;
    },
  };
  return { reservations: watched };
}

function heldBy({ deps }: TestApp): number {
  return held.get(deps.reservations) ?? 0;
}
