/** GET /api/contacto: the messaging link by reason and language. */
import { assertRefused } from "./api.ts";
import { fieldRows, TRUE, WHATSAPP } from "./fields.ts";
import type { Suite } from "./suite.ts";

const PATH = "/api/contacto";
const GET = `GET ${PATH}`;
const REASONS = ["duda", "pedido", "reserva"];

export function contactRows(suite: Suite): void {
  const { row } = suite;
  for (const motivo of REASONS) {
    fieldRows(
      suite,
      `${GET}?motivo=${motivo}`,
      [["ok", TRUE], ["whatsapp", WHATSAPP]],
      async (api) => (await api.get(`${PATH}?motivo=${motivo}`)).body,
    );
  }

  for (const motivo of ["queja", ""]) {
    row(
      `error ${GET} 400 motivo: motivo "${motivo}"`,
      async (api) =>
        assertRefused(await api.get(`${PATH}?motivo=${motivo}`), {
          status: 400,
          motivo: "motivo",
          campo: "motivo",
        }),
    );
  }
}
