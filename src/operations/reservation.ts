import { hash } from "node:crypto";
import * as v from "valibot";
import { contactLink, reservationContactLink } from "../domain/contact.ts";
import { type Day, weekdayName } from "../domain/local_time.ts";
import {
  alikeText,
  FOLIO_FORM,
  nameWords,
  RESERVATION_LIMITS,
  type ReservationRequest,
} from "../domain/reservation/reservation.ts";
import {
  type Bookability,
  checkBookable,
  type TimeNotListed,
  timeNotListed,
  type Unbookable,
} from "../domain/schedule/bookability.ts";
import {
  type Fail,
  type Failure,
  type FailureDeclaration,
  INTERNAL,
  isFailure,
  NOT_JSON_ERRORS,
  tooLarge,
  tooMany,
  UNREADABLE,
} from "../http/failure.ts";
import { memo } from "../http/memo.ts";
import { defineOperation, type WithHeaders } from "../http/operation.ts";
import { described } from "../http/wire.ts";
import type { Deps, ReplayKey, ReserveOutcome } from "../ports.ts";
import { nowDependsOn, situationNow } from "./availability.ts";
import { RESERVATION_EXAMPLE, reservationBody, WRONG_FIELD } from "./reservation_body.ts";
import { DAY, EXAMPLE_WHATSAPP, IGNORED, OK, TIME, WHATSAPP } from "./wire_values.ts";

const MAX_BYTES = 8 * 1024;
const TOO_MANY = tooMany(
  "Demasiadas reservaciones desde esta dirección; si ya enviaste esta misma, puede que sí haya quedado: al repetirla igual recibirás su folio.",
);

const NOT_JSON = {
  motivo: "json",
  status: 400,
  description: "The body is not JSON. No reservation exists.",
  errors: NOT_JSON_ERRORS,
  example: { error: "json_invalido" },
} as const satisfies FailureDeclaration;

const NO_ANSWER = {
  motivo: "base",
  status: 502,
  description:
    "The restaurant's system did not answer and the table was NOT held. Tell the person, and offer the messaging contact.",
  errors: {
    sin_respuesta: {
      cause: "storage did not answer; no reservation exists",
      detalle:
        "El sistema no respondió y este intento NO reservó la mesa: escribe al restaurante; si ya habías enviado esta misma reservación, puede que aquella sí haya quedado.",
    },
  },
  example: { error: "sin_respuesta", whatsapp: EXAMPLE_WHATSAPP },
} as const satisfies FailureDeclaration;

const SWITCHED_OFF = {
  motivo: "apagado",
  status: 503,
  description:
    "Reservations are switched off for now. Offer the messaging contact. No reservation exists.",
  errors: {
    reservas_apagadas: {
      cause: "switched off by the restaurant",
      detalle: "El restaurante no está tomando reservaciones en línea: escríbele por WhatsApp.",
    },
  },
  example: { error: "reservas_apagadas", whatsapp: EXAMPLE_WHATSAPP },
} as const satisfies FailureDeclaration;

const FAILURES = [
  NOT_JSON,
  UNREADABLE,
  tooLarge(MAX_BYTES),
  WRONG_FIELD,
  TOO_MANY,
  INTERNAL,
  NO_ANSWER,
  SWITCHED_OFF,
] as const;

const response = v.object({
  ok: OK,
  folio: described(
    v.string(),
    "Identifier of the reservation. Tell it to the person: changes are made by WhatsApp with it.",
    { pattern: FOLIO_FORM.source },
  ),
  status: described(v.literal("confirmed"), "The table is held."),
  reservation: v.object({
    date: DAY,
    time: TIME,
    party_size: described(v.number(), "How many people.", { type: "integer" }),
  }),
  whatsapp: WHATSAPP,
  repetida: v.optional(described(
    v.literal(true),
    "Present where the same request came within 10 minutes before: this is that reservation, no second one.",
  )),
  ignorados: IGNORED,
});

