/** What an order draft may hold, and every cause for which one is refused. */

/** The contract's limits of a draft; lengths are code points of the trimmed, NFC-normalised text. */
export const DRAFT_LIMITS = {
  lines: { min: 1, max: 60 },
  quantity: { min: 1, max: 30 },
  address: { max: 300 },
  references: { max: 300 },
  comments: { max: 300 },
} as const;

/** Every cause of a refused draft: the contract's `motivo`, the finer `error`, and what it means. */
export const DRAFT_ERRORS = [
  { motivo: "forma", error: "cuerpo_invalido", cause: "the body is not an object" },
  { motivo: "forma", error: "lineas_faltan", cause: "lineas is missing, null or empty" },
  { motivo: "forma", error: "lineas_invalidas", cause: "lineas is not a list" },
  { motivo: "forma", error: "lineas_demasiadas", cause: "lineas holds more than 60 lines" },
  { motivo: "forma", error: "linea_invalida", cause: "a line is not an object" },
  { motivo: "forma", error: "id_invalido", cause: "a line's id is missing or not a string" },
  { motivo: "forma", error: "entrega_falta", cause: "entrega is missing or null" },
  { motivo: "forma", error: "entrega_invalida", cause: "entrega is not an object" },
  { motivo: "forma", error: "modo_invalido", cause: "modo is neither domicilio nor recoger" },
  { motivo: "forma", error: "direccion_falta", cause: "domicilio without an address" },
  { motivo: "forma", error: "coordenadas_faltan", cause: "domicilio without lat or lng" },
  { motivo: "forma", error: "coordenadas_invalidas", cause: "lat or lng is no number in range" },
  { motivo: "forma", error: "texto_invalido", cause: "a text is no string, or no plain text" },
  { motivo: "forma", error: "texto_largo", cause: "a text exceeds 300 characters" },
  { motivo: "lineas", error: "linea_desconocida", cause: "an id is not on the menu" },
  { motivo: "lineas", error: "linea_agotada", cause: "a dish is sold out" },
  { motivo: "lineas", error: "cantidad_invalida", cause: "a quantity is no integer from 1 to 30" },
] as const;

/** The `error` of a draft whose shape is wrong (400 `forma`). */
export type DraftShapeError = Extract<typeof DRAFT_ERRORS[number], { motivo: "forma" }>["error"];
/** The `error` of a draft whose lines cannot be served (422 `lineas`). */
export type DraftLineError = Extract<typeof DRAFT_ERRORS[number], { motivo: "lineas" }>["error"];
