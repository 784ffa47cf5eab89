/** POST /api/reserva: limits of each field. Nothing is reserved: valid bodies have a time that is never listed. */
import { assert } from "@std/assert";
import { type Api, assertRefused } from "./api.ts";
import { plusDays, withinOneDay } from "./calendar.ts";
import { once } from "./once.ts";
import {
  assertOnlyTimeIsWrong,
  type Fields,
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

export function reservationLimitRows({ row }: Suite): void {
  row(
    "limit personas: 1 and 40 are accepted, 0 and 41 refused with 422 datos, campo personas",
    async (api) => {
      assertOnlyTimeIsWrong(await least(api));
      assertOnlyTimeIsWrong(await most(api));
      await assertWrong(api, { personas: 0 }, "personas", "personas_fuera_de_rango");
      await assertWrong(api, { personas: 41 }, "personas", "personas_fuera_de_rango");
    },
  );
  row(
    "limit nombre: 2 and 80 code points are accepted, 1 and 81 refused with 422 datos, campo nombre",
    async (api) => {
      assertOnlyTimeIsWrong(await least(api));
      assertOnlyTimeIsWrong(await most(api));
      await assertWrong(api, { nombre: padded(wide(1)) }, "nombre", "nombre_longitud");
      await assertWrong(api, { nombre: wide(81) }, "nombre", "nombre_longitud");
    },
  );
  row(
    "limit comentarios: 500 code points are accepted, 501 refused with 422 datos, campo comentarios",
    async (api) => {
      assertOnlyTimeIsWrong(await most(api));
      await assertWrong(api, { comentarios: wide(501) }, "comentarios", "comentarios_longitud");
    },
  );
  row(
    "limit landing: 120 code points are accepted, 121 refused with 422 datos, campo landing",
    async (api) => {
      assertOnlyTimeIsWrong(await most(api));
      await assertWrong(api, { landing: wide(121) }, "landing", "landing_longitud");
    },
  );
  row(
    "limit dia: the day before today and 91 days ahead are refused with 422 datos, campo dia",
    (api) =>
      withinOneDay(api, async (today) => {
        for (const ahead of [-1, 91]) {
          const dia = plusDays(today, ahead);
          await assertWrong(api, { dia }, "dia", "dia_fuera_de_rango");
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
  row(
    "limit dia: today and 90 days ahead are accepted",
    (api) =>
      withinOneDay(api, async (today) => {
        for (const ahead of [0, 90]) await assertRight(api, { dia: plusDays(today, ahead) });
      }),
  );
}

/** Fails if fields with `changes` are refused for anything but their time. */
async function assertRight(api: Api, changes: Fields): Promise<void> {
  assertOnlyTimeIsWrong(await postReservation(api, { ...await unbookable(api), ...changes }));
}

/** Fails unless fields with `changes` are refused for `campo`. */
export async function assertWrong(
  api: Api,
  changes: Fields,
  campo: string | null,
  error?: string,
): Promise<void> {
  const answer = await postReservation(api, { ...await unbookable(api), ...changes });
  assertRefused(answer, { status: 422, motivo: "datos", campo, ...(error ? { error } : {}) });
  const isNamed = campo === null || answer.body.detalle.includes(campo);
  assert(isNamed || campo === "dia", `detalle does not name ${campo}: ${answer.body.detalle}`);
}
