/** GET /api/disponibilidad: errors. */
import { assert } from "@std/assert";
import { assertRefused } from "./api.ts";
import { plusDays, withinOneDay } from "./calendar.ts";
import type { Suite } from "./suite.ts";

const PATH = "/api/disponibilidad";
const GET = `GET ${PATH}`;

/** Values of parameters. */
const WRONG = [
  ["dia", "hoy"],
  ["dia", "2026-02-30"],
  ["dias", "0"],
  ["dias", "91"],
  ["personas", "0"],
  ["personas", "41"],
] as const;

export function availabilityErrorRows({ row }: Suite): void {
  for (const [name, text] of WRONG) {
    row(`error ${GET} 400 ${name}: "${text}"`, async (api) => {
      const expected = { status: 400, motivo: name, campo: name };
      assertRefused(await api.get(`${PATH}?${name}=${text}`), expected);
    });
  }
  for (const [name, ahead] of [["the day before today", -1], ["91 days ahead", 91]] as const) {
    row(
      `error ${GET} 400 rango, limit dia today to 90 days ahead: ${name}`,
      withinOneDay(async (api, today) => {
        const answer = await api.get(`${PATH}?dia=${plusDays(today, ahead)}`);
        assertRefused(answer, { status: 400, motivo: "rango", campo: "dia" });
        assert(answer.body.detalle.includes(today), "detalle does not name today's date");
      }),
    );
  }
}
