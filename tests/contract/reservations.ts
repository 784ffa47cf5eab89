/** Bodies of reservations. */
import { assert, assertEquals } from "@std/assert";
import { type Answer, type Api, assertOk, type ErrorBody, once, type SentHeaders } from "./api.ts";
import type { Availability, Reservation } from "./shapes.ts";

export const RESERVATION_PATH = "/api/reserva";

export type Fields = Readonly<Record<string, unknown>>;

/** Not on a half hour, so that no restaurant lists it: an otherwise valid body is wrong only in `hora`. */
const NEVER_LISTED = "00:07";

/** Days ahead, after the reservations of real guests. */
const FROM_DAY = 60;

/** Makes bodies differ between tests and runs. */
const run = crypto.randomUUID().slice(0, 8);
let bodies = 0;

/** Fields of a new reservation that is accepted. */
export async function bookable(api: Api): Promise<Fields> {
  const open = (await farDays(api)).find(({ horas_reservables: [first] }) => first !== undefined);
  assert(open, "reservations are off, or no time is listed 60 to 90 days ahead");
  return { ...await unbookable(api), dia: open.dia, hora: open.horas_reservables[0] };
}

/** Valid fields, except for a time that is never listed: nothing is reserved. */
export async function unbookable(api: Api): Promise<Fields> {
  const number = String(++bodies).padStart(4, "0");
  return {
    dia: (await farDays(api))[0]!.dia,
    hora: NEVER_LISTED,
    personas: 2,
    nombre: "Prueba de contrato",
    // 555: a reserved exchange.
    telefono: `+1202555${number}`,
    comentarios:
      `Prueba automática ${run}-${number}: no es una reservación real, se puede cancelar.`,
    landing: "Prueba de contrato",
  };
}

const farDays = once(async (api) => {
  const { body } = await api.get<Availability>("/api/disponibilidad?dias=90");
  return body.dias.slice(FROM_DAY);
});

export async function postReservation(
  api: Api,
  body: Fields,
  headers: SentHeaders = {},
): Promise<Answer<Reservation>> {
  return await api.post<Reservation>(RESERVATION_PATH, body, headers);
}

/** Makes the reservation, or fails. */
export async function reserve(
  api: Api,
  body: Fields,
  headers: SentHeaders = {},
): Promise<Reservation> {
  const answer = await postReservation(api, body, headers);
  assertOk(answer);
  return answer.body;
}

/** Fails unless only the time was wrong with a body of {@linkcode unbookable}, or reservations are off. */
export function assertOnlyTimeIsWrong(answer: Answer<unknown>): void {
  const { motivo, error } = answer.body as ErrorBody;
  const got = `got ${answer.status} ${answer.text.slice(0, 300)}`;
  if (answer.status === 503 && motivo === "apagado") return;
  assertEquals([answer.status, error], [422, "hora_no_reservable"], got);
}
