/** POST /api/reserva: limits of each field. Nothing is reserved: valid bodies have a time that is never listed. */
import { assert } from "@std/assert";
import { type Api, assertRefused } from "./api.ts";
import { plusDays, withinOneDay } from "./calendar.ts";
import { once } from "./once.ts";
import {
  assertOnlyTimeIsWrong,
  postReservation,
  RESERVATION_PATH,
  unbookable,
} from "./reservations.ts";
import type { Suite } from "./suite.ts";
import { decomposed, jsonOfSize, padded, wide } from "./texts.ts";

const MAX_BYTES = 8 * 1024;

/** Every field at its lower end. */
const least = once(async (api) => {
  const texts = { nombre: "Li", comentarios: "", landing: "" };
  return await postReservation(api, { ...await unbookable(api), personas: 1, ...texts });
});

/** Every field at its upper end, in a body of the greatest size. */
const most = once(async (api) => {
  const texts = { nombre: wide(80), comentarios: decomposed(500), landing: padded(wide(120)) };
  const body = { ...await unbookable(api), personas: 40, ...texts };
  return await api.post(RESERVATION_PATH, jsonOfSize(body, MAX_BYTES));
});

/** A field, what is said of its limits, the error beyond them, and the nearest values there. */
const BEYOND: readonly (readonly [string, limits: string, error: string, ...unknown[]])[] = [
  ["personas", "1 and 40 are accepted, 0 and 41", "personas_fuera_de_rango", 0, 41],
  [
    "nombre",
    "2 and 80 code points are accepted, 1 and 81",
    "nombre_longitud",
    padded(wide(1)),
    wide(81),
  ],
  ["comentarios", "500 code points are accepted, 501", "comentarios_longitud", wide(501)],
  ["landing", "120 code points are accepted, 121", "landing_longitud", wide(121)],
];

export function reservationLimitRows({ row }: Suite): void {
  for (const [campo, limits, error, ...values] of BEYOND) {
    row(`limit ${campo}: ${limits} refused with 422 datos, campo ${campo}`, async (api) => {
      assertOnlyTimeIsWrong(await least(api));
      assertOnlyTimeIsWrong(await most(api));
      for (const value of values) await assertWrong(api, campo, value, error);
    });
  }
  row(
    "limit dia: the day before today and 91 days ahead are refused with 422 datos, campo dia",
    withinOneDay(async (api, today) => {
      for (const ahead of [-1, 91]) {
        await assertWrong(api, "dia", plusDays(today, ahead), "dia_fuera_de_rango");
      }
    }),
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
  row(
    "limit reservation body: 8 KB are accepted, one byte more is refused with 413 grande",
    async (api) => {
      assertOnlyTimeIsWrong(await most(api));
      const body = jsonOfSize(await unbookable(api), MAX_BYTES + 1);
      assertRefused(await api.post(RESERVATION_PATH, body), { status: 413, motivo: "grande" });
    },
  );
}

/** Fails unless a reservation is refused for `value` in the field `campo`. */
export async function assertWrong(
  api: Api,
  campo: string,
  value: unknown,
  error: string,
): Promise<void> {
  const answer = await postReservation(api, { ...await unbookable(api), [campo]: value });
  assertRefused(answer, { status: 422, motivo: "datos", error, campo });
  const isNamed = campo === "dia" || answer.body.detalle.includes(campo);
  assert(isNamed, `detalle does not name ${campo}: ${answer.body.detalle}`);
}
