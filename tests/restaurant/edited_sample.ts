/** The sample's file with some values replaced: how these tests make files with mistakes. */
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

/** The problems of `text`, none where it is good. Whatever else is thrown goes through. */
export function problemsOf(text: string): readonly string[] {
  try {
    parseRestaurant(text);
    return [];
  } catch (error) {
    if (error instanceof RestaurantFileError) return error.problems.map(({ placed }) => placed);
    throw error;
  }
}
