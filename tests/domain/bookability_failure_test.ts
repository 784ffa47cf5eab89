import { assertEquals } from "@std/assert";
import { bookabilityFailure } from "../../src/domain/bookability_failure.ts";
import type { TimeNotListed } from "../../src/domain/schedule/bookability.ts";

const REFUSED_TIME: TimeNotListed = {
  ok: false,
  reason: "time_not_listed",
  day: "2026-03-09",
  time: "20:15",
  today: "2026-03-06",
  nearest: [],
  nextDay: null,
};

Deno.test("a day out of range is told with today and the last day", () => {
  const failure = bookabilityFailure({
    ok: false,
    reason: "day_out_of_range",
    day: "2026-03-05",
    time: "20:15",
    today: "2026-03-06",
    lastDay: "2026-06-04",
  });
  assertEquals(
    [failure.motivo, failure.error, failure.details.campo],
    ["datos", "dia_fuera_de_rango", "dia"],
  );
  assertEquals(
    failure.detalle,
    "El jueves 2026-03-05 no se puede reservar porque hoy es viernes 2026-03-06 y se aceptan días desde hoy hasta el jueves 2026-06-04 inclusive.",
  );
});

Deno.test("a refused time is told with today and the nearest times of its day", () => {
  const failure = bookabilityFailure({ ...REFUSED_TIME, nearest: ["20:00", "20:30"] });
  assertEquals(
    [failure.motivo, failure.error, failure.details.campo],
    ["datos", "hora_no_reservable", "hora"],
  );
  assertEquals(
    failure.detalle,
    "Las 20:15 del lunes 2026-03-09 no se pueden reservar; hoy es viernes 2026-03-06 y las horas aceptadas más cercanas de ese día son: 20:00, 20:30.",
  );
});

Deno.test("a day without times is told with the next day that has some", () => {
  const nextDay = { day: "2026-03-10", times: ["20:00", "20:30"] };
  assertEquals(
    bookabilityFailure({ ...REFUSED_TIME, nextDay }).detalle,
    "Las 20:15 del lunes 2026-03-09 no se pueden reservar; hoy es viernes 2026-03-06 y ese día no tiene horas aceptadas; el siguiente que las tiene es el martes 2026-03-10, por ejemplo: 20:00, 20:30.",
  );
});

Deno.test("a restaurant without any times ahead is told as such", () => {
  assertEquals(
    bookabilityFailure(REFUSED_TIME).detalle,
    "Las 20:15 del lunes 2026-03-09 no se pueden reservar; hoy es viernes 2026-03-06 y no quedan horas aceptadas ni ese día ni después.",
  );
});
