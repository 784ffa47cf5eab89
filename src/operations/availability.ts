import * as v from "valibot";
import { availability, bookingWindow, STEP_MINUTES } from "../domain/schedule/availability.ts";
import { readDay, RESERVATION_LIMITS } from "../domain/reservation/fields.ts";
import { reservationsActive } from "../domain/schedule/services.ts";
import { dayReason, isOnlyForWriting, reasonText } from "../domain/schedule/reason.ts";
import { REASONS_ES } from "../domain/schedule/reasons_es.ts";
import { isRoomless } from "../domain/schedule/refusal.ts";
import { addDays, DAY_FORM, localDateTime, wallMinute, weekdayName } from "../domain/local_time.ts";
import { nowDependsOn, situationNow } from "../domain/schedule/situation.ts";
import { type Bounds, type Read, readWhole } from "../domain/read.ts";
import { defineOperation } from "../http/operation.ts";
import {
  component,
  described,
  fields,
  flag,
  number,
  readBy,
  text,
  told,
  wholeNumber,
} from "../http/wire.ts";
import { contactAbout, dated, DAY, SPAN, TIME, WEEKDAY, WHATSAPP } from "./wire_values.ts";
import type { Deps } from "../ports/guests.ts";

const response = v.object({
  zona: text("Time zone of every date and time (IANA name)."),
  calculado: text("Local instant of calculation, AAAA-MM-DDTHH:MM.", {
    pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$",
  }),
  reservas_activas: flag("Whether reservations are taken now."),
  paso_minutos: number("Minutes between times.", { type: "integer" }),
  margen_minutos: number("Minutes from the last time to the kitchen's closing.", {
    type: "integer",
  }),
  dias: v.array(component(
    "Evening",
    v.object({
      dia: DAY,
      dia_semana: WEEKDAY,
      abre: flag("Whether a service starts that day."),
      local: described(
        v.nullable(SPAN),
        "Of the services that start that day; null without one.",
      ),
      cocina_cierra: described(
        v.nullable(TIME),
        "Closing of that day's last kitchen, perhaps after midnight; null without one.",
      ),
      horas_reservables: described(
        v.array(TIME),
        "Times that POST /api/reserva accepts with this dia. A time after midnight is listed under the day on which it falls.",
        told,
      ),
      despues_de_medianoche: v.optional(described(
        v.array(
          component("NightTime", v.object({ hora: TIME, noche_del: DAY, dia_semana: WEEKDAY })),
        ),
        "Whose night those times after midnight are: confirm it with the person.",
        told,
      )),
      detalle: v.optional(text("Why there are no times: tell the person.", told)),
    }),
  )),
  whatsapp: v.optional(WHATSAPP),
});

const { daysAhead, partySize: PARTY } = RESERVATION_LIMITS;
const DAYS = { min: 1, max: daysAhead };
const WHOLE_DAYS = wholeNumber(DAYS, { default: 7, examples: [7] });
const WHOLE_PARTY = wholeNumber(PARTY, { examples: [4] });

