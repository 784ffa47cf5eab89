/** When the house and its kitchen work. */
import * as v from "valibot";
import { clock, fields, list, whole } from "./values.ts";

/** The weekdays as the file names them, Monday first; without accents, so that they are easily typed. */
export const WEEKDAYS = [
  "lunes",
  "martes",
  "miercoles",
  "jueves",
  "viernes",
  "sabado",
  "domingo",
] as const;

export const serviceSchema = fields("Un servicio: de abre a cierra.", {
  abre: clock("Hora en que abre, HH:MM."),
  cierra: clock(
    "Hora en que cierra, HH:MM. Si no es posterior a la de abrir, se entiende después de medianoche.",
  ),
});

export const MAX_SERVICES_A_DAY = 6;

const day = list(
  "Servicios de ese día, en cualquier orden; [] si no abre.",
  serviceSchema,
  0,
  MAX_SERVICES_A_DAY,
);

export const hoursSchema = fields("Horario de la semana. Los servicios no se traslapan.", {
  lunes: day,
  martes: day,
  miercoles: day,
  jueves: day,
  viernes: day,
  sabado: day,
  domingo: day,
});

const lead = whole("Minutos antes de cerrar en que la cocina deja de servir.", 0, 600);

export const kitchenSchema = fields("La cocina.", {
  cierra_antes_minutos: lead,
  por_dia: v.optional(
    fields('Días en que la cocina cierra con otra anticipación, por ejemplo { "domingo": 30 }.', {
      lunes: v.optional(lead),
      martes: v.optional(lead),
      miercoles: v.optional(lead),
      jueves: v.optional(lead),
      viernes: v.optional(lead),
      sabado: v.optional(lead),
      domingo: v.optional(lead),
    }),
    {},
  ),
  minutos_min: whole("Minutos que tarda en salir un pedido, cuando menos.", 0, 600),
  minutos_max: whole("Minutos que tarda en salir un pedido, cuando más.", 0, 600),
});

export const bookingSchema = fields("Reservas.", {
  margen_minutos: whole(
    "Minutos que se restan al cierre de la cocina: quien llega a la última hora reservable todavía alcanza a pedir.",
    0,
    600,
  ),
  anticipacion_minutos: v.optional(
    whole("Con cuántos minutos de anticipación se puede reservar para hoy.", 0, 1440),
    15,
  ),
});