/** An answer as it is really sent. */
const HELD = {
  ok: true as const,
  folio: "R-7K3M9Q2T",
  status: "confirmed" as const,
  reservation: { date: "2026-11-27", time: "20:30", party_size: 4 },
  whatsapp:
    "https://wa.me/529990000000?text=Hola%2C%20Sobremesa%20de%20la%2058.%20Les%20escribo%20por%20mi%20reservaci%C3%B3n%20con%20folio%20R-7K3M9Q2T.",
  ignorados: [],
};

const IDEMPOTENCY_KEY = "Idempotency-Key";
const REPLAYED = "Idempotent-Replayed";

const REUSED_KEY =
  "Esa Idempotency-Key ya se usó con otros datos o con una reservación cancelada: usa una nueva.";

/** 1 to 255 printable ASCII characters. */
const KEY_FORM = /^[\x20-\x7e]{1,255}$/;

/** POST /api/reserva: holds a table. */
export const createRestaurantReservation = defineOperation<Deps>()({
  operationId: "createRestaurantReservation",
  method: "POST",
  path: "/api/reserva",
  summary: "Reserve a table",
  description:
    "Holds a table at once: a 200 is firm, any error means it is not held. First read horas_reservables, and confirm day, time, party, real name and phone with the person. An equal body within 10 minutes gives the same folio again: a second real table for the same person needs a different comment.",
  consequential: true,
  requestHeaders: {
    [IDEMPOTENCY_KEY]: {
      description:
        "Optional: 1 to 255 printable ASCII characters, a new one for each reservation. For 24 hours a retry with the same key and body gets the first answer again, and no second table.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
      example: "3f1c9a52-0001",
    },
  },
  body: {
    schema: reservationBody,
    maxBytes: MAX_BYTES,
    callerField: { name: "landing", maxLength: RESERVATION_LIMITS.source.max },
    examples: { cena: RESERVATION_EXAMPLE },
  },
  response: {
    description: "The table is held, status confirmed. Tell the person the folio.",
    schema: response,
    headers: {
      [REPLAYED]: {
        description:
          "Sent where this is the first answer again: to the same Idempotency-Key, or to an equal body.",
        schema: { type: "string", enum: ["true"] },
        example: "true",
      },
    },
    examples: { confirmada: HELD, repetida: { ...HELD, repetida: true } },
  },
  failures: FAILURES,
  limit: { name: "reserva", failure: TOO_MANY },
  caching: "none",
  async handle({ body, ignored, headers }, deps, fail) {
    const idempotencyKey = headers[IDEMPOTENCY_KEY.toLowerCase()] ?? null;
    if (idempotencyKey !== null && !KEY_FORM.test(idempotencyKey)) {
      return fail("idempotencia", { campo: IDEMPOTENCY_KEY });
    }
    // A body is so short that the thread of its own that Web Crypto takes costs many times as much.
    const alike = hash("sha256", alikeText(body), "hex");
    const asked = { ...body, idempotencyKey, alike, words: nameWords(body.name) };
    const held = await reserve(asked, deps, fail);
    return isFailure(held) ? held : answer(held, asked, ignored, deps);
  },
});

type Asked = ReservationRequest & ReplayKey;
type Held = Extract<ReserveOutcome, { kind: "held" | "replayed" }>;
type FailWith = Fail<typeof FAILURES>;

/**
 * Holds the table, or finds that it was held before. What memory says of switch and schedule only saves a write: the write
 * itself checks switch and closures again, so that neither can change in between.
 */
async function reserve(asked: Asked, deps: Deps, fail: FailWith): Promise<Held | Failure> {
  const bookable = bookability(asked, deps);
  if (bookable.ok) {
    const { serviceDay } = bookable;
    const capacity = deps.restaurant().booking.peoplePerTime;
    const candidate = { ...asked, serviceDay, capacity };
    return told(await deps.reservations.reserve(candidate), asked, deps, fail);
  }
  const earlier = await deps.reservations.findReplay(asked);
  if (earlier === null && bookable.reason !== "paused") return notBookable(bookable, fail);
  return told(earlier ?? { kind: "paused" }, asked, deps, fail);
}

