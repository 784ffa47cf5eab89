import * as v from "valibot";
import {
  availability,
  bookingWindow,
  type DayAvailability,
  STEP_MINUTES,
} from "../domain/schedule/availability.ts";
import { readDay } from "../domain/reservation/fields.ts";
import { RESERVATION_LIMITS } from "../domain/reservation/reservation.ts";
import { reservationsActive } from "../domain/schedule/switches.ts";
import { DAY_FORM, dayOf, timeOf, wallMinute } from "../domain/local_time.ts";
import type { Situation } from "../domain/schedule/situation.ts";
import { type FailureDeclaration, INTERNAL, UNREADABLE } from "../http/failure.ts";
import { defineOperation } from "../http/operation.ts";
import { described, readBy } from "../http/wire.ts";
import { DAY, NULLABLE_TIME, TIME, WEEKDAY } from "./wire_values.ts";
import type { Deps } from "../ports.ts";

/** Answer of GET /api/disponibilidad. */
const response = v.object({
  zona: described(v.string(), "Time zone of every date and time (IANA name)."),
  calculado: described(v.string(), "Local instant of calculation, AAAA-MM-DDTHH:MM.", {
    pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$",
  }),
  reservas_activas: described(
    v.boolean(),
    "Whether reservations are taken at all now; every list is empty while they are not.",
  ),
  paso_minutos: described(v.number(), "Minutes between times.", { type: "integer" }),
  margen_minutos: described(
    v.number(),
    "Arrival margin: the last time lies this many minutes before the kitchen closes.",
    { type: "integer" },
  ),
  dias: v.array(v.object({
    dia: DAY,
    dia_semana: WEEKDAY,
    abre: described(v.boolean(), "Whether a service starts that day."),
    local: described(
      v.nullable(v.object({ abre: TIME, cierra: TIME })),
      "First opening and last closing of the services that start that day; null where none does.",
    ),
    cocina_cierra: described(
      NULLABLE_TIME,
      "When the kitchen of that day's last service closes, perhaps after midnight; null where none starts.",
    ),
    horas_reservables: described(
      v.array(TIME),
      "Times that POST /api/reserva accepts with this dia. A time after midnight stands under the day on which it falls. They do not tell which tables are free.",
    ),
  })),
});

type Response = v.InferOutput<typeof response>;

/** An answer as it is really sent. */
const EXAMPLE: Response = {
  zona: "America/Merida",
  calculado: "2026-11-21T12:05",
  reservas_activas: true,
  paso_minutos: 30,
  margen_minutos: 30,
  dias: [{
    dia: "2026-11-22",
    dia_semana: "domingo",
    abre: true,
    local: { abre: "12:00", cierra: "19:00" },
    cocina_cierra: "18:30",
    horas_reservables: ["00:00", "12:00", "12:30", "13:00", "13:30", "14:00", "14:30"]
      .concat(["15:00", "15:30", "16:00", "16:30", "17:00", "17:30", "18:00"]),
  }],
};

const DEFAULT_DAYS = 7;
const MAX_DAYS = 90;
const { min, max } = RESERVATION_LIMITS.partySize;

const MALFORMED_DAY = {
  motivo: "dia",
  status: 400,
  description: "dia is not a calendar day in the form AAAA-MM-DD.",
  errors: {
    dia_malformado: {
      cause: "not AAAA-MM-DD, or no such day",
      detalle:
        'El parámetro dia debe ser un día que exista, escrito AAAA-MM-DD: por ejemplo "2026-12-24".',
    },
  },
  example: { error: "dia_malformado", campo: "dia" },
} as const satisfies FailureDeclaration;

const WRONG_DAYS = {
  motivo: "dias",
  status: 400,
  description: "dias is not an integer from 1 to 90.",
  errors: {
    dias_invalidos: {
      cause: "not an integer from 1 to 90",
      detalle: "El parámetro dias debe ser un número entero de 1 a 90.",
    },
  },
  example: { error: "dias_invalidos", campo: "dias" },
} as const satisfies FailureDeclaration;

const WRONG_PARTY = {
  motivo: "personas",
  status: 400,
  description: "personas is not an integer from 1 to 40.",
  errors: {
    personas_invalidas: {
      cause: "not an integer from 1 to 40",
      detalle: "El parámetro personas debe ser un número entero de 1 a 40.",
    },
  },
  example: { error: "personas_invalidas", campo: "personas" },
} as const satisfies FailureDeclaration;

