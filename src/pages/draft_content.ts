/** The draft as the person reads it before confirming. */
import type { SealedHomeDelivery } from "../domain/order_draft/link.ts";
import type { DraftTexts } from "./draft_texts.ts";
import type { DraftView, ViewedLine } from "./draft_view.ts";
import { type Html, html } from "./html.ts";
import { formatMoney } from "./money.ts";

export interface DraftContent {
  readonly view: DraftView;
  readonly texts: DraftTexts;
  /** Of the restaurant, where orders are picked up. */
  readonly pickupAddress: string;
  /** What precedes the order. */
  readonly lead: string;
  /** Says when it was prepared and how long the prices hold, or held. */
  readonly validity: Html;
  /** Says that the kitchen is closed and when it opens; null while it is open. */
  readonly kitchenNotice: string | null;
  /** What the one button does: send the order, or write to the restaurant once the order has expired. */
  readonly button: { readonly label: string; readonly href: string };
  /** A picture of the way to the door, where there is one. */
  readonly routePicture: Html | null;
}

export function draftContent(content: DraftContent): Html {
  const { view, texts, kitchenNotice } = content;
  return html`
    <p class="lead">${content.lead}</p>
    <p>${content.validity}</p>
    ${kitchenNotice !== null && html`<p class="notice" role="note">${kitchenNotice}</p>`}
    <section aria-labelledby="lines">
    <h2 id="lines">${texts.lines}</h2>
    ${linesTable(view, texts)}
    </section>
    ${view.comments !== null && commentsSection(view.comments, texts)}
    ${view.delivery.mode === "domicilio"
      ? deliverySection(view.delivery, texts, content.routePicture)
      : pickupSection(content.pickupAddress, texts)}
    <section class="confirm" aria-label="${texts.total}">
      <p class="total"><span>${texts.total} <small>${texts.taxIncluded}</small></span>
    <strong>${formatMoney(view.totalCents)} <abbr title="${texts.pesos}">MXN</abbr></strong></p>
      <a class="send" href="${content.button.href}" rel="noreferrer">${content.button.label}</a>
    </section>
  `;
}

function linesTable(view: DraftView, texts: DraftTexts): Html {
  const { delivery } = view;
  return html`<table>
<thead class="unseen"><tr>
<th scope="col">${texts.quantity}</th><th scope="col">${texts.dish}</th><th scope="col">${texts.amount}</th>
</tr></thead>
<tbody>${view.dishes.map((line) => lineRow(line, texts))}</tbody>
${
    view.additions.length > 0 && html`<tbody>
<tr class="group"><th colspan="3" scope="rowgroup">${texts.additions}</th></tr>
${view.additions.map((line) => lineRow(line, texts))}</tbody>`
  }
${
    delivery.mode === "domicilio" && html`
      <tfoot>
        <tr>
          <th colspan="2" scope="row">${texts.shipping}</th>
          <td>${formatMoney(delivery.costCents)}</td>
        </tr>
      </tfoot>
    `
  }
</table>`;
}

function lineRow({ name, quantity, priceCents, amountCents }: ViewedLine, texts: DraftTexts): Html {
  const each = quantity > 1 && html`<small>${texts.each(formatMoney(priceCents))}</small>`;
  return html`
    <tr>
      <td class="quantity">${quantity} ×</td>
      <th scope="row"><bdi>${name}</bdi>${each}</th>
      <td>${formatMoney(amountCents)}</td>
    </tr>
  `;
}

function commentsSection(comments: string, texts: DraftTexts): Html {
  return html`
    <section aria-labelledby="comments">
      <h2 id="comments">${texts.comments}</h2>
      <p class="said" dir="auto">${comments}</p>
    </section>
  `;
}

function deliverySection(
  delivery: SealedHomeDelivery,
  texts: DraftTexts,
  routePicture: Html | null,
): Html {
  const { address, references, street, km, minutes } = delivery;
  return html`<section aria-labelledby="delivery">
<h2 id="delivery">${texts.delivery}</h2>
${routePicture !== null && html`<figure class="route">${routePicture}</figure>`}
<dl>
<dt>${texts.address}</dt><dd class="said" dir="auto">${address}</dd>
${
    references !== null &&
    html`
      <dt>${texts.references}</dt>
      <dd class="said" dir="auto">${references}</dd>
    `
  }
<dt>${texts.pin}</dt><dd>${
    street === null ? texts.pinUnnamed : html`${texts.pinOn} <strong><bdi>${street}</bdi></strong>.`
  } <small>${texts.pinCheck}</small></dd>
</dl>
<dl class="facts">
<div><dt>${texts.distance}</dt><dd>${km} km</dd></div>
<div><dt>${texts.time}</dt><dd>${texts.minutes(minutes.min, minutes.max)}</dd></div>
</dl>
</section>`;
}

function pickupSection(address: string, texts: DraftTexts): Html {
  return html`
    <section aria-labelledby="delivery">
      <h2 id="delivery">${texts.pickup}</h2>
      <p class="said"><bdi>${address}</bdi></p>
    </section>
  `;
}
