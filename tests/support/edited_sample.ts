/** The sample's file with some values replaced: files with mistakes, and restaurants that are open now. */
import { RestaurantFileError } from "../../src/restaurant/problems.ts";
import { parseRestaurant, SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";

/** A place in the file (`secciones[2].platillos[0].precio`) and what is put there instead; undefined takes it away. */
export type Edit = readonly [path: string, value: unknown];

/** The sample's file, edited, as text. */
export function editedSample(...edits: readonly Edit[]): string {
  const file: unknown = JSON.parse(SAMPLE_FILE_TEXT);
  for (const [path, value] of edits) put(file, path.split(/[.[\]]+/).filter(Boolean), value);
  return JSON.stringify(file);
}

function put(holder: unknown, [key, ...rest]: readonly string[], value: unknown): void {
  const fields = holder as Record<string, unknown>;
  if (rest.length > 0) put(fields[key!], rest, value);
  else if (value === undefined) delete fields[key!];
  else fields[key!] = value;
}

/** The problems of `text`; none if it is good. Other errors are thrown. */
export function problemsOf(text: string): readonly string[] {
  try {
    parseRestaurant(text);
    return [];
  } catch (error) {
    if (error instanceof RestaurantFileError) return error.problems.map(({ text }) => text);
    throw error;
  }
}

const WEEKDAYS = ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"];

export interface NoonRestaurant {
  /** The restaurant's file: the sample, open every day from 10:00 to 01:30, its kitchen until 00:30. */
  readonly text: string;
  /** Its local date, which is also its service day. */
  readonly today: string;
}

/**
 * A restaurant in a time zone where it is about noon whenever a test runs, because commands and services use the
 * machine's clock.
 */
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
