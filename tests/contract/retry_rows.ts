/** POST /api/reserva: what sending again does. Each of these makes reservations, but for the malformed keys. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { type Api, assertOk, assertRefused } from "./api.ts";
import {
  assertOnlyTimeIsWrong,
  bookable,
  type Fields,
  postReservation,
  RESERVATION_PATH,
  reserve,
  unbookable,
} from "./reservations.ts";
import type { Suite } from "./suite.ts";
import { decomposed } from "./texts.ts";

const POST = `POST ${RESERVATION_PATH}`;
const KEY = "Idempotency-Key";
const REPLAYED = "idempotent-replayed";

export function retryRows(suite: Suite): void {
  keyRows(suite);
  malformedKeyRows(suite);
  repeatedBodyRows(suite);
}

function keyRows({ writes, writesVariant }: Suite): void {
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
    `${KEY}: of requests at the same time one reserves, the others give its answer`,
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

  writesVariant(`${KEY}: another key is another reservation`, async (api) => {
    const body = await bookable(api);
    const [one, other] = [await reserve(api, body, newKey()), await reserve(api, body, newKey())];
    assertNotEquals(one.folio, other.folio);
  });

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

function malformedKeyRows({ row, variant }: Suite): void {
  const malformed = (key: string) => async (api: Api) => {
    const answer = await postReservation(api, await unbookable(api), { [KEY]: key });
    assertRefused(answer, { status: 422, motivo: "datos", error: "idempotencia" });
  };
  row(
    `${KEY}: 256 characters are refused with 422 datos, error idempotencia`,
    malformed("k".repeat(256)),
  );
  variant(`${KEY}: nothing is refused`, malformed(""));
  variant(`${KEY}: letters beyond ASCII are refused`, malformed("clave-ñ"));
  variant(`${KEY}: tabs are refused`, malformed("a\tb"));
  variant(`${KEY}: 1 and 255 characters are accepted`, async (api) => {
    for (const key of ["k", "~".repeat(255)]) {
      const body = await unbookable(api);
      assertOnlyTimeIsWrong(await postReservation(api, body, { [KEY]: key }));
    }
  });
}

function repeatedBodyRows({ writes, writesVariant }: Suite): void {
  writes(
    `${POST}: the same body without a key gives the same folio, with repetida: true`,
    async (api) => {
      const body = await bookable(api);
      const first = await reserve(api, body);
      const again = await postReservation(api, body);
      assertEquals(again.body, { ...first, repetida: true });
      assertEquals(again.headers.get(REPLAYED), "true");
    },
  );

  writes(`${POST}: another comment is a second table`, async (api) => {
    const body = await bookable(api);
    const first = await reserve(api, body);
    const second = await reserve(api, { ...body, comentarios: `${body.comentarios} Otra mesa.` });
    assertNotEquals(second.folio, first.folio);
    assertEquals(second.repetida, undefined);
  });

  // What is equal after normalising is stored alike: so a repetition shows how a field was understood.
  writes(
    "telefono: ten digits are taken as Mexican, +521 loses its 1, marks are dropped",
    async (api) => {
      const mexican = phones();
      await assertSame(
        api,
        { telefono: mexican.bare },
        mexican.others.map((telefono) => ({ telefono })),
      );
    },
  );

  writesVariant(
    "ocasion: absent, null and general are the same",
    (api) => assertSame(api, {}, [{ ocasion: null }, { ocasion: "general" }]),
  );

  writesVariant(
    "nombre: is trimmed and composed",
    (api) =>
      assertSame(api, { nombre: `Jos\u00e9 Prueba` }, [
        { nombre: `  Jose\u0301 Prueba\n` },
      ]),
  );

  writesVariant("comentarios: are composed, their line ends are made alike", async (api) => {
    const text = `${(await bookable(api)).comentarios}\n\u00e9`;
    const other = text.replace("\n\u00e9", `\r\n${decomposed(1)} `);
    await assertSame(api, { comentarios: text }, [{ comentarios: other }]);
  });

  writesVariant(
    `${POST}: an unknown field does not make it another reservation`,
    (api) => assertSame(api, {}, [{ nota: "x" }]),
  );
}

/** Fails unless a reservation with each of `others` is the one made with `first`. */
async function assertSame(api: Api, first: Fields, others: readonly Fields[]): Promise<void> {
  const body = await bookable(api);
  const { folio } = await reserve(api, { ...body, ...first });
  for (const other of others) {
    const again = await reserve(api, { ...body, ...other });
    assertEquals([again.folio, again.repetida], [folio, true], JSON.stringify(other));
  }
}

function newKey(): Record<string, string> {
  return { [KEY]: `prueba-de-contrato-${crypto.randomUUID()}` };
}

/** A Mexican number of zeros, which nobody has, as people write it. */
function phones(): { bare: string; others: string[] } {
  const [area, first, last] = ["999", "000", "0000"];
  return {
    bare: `${area}${first}${last}`,
    others: [
      `+52${area}${first}${last}`,
      `+52 1 ${area} ${first} ${last}`,
      ` (${area}) ${first}.00-00 `,
    ],
  };
}
