import { homeDraftBody } from "../support/test_app.ts";
import { delivered as bodyOf, DRAFT_PATH as DRAFT, withPanuchos } from "./_drafts.ts";
import {
  badUtf8,
  cutShort,
  ONE_TOKEN,
  post,
  SECRET,
  sent,
  shared,
  type Way,
  type Ways,
} from "./_ways.ts";

const draft = (campo: string, changes: Record<string, unknown>): Way =>
  sent(campo, post(DRAFT, homeDraftBody(changes)));
const delivered = (campo: string, changes: Record<string, unknown>): Way =>
  sent(campo, post(DRAFT, bodyOf(changes)));
const line = (campo: string, id: unknown, cantidad: unknown): Way =>
  draft(campo, { lineas: [{ id, cantidad }] });

/** Of order drafts. */
export const WAYS_OF_DRAFTS: Ways = {
  ...shared("pedidoBorrador", "POST", DRAFT),
  "pedidoBorrador 400 forma json_invalido": { ask: post(DRAFT, "{") },
  "pedidoBorrador 400 forma utf8_invalido": { ask: (app) => badUtf8(app, DRAFT) },
  "pedidoBorrador 400 forma cuerpo_incompleto": cutShort(DRAFT),
  "pedidoBorrador 400 forma cuerpo_invalido": sent("cuerpo", post(DRAFT, "[]")),
  "pedidoBorrador 400 forma lineas_faltan": draft("lineas", { lineas: [] }),
  "pedidoBorrador 400 forma lineas_invalidas": draft("lineas", { lineas: "panuchos" }),
  "pedidoBorrador 400 forma lineas_demasiadas": draft("lineas", {
    lineas: Array.from({ length: 61 }, () => ({ id: "panuchos", cantidad: 1 })),
  }),
  "pedidoBorrador 400 forma linea_invalida": draft("lineas[0]", { lineas: ["panuchos"] }),
  "pedidoBorrador 400 forma id_invalido": line("lineas[0].id", 7, 1),
  "pedidoBorrador 400 forma entrega_falta": draft("entrega", { entrega: undefined }),
  "pedidoBorrador 400 forma entrega_invalida": draft("entrega", { entrega: "recoger" }),
  "pedidoBorrador 400 forma modo_invalido": draft("entrega.modo", { entrega: { modo: "avión" } }),
  "pedidoBorrador 400 forma direccion_falta": delivered("entrega.direccion", { direccion: " " }),
  "pedidoBorrador 400 forma coordenadas_faltan": delivered("entrega.lat", { lat: undefined }),
  "pedidoBorrador 400 forma coordenadas_invalidas": delivered("entrega.lng", { lng: "-89.6" }),
  "pedidoBorrador 400 forma texto_invalido": draft("comentarios", { comentarios: 5 }),
  "pedidoBorrador 400 forma texto_largo": delivered("entrega.referencias", {
    referencias: "x".repeat(301),
  }),
  "pedidoBorrador 413 grande cuerpo_grande": { ask: post(DRAFT, " ".repeat(32_769)) },
  "pedidoBorrador 422 lineas linea_desconocida": line("lineas[0].id", "tacos", 1),
  "pedidoBorrador 422 lineas linea_agotada": {
    app: { restaurant: withPanuchos({ soldOut: true }) },
    ...line("lineas[0].id", "panuchos", 1),
  },
  "pedidoBorrador 422 lineas cantidad_invalida": line("lineas[0].cantidad", "panuchos", 31),
  "pedidoBorrador 422 fuera_de_cobertura fuera_de_radio": delivered("entrega", { lat: 21.5 }),
  "pedidoBorrador 429 demasiadas limite_por_direccion": {
    app: { limits: { borrador: ONE_TOKEN } },
    prepare: post(DRAFT, homeDraftBody()),
    ask: post(DRAFT, homeDraftBody()),
  },
  "pedidoBorrador 503 sin_ruta ruta_no_trazada": {
    app: { deps: () => ({ planner: { plan: () => Promise.reject(new Error(SECRET)) } }) },
    ...draft("entrega", {}),
  },
};
