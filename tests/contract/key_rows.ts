/** POST /api/reserva sent again, with an Idempotency-Key and without. Each of these makes reservations. */
import { assertEquals } from "@std/assert";
import { assertOk } from "./api.ts";
import { bookable, postReservation, reserve } from "./reservations.ts";
import type { Suite } from "./suite.ts";

const KEY = "Idempotency-Key";
const REPLAYED = "idempotent-replayed";

export function keyRows({ writes }: Suite): void {
  writes(
    `${KEY}: the same key and body give the first answer again, ${REPLAYED}: true`,
    async (api) => {
      const [body, headers] = [await bookable(api), newKey()];
      const first = await postReservation(api, body, headers);
      assertOk(first);
      assertEquals(first.headers.get(REPLAYED), null);
      const again = await postReservation(api, body, headers);
      assertEquals(again.headers.get(REPLAYED), "true");
      assertEquals(again.text, first.text);
    },
  );

  writes(
    `${KEY}: of concurrent requests one reserves, the others replay its answer`,
    async (api) => {
      const [body, headers] = [await bookable(api), newKey()];
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => postReservation(api, body, headers)),
      );
      assertEquals(answers.map(({ status }) => status), Array(8).fill(200));
      assertEquals(new Set(answers.map(({ body }) => body.folio)).size, 1);
      const replayed = answers.filter(({ headers }) => headers.get(REPLAYED) === "true");
      assertEquals(replayed.length, 7);
    },
  );

  writes("the same body without a key gives the same folio, with repetida: true", async (api) => {
    const body = await bookable(api);
    const first = await reserve(api, body);
    const again = await postReservation(api, body);
    assertEquals(again.body, { ...first, repetida: true });
    assertEquals(again.headers.get(REPLAYED), "true");
  });
}

function newKey(): Record<string, string> {
  return { [KEY]: `prueba-de-contrato-${crypto.randomUUID()}` };
}
