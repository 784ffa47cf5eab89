/** POST /api/reserva: the ends of what each field may hold. Nothing is reserved: each time is never listed. */
import { assert, assertMatch } from "@std/assert";
import { assertRefused } from "./api.ts";
import { plusDays, today, withinOneDay } from "./calendar.ts";
import {
  assertOnlyTimeIsWrong,
  postReservation,
  RESERVATION_PATH,
  unbookable,
} from "./reservations.ts";
import type { Suite } from "./suite.ts";
import { decomposed, jsonOfSize, padded, wide } from "./texts.ts";

const MAX_BYTES = 8 * 1024;

export function reservationLimitRows({ row }: Suite): void {
  row(
    "limits: every field at its lower end, and a key of 1 character, are accepted",
    async (api) => {
      const texts = { nombre: "Li", comentarios: "", landing: "" };
      const body = { ...await unbookable(api), personas: 1, ...texts };
      assertOnlyTimeIsWrong(await postReservation(api, body, { "Idempotency-Key": "k" }));
    },
  );
  row(
    "limits: every field at its upper end, in 8 KB, and a key of 255 characters, are accepted",
    async (api) => {
      const texts = { nombre: wide(80), comentarios: decomposed(500), landing: padded(wide(120)) };
      const body = { ...await unbookable(api), personas: 40, ...texts };
      const key = { "Idempotency-Key": "~".repeat(255) };
      const sent = jsonOfSize(body, MAX_BYTES);
      assertOnlyTimeIsWrong(await api.post(RESERVATION_PATH, sent, key));
    },
  );
  row(
    "limit dia: today and 90 days ahead are accepted",
    withinOneDay(async (api, today) => {
      for (const ahead of [0, 90]) {
        const body = { ...await unbookable(api), dia: plusDays(today, ahead) };
        assertOnlyTimeIsWrong(await postReservation(api, body));
      }
    }),
  );
  row("a hora that is not listed is refused; detalle names today's date and times", async (api) => {
    const answer = await postReservation(api, await unbookable(api));
    assertOnlyTimeIsWrong(answer);
    if (answer.status === 503) return;
    const { detalle } = assertRefused(answer, { status: 422, motivo: "datos", campo: "hora" });
    assert(detalle.includes(await today(api)), detalle);
    assertMatch(detalle, /\d\d:[03]0/);
  });
  row("reservation fields: of duplicate JSON keys the last counts", async (api) => {
    const body = JSON.stringify(await unbookable(api));
    const answer = await api.post(RESERVATION_PATH, `{"personas":0,"dia":[],${body.slice(1)}`);
    assertOnlyTimeIsWrong(answer);
  });
}
