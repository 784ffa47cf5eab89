/** POST /api/pedido/borrador, 400 forma: drafts of the wrong form. */
import { type Api, assertRefused } from "./api.ts";
import { DRAFT_PATH, postDraft, toTheDoor } from "./drafts.ts";
import type { Suite } from "./suite.ts";

const ERROR = `error POST ${DRAFT_PATH} 400 forma`;

type Changes = Readonly<Record<string, unknown>>;
type Mistake = readonly [what: string, error: string, campo: string, changes: Changes];

/** One for each field of the contract's table. */
const MISTAKES: readonly Mistake[] = [
  ["lineas missing", "lineas_faltan", "lineas", { lineas: undefined }],
  ["lineas[].id a number", "id_invalido", "lineas[0].id", { lineas: [{ id: 7, cantidad: 1 }] }],
  ["entrega missing", "entrega_falta", "entrega", { entrega: undefined }],
  ["entrega.modo unknown", "modo_invalido", "entrega.modo", { entrega: { modo: "dron" } }],
];

/** The same for home deliveries: fields of entrega. */
const HOME_MISTAKES: readonly Mistake[] = [
  ["entrega.direccion missing", "direccion_falta", "direccion", { direccion: undefined }],
  ["entrega.lat missing", "coordenadas_faltan", "lat", { lat: undefined }],
  ["entrega.lng a string", "coordenadas_invalidas", "lng", { lng: "-89.62" }],
];

export function draftFormRows({ row }: Suite): void {
  for (const mistake of MISTAKES) row(...mistaken(mistake, (changes) => changes));
  for (const [what, error, campo, changes] of HOME_MISTAKES) {
    row(
      ...mistaken([what, error, `entrega.${campo}`, changes], (changes, api) => ({
        entrega: toTheDoor(api, changes),
      })),
    );
  }
}

function mistaken(
  [what, error, campo, changes]: Mistake,
  place: (changes: Changes, api: Api) => Changes,
): [string, (api: Api) => Promise<void>] {
  return [`${ERROR}: ${what}, campo ${campo}`, async (api) => {
    const answer = await postDraft(api, place(changes, api));
    assertRefused(answer, { status: 400, motivo: "forma", error, campo });
  }];
}
