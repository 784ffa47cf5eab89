import * as v from "valibot";
import type { Menu } from "../domain/menu.ts";
import { contactLink } from "../domain/contact.ts";
import { currentMenu } from "../domain/schedule/situation.ts";
import {
  linesTotalCents,
  type OrderDraftRequest,
  type PricedLine,
  type RequestedDelivery,
  resolveLines,
} from "../domain/order_draft/request.ts";
import { NONCE_BYTES, sealDraft, type SealedDelivery } from "../domain/order_draft/link.ts";
import {
  type Fail,
  type Failure,
  type FailureDeclaration,
  INTERNAL,
  isFailure,
  tooLarge,
  tooMany,
  UNREADABLE,
} from "../http/failure.ts";
import { memo } from "../http/memo.ts";
import { defineOperation } from "../http/operation.ts";
import { described } from "../http/wire.ts";
import type { Deps } from "../ports.ts";
import { nowDependsOn, situationNow } from "./availability.ts";
import { quoteDelivery } from "./delivery.ts";
import { draftBody, MALFORMED } from "./order_draft_body.ts";
import { CURRENCY, EXAMPLE_WHATSAPP, IGNORED, OK } from "./wire_values.ts";

const MAX_BYTES = 32 * 1024;
const TOO_MANY = tooMany("Demasiados borradores desde esta dirección.");
const CORRECT_LINES =
  "Corrige estas líneas con los id de GET /api/menu y cantidades enteras de 1 a 30";

const WRONG_LINES = {
  motivo: "lineas",
  status: 422,
  description:
    "An id is not on the menu now, or a quantity is wrong. detalle names every line at fault, campo the first.",
  errors: {
    linea_desconocida: { cause: "an id is not on the menu", detalle: CORRECT_LINES },
    linea_agotada: { cause: "a dish is sold out", detalle: CORRECT_LINES },
    cantidad_invalida: {
      cause: "a quantity, or what lines of one id add up to, is no integer from 1 to 30",
      detalle: CORRECT_LINES,
    },
  },
  example: {
    error: "linea_desconocida",
    campo: "lineas[0].id",
    detalle: `${CORRECT_LINES}: lineas[0].id "tacos" no está en el menú.`,
  },
} as const satisfies FailureDeclaration;

const NOT_COVERED = {
  motivo: "fuera_de_cobertura",
  status: 422,
  description:
    "The point is outside the delivery radius. Offer pickup (modo recoger) or the messaging contact.",
  errors: {
    fuera_de_radio: {
      cause: "farther than radio_maximo_km",
      detalle: "Ese punto queda fuera de la zona de entrega: ofrece recoger en el restaurante.",
    },
  },
  example: { error: "fuera_de_radio", campo: "entrega", whatsapp: EXAMPLE_WHATSAPP },
} as const satisfies FailureDeclaration;

const NO_ROUTE = {
  motivo: "sin_ruta",
  status: 503,
  description:
    "No firm route could be quoted. Ask for the pin again, or offer the messaging contact.",
  errors: {
    ruta_no_trazada: {
      cause: "no street near the point, or the router did not answer",
      detalle:
        "No se pudo trazar una ruta a ese punto: revisa la ubicación o escribe al restaurante.",
    },
  },
  example: { error: "ruta_no_trazada", campo: "entrega", whatsapp: EXAMPLE_WHATSAPP },
} as const satisfies FailureDeclaration;

const FAILURES = [
  MALFORMED,
  UNREADABLE,
  tooLarge(MAX_BYTES),
  WRONG_LINES,
  NOT_COVERED,
  TOO_MANY,
  NO_ROUTE,
  INTERNAL,
] as const;

const LINES = [{ id: "cochinita-m", cantidad: 2 }, { id: "horchata-j", cantidad: 1 }];

/** Bodies as they are really sent. */
const BODIES = {
  a_domicilio: {
    lineas: LINES,
    entrega: {
      modo: "domicilio",
      direccion: "Calle 58 núm. 420 x 53 y 55, Centro",
      referencias: "Portón verde, tocar fuerte",
      lat: 20.9745,
      lng: -89.6212,
    },
    comentarios: "Sin cebolla",
  },
  para_recoger: { lineas: LINES, entrega: { modo: "recoger" } },
};

