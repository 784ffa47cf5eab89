import { hash } from "node:crypto";
import * as v from "valibot";
import { reservationContactLink } from "../domain/contact.ts";
import { type Day, type LocalDateTime, weekdayName } from "../domain/local_time.ts";
import { readSource, RESERVATION_LIMITS } from "../domain/reservation/fields.ts";
import {
  ALIKE_MINUTES,
  alikeText,
  confirmationPath,
  FOLIO_FORM,
  KEY_LIFETIME_MS,
  nameWords,
  type ReservationRequest,
} from "../domain/reservation/reservation.ts";
import type { RequestedTable } from "../domain/schedule/availability.ts";
import { reasonText } from "../domain/schedule/reason.ts";
import { REASONS_ES } from "../domain/schedule/reasons_es.ts";
import {
  type Bookability,
  checkBookable,
  refusalOf,
  type RefusedTime,
} from "../domain/schedule/refusal.ts";
import { nowDependsOn, serviceDayOf, situationNow } from "../domain/schedule/situation.ts";
import { type Fail, type Failure, type Failures, NOT_JSON_ERRORS } from "../http/failure.ts";
import { presentMemo } from "../http/memo.ts";
import { defineOperation, type WithHeaders } from "../http/operation.ts";
import { component, described, ignoredParts, number, text, told } from "../http/wire.ts";
import type { Deps } from "../ports/guests.ts";
import type { RequestedBy, ReserveOutcome } from "../ports/reservations.ts";
import { MAX_KEY, RESERVATION_EXAMPLE, reservationBody, WRONG_FIELD } from "./reservation_body.ts";
import { contactAbout, dated, DAY, MISNOMERS, OK, TIME, WEEKDAY, WHATSAPP } from "./wire_values.ts";

const FAILURES = {
  json: {
    status: 400,
    description: "The body is not JSON. No reservation exists.",
    errors: NOT_JSON_ERRORS,
  },
  datos: WRONG_FIELD,
  base: {
    status: 502,
    description:
      "The restaurant's system did not answer; the table was NOT held. Tell the person; offer the messaging contact.",
    errors: {
      sin_respuesta:
        "El sistema no respondió y este intento NO reservó la mesa: escribe al restaurante; si ya habías enviado esta misma reservación, puede que aquella sí haya quedado.",
    },
    contact: contactAbout("reserva"),
  },
  apagado: {
    status: 503,
    description:
      "Reservations are off for now. Offer the messaging contact. No reservation exists.",
    errors: {
      reservas_apagadas:
        "El restaurante no está tomando reservaciones en línea: escríbele por WhatsApp.",
    },
    contact: contactAbout("reserva"),
  },
} as const satisfies Failures;

const response = v.object({
  ok: OK,
  folio: text(
    "Tell it to the person: changes are made by WhatsApp with it.",
    { pattern: FOLIO_FORM.source },
  ),
  status: described(v.literal("confirmed"), "The table is held."),
  reservation: component(
    "Table",
    v.object({
      date: DAY,
      time: TIME,
      party_size: number("How many people.", { type: "integer" }),
    }),
  ),
  nombre: text("The name of this request, as stored."),
  telefono: text("The phone of this request, as stored: read it back to the person.", told),
  comprobante: text(
    "Page of this reservation for the person, for 48 hours: what was asked for, map, calendar. Give it unchanged.",
    told,
  ),
  whatsapp: WHATSAPP,
  dia_semana: WEEKDAY,
  noche_del: v.optional(
    text("For a time after midnight, the day on which that evening began: tell the person.", told),
  ),
  segunda_mesa: v.optional(described(
    v.literal(true),
    `Present where this phone, by this name or part of it, made another table of that evening under ${ALIKE_MINUTES} minutes before. Ask the person if both are wanted; if not, tell them to give one up by the whatsapp link.`,
    told,
  )),
  repetida: v.optional(described(
    v.literal(true),
    "Present where an equal request (see comentarios) came before: this is that reservation, no second one.",
    told,
  )),
  ignorados: v.optional(
    ignoredParts(
      "Tell the restaurant by the whatsapp link, with the folio; do not reserve again.",
      told,
    ),
  ),
});

const IDEMPOTENCY_KEY = "Idempotency-Key";
const KEY_HOURS = KEY_LIFETIME_MS / 3_600_000;

const REUSED_KEY =
  "Esa Idempotency-Key ya se usó con otros datos o con una reservación cancelada: usa una nueva.";

