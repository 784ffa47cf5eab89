import { assertEquals, assertStringIncludes } from "@std/assert";
import { closureInWords, closureMessageLink } from "../../../src/staff/house/closure_words.ts";
import { sampleReservation } from "../_reservations.ts";

const TODAY = "2026-03-10";

Deno.test("a closure is said as people say it, the small hours with their evening", () => {
  const span = (from: string, to: string) => closureInWords({ kind: "span", from, to }, TODAY);
  assertEquals(
    closureInWords({ kind: "day", day: "2026-12-25" }, TODAY),
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

Deno.test("the message names guest, table, folio and reason, and offers another time", () => {
  const link = closureMessageLink(
    {
      ...sampleReservation({ partySize: 1, time: "01:00", day: "2027-01-01" }),
      phone: "+34612345678",
    },
    { restaurantName: "Café & Cía.", kind: "day", reason: "falla de luz.", today: TODAY },
  );
  const { origin, pathname, searchParams } = new URL(link);
  assertEquals(origin + pathname, "https://wa.me/34612345678");
  assertStringIncludes(
    searchParams.get("text")!,
    "Le escribimos de Café & Cía. por su reservación R-7K3M9QAB: viernes 1 de enero de 2027 a la 1:00, para 1 persona. " +
      "Lamentamos avisarle que ese día estará cerrado el restaurante: falla de luz. ¿Le acomoda otro día",
  );
});