const response = v.object({
  ok: OK,
  confirmar_en: described(
    v.string(),
    "Link where the person reviews and confirms. Give it unchanged: a single wrong letter breaks it.",
  ),
  expira_en_minutos: described(v.number(), "Minutes until the link expires: tell the person."),
  total: described(v.number(), "Total in MXN, VAT and delivery included."),
  costo_envio: described(
    v.nullable(v.number()),
    "What of the total is delivery; null for pickup.",
  ),
  moneda: CURRENCY,
  calle: described(
    v.nullable(v.string()),
    "Street that the pin lies on: read it back to the person. Null for pickup, or where it has no name.",
  ),
  ignorados: IGNORED,
});

/** The same menu is the same object: the index of its ids is built once for each. */
const menus = memo<Menu>();

/** POST /api/pedido/borrador: an order for a person to confirm. */
export const orderDraft = defineOperation<Deps>()({
  operationId: "pedidoBorrador",
  method: "POST",
  path: "/api/pedido/borrador",
  summary: "Prepare an order for a person to confirm",
  description:
    "Prices the order and returns an ephemeral link (confirmar_en) where the person reviews it and confirms it themself: nothing is ordered, stored or sent. Ids come from GET /api/menu. For domicilio ask for address and location pin, never guess coordinates. Give the link unchanged.",
  consequential: false,
  body: { schema: draftBody, maxBytes: MAX_BYTES, examples: BODIES },
  response: {
    description: "The link to the draft.",
    schema: response,
    examples: {
      enlace: {
        ok: true,
        confirmar_en: "https://mesa.example/pedido/AbCd1234",
        expira_en_minutos: 30,
        total: 440,
        costo_envio: 25,
        moneda: "MXN",
        calle: "Calle 58",
        ignorados: [],
      },
    },
  },
  failures: FAILURES,
  limit: { name: "borrador", failure: TOO_MANY },
  caching: "none",
  async handle({ body, ignored }, deps, fail) {
    const menu = menus.of("now", nowDependsOn(deps), () => currentMenu(situationNow(deps)));
    const resolved = resolveLines(body, menu);
    if (!resolved.ok) {
      const { campo, error } = resolved.problems[0]!;
      const told = resolved.problems.map(({ text }) => text).join("; ");
      return fail(error, { campo, detalle: `${CORRECT_LINES}: ${told}.` });
    }
    const delivery = await quoted(body.delivery, deps, fail);
    if (isFailure(delivery)) return delivery;
    const token = await sealed(resolved.lines, delivery, body, deps);
    const isHome = delivery.mode === "domicilio";
    const costCents = isHome ? delivery.costCents : 0;
    return {
      ok: true as const,
      confirmar_en: `${deps.baseUrl}/pedido/${token}`,
      expira_en_minutos: deps.draftTtlMinutes,
      total: (linesTotalCents(resolved.lines) + costCents) / 100,
      costo_envio: isHome ? costCents / 100 : null,
      moneda: "MXN" as const,
      calle: isHome ? delivery.street : null,
      ignorados: [...ignored],
    };
  },
});

async function quoted(
  delivery: RequestedDelivery,
  deps: Deps,
  fail: Fail<typeof FAILURES>,
): Promise<SealedDelivery | Failure> {
  if (delivery.mode === "recoger") return { mode: "recoger" };
  const quote = await quoteDelivery(deps, delivery.destination);
  if (quote.kind === "priced") {
    const { km, costCents, minutes, street } = quote;
    return { ...delivery, km, costCents, minutes, street };
  }
  const whatsapp = contactLink(deps.restaurant(), "pedido", "es");
  const error = quote.kind === "not_covered" ? "fuera_de_radio" : "ruta_no_trazada";
  return fail(error, { campo: "entrega", whatsapp });
}

function sealed(
  lines: readonly PricedLine[],
  delivery: SealedDelivery,
  { comments }: OrderDraftRequest,
  deps: Deps,
): Promise<string> {
  const expiresAt = deps.now() + deps.draftTtlMinutes * 60_000;
  const draft = { lines, delivery, comments, expiresAt };
  return sealDraft(draft, deps.draftKey, deps.randomBytes(NONCE_BYTES));
}
