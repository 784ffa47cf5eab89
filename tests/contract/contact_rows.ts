/** GET /api/contacto: the messaging link by reason. */
import { fieldRows, TRUE, WHATSAPP } from "./fields.ts";
import type { Suite } from "./suite.ts";

const PATH = "/api/contacto";

export function contactRows(suite: Suite): void {
  for (const motivo of ["duda", "pedido", "reserva"]) {
    fieldRows(
      suite,
      `GET ${PATH}?motivo=${motivo}`,
      [["ok", TRUE], ["whatsapp", WHATSAPP]],
      async (api) => (await api.get(`${PATH}?motivo=${motivo}`)).body,
    );
  }
}
