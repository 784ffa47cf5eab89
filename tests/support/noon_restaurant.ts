/** A restaurant in a time zone where it is about noon whenever a test runs, because commands and services use the machine's clock. */
import { type Edit, editedSample } from "../restaurant/edited_sample.ts";

const WEEKDAYS = ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"];

export interface NoonRestaurant {
  /** The restaurant's file: the sample, open every day from 10:00 to 01:30, its kitchen until 00:30. */
  readonly text: string;
  /** Its local date, which is also its service day. */
  readonly today: string;
}

export function noonRestaurant(...edits: readonly Edit[]): NoonRestaurant {
  const hour = new Date().getUTCHours();
  // The names of these zones have the sign reversed.
  const zone = hour === 12 ? "Etc/GMT" : `Etc/GMT${hour < 12 ? "-" : "+"}${Math.abs(12 - hour)}`;
  const hours: Edit[] = WEEKDAYS.map((
    day,
  ) => [`horario.${day}`, [{ abre: "10:00", cierra: "01:30" }]]);
  return {
    text: editedSample(["zona", zone], ...hours, ["cocina.por_dia", {}], ...edits),
    today: Temporal.Now.plainDateISO(zone).toString(),
  };
}