const KEY_FORM = new RegExp(`^[\\x20-\\x7e]{1,${MAX_KEY}}$`);

export const createRestaurantReservation = defineOperation<Deps>()({
  operationId: "createRestaurantReservation",
  method: "POST",
  path: "/api/reserva",
  summary: "Reserve a table",
  description:
    "Holds a table at once: a 200 is firm, any error holds none. To change or add something never call this again: give the person the whatsapp link. First read horas_reservables and confirm day, time, party, real name and phone with the person; then read the number back and tell the folio.",
  consequential: true,
  requestHeaders: {
    [IDEMPOTENCY_KEY]: {
      description:
        `1 to ${MAX_KEY} printable ASCII characters, a new one for each reservation. For ${KEY_HOURS} hours a retry with the same key and request gets the first answer again; with another request the key is refused.`,
      schema: { type: "string", minLength: 1, maxLength: MAX_KEY },
      example: "3f1c9a52-0001",
    },
  },
  body: {
    schema: reservationBody,
    maxBytes: 8 * 1024,
    misnomers: MISNOMERS,
    examples: { cena: RESERVATION_EXAMPLE },
  },
  response,
  responseHeaders: {
    "Idempotent-Replayed": {
      description: "Sent where this is an earlier reservation again.",
      schema: { type: "string", enum: ["true"] },
      example: "true",
    },
  },
  failures: FAILURES,
  limit: {
    name: "reserva",
    detalle:
      "Demasiadas reservaciones desde esta dirección; si ya enviaste esta misma, puede que sí haya quedado: al repetirla igual recibirás su folio.",
  },
  async handle({ body, headers, caller }, deps, fail) {
    const idempotencyKey = headers.get(IDEMPOTENCY_KEY);
    if (idempotencyKey !== null && !KEY_FORM.test(idempotencyKey)) {
      return fail("idempotencia", { campo: IDEMPOTENCY_KEY });
    }
    // For so short a body, the thread of Web Crypto would cost many times as much.
    const alike = hash("sha256", alikeText(body), "hex");
    const source = body.source ?? sourceOf(caller);
    const request = { ...body, source, idempotencyKey, alike, words: nameWords(body.name) };
    const bookable = bookability(body, deps);
    const outcome = await reserve(request, bookable, deps);
    switch (outcome.kind) {
      case "held":
      case "replayed":
        return held(outcome, body, bookable, deps);
      case "alike":
        return fail("posible_repetida", {
          campo: "comentarios",
          whatsapp: reservationContactLink(deps.restaurant(), null),
        });
      case "key_reused":
        return fail("idempotencia", { campo: IDEMPOTENCY_KEY, detalle: REUSED_KEY });
      case "unavailable":
        return fail("sin_respuesta");
      case "paused":
        return fail("reservas_apagadas");
      case "closed":
        return noRoom(refusalOf({ ...situationNow(deps), ...body }), request, deps, fail);
      case "refused":
        return noRoom(outcome, request, deps, fail);
    }
  },
});

/** The source of a reservation that names none: the name of the calling program, cut to the limit. */
function sourceOf(caller = ""): string | null {
  const source = readSource([...caller].slice(0, RESERVATION_LIMITS.source.max).join(""));
  return "value" in source ? source.value : null;
}

/**
 * Holds the table, or finds that it was held before. A refusal from memory only saves a write: the hold's statement
 * checks switches, closures and room again.
 */
async function reserve(
  request: Omit<ReservationRequest, "serviceDay" | "capacity" | "room" | "margin">,
  bookable: Bookability,
  deps: Deps,
): Promise<ReserveOutcome | RefusedTime> {
  const { peoplePerTime: capacity, room, arrivalMarginMinutes: margin } = deps.restaurant().booking;
  if (bookable.kind !== "bookable") return await deps.reservations.findReplay(request) ?? bookable;
  const { serviceDay } = bookable;
  return await deps.reservations.reserve({ ...request, serviceDay, capacity, room, margin });
}

/** Without it 64 callers hold 0.91 times as many tables a second. */
const bookabilities = presentMemo<Bookability>();

function bookability({ day, time, partySize }: RequestedTable, deps: Deps): Bookability {
  const check = () => checkBookable({ ...situationNow(deps), day, time, partySize });
  return bookabilities.of(`${day} ${time} ${partySize}`, nowDependsOn(deps), check);
}

/**
 * The answer holds values of this request alone: those of the stored reservation must not be disclosed.
 * @param bookable refuses the time of a replay that is no longer accepted
 */
