import { assertEquals } from "@std/assert";
import {
  closureInWords,
  dayInWords,
  localInWords,
  momentInWords,
  relativeDay,
} from "../../src/staff/day_words.ts";
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

Deno.test("a closure is said as people say it, the small hours with their evening", () => {
  const span = (from: string, to: string) =>
    closureInWords({ kind: "span", from, to }, "2026-03-10");
  assertEquals(
    closureInWords({ kind: "day", day: "2026-12-25" }, "2026-03-10"),
    "viernes 25 de diciembre, todo el día",
  );
  assertEquals(
    span("2026-03-14T17:00", "2026-03-14T23:00"),
    "sábado 14 de marzo, de 17:00 a 23:00",
  );
  assertEquals(
    span("2026-03-14T17:00", "2026-03-15T00:00"),
    "sábado 14 de marzo, de 17:00 a medianoche",
  );
  assertEquals(
    span("2026-03-14T19:00", "2026-03-15T01:30"),
    "sábado 14 de marzo, de 19:00 a 01:30 de la madrugada",
  );
  assertEquals(
    span("2026-03-14T19:00", "2026-03-16T01:00"),
    "del sábado 14 de marzo a las 19:00 al lunes 16 de marzo a la 1:00",
  );
  assertEquals(
    span("2026-12-31T19:00", "2027-01-01T10:00"),
    "del jueves 31 de diciembre a las 19:00 al viernes 1 de enero de 2027 a las 10:00",
  );
});
