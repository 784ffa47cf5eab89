import { assertEquals } from "@std/assert";
import { dayInWords, localInWords, momentInWords, relativeDay } from "../../src/staff/day_words.ts";
import { instantOf } from "../support/restaurant_fixture.ts";

Deno.test("a day is said with its weekday and month, and with its year only where that is another", () => {
  assertEquals(dayInWords("2026-11-28", "2026-11-21"), "sábado 28 de noviembre");
  assertEquals(dayInWords("2027-01-01", "2026-11-21"), "viernes 1 de enero de 2027");
});

Deno.test("today and tomorrow are called so", () => {
  assertEquals(relativeDay("2026-12-31", "2026-12-31"), "hoy");
  assertEquals(relativeDay("2027-01-01", "2026-12-31"), "mañana");
  assertEquals(relativeDay("2027-01-02", "2026-12-31"), "el sábado 2 de enero de 2027");
});

Deno.test("a moment is said on the restaurant's clock", () => {
  const now = instantOf("2026-03-14T23:50");
  const said = (local: string) => momentInWords(instantOf(local), now, "America/Merida");
  assertEquals(said("2026-03-14T23:55"), "hoy a las 23:55");
  assertEquals(said("2026-03-15T01:15"), "mañana a la 1:15");
  assertEquals(localInWords("2026-03-15T00:30", "2026-03-14"), "domingo 15 de marzo a las 00:30");
});
