import type { PlannedRoute } from "../../src/ports/streets.ts";
import { NO_DELIVERY } from "../../src/domain/tariff.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { homeDraftBody, type TestAppOptions } from "../support/test_app.ts";
import { delivered as bodyOf, DRAFT_PATH as DRAFT, PICKUP, withPanuchos } from "./_drafts.ts";
import { here, notJson, post, secondOf, SECRET, shared, type Way, type Ways } from "./_ways.ts";

type Changes = Readonly<Record<string, unknown>>;

/** Drafts with fields replaced. */
function draft(campo: string, says: string, ...changes: readonly Changes[]): Way[] {
  return changes.map((change) => ({ ask: post(DRAFT, homeDraftBody(change)), campo, says }));
}

/** Drafts with fields of their delivery replaced. */
function delivered(campo: string, says: string, ...changes: readonly Changes[]): Way[] {
  return changes.map((change) => ({ ask: post(DRAFT, bodyOf(change)), campo, says }));
}

/** Drafts of one line. */
function line(field: string, says: string, ...lines: readonly Changes[]): Way[] {
  return draft(`lineas[0]${field}`, says, ...lines.map((one) => ({ lineas: [one] })));
}

const LINES = "una lista de 1 a 60 líneas";
const LINE = 'debe ser un objeto con "id" y "cantidad"';
const LONG = "x".repeat(301);
const { cuerpo_grande, ...wrongJson } = notJson(DRAFT, 32_768);

/** Of drafts that have another shape. */
const MISSHAPEN: Readonly<Record<string, readonly Way[]>> = {
  ...wrongJson,
  cuerpo_invalido: ["[]", "null"].map((text) => ({
    ask: post(DRAFT, text),
    says: 'un objeto JSON con "lineas" y "entrega"',
  })),
  lineas_faltan: [
    ...draft("lineas", LINES, { lineas: [] }, { lineas: null }, { lineas: undefined }),
    {
      // Without corrections to names that a draft does not have.
      ask: post(DRAFT, { lines: [], delivery: PICKUP, name: "Ana" }),
      campo: "lineas",
      says: "español: lineas en lugar de lines, entrega en lugar de delivery.",
    },
  ],
  lineas_invalidas: draft("lineas", LINES, { lineas: "panuchos" }, { lineas: { 0: "panuchos" } }),
  lineas_demasiadas: draft("lineas", "junta las repetidas", {
    lineas: Array.from({ length: 61 }, () => ({ id: "panuchos", cantidad: 1 })),
  }),
  linea_invalida: draft("lineas[0]", LINE, { lineas: [null] }, { lineas: [[]] }),
  id_invalido: [
    ...line(".id", "un id de GET /api/menu", { id: 7, cantidad: 1 }, { cantidad: 1 }),
    ...line(".id", "español: cantidad en lugar de quantity.", { quantity: 1, notes: "sin nuez" }),
  ],
  entrega_falta: draft("entrega", '"modo": "domicilio"', { entrega: undefined }, { entrega: null }),
  entrega_invalida: draft(
    "entrega",
    'un objeto con "modo"',
    { entrega: "recoger" },
    { entrega: [{ modo: "recoger" }] },
  ),
  modo_invalido: draft(
    "entrega.modo",
    '"domicilio" o "recoger"',
    ...[{ modo: "avión" }, { modo: "Recoger" }, {}].map((entrega) => ({ entrega })),
  ),
  direccion_falta: delivered(
    "entrega.direccion",
    "la dirección completa",
    { direccion: undefined },
    { direccion: "  \t" },
  ),
  coordenadas_faltan: [
    ...delivered("entrega.lat", "pide a la persona su ubicación", { lat: undefined }),
    ...delivered("entrega.lng", "lng en lugar de longitude", { lng: null, longitude: -89.6 }),
  ],
  coordenadas_invalidas: [
    ...delivered("entrega.lat", "de -90 a 90, sin comillas", { lat: "20.97" }, { lat: 90.01 }),
    ...delivered("entrega.lng", "de -180 a 180, sin comillas", { lng: "-89.6" }, { lng: -180.01 }),
    ...draft("entrega.lat", "de -90 a 90", { entrega: { ...PICKUP, lat: "x" } }),
  ],
  texto_invalido: [
    ...draft("comentarios", "un texto entre comillas", { comentarios: 5 }, { comentarios: [""] }),
    ...draft("comentarios", "Quita de comentarios", { comentarios: "\ud800" }),
    ...delivered("entrega.direccion", "un texto entre comillas", { direccion: 60 }),
    ...delivered("entrega.direccion", "caracteres de control", { direccion: "Calle\u0000 60" }),
    ...delivered("entrega.referencias", "un texto entre comillas", { referencias: 1 }),
  ],
  texto_largo: [
    ...draft("comentarios", "hasta 300 caracteres y trae 301", { comentarios: LONG }),
    ...draft("entrega.direccion", "trae 301", { entrega: { ...PICKUP, direccion: LONG } }),
    ...delivered("entrega.direccion", "trae 301", { direccion: "á".repeat(301) }),
    ...delivered("entrega.referencias", "trae 301", { referencias: LONG }),
  ],
};

