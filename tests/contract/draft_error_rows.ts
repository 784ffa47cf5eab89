/** POST /api/pedido/borrador: limits and errors. */
import { assert } from "@std/assert";
import { type Answer, type Api, assertOk, assertRefused, type ErrorBody } from "./api.ts";
import { DRAFT_PATH, postDraft, someLine, toTheDoor } from "./drafts.ts";
import { fullestDraft, MAX_DRAFT_BYTES } from "./draft_rows.ts";
import { once } from "./once.ts";
import type { Suite } from "./suite.ts";
import { decomposed, jsonOfSize, padded, wide } from "./texts.ts";

const ERROR = `error POST ${DRAFT_PATH}`;
const TEXT_FIELDS = ["entrega.direccion", "entrega.referencias", "comentarios"] as const;

/** A draft with every field at its limit, in a body of the greatest size. */
const fullest = once(async (api: Api) => {
  const draft = await fullestDraft(api);
  const entrega = toTheDoor(api, {
    direccion: wide(300),
    referencias: padded(decomposed(300)),
  });
  const body = jsonOfSize({ ...draft, entrega, comentarios: wide(300) }, MAX_DRAFT_BYTES);
  return await api.post(DRAFT_PATH, body);
});

export function draftErrorRows(suite: Suite): void {
  limitRows(suite);
  contractRows(suite);
}

function limitRows({ row }: Suite): void {
  row(
    "limit lineas: 60 lines are accepted, 61 refused with 400 forma, campo lineas",
    async (api) => {
      assertAccepted(api, await fullest(api));
      const answer = await postDraft(api, { lineas: Array(61).fill(await someLine(api)) });
      assertRefused(answer, {
        status: 400,
        motivo: "forma",
        error: "lineas_demasiadas",
        campo: "lineas",
      });
    },
  );

  row("limit cantidad: 1 and 30 are accepted, 0 and 31 refused with 422 lineas", async (api) => {
    assertAccepted(api, await fullest(api));
    assertOk(await postDraft(api));
    for (const cantidad of [0, 31]) await assertWrongQuantity(api, cantidad);
  });
  for (const campo of TEXT_FIELDS) {
    row(
      `limit ${campo}: 300 code points are accepted, trimmed and composed, 301 refused with 400 forma`,
      async (api) => {
        assertAccepted(api, await fullest(api));
        const answer = await postDraft(api, withText(api, campo, wide(301)));
        assertRefused(answer, { status: 400, motivo: "forma", error: "texto_largo", campo });
      },
    );
  }

  row(
    "limit draft body: 32 KB are accepted, one byte more is refused with 413 grande",
    async (api) => {
      assertAccepted(api, await fullest(api));
      const body = jsonOfSize(await fullestDraft(api), MAX_DRAFT_BYTES + 1);
      assertRefused(await api.post(DRAFT_PATH, body), { status: 413, motivo: "grande" });
    },
  );
}

function contractRows({ row }: Suite): void {
  row(`${ERROR} 422 fuera_de_cobertura: a point beyond the radius, with whatsapp`, async (api) => {
    const answer = await postDraft(api, { entrega: toTheDoor(api, { lat: 0, lng: -150 }) });
    assertRefused(answer, { status: 422, motivo: "fuera_de_cobertura" });
    assert(answer.body.whatsapp?.startsWith("https://wa.me/"), "no whatsapp");
  });

  row(
    `${ERROR} 400 forma: the body is not JSON`,
    async (api) =>
      assertRefused(await api.post(DRAFT_PATH, '{"lineas": ['), {
        status: 400,
        motivo: "forma",
        error: "json_invalido",
      }),
  );
}

/** Fails unless the draft was accepted; without a map a valid draft has no price. */
function assertAccepted({ delivers }: Api, answer: Answer<unknown>): void {
  if (delivers) return assertOk(answer);
  const { motivo } = answer.body as ErrorBody;
  assert(["sin_ruta", "fuera_de_cobertura"].includes(motivo), answer.text);
}

async function assertWrongQuantity(api: Api, cantidad: unknown): Promise<void> {
  const good = await someLine(api);
  const answer = await postDraft(api, { lineas: [good, { id: good.id, cantidad }] });
  assertRefused(answer, {
    status: 422,
    motivo: "lineas",
    error: "cantidad_invalida",
    campo: "lineas[1].cantidad",
  });
}

function withText(
  api: Api,
  campo: typeof TEXT_FIELDS[number],
  text: unknown,
): Record<string, unknown> {
  return campo === "comentarios"
    ? { comentarios: text }
    : { entrega: toTheDoor(api, { [campo.slice("entrega.".length)]: text }) };
}
