/** GET /api/ubicacion: whatever is asked, points with their labels or none, and what to do next. */
import { assert, assertEquals } from "@std/assert";
import { assertOk, assertRefused } from "./api.ts";
import type { Suite } from "./suite.ts";

const PATH = "/api/ubicacion";
const GET = `GET ${PATH}`;

/** Any text is answered. */
const TEXTS = ["Calle 58 por 59 y 61, Centro", "58 x 59", "ñ".repeat(300), "\u0000", "%", "   58"];

export function addressRows({ row }: Suite): void {
  for (const texto of TEXTS) {
    row(`${GET}: texto ${JSON.stringify(texto.slice(0, 30))} is answered`, async (api) => {
      const answer = await api.get<{ candidatos: unknown[]; detalle: string }>(
        `${PATH}?${new URLSearchParams({ texto })}`,
      );
      assertOk(answer);
      assert(answer.body.candidatos.length <= 5 && answer.body.detalle.length > 20);
      const { body } = await api.get(`${PATH}?${new URLSearchParams({ texto: ` ${texto}\n` })}`);
      assertEquals(body, answer.body);
    });
  }

  for (const query of ["", "?texto=", "?texto=%20%0A", `?texto=${"x".repeat(301)}`]) {
    row(`error ${GET} 400 texto: ${query.slice(0, 20)}`, async (api) => {
      assertRefused(await api.get(PATH + query), { status: 400, motivo: "texto", campo: "texto" });
    });
  }
}
