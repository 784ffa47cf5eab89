import * as v from "valibot";
import { currentMenu, situationNow } from "../domain/schedule/situation.ts";
import {
  DRAFT_LIMITS,
  type LineProblem,
  linesTotalCents,
  type RequestedDelivery,
  resolveLines,
} from "../domain/order_draft/request.ts";
import { isObject } from "../domain/read.ts";
import { DRAFT_MINUTES, sealDraft, type SealedDelivery } from "../domain/order_draft/link.ts";
import { type Fail, type Failure, type Failures, isFailure } from "../http/failure.ts";
import { defineOperation } from "../http/operation.ts";
import { number, text, told } from "../http/wire.ts";
import type { Deps } from "../ports/guests.ts";
import { NO_PRICE, quoteDelivery } from "./delivery.ts";
import { DRAFT_EXAMPLES, draftBody, MALFORMED } from "./order_draft_body.ts";
import {
  contactAbout,
  CURRENCY,
  KITCHEN_FIELDS,
  kitchenFields,
  MISNOMERS,
  OK,
} from "./wire_values.ts";

const { min, max } = DRAFT_LIMITS.quantity;
const CORRECT_LINES =
  `Corrige estas líneas con los id de GET /api/menu y cantidades enteras de ${min} a ${max}`;

const { fuera_de_radio, sin_entrega, ...NO_ROUTE } = NO_PRICE;

const FAILURES = {
  forma: MALFORMED,
  lineas: {
    status: 422,
    description:
      `An id is not on the menu now, or a quantity is no integer from ${min} to ${max}. detalle names every line at fault, campo the first.`,
    errors: {
      linea_desconocida: CORRECT_LINES,
      linea_agotada: CORRECT_LINES,
      cantidad_invalida: CORRECT_LINES,
    },
  },
  fuera_de_cobertura: {
    status: 422,
    description:
      "Outside the delivery radius: offer pickup (modo recoger) or the messaging contact.",
    errors: { fuera_de_radio, sin_entrega },
    contact: contactAbout("pedido"),
  },
  sin_ruta: {
    status: 503,
    description:
      "No firm route could be quoted: detalle says why. Offer pickup or the messaging contact.",
    errors: NO_ROUTE,
    contact: contactAbout("pedido"),
  },
} as const satisfies Failures;

const response = v.object({
  ok: OK,
  confirmar_en: text(
    "Link where the person reviews and confirms. Give it unchanged: a single wrong letter breaks it.",
    told,
  ),
  expira_en_minutos: number("Minutes until the link expires: tell the person.", told),
  total: number("Total in MXN, VAT and delivery included."),
  costo_envio: v.nullable(number("Delivery's part of the total; null for pickup.")),
  moneda: CURRENCY,
  calle: v.nullable(
    text("Street of the pin: read it back with ciudad. Null without a name.", told),
  ),
  ciudad: v.optional(v.string()),
  ...KITCHEN_FIELDS,
});

export const orderDraft = defineOperation<Deps>()({
  operationId: "pedidoBorrador",
  method: "POST",
  path: "/api/pedido/borrador",
  summary: "Prepare an order for a person to confirm",
  description:
    "Prices the order and returns an ephemeral link (confirmar_en) where the person reviews and confirms it: nothing is ordered, stored or sent. Ids come from GET /api/menu. For domicilio ask for address and pin, never guess coordinates.",
  body: {
    schema: draftBody,
    maxBytes: 32 * 1024,
    misnomers: MISNOMERS,
    examples: DRAFT_EXAMPLES,
  },
  response,
  failures: FAILURES,
  limit: { name: "borrador", detalle: "Demasiados borradores desde esta dirección." },
  async handle({ body }, deps, fail) {
    const situation = situationNow(deps);
    const lines = resolveLines(body, currentMenu(situation));
    if ("problems" in lines) {
      const { problems } = lines;
      const [first] = problems;
      const clauses = problems.map((one) => `${fieldOf(one)} ${inWords(one)}`).join("; ");
      const detalle = `${CORRECT_LINES}: ${clauses}.`;
      const wrong = problems.map((one) => ({ ...one, campo: fieldOf(one), value: null }));
      return { ...fail(first.error, { campo: fieldOf(first), detalle }), wrong };
    }
    const delivery = await quoted(body.delivery, deps, fail);
    if (isFailure(delivery)) return delivery;
    const expiresAt = deps.now() + DRAFT_MINUTES * 60_000;
    const draft = { lines, delivery, comments: body.comments, expiresAt };
    const token = sealDraft(draft, deps.seals, deps.randomBytes(12));
    const isHome = delivery.mode === "domicilio";
    const costCents = isHome ? delivery.costCents : 0;
    const town = isHome ? deps.townAt(delivery.destination) ?? situation.restaurant.town : null;
    return {
      ok: true as const,
      confirmar_en: `${deps.baseUrl}/pedido/${token}`,
      expira_en_minutos: DRAFT_MINUTES,
      total: (linesTotalCents(lines) + costCents) / 100,
      costo_envio: isHome ? costCents / 100 : null,
      moneda: "MXN" as const,
      calle: isHome ? delivery.street : null,
      ciudad: town ?? undefined,
      ...kitchenFields(situation),
    };
  },
});

function fieldOf({ line, error }: LineProblem): string {
  return `lineas[${line}].${error === "cantidad_invalida" ? "cantidad" : "id"}`;
}

function inWords(problem: LineProblem): string {
  switch (problem.error) {
    case "linea_agotada":
      return `${problem.name} está agotado`;
    case "linea_desconocida": {
      const { id, meant } = problem;
      const hint = meant.length > 0 ? ` (¿quizá ${meant.join(" o ")}?)` : "";
      return `${shown(id)} no está en el menú${hint}`;
    }
    case "cantidad_invalida": {
      const { quantity } = problem;
      if (quantity === undefined) return "falta";
      return `debe ser un entero de ${min} a ${max}, no ${shown(quantity)}`;
    }
  }
}

/** A value as JSON, cut short. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "una lista";
  if (isObject(value)) return "un objeto";
  // JSON has no infinite number, which `1e999` is.
  if (typeof value === "number") return `${value}`;
  const text = [...JSON.stringify(value)];
  return text.length <= 42 ? text.join("") : `${text.slice(0, 40).join("")}…"`;
}

async function quoted(
  delivery: RequestedDelivery,
  deps: Deps,
  fail: Fail<typeof FAILURES>,
): Promise<SealedDelivery | Failure> {
  if (delivery.mode === "recoger") return { mode: "recoger" };
  const { km, price, cause, hint, street } = await quoteDelivery(deps, delivery.destination);
  if (km !== null && price !== null) {
    return { ...delivery, km, costCents: price.cents, minutes: price.minutes, street };
  }
  const detalle = hint && `${fuera_de_radio} ${hint}`;
  return fail(cause!, { campo: "entrega", detalle });
}
