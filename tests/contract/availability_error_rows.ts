/** GET /api/disponibilidad: errors. */
import { assert } from "@std/assert";
import { assertRefused } from "./api.ts";
import { plusDays, withinOneDay } from "./calendar.ts";
import type { Suite } from "./suite.ts";

const PATH = "/api/disponibilidad";
const GET = `GET ${PATH}`;

/** Invalid values of `dia`. */
const BAD_DAYS = [
  ["hoy", "a word"],
  ["2026-1-02", "a month of one digit"],
  ["20261202", "no dashes"],
  ["2026-12-02T00:00", "a time after it"],
  ["+002026-12-02", "an expanded year"],
  ["2026-12-02%20", "a blank after it"],
  ["", "nothing"],
  ["2026-02-30", "no such day"],
  ["2026-13-01", "no such month"],
] as const;

const BAD_COUNTS = ["0", "91", "-1", "1.5", "1e1", "0x10", "%2B7", "siete", "", "%207", "999999"];

export function availabilityErrorRows({ row }: Suite): void {
  for (const [text, what] of BAD_DAYS) {
    row(
      `error ${GET} 400 dia: dia "${text}" (${what})`,
      async (api) =>
        assertRefused(await api.get(`${PATH}?dia=${text}`), {
          status: 400,
          motivo: "dia",
          error: "dia_malformado",
          campo: "dia",
        }),
    );
  }
  for (const text of BAD_COUNTS) {
    row(
      `error ${GET} 400 dias, limit dias 1 to 90: dias "${text}"`,
      async (api) =>
        assertRefused(await api.get(`${PATH}?dias=${text}`), {
          status: 400,
          motivo: "dias",
          error: "dias_invalidos",
          campo: "dias",
        }),
    );
  }
  for (const text of ["0", "41", "dos"]) {
    row(
      `${GET} 400 personas: personas "${text}"`,
      async (api) =>
        assertRefused(await api.get(`${PATH}?personas=${text}`), {
          status: 400,
          motivo: "personas",
          error: "personas_invalidas",
          campo: "personas",
        }),
    );
  }
  for (const [name, ahead] of [["the day before today", -1], ["91 days ahead", 91]] as const) {
    row(
      `error ${GET} 400 rango, limit dia today to 90 days ahead: ${name}`,
      (api) =>
        withinOneDay(api, async (today) => {
          const answer = await api.get(`${PATH}?dia=${plusDays(today, ahead)}`);
          assertRefused(answer, { status: 400, motivo: "rango", campo: "dia" });
          assert(answer.body.detalle.includes(today), "detalle does not name today's date");
        }),
    );
  }
}
