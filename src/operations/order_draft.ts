import type { Deps } from "../ports.ts";
import { contactLink } from "../domain/contact.ts";
import { currentMenu } from "../domain/current_menu.ts";
import { NONCE_BYTES, sealDraft, type SealedDelivery } from "../domain/order_draft/link.ts";
import { Failure } from "../domain/failure.ts";
import { linesTotalCents, type PricedLine, resolveLines } from "../domain/order_draft/lines.ts";
import { type OrderDraftRequest, parseDraft } from "../domain/order_draft/request.ts";
import { defineOperation } from "../http/operation.ts";
import { quoteDelivery } from "./delivery_quote.ts";
import { INTERNAL, tooLarge, tooMany, UNREADABLE } from "./failures.ts";
import { MALFORMED, NO_ROUTE, NOT_COVERED, WRONG_LINES } from "./order_draft_failures.ts";
import { DRAFT_EXAMPLES, draftBody, draftResponse } from "./order_draft_schema.ts";

const MOST_BYTES = 32 * 1024;
const LIMIT_DETAIL = "Demasiados borradores desde esta dirección.";

/** POST /api/pedido/borrador: an order for a person to confirm. */
export const orderDraft = defineOperation<Deps>()({
  operationId: "pedidoBorrador",
  method: "POST",
  path: "/api/pedido/borrador",
  summary: "Prepare an order for a person to confirm",
  description:
    "Prices the order and returns an ephemeral link (confirmar_en) where the person reviews it and confirms it themself: nothing is ordered, stored or sent. Ids come from GET /api/menu. For domicilio ask for address and location pin, never guess coordinates. Give the link unchanged.",
  consequential: false,
  body: {
    schema: draftBody,
    maxBytes: MOST_BYTES,
    parse: parseDraft,
    notJson: (detalle, error) => new Failure("forma", error, detalle),
    examples: DRAFT_EXAMPLES.request,
  },
  response: {
    description: "The link to the draft.",
    schema: draftResponse,
    examples: DRAFT_EXAMPLES.response,
  },
  failures: [
    MALFORMED,
    UNREADABLE,
    tooLarge(MOST_BYTES),
    WRONG_LINES,
    NOT_COVERED,
    tooMany(LIMIT_DETAIL),
    NO_ROUTE,
    INTERNAL,
  ],
  limit: { name: "borrador", detalle: LIMIT_DETAIL },
  caching: "none",
  async handle({ body, ignored }, deps) {
    const situation = { restaurant: deps.restaurant(), house: deps.house(), now: deps.now() };
    const lines = resolveLines(body, currentMenu(situation));
    const delivery = await deliveryOf(body, deps);
    const token = await sealed(lines, delivery, body, deps);
    const costCents = delivery.mode === "domicilio" ? delivery.costCents : 0;
    return {
      ok: true as const,
      confirmar_en: `${deps.baseUrl}/pedido/${token}`,
      expira_en_minutos: deps.draftTtlMinutes,
      total: (linesTotalCents(lines) + costCents) / 100,
      costo_envio: delivery.mode === "domicilio" ? costCents / 100 : null,
      moneda: "MXN" as const,
      calle: delivery.mode === "domicilio" ? delivery.street : null,
      ignorados: [...ignored],
    };
  },
});

async function deliveryOf({ delivery }: OrderDraftRequest, deps: Deps): Promise<SealedDelivery> {
  if (delivery.mode === "recoger") return { mode: "recoger" };
  const quote = await quoteDelivery(deps, delivery.destination);
  if (quote.kind === "priced") {
    const { km, costCents, minutes, street } = quote;
    return { ...delivery, km, costCents, minutes, street };
  }
  const declared = quote.kind === "not_covered" ? NOT_COVERED : NO_ROUTE;
  const { error, detalle, campo } = declared.example;
  throw new Failure(declared.motivo, error, detalle, {
    campo,
    whatsapp: contactLink(deps.restaurant(), "pedido", "es"),
  });
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
