/** GET /api/ubicacion: whatever is asked, points with their labels or none, and what to do next. */
import { assert, assertEquals } from "@std/assert";
import { assertOk } from "./api.ts";
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
}
