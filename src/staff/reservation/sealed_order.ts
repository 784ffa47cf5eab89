/** A sealed order, for the people who cook and bring it. */
import type { SealedDraft, SealedHomeDelivery } from "../../domain/order_draft/link.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { type DraftView, viewDraft, type ViewedLine } from "../../pages/draft_view.ts";
import { formatMoney, type Html, html } from "../../pages/html.ts";
import { guestComment, guestText } from "../guest_text.ts";
import { moment } from "./reservation_history.ts";

const MINUTE_MS = 60_000;

/** @param ttlMinutes how long links last: when it was sealed follows from when it expires */
export function sealedOrder(draft: SealedDraft, situation: Situation, ttlMinutes: number): Html {
  const view = viewDraft(draft, situation.restaurant.menu);
  return html`
    <section class="card sealed">
      <h2>Lo que se selló</h2>
      ${validity(draft, situation, ttlMinutes)}
      ${linesTable(view)}
      ${view.comments !== null && html`
        <h3>Comentarios</h3>
        <p class="words">${guestComment(view.comments)}</p>
      `}
      ${view.delivery.mode === "domicilio"
        ? deliveryFacts(view.delivery)
        : html`<p><b>Para recoger</b> en el restaurante.</p>`}
    </section>
  `;
}

function validity({ expiresAt }: SealedDraft, situation: Situation, ttlMinutes: number): Html {
  const expired = expiresAt <= situation.now;
  const sealed = moment(expiresAt - ttlMinutes * MINUTE_MS, situation);
  const expires = moment(expiresAt, situation);
  return html`
    <p><span class="chip ${expired ? "warn" : "arrived"}">${expired ? "Vencido" : "Vigente"}</span>
    Se preparó ${sealed}; sus precios ${expired ? "valían" : "valen"} hasta ${expires}.</p>
  `;
}

function linesTable({ dishes, additions, delivery, totalCents }: DraftView): Html {
  return html`
    <table class="order">
      <thead>
        <tr>
          <th scope="col" class="number">Cant.</th>
          <th scope="col">Platillo</th>
          <th scope="col" class="number">Importe</th>
        </tr>
      </thead>
      <tbody>${[...dishes, ...additions].map(lineRow)}</tbody>
      <tfoot>
        ${delivery.mode === "domicilio" && html`
          <tr>
            <th scope="row" colspan="2">Envío (${delivery.km} km)</th>
            <td class="number">${formatMoney(delivery.costCents)}</td>
          </tr>
        `}
        <tr class="total"><th scope="row" colspan="2">Total</th><td class="number">${formatMoney(
          totalCents,
        )}</td></tr>
      </tfoot>
    </table>
  `;
}

function lineRow({ name, quantity, priceCents, amountCents }: ViewedLine): Html {
  const each = quantity > 1 && html`
    <small>${formatMoney(priceCents)} c/u</small>
  `;
  return html`
    <tr>
      <td class="number">${quantity}</td>
      <th scope="row">${guestText(name)}${each}</th>
      <td class="number">${formatMoney(amountCents)}</td>
    </tr>
  `;
}

function deliveryFacts(
  { address, references, street, destination, minutes }: SealedHomeDelivery,
): Html {
  const point = `${destination.lat.toFixed(6)}, ${destination.lng.toFixed(6)}`;
  return html`
    <h3>Entrega a domicilio</h3>
    <dl class="facts">
      <div><dt>Dirección</dt><dd class="words">${guestComment(address)}</dd></div>
      ${references !== null && html`
        <div>
          <dt>Referencias</dt>
          <dd class="words">${guestComment(references)}</dd>
        </div>
      `}
      <div><dt>Punto en el mapa</dt><dd>${street === null
        ? "calle sin nombre"
        : guestText(street)} <small>${point}</small></dd></div>
      <div><dt>Se prometió en</dt><dd>${minutes.min} a ${minutes.max} min</dd></div>
    </dl>
  `;
}