function held(
  outcome: Extract<ReserveOutcome, { kind: "held" | "replayed" }>,
  { day, time, partySize, name, phone }: RequestedTable & { name: string; phone: string },
  bookable: Bookability,
  deps: Deps,
): WithHeaders<v.InferOutput<typeof response>> {
  const { kind, folio, createdAt } = outcome;
  const second = kind === "held" && outcome.isSecond ? true as const : undefined;
  const table = { folio, day, time, partySize, name, phone, createdAt, second };
  const restaurant = deps.restaurant();
  const evening = bookable.kind === "bookable"
    ? bookable.serviceDay
    : serviceDayOf({ restaurant }, { day, time });
  return {
    result: {
      ok: true,
      folio,
      status: "confirmed",
      reservation: { date: day, time, party_size: partySize },
      nombre: name,
      telefono: phone,
      comprobante: deps.baseUrl + confirmationPath(table, deps.seals),
      // A restaurant without a number has no hours, so that no table is held.
      whatsapp: reservationContactLink(restaurant, folio)!,
      dia_semana: weekdayName(day),
      ...(evening === day ? {} : { noche_del: evening }),
      ...(second && { segunda_mesa: second }),
      ...(kind === "replayed" && outcome.repeated ? { repetida: true as const } : {}),
    },
    headers: kind === "replayed" ? { "idempotent-replayed": "true" } : {},
  };
}

/** The refusal of a time. If the guest's own table may take the room, it says that this table stands. */
async function noRoom(
  refusal: RefusedTime,
  request: RequestedBy & RequestedTable,
  deps: Deps,
  fail: Fail<typeof FAILURES>,
): Promise<Failure> {
  // Nothing is learnt by requesting a time that is closed or never listed.
  const own = refusal.lacksRoom && await deps.reservations.findOwn(request);
  if (own === false) return refused(refusal, request, deps, fail);
  // Any other time might then become a second table.
  if (own !== true) return fail("sin_respuesta");
  const whatsapp = reservationContactLink(deps.restaurant(), null);
  return fail("ya_reservada", { campo: "hora", whatsapp });
}

/** The error of each reason that is not of the time. */
const ERRORS = {
  off: "reservas_apagadas",
  day_out_of_range: "dia_fuera_de_rango",
  party_too_large: "personas_fuera_de_rango",
} as const;
const FIELDS = {
  reservas_apagadas: undefined,
  dia_fuera_de_rango: "dia",
  personas_fuera_de_rango: "personas",
  hora_no_reservable: "hora",
} as const;

/** The refusal: the reason, today's date, the times that are accepted, and whether to write. */
function refused(
  refusal: RefusedTime,
  { day, partySize }: RequestedTable,
  deps: Deps,
  fail: Fail<typeof FAILURES>,
): Failure {
  const { reason, today, lacksRoom, nearest, meant, isForWriting } = refusal;
  const error = reason.kind in ERRORS
    ? ERRORS[reason.kind as keyof typeof ERRORS]
    : "hora_no_reservable";
  const whatsapp = isForWriting ? contactAbout("reserva")(deps) : undefined;
  const hours = lacksRoom ? `horas aceptadas con lugar para ${partySize}` : "horas aceptadas";
  const perhaps = meant.map((at) => `las ${at.slice(11)} del ${dated(at.slice(0, 10))}`);
  const sentences = [
    reasonText(REASONS_ES, reason, dated),
    error === "hora_no_reservable" &&
    `Hoy es ${dated(today)} y ${timesInstead(nearest, day, hours)}.`,
    perhaps.length > 0 && `Quizá quisiste decir ${perhaps.join(" o ")}.`,
    whatsapp !== undefined && "Dile a la persona que escriba al restaurante por WhatsApp.",
  ];
  const detalle = sentences.filter((one) => one).join(" ");
  return fail(error, { campo: FIELDS[error], detalle, whatsapp });
}

function timesInstead(nearest: readonly LocalDateTime[], day: Day, hours: string): string {
  if (nearest.length === 0) return `no quedan ${hours} ni ese día ni después`;
  if (nearest.every((at) => at.startsWith(day))) {
    const times = nearest.map((at) => at.slice(11)).join(", ");
    return `las ${hours} más cercanas de ese día son: ${times}`;
  }
  const times = nearest.map((at) => `${dated(at.slice(0, 10))} ${at.slice(11)}`).join(", ");
  return `las ${hours} más cercanas son: ${times}`;
}
