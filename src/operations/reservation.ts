import type * as v from "valibot";
import {
  type Deps,
  type ReplayOutcome,
  type ReservationCandidate,
  type ReserveOutcome,
  StorageUnavailable,
} from "../ports.ts";
import { checkBookable, timeNotListed } from "../domain/schedule/bookability.ts";
import { bookabilityFailure } from "../domain/bookability_failure.ts";
import { contactLink, reservationContactLink } from "../domain/contact.ts";
import { Failure } from "../domain/failure.ts";
import type { ReservationRequest } from "../domain/reservation/reservation.ts";
import type { Situation } from "../domain/schedule/situation.ts";
import { defineOperation, type FailureDeclaration, type WithHeaders } from "../http/operation.ts";
import { INTERNAL, tooLarge, tooMany, UNREADABLE } from "./failures.ts";
import { hashBody, readIdempotencyKey, reusedKey } from "./idempotency.ts";
import { causesOfTimes, keptResults } from "./kept.ts";
import { parseReservation } from "./reservation_body.ts";
import { NO_ANSWER, NOT_JSON, SWITCHED_OFF, WRONG_FIELD } from "./reservation_failures.ts";
import {
  RESERVATION_EXAMPLES,
  reservationBody,
  reservationResponse,
} from "./reservation_schema.ts";

const MOST_BYTES = 8 * 1024;
const LIMIT_DETAIL =
  "Demasiadas reservaciones desde esta dirección; si ya enviaste esta misma, puede que sí haya quedado: al repetirla igual recibirás su folio.";

const IDEMPOTENCY_KEY = "Idempotency-Key";
const REPLAYED = "Idempotent-Replayed";

const kept = keptResults<ReturnType<typeof checkBookable>>();

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
    maxBytes: MOST_BYTES,
    parse: parseReservation,
    notJson: (detalle, error) => new Failure("json", error, detalle),
    examples: RESERVATION_EXAMPLES.request,
  },
  response: {
    description: "The table is held, status confirmed. Tell the person the folio.",
    schema: reservationResponse,
    headers: {
      [REPLAYED]: {
        description:
          "Sent where this is the first answer again: to the same Idempotency-Key, or to an equal body.",
        schema: { type: "string", enum: ["true"] },
        example: "true",
      },
    },
    examples: RESERVATION_EXAMPLES.response,
  },
  failures: [
    NOT_JSON,
    UNREADABLE,
    tooLarge(MOST_BYTES),
    WRONG_FIELD,
    tooMany(LIMIT_DETAIL),
    INTERNAL,
    NO_ANSWER,
    SWITCHED_OFF,
  ],
  limit: { name: "reserva", detalle: LIMIT_DETAIL },
  caching: "none",
  async handle({ body, ignored, headers }, deps) {
    const idempotencyKey = readIdempotencyKey(headers[IDEMPOTENCY_KEY.toLowerCase()]);
    const retry = { idempotencyKey, bodyHash: hashBody(body) };
    try {
      const outcome = await reserve({ ...body, ...retry }, deps);
      return answer(outcome, { ...body, ...retry }, ignored, deps);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      throw refusal(NO_ANSWER, deps, error);
    }
  },
});

type Asked = ReservationRequest & Pick<ReservationCandidate, "idempotencyKey" | "bodyHash">;
type Held = Extract<ReserveOutcome, { kind: "held" | "replayed" }>;

/**
 * Holds the table, or finds that it was held before. What memory says of switch and schedule only saves a write: the write
 * itself checks switch and closures again, so that neither can change in between.
 */
async function reserve(asked: Asked, deps: Deps): Promise<Held> {
  const bookable = bookability(asked, deps);
  if (!bookable.ok) {
    const replay = await deps.reservations.findReplay(asked);
    if (replay !== null) return standing(replay);
    if (bookable.reason === "paused") throw refusal(SWITCHED_OFF, deps);
    throw bookabilityFailure(bookable);
  }
  const { serviceDay } = bookable;
  const outcome = await deps.reservations.reserve({ ...asked, serviceDay });
  if (outcome.kind === "paused") throw refusal(SWITCHED_OFF, deps);
  if (outcome.kind === "closed") {
    throw bookabilityFailure(timeNotListed({ ...situationOf(deps), ...asked }));
  }
  return standing(outcome);
}

function bookability({ day, time }: Asked, deps: Deps): ReturnType<typeof checkBookable> {
  const situation = situationOf(deps);
  const check = () => checkBookable({ ...situation, day, time });
  return kept(deps, `${day} ${time}`, causesOfTimes(situation), check);
}

function standing(outcome: Held | ReplayOutcome): Held {
  if (outcome.kind === "key_reused") throw reusedKey();
  return outcome;
}

function answer(
  outcome: Held,
  asked: Asked,
  ignored: readonly string[],
  deps: Deps,
): WithHeaders<v.InferOutput<typeof reservationResponse>> {
  const replayed = outcome.kind === "replayed";
  // What was asked for, also where staff have changed it since: the first answer again, and no way to read a reservation.
  const { day, time, partySize } = asked;
  const keyed = asked.idempotencyKey !== null;
  return {
    result: {
      ok: true,
      folio: outcome.folio,
      status: "confirmed",
      reservation: { date: day, time, party_size: partySize },
      whatsapp: reservationContactLink(deps.restaurant(), outcome.folio, "es"),
      ...(replayed && !keyed ? { repetida: true as const } : {}),
      ignorados: [...ignored],
    },
    headers: replayed ? { [REPLAYED.toLowerCase()]: "true" } : {},
  };
}

function situationOf(deps: Deps): Situation {
  return { restaurant: deps.restaurant(), house: deps.house(), now: deps.now() };
}

function refusal({ motivo, example }: FailureDeclaration, deps: Deps, cause?: unknown): Failure {
  const whatsapp = contactLink(deps.restaurant(), "reserva", "es");
  return new Failure(motivo, example.error, example.detalle, { whatsapp, cause });
}
