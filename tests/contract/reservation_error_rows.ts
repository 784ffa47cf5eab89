/** POST /api/reserva: errors of bodies and fields. Nothing is reserved. */
import { assert, assertMatch } from "@std/assert";
import { type Api, assertRefused } from "./api.ts";
import { today } from "./calendar.ts";
import { assertWrong } from "./reservation_limit_rows.ts";
import {
  assertOnlyTimeIsWrong,
  postReservation,
  RESERVATION_PATH,
  unbookable,
} from "./reservations.ts";
import type { Suite } from "./suite.ts";

const ERROR = `error POST ${RESERVATION_PATH}`;
const DATOS = `${ERROR} 422 datos`;

/** A field, its value, the error. One for each field of the contract's table. */
const WRONG_FIELDS = [
  ["dia", "02/12/2026", "dia_malformado"],
  ["hora", "8 pm", "hora_malformada"],
  ["personas", "4", "tipo_invalido"],
  ["telefono", "12345", "telefono_invalido"],
  ["ocasion", "boda", "ocasion_desconocida"],
  ["nombre", undefined, "campo_falta"],
] as const;

export function reservationErrorRows({ row }: Suite): void {
  for (const wrong of WRONG_FIELDS) row(...wrongField(wrong));

  row(`${DATOS}: a hora that is not listed; detalle names today's date`, async (api) => {
    const answer = await postReservation(api, await unbookable(api));
    assertOnlyTimeIsWrong(answer);
    if (answer.status === 503) return;
    assertRefused(answer, { status: 422, motivo: "datos", campo: "hora" });
    assert(answer.body.detalle.includes(await today(api)), answer.body.detalle);
    assertMatch(answer.body.detalle, /\d\d:[03]0/);
  });
  row(
    `${ERROR} 400 json: the body is not JSON`,
    async (api) =>
      assertRefused(await api.post(RESERVATION_PATH, "hola"), {
        status: 400,
        motivo: "json",
        error: "json_invalido",
      }),
  );
  row("reservation fields: of duplicate JSON keys the last counts", async (api) => {
    const body = JSON.stringify(await unbookable(api));
    const answer = await api.post(RESERVATION_PATH, `{"personas":0,"dia":[],${body.slice(1)}`);
    assertOnlyTimeIsWrong(answer);
  });
}

function wrongField(
  [campo, value, error]: readonly [string, unknown, string],
): [string, (api: Api) => Promise<void>] {
  const shown = value === undefined ? "missing" : JSON.stringify(value);
  return [
    `${DATOS}, ${error}: ${campo} ${shown}`,
    (api) => assertWrong(api, campo, value, error),
  ];
}
