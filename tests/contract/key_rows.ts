/** POST /api/reserva with an Idempotency-Key. All but the malformed keys make reservations. */
import { assertEquals } from "@std/assert";
import { assertOk, assertRefused } from "./api.ts";
import {
  assertOnlyTimeIsWrong,
  bookable,
  postReservation,
  reserve,
  unbookable,
} from "./reservations.ts";
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

  writes(`${KEY}: the same key with another body is 422 datos, error idempotencia`, async (api) => {
    const [body, headers] = [await bookable(api), newKey()];
    await reserve(api, body, headers);
    const answer = await postReservation(api, { ...body, personas: 3 }, headers);
    assertRefused(answer, { status: 422, motivo: "datos", error: "idempotencia" });
  });

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
}

export function malformedKeyRows({ row }: Suite): void {
  row(`${KEY}: 256 characters are refused with 422 datos, error idempotencia`, async (api) => {
    const answer = await postReservation(api, await unbookable(api), { [KEY]: "k".repeat(256) });
    assertRefused(answer, { status: 422, motivo: "datos", error: "idempotencia", campo: KEY });
  });
  row(`${KEY}: 1 and 255 characters are accepted`, async (api) => {
    for (const key of ["k", "~".repeat(255)]) {
      const body = await unbookable(api);
      assertOnlyTimeIsWrong(await postReservation(api, body, { [KEY]: key }));
    }
  });
}

function newKey(): Record<string, string> {
  return { [KEY]: `prueba-de-contrato-${crypto.randomUUID()}` };
}
