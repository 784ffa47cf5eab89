/** POST /api/pedido/borrador, 400 forma: drafts of the wrong form. */
import { type Api, assertRefused } from "./api.ts";
import { DRAFT_PATH, PICKUP, postDraft, someLine, toTheDoor } from "./drafts.ts";
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

const FURTHER_MISTAKES: readonly Mistake[] = [
  ["lineas null", "lineas_faltan", "lineas", { lineas: null }],
  ["lineas empty", "lineas_faltan", "lineas", { lineas: [] }],
  ["lineas an object", "lineas_invalidas", "lineas", { lineas: { id: "x", cantidad: 1 } }],
  ["lineas a string", "lineas_invalidas", "lineas", { lineas: "panuchos" }],
  ["a line a string", "linea_invalida", "lineas[0]", { lineas: ["panuchos"] }],
  ["a line null", "linea_invalida", "lineas[0]", { lineas: [null] }],
  ["lineas[].id missing", "id_invalido", "lineas[0].id", { lineas: [{ cantidad: 1 }] }],
  ["entrega null", "entrega_falta", "entrega", { entrega: null }],
  ["entrega an array", "entrega_invalida", "entrega", { entrega: [PICKUP] }],
  ["entrega a string", "entrega_invalida", "entrega", { entrega: "recoger" }],
  ["entrega.modo missing", "modo_invalido", "entrega.modo", { entrega: {} }],
  ["entrega.modo in capitals", "modo_invalido", "entrega.modo", { entrega: { modo: "RECOGER" } }],
  ["entrega.lat of a pickup a string", "coordenadas_invalidas", "entrega.lat", {
    entrega: { ...PICKUP, lat: "20.97" },
  }],
  ["entrega.direccion of a pickup 301 code points", "texto_largo", "entrega.direccion", {
    entrega: { ...PICKUP, direccion: "x".repeat(301) },
  }],
  ["comentarios a number", "texto_invalido", "comentarios", { comentarios: 5 }],
  ["comentarios with NUL", "texto_invalido", "comentarios", { comentarios: "a\u0000b" }],
  ["comentarios with half a surrogate pair", "texto_invalido", "comentarios", {
    comentarios: "a\ud800b",
  }],
];

const FURTHER_HOME_MISTAKES: readonly Mistake[] = [
  ["entrega.direccion null", "direccion_falta", "direccion", { direccion: null }],
  ["entrega.direccion blank", "direccion_falta", "direccion", { direccion: " \n " }],
  ["entrega.direccion an object", "texto_invalido", "direccion", { direccion: {} }],
  ["entrega.direccion with a control character", "texto_invalido", "direccion", {
    direccion: "Calle\u0007 60",
  }],
  ["entrega.referencias a number", "texto_invalido", "referencias", { referencias: 1 }],
  ["entrega.lat null", "coordenadas_faltan", "lat", { lat: null }],
  ["entrega.lng missing", "coordenadas_faltan", "lng", { lng: undefined }],
  ["entrega.lat a string", "coordenadas_invalidas", "lat", { lat: "20.97" }],
  ["entrega.lat 90.5", "coordenadas_invalidas", "lat", { lat: 90.5 }],
  ["entrega.lng -180.5", "coordenadas_invalidas", "lng", { lng: -180.5 }],
  ["entrega.lng true", "coordenadas_invalidas", "lng", { lng: true }],
];

/** Bodies that are not drafts. */
const BODIES = [
  ["the body an array", "cuerpo_invalido", "cuerpo", "[]"],
  ["the body null", "cuerpo_invalido", "cuerpo", "null"],
  ["the body a string", "cuerpo_invalido", "cuerpo", '"pedido"'],
  ["the body empty", "json_invalido", null, ""],
  ["the body a form", "json_invalido", null, "lineas=1&entrega=recoger"],
  ["the body not UTF-8", "utf8_invalido", null, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
] as const;

export function draftFormRows({ row, variant }: Suite): void {
  for (const mistake of MISTAKES) row(...mistaken(mistake, (changes) => changes));
  for (const mistake of HOME_MISTAKES) row(...mistaken(atTheDoor(mistake), home));
  for (const mistake of FURTHER_MISTAKES) variant(...mistaken(mistake, (changes) => changes));
  for (const mistake of FURTHER_HOME_MISTAKES) variant(...mistaken(atTheDoor(mistake), home));
  for (const [what, error, campo, body] of BODIES) {
    variant(
      `${ERROR}: ${what}`,
      async (api) =>
        assertRefused(await api.post(DRAFT_PATH, body), {
          status: 400,
          motivo: "forma",
          error,
          campo,
        }),
    );
  }
  variant(`${ERROR}: entrega.lat 1e309`, async (api) => {
    const lineas = JSON.stringify([await someLine(api)]);
    const entrega = `{"modo":"domicilio","direccion":"Calle 60","lat":1e309,"lng":-89.6}`;
    assertRefused(await api.post(DRAFT_PATH, `{"lineas":${lineas},"entrega":${entrega}}`), {
      status: 400,
      motivo: "forma",
      error: "coordenadas_invalidas",
      campo: "entrega.lat",
    });
  });
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

function atTheDoor([what, error, campo, changes]: Mistake): Mistake {
  return [what, error, `entrega.${campo}`, changes];
}

function home(changes: Changes, api: Api): Changes {
  return { entrega: toTheDoor(api, changes) };
}
