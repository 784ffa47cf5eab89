/** The wire shape of the times that can be reserved. */
import * as v from "valibot";
import { described } from "../http/wire.ts";
import { DAY, NULLABLE_TIME, TIME, WEEKDAY } from "./wire_values.ts";

/** Answer of GET /api/disponibilidad. */
export const availabilityResponse = v.object({
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

export type AvailabilityResponse = v.InferOutput<typeof availabilityResponse>;

/** An answer as it is really sent. */
export const AVAILABILITY_EXAMPLE: AvailabilityResponse = {
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