/** Ids are exact: none is trimmed, folded or inherited. */
const UNKNOWN_IDS = ["__proto__", "constructor", "", "tacos", "Panuchos", " panuchos", "panuchos "];
const NO_QUANTITIES = [undefined, 0, 31, -1, 1.5, "2", null, true, [1], {}];
const WHOLE = "cantidades enteras de 1 a 30";
const BEYOND: PlannedRoute = {
  kind: "route",
  meters: 8_051,
  seconds: 600,
  street: null,
  metersToStreet: 0,
};
/** The test restaurant without a part. */
const without = (part: Partial<TestAppOptions>) =>
  draft("entrega", "recoger", {}).map((way) => ({ ...way, app: part }));
const planned = (plan: () => Promise<PlannedRoute>) => ({ deps: () => ({ planner: { plan } }) });

export const WAYS_OF_DRAFTS: Ways = {
  ...shared("pedidoBorrador", "POST", DRAFT),
  ...Object.fromEntries(
    Object.entries(MISSHAPEN).map(([error, ways]) => [`pedidoBorrador 400 forma ${error}`, ways]),
  ),
  "pedidoBorrador 413 grande cuerpo_grande": cuerpo_grande!,
  "pedidoBorrador 422 lineas linea_desconocida": [
    ...line(".id", "no está en el menú", ...UNKNOWN_IDS.map((id) => ({ id, cantidad: 1 }))),
    ...draft("lineas[0].id", "no está en el menú", {
      ...bodyOf({ lat: 21.5 }),
      lineas: [{ id: "x", cantidad: 1 }],
    }),
  ],
  "pedidoBorrador 422 lineas linea_agotada": ["panuchos", "panuchos-3"].flatMap((id) =>
    line(".id", "Panuchos está agotado", { id, cantidad: 1 })
      .map((way) => ({ ...way, app: { restaurant: withPanuchos({ soldOut: true }) } }))
  ),
  "pedidoBorrador 422 lineas cantidad_invalida": here(
    line(".cantidad", WHOLE, ...NO_QUANTITIES.map((cantidad) => ({ id: "panuchos", cantidad }))),
  ),
  "pedidoBorrador 422 fuera_de_cobertura fuera_de_radio": [
    ...here(delivered("entrega", "ofrece recoger en el restaurante", { lat: 21.5 })),
    ...draft("entrega", "ofrece recoger en el restaurante", {})
      .map((way) => ({ ...way, app: planned(() => Promise.resolve(BEYOND)) })),
  ],
  "pedidoBorrador 422 fuera_de_cobertura sin_entrega": without({
    restaurant: testRestaurant({ tariff: NO_DELIVERY }),
  }),
  "pedidoBorrador 429 demasiadas limite_por_direccion": [
    ...secondOf("borrador", post(DRAFT, homeDraftBody())),
  ],
  "pedidoBorrador 503 sin_ruta ruta_no_trazada": [
    ...here(delivered("entrega", "revisa la ubicación", { lat: 21.0173, lng: -89.6237 })),
  ],
  "pedidoBorrador 503 sin_ruta sin_mapa": without({ deps: () => ({ hasPrices: () => false }) }),
  "pedidoBorrador 503 sin_ruta motor_sin_respuesta": draft("entrega", "el enlace de contacto", {})
    .map((way) => ({ ...way, app: planned(() => Promise.reject(new Error(SECRET))) })),
};