export const getAvailableReservationTimes = defineOperation<Deps>()({
  operationId: "getAvailableReservationTimes",
  method: "GET",
  path: "/api/disponibilidad",
  summary: "Times at which a table can be reserved",
  description:
    "Call this before reserving, and offer only times in horas_reservables. Read-only: nothing is held, and a listed time does not mean a free table.",
  query: fields({
    dia: v.optional(v.pipe(
      text(`One day, AAAA-MM-DD, from today to ${daysAhead} days ahead. Wins over dias.`, {
        pattern: DAY_FORM.source,
        examples: ["2026-11-21"],
      }),
      readBy(readDay),
    )),
    // Checked by the handler, which ignores it where dia is sent.
    dias: v.optional(text("How many days from today on; ignored when dia is sent.", WHOLE_DAYS)),
    personas: v.optional(v.pipe(
      text("Size of the party: lists only times with room for so many.", WHOLE_PARTY),
      readBy((text: string) => readCount(text, PARTY, "personas_invalidas")),
    )),
  }),
  response,
  failures: {
    dia: {
      status: 400,
      description: "dia is not a calendar day in the form AAAA-MM-DD.",
      errors: {
        dia_malformado:
          'El parámetro dia debe ser un día que exista, escrito AAAA-MM-DD: por ejemplo "2026-12-24".',
      },
    },
    dias: {
      status: 400,
      description: `dias is not an integer from ${DAYS.min} to ${DAYS.max}.`,
      errors: { dias_invalidos: wantedCount("dias", DAYS) },
    },
    personas: {
      status: 400,
      description: `personas is not an integer from ${PARTY.min} to ${PARTY.max}.`,
      errors: { personas_invalidas: wantedCount("personas", PARTY) },
    },
    rango: {
      status: 400,
      description:
        `dia is before today or over ${daysAhead} days ahead. detalle names today and the last day.`,
      errors: {
        dia_fuera_de_rango: `El parámetro dia va desde hoy hasta ${daysAhead} días después.`,
      },
    },
  },
  dependsOn: nowDependsOn,
  handle({ query: { dia, dias = "7", personas: partySize } }, deps, fail) {
    const situation = situationNow(deps);
    const { today, lastDay } = bookingWindow(situation);
    if (dia === undefined) {
      const days = readCount(dias, DAYS, "dias_invalidos");
      if ("error" in days) return fail(days.error, { campo: "dias" });
      return timesOf({ ...situation, from: today, days: days.value, partySize }, deps);
    }
    if (dia >= today && dia <= lastDay) {
      return timesOf({ ...situation, from: dia, days: 1, partySize }, deps);
    }
    const detalle = `Hoy es ${today}: se puede consultar desde hoy hasta el ${lastDay}.`;
    return fail("dia_fuera_de_rango", { campo: "dia", detalle });
  },
});

function wantedCount(name: string, { min, max }: Bounds): string {
  return `El parámetro ${name} debe ser un número entero de ${min} a ${max}.`;
}

/** A whole number as JSON writes it, without leading zeros. */
function readCount<Code extends string>(
  text: string,
  bounds: Bounds,
  error: Code,
): Read<number, Code> {
  const value = readWhole(text, bounds);
  return value !== null && String(value) === text ? { value } : { error };
}

function timesOf(request: Parameters<typeof availability>[0], deps: Deps) {
  const { restaurant, state, now, partySize = 1 } = request;
  const days = availability(request).map((each) => ({
    ...each,
    reason: each.times.length > 0 ? null : dayReason({ ...request, day: each.day, partySize }),
  }));
  const reasons = days.flatMap(({ reason }) => reason ?? []);
  const isForWriting = reasons.some(({ kind }) => isOnlyForWriting(kind)) ||
    reasons.length > 0 && isRoomless({ ...request, partySize });
  return {
    zona: restaurant.timeZone,
    calculado: localDateTime(wallMinute(now, restaurant.timeZone)),
    reservas_activas: reservationsActive(state),
    paso_minutos: STEP_MINUTES,
    margen_minutos: restaurant.booking.arrivalMarginMinutes,
    dias: days.map(({ day, venue, kitchenCloses, times, afterMidnight, reason }) => {
      const evening = addDays(day, -1);
      const night = { noche_del: evening, dia_semana: weekdayName(evening) };
      return {
        dia: day,
        dia_semana: weekdayName(day),
        abre: venue !== null,
        local: venue && { abre: venue.opens, cierra: venue.closes },
        cocina_cierra: kitchenCloses,
        horas_reservables: [...times],
        despues_de_medianoche: afterMidnight.length > 0
          ? afterMidnight.map((hora) => ({ hora, ...night }))
          : undefined,
        detalle: reason ? reasonText(REASONS_ES, reason, dated) : undefined,
      };
    }),
    whatsapp: isForWriting ? contactAbout("reserva")(deps) : undefined,
  };
}