const OUT_OF_RANGE = {
  motivo: "rango",
  status: 400,
  description: "dia is before today or over 90 days ahead. detalle names today and the last day.",
  errors: {
    dia_fuera_de_rango: {
      cause: "before today, or over 90 days ahead",
      detalle: "Hoy es 2026-11-21: se puede consultar desde hoy hasta el 2027-02-19.",
    },
  },
  example: { error: "dia_fuera_de_rango", campo: "dia" },
} as const satisfies FailureDeclaration;

/** GET /api/disponibilidad: the times that can be reserved. */
export const getAvailableReservationTimes = defineOperation<Deps>()({
  operationId: "getAvailableReservationTimes",
  method: "GET",
  path: "/api/disponibilidad",
  summary: "Times at which a table can be reserved",
  description:
    "Call this before reserving, and offer only times in horas_reservables. Pass dia for one day, or dias for that many days from today on; dia_semana tells which day is which. Read-only: nothing is held, and a listed time does not mean a free table.",
  consequential: false,
  query: {
    dia: {
      schema: v.optional(v.pipe(
        described(v.pipe(v.string(), v.regex(DAY_FORM, "dia_malformado")), "AAAA-MM-DD."),
        readBy(readDay),
      )),
      description: "One day, AAAA-MM-DD, from today to 90 days ahead. Wins over dias.",
      example: "2026-11-21",
    },
    dias: {
      schema: v.optional(
        described(
          v.pipe(
            v.number("dias_invalidos"),
            v.integer("dias_invalidos"),
            v.minValue(1, "dias_invalidos"),
            v.maxValue(MAX_DAYS, "dias_invalidos"),
          ),
          "How many days.",
        ),
        DEFAULT_DAYS,
      ),
      description: "How many days from today on, 1 to 90; ignored when dia is sent.",
      example: DEFAULT_DAYS,
      ignoredWith: "dia",
    },
    personas: {
      schema: v.optional(
        described(
          v.pipe(
            v.number("personas_invalidas"),
            v.integer("personas_invalidas"),
            v.minValue(min, "personas_invalidas"),
            v.maxValue(max, "personas_invalidas"),
          ),
          "How many people.",
        ),
      ),
      description: "Size of the party, 1 to 40: lists only times with room for so many.",
      example: 4,
    },
  },
  response: {
    description: "Reservable times by day.",
    schema: response,
    examples: { un_dia: EXAMPLE },
  },
  failures: [MALFORMED_DAY, WRONG_DAYS, WRONG_PARTY, OUT_OF_RANGE, UNREADABLE, INTERNAL],
  caching: "none",
  dependsOn: nowDependsOn,
  handle({ query: { dia, dias, personas: partySize } }, deps, fail) {
    const situation = situationNow(deps);
    const { today, lastDay } = bookingWindow(situation);
    if (dia === undefined) return timesOf({ ...situation, from: today, days: dias, partySize });
    if (dia >= today && dia <= lastDay) {
      return timesOf({ ...situation, from: dia, days: 1, partySize });
    }
    const detalle = `Hoy es ${today}: se puede consultar desde hoy hasta el ${lastDay}.`;
    return fail("dia_fuera_de_rango", { campo: "dia", detalle });
  },
});

/** The restaurant, what staff have switched, and the time, of one request. */
export function situationNow(deps: Deps): Situation {
  return { restaurant: deps.restaurant(), state: deps.state(), now: deps.now() };
}

/** What an answer depends on that tells of this minute: a pause ends at its own moment. */
export function nowDependsOn(deps: Deps): readonly unknown[] {
  const { restaurant, state, now } = situationNow(deps);
  return [restaurant, state, reservationsActive(state, now), Math.floor(now / 60_000)];
}

function timesOf(asked: Parameters<typeof availability>[0]): Response {
  const { restaurant, state, now } = asked;
  const minute = wallMinute(now, restaurant.timeZone);
  return {
    zona: restaurant.timeZone,
    calculado: `${dayOf(minute)}T${timeOf(minute)}`,
    reservas_activas: reservationsActive(state, now),
    paso_minutos: STEP_MINUTES,
    margen_minutos: restaurant.booking.arrivalMarginMinutes,
    dias: availability(asked).map(dayToWire),
  };
}

function dayToWire(day: DayAvailability): Response["dias"][number] {
  return {
    dia: day.day,
    dia_semana: day.weekday,
    abre: day.opens,
    local: day.venue && { abre: day.venue.opens, cierra: day.venue.closes },
    cocina_cierra: day.kitchenCloses,
    horas_reservables: [...day.times],
  };
}
