/** Changes of the switches that an instance has not heard of yet. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp, countRows, type TestApp } from "./_checked_app.ts";

const PATH = "/api/reserva";

/** What staff have just changed, and the refusal of a reservation for Thursday at 20:30. */
const CHANGES: Readonly<
  Record<string, readonly [(storage: TestApp["storage"]) => Promise<unknown>, unknown[], string]>
> = {
  "a closure": [
    ({ closures }) =>
      closures.add({ kind: "span", from: "2026-03-12T20:30", to: "2026-03-12T21:00" }, "prueba"),
    [422, "datos", "hora_no_reservable", "hora"],
    "19:30, 20:00, 21:00, 21:30",
  ],
  "a switch": [
    ({ switches }) => switches.pause(null),
    [503, "apagado", "reservas_apagadas", undefined],
    "escríbele por WhatsApp",
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

/** An application whose memory of the switches is from before `change`, until a write has met it. */
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
