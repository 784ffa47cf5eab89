/** POST /api/reserva: answers to reservations. Each of these makes one. */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { type Api, once } from "./api.ts";
import { CLOCK, DAY, fieldRows, kind, OBJECT, TRUE, WHATSAPP, WHOLE } from "./fields.ts";
import { bookable, RESERVATION_PATH, reserve } from "./reservations.ts";
import type { Availability } from "./shapes.ts";
import type { Suite } from "./suite.ts";

const POST = `POST ${RESERVATION_PATH}`;

const made = once(async (api) => {
  const body = { ...await bookable(api), personas: 40, ocasion: "cumpleanos", mesa: 4 };
  return { body: body as Record<string, unknown>, answer: await reserve(api, body) };
});

const FIELDS = [
  ["ok", TRUE],
  [
    "folio",
    kind("R- and eight letters of Crockford's base32", (v) => /^R-[0-9A-HJKMNP-TV-Z]{8}$/.test(v)),
  ],
  ["status", kind("confirmed", (v) => v === "confirmed")],
  ["reservation", OBJECT],
  ["reservation.date", DAY],
  ["reservation.time", CLOCK],
  ["reservation.party_size", WHOLE],
  ["whatsapp", WHATSAPP],
  ["ignorados", kind("an array", Array.isArray)],
] as const;

export function reservationRows(suite: Suite): void {
  const { writes } = suite;
  fieldRows({ row: writes }, POST, FIELDS, async (api) => (await made(api)).answer);

  writes(
    `state (none) -> confirmed: a 200 holds the requested day, time and party`,
    async (api) => {
      const { body, answer } = await made(api);
      assertEquals(answer.status, "confirmed");
      assertEquals(answer.reservation, {
        date: body.dia as string,
        time: body.hora as string,
        party_size: 40,
      });
      assertEquals(answer.repetida, undefined);
    },
  );

  writes(`${POST}: whatsapp is the contact link with the folio in its text`, async (api) => {
    const { folio, whatsapp } = (await made(api)).answer;
    assertStringIncludes(new URL(whatsapp).searchParams.get("text")!, folio);
  });

  writes(`${POST}: unknown fields are named in ignorados`, async (api) => {
    assertEquals((await made(api)).answer.ignorados, ["mesa"]);
  });

  writes(`${POST}: two parties at the same time are both accepted`, async (api) => {
    const [one, other] = [await reserve(api, await bookable(api)), await made(api)];
    assertNotEquals(one.folio, other.answer.folio);
    assertEquals(one.reservation.time, other.answer.reservation.time);
  });

  writes(`${POST}: a reserved time stays listed, because there is no capacity`, async (api) => {
    const { date, time } = (await made(api)).answer.reservation;
    const { body } = await api.get<Availability>(`/api/disponibilidad?dia=${date}`);
    assert(body.dias[0]!.horas_reservables.includes(time));
  });
}

export function untouchedRows({ row }: Suite): void {
  row("existing reservations can be neither read nor changed", async (api: Api) => {
    for (const path of ["/api/reserva/R-00000000", "/api/reservas", "/api/reservaciones"]) {
      for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
        assertEquals((await api.request(method, path)).status, 404, `${method} ${path}`);
      }
    }
  });
}
