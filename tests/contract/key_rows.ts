/** POST /api/reserva with an Idempotency-Key. All but the malformed keys make reservations. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { type Api, assertOk, assertRefused } from "./api.ts";
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

export function keyRows({ writes, writesVariant }: Suite): void {
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

  writesVariant(
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

  writesVariant(
    `${KEY}: an equal body under another key is the same reservation, with repetida: true`,
    async (api) => {
      const [body, headers] = [await bookable(api), newKey()];
      const { folio } = await reserve(api, body, newKey());
      for (const _ of [1, 2]) {
        const again = await reserve(api, body, headers);
        assertEquals([again.folio, again.repetida], [folio, true]);
      }
    },
  );

  writesVariant(`${KEY}: keys are scoped by phone`, async (api) => {
    const headers = newKey();
    const one = await reserve(api, await bookable(api), headers);
    const other = await reserve(api, await bookable(api), headers);
    assertNotEquals(one.folio, other.folio);
  });

  writesVariant(`${KEY}: the body is compared normalised`, async (api) => {
    const [body, headers] = [await bookable(api), newKey()];
    const { folio } = await reserve(api, body, headers);
    const nombre = ` ${body.nombre} `;
    assertEquals((await reserve(api, { ...body, nombre, ocasion: null }, headers)).folio, folio);
  });
}

export function malformedKeyRows({ row, variant }: Suite): void {
  const malformed = (key: string) => async (api: Api) => {
    const answer = await postReservation(api, await unbookable(api), { [KEY]: key });
    assertRefused(answer, { status: 422, motivo: "datos", error: "idempotencia", campo: KEY });
  };
  row(
    `${KEY}: 256 characters are refused with 422 datos, error idempotencia`,
    malformed("k".repeat(256)),
  );
  variant(`${KEY}: an empty key is refused`, malformed(""));
  variant(`${KEY}: letters beyond ASCII are refused`, malformed("clave-ñ"));
  variant(`${KEY}: tabs are refused`, malformed("a\tb"));
  variant(`${KEY}: 1 and 255 characters are accepted`, async (api) => {
    for (const key of ["k", "~".repeat(255)]) {
      const body = await unbookable(api);
      assertOnlyTimeIsWrong(await postReservation(api, body, { [KEY]: key }));
    }
  });
}

function newKey(): Record<string, string> {
  return { [KEY]: `prueba-de-contrato-${crypto.randomUUID()}` };
}
