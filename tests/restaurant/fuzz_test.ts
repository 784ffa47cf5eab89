import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { problemsOf } from "./edited_sample.ts";

/** Anything JSON can hold, and what owners are likely to type. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>("", "12", "9:00", "25:00", "13:00", -1, 0, 1e308, 0.1, null, [], {}),
);

Deno.test("a file with any part replaced, dropped or doubled is read or refused with reasons", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), anyValue, fc.nat(2)), { maxLength: 5 }), (edits) => {
      const file: unknown = JSON.parse(SAMPLE_FILE_TEXT);
      for (const [where, value, how] of edits) mutate(file, where, value, how);
      for (const problem of problemsOf(JSON.stringify(file))) assert(isSaid(problem), problem);
    }),
    { numRuns: 400, seed: 58 },
  );
});

Deno.test("a file cut or with stray characters is refused with a line and a column", () => {
  const length = SAMPLE_FILE_TEXT.trimEnd().length;
  fc.assert(
    fc.property(fc.nat(length - 1), (end) => {
      const problems = problemsOf(SAMPLE_FILE_TEXT.slice(0, end));
      assertEquals(problems.length, 1);
      assert(
        /^línea \d+, columna \d+(: .+)?: se esperaba .+, y hay .+$/.test(problems[0]!),
        problems[0],
      );
    }),
    { numRuns: 200, seed: 58 },
  );
});

/** Changes one of the places in `file`, picked by `where` among all there are. */
function mutate(file: unknown, where: number, value: unknown, how: number): void {
  const places = placesIn(file);
  if (places.length === 0) return;
  const [holder, key] = places[where % places.length]!;
  if (how === 0) holder[key] = value;
  else if (how === 1) delete holder[key];
  else holder[`${key}${key}`] = structuredClone(holder[key]);
}

type Place = readonly [holder: Record<string, unknown>, key: string];

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [[holder, key] as Place, ...placesIn(holder[key])]);
}

function isSaid(problem: string): boolean {
  return problem === "y hay más: primero estos" ||
    /^línea \d+, columna \d+.*: (se esperaba .+, y (hay .+|falta)|campo desconocido; .+)$/su
      .test(problem);
}
