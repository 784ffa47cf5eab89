/** POST /api/pedido/borrador: the ends of what each field may hold, and the radius. */
import { assert } from "@std/assert";
import { type Api, assertOk, assertRefused, type ErrorBody } from "./api.ts";
import { DRAFT_PATH, postDraft, presentations, someLine, toTheDoor } from "./drafts.ts";
import type { Suite } from "./suite.ts";
import { decomposed, jsonOfSize, padded, wide } from "./texts.ts";

const MAX_BYTES = 32 * 1024;

export function draftLimitRows({ row }: Suite): void {
  row("limits: 60 lines, texts of 300 code points and 32 KB are accepted", async (api) => {
    const entrega = toTheDoor(api, {
      direccion: wide(300),
      referencias: padded(decomposed(300)),
    });
    const body = { lineas: await mostLines(api), entrega, comentarios: wide(300) };
    const answer = await api.post(DRAFT_PATH, jsonOfSize(body, MAX_BYTES));
    if (api.delivers) return assertOk(answer);
    // Without a map a valid draft has no price.
    const { motivo } = answer.body as ErrorBody;
    assert(["sin_ruta", "fuera_de_cobertura"].includes(motivo), answer.text);
  });
  row("limit cantidad: 0 and 31 are refused with 422 lineas", async (api) => {
    const good = await someLine(api);
    for (const cantidad of [0, 31]) {
      assertRefused(await postDraft(api, { lineas: [good, { id: good.id, cantidad }] }), {
        status: 422,
        motivo: "lineas",
        error: "cantidad_invalida",
        campo: "lineas[1].cantidad",
      });
    }
  });
  row("422 fuera_de_cobertura: a point beyond the radius, with whatsapp", async (api) => {
    const answer = await postDraft(api, { entrega: toTheDoor(api, { lat: 0, lng: -150 }) });
    const { whatsapp } = assertRefused(answer, { status: 422, motivo: "fuera_de_cobertura" });
    assert(whatsapp?.startsWith("https://wa.me/"), "no whatsapp");
  });
}

/** 60 lines with the greatest quantities. */
async function mostLines(api: Api): Promise<unknown[]> {
  const orderables = (await presentations(api)).slice(0, 60);
  return Array.from({ length: 60 }, (_, index) => {
    const { id } = orderables[index % orderables.length]!;
    return { id, cantidad: orderables.length === 60 ? 30 : 1 };
  });
}
