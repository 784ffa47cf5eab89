/** GET /api/contacto: the messaging link by reason and language. */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { type Api, assertOk, assertRefused } from "./api.ts";
import { fieldRows, TRUE, WHATSAPP } from "./fields.ts";
import type { Contact } from "./shapes.ts";
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

  row(`${GET}: query motivo defaults to duda`, async (api) => {
    assertEquals(await link(api, ""), await link(api, "?motivo=duda"));
  });

  row(`${GET}: each motivo has its message, all to the same phone`, async (api) => {
    const links = await Promise.all(REASONS.map((motivo) => link(api, `?motivo=${motivo}`)));
    assertEquals(new Set(links.map(({ text }) => text)).size, REASONS.length);
    assertEquals(new Set(links.map(({ phone }) => phone)).size, 1);
  });

  row(`${GET}: query lang changes the message and not the phone`, async (api) => {
    const [spanish, english] = [await link(api, "?lang=es"), await link(api, "?lang=en")];
    assertEquals(spanish.phone, english.phone);
    assertNotEquals(spanish.text, english.text);
    assert(english.text.length > 0);
  });

  for (const motivo of ["queja", "", "Duda", "duda%20"]) {
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

  row(`${GET}: of repeated motivo the first counts`, async (api) => {
    assertEquals(
      await link(api, "?motivo=reserva&motivo=x"),
      await link(api, "?motivo=reserva"),
    );
  });
}

async function link(api: Api, query: string): Promise<{ phone: string; text: string }> {
  const answer = await api.get<Contact>(`${PATH}${query}`);
  assertOk(answer);
  const { pathname, searchParams } = new URL(answer.body.whatsapp);
  return { phone: pathname.slice(1), text: searchParams.get("text") ?? "" };
}
