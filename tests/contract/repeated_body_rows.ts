/** POST /api/reserva: the same body again without a key. Each of these makes reservations. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { assertRefused } from "./api.ts";
import { bookable, postReservation, RESERVATION_PATH, reserve } from "./reservations.ts";
import type { Suite } from "./suite.ts";

const POST = `POST ${RESERVATION_PATH}`;
const REPLAYED = "idempotent-replayed";

export function repeatedBodyRows({ writes }: Suite): void {
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

  writes(
    `${POST}: the same under another name within 10 minutes is 422 datos, error posible_repetida`,
    async (api) => {
      const body = await bookable(api);
      await reserve(api, body);
      const answer = await postReservation(api, { ...body, nombre: "Otra Persona" });
      const refusal = { status: 422, motivo: "datos", error: "posible_repetida" } as const;
      assertRefused(answer, { ...refusal, campo: "comentarios" });
    },
  );

  // Bodies that are equal after normalisation are the same reservation.
  writes(
    "telefono: ten digits are a Mexican number, +521 loses its 1, punctuation is dropped",
    async (api) => {
      const { bare, others } = phones();
      const body = await bookable(api);
      const { folio } = await reserve(api, { ...body, telefono: bare });
      for (const telefono of others) {
        const again = await reserve(api, { ...body, telefono });
        assertEquals([again.folio, again.repetida], [folio, true], telefono);
      }
    },
  );
}

/** A Mexican number of zeros, which no phone has, in several formats. */
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