const bookabilities = memo<Bookability>();

function bookability({ day, time, partySize }: Asked, deps: Deps): Bookability {
  const check = () => checkBookable({ ...situationNow(deps), day, time, partySize });
  return bookabilities.of(`${day} ${time} ${partySize}`, nowDependsOn(deps), check);
}

/** The reservation that stands, or the failure of one that was not made. */
function told(outcome: ReserveOutcome, asked: Asked, deps: Deps, fail: FailWith): Held | Failure {
  const whatsapp = () => contactLink(deps.restaurant(), "reserva", "es");
  switch (outcome.kind) {
    case "held":
    case "replayed":
      return outcome;
    case "alike":
      return fail("posible_repetida", { campo: "comentarios" });
    case "key_reused":
      return fail("idempotencia", { campo: IDEMPOTENCY_KEY, detalle: REUSED_KEY });
    case "unavailable":
      return fail("sin_respuesta", { whatsapp: whatsapp() });
    case "paused":
      return fail("reservas_apagadas", { whatsapp: whatsapp() });
    case "closed":
      return notBookable(timeNotListed({ ...situationNow(deps), ...asked }), fail);
  }
}

function answer(
  outcome: Held,
  asked: Asked,
  ignored: readonly string[],
  deps: Deps,
): WithHeaders<v.InferOutput<typeof response>> {
  const replayed = outcome.kind === "replayed";
  const repeated = replayed && outcome.repeated;
  // What was asked for, also where staff have changed it since: the first answer again, and no way to read a reservation.
  const { day, time, partySize } = asked;
  return {
    result: {
      ok: true,
      folio: outcome.folio,
      status: "confirmed",
      reservation: { date: day, time, party_size: partySize },
      whatsapp: reservationContactLink(deps.restaurant(), outcome.folio, "es"),
      ...(repeated ? { repetida: true as const } : {}),
      ignorados: [...ignored],
    },
    headers: replayed ? { [REPLAYED.toLowerCase()]: "true" } : {},
  };
}

/** Says what day today is, and what can be had instead. */
function notBookable(refusal: Unbookable, fail: FailWith): Failure {
  const today = `hoy es ${dated(refusal.today)}`;
  const asked = dated(refusal.day);
  if (refusal.reason === "day_out_of_range") {
    const last = dated(refusal.lastDay);
    const detalle =
      `El ${asked} no se puede reservar porque ${today} y se aceptan días desde hoy hasta el ${last} inclusive.`;
    return fail("dia_fuera_de_rango", { campo: "dia", detalle });
  }
  const { time, left, partySize } = refusal;
  const why = left === null
    ? "no se pueden reservar"
    : `no tienen lugar para ${partySize}: ${placesInWords(left)}`;
  const detalle = `Las ${time} del ${asked} ${why}; ${today} y ${instead(refusal)}.`;
  return fail("hora_no_reservable", { campo: "hora", detalle });
}

function placesInWords(left: number): string {
  if (left === 0) return "no queda ninguno";
  return left === 1 ? "queda 1" : `quedan ${left}`;
}

function instead({ nearest, nextDay, left, partySize }: TimeNotListed): string {
  const times = left === null ? "horas aceptadas" : `horas aceptadas con lugar para ${partySize}`;
  if (nearest.length > 0) return `las ${times} más cercanas de ese día son: ${nearest.join(", ")}`;
  if (nextDay === null) return `no quedan ${times} ni ese día ni después`;
  return `ese día no tiene ${times}; el siguiente que las tiene es el ${
    dated(nextDay.day)
  }, por ejemplo: ${nextDay.times.join(", ")}`;
}

function dated(day: Day): string {
  return `${weekdayName(day)} ${day}`;
}
