import { assertEquals } from "@std/assert";
import { kitchenNotice } from "../../src/pages/kitchen_notice.ts";

const closed = (day: string) => ({
  open: false,
  today: "2026-08-01",
  opens: { day, time: "13:00" },
});

Deno.test("an open kitchen needs no notice", () => {
  assertEquals(kitchenNotice({ ...closed("2026-08-01"), open: true }, "es"), null);
});

Deno.test("a closed kitchen says when it opens: today, tomorrow or on which day", () => {
  const says = (
    day: string,
  ) => [kitchenNotice(closed(day), "es"), kitchenNotice(closed(day), "en")];
  assertEquals(says("2026-08-01"), [
    "La cocina está cerrada en este momento. Abre hoy a las 13:00.",
    "The kitchen is closed right now. It opens today at 13:00.",
  ]);
  assertEquals(says("2026-08-02"), [
    "La cocina está cerrada en este momento. Abre mañana a las 13:00.",
    "The kitchen is closed right now. It opens tomorrow at 13:00.",
  ]);
  assertEquals(says("2026-08-04"), [
    "La cocina está cerrada en este momento. Abre el martes, 4 de agosto, a las 13:00.",
    "The kitchen is closed right now. It opens on Tuesday, August 4, at 13:00.",
  ]);
});

Deno.test("a kitchen that nobody knows when to open is merely closed", () => {
  const notice = kitchenNotice({ open: false, today: "2026-08-01", opens: null }, "es");
  assertEquals(notice, "La cocina está cerrada en este momento.");
});
