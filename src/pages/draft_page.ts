/** The page behind a draft's link, where a person reviews the order and sends it. Opening it changes nothing. */
import { contactLink, type ContactReason, whatsappLink } from "../domain/contact.ts";
import { dayOf, timeOf, wallMinute } from "../domain/local_time.ts";
import {
  openDraft,
  type SealedDraft,
  type SealedHomeDelivery,
} from "../domain/order_draft/link.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import {
  nextKitchenOpening,
  openingNow,
  type Situation,
  situationNow,
} from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import { type Html, html, trustedHtml } from "../html/html.ts";
import { formatMoney, whenText } from "../html/words.ts";
import type { Answer } from "../http/answer.ts";
import type { Deps } from "../ports/guests.ts";
import { DRAFT_TEXTS, type DraftTexts } from "./draft_texts.ts";
import { type DraftView, orderMessage, viewDraft, type ViewedLine } from "./draft_view.ts";
import { pageAnswer } from "./layout.ts";

/** What the pages need of the service. */
export type PageDeps = Omit<Deps, "planner" | "onPlannerError">;

/** For this long, an expired link still shows what was priced and when, so that staff can check a message. */
const SHOWN_AFTER_MS = 7 * 86_400_000;

/**
 * 200 with the draft; 410 once it has expired, for 7 days still with the draft; 404 where the token does not open.
 * @param written the token as it stands in the address; blanks and punctuation around it are ignored
 */
export async function draftPage(
  deps: PageDeps,
  written: string,
  language: Language,
): Promise<Answer> {
  const situation = situationNow(deps);
  const { restaurant, now } = situation;
  const token = bareToken(written);
  const draft = await openDraft(token, deps.draftKey);
  if (!draft) return problemPage(404, restaurant, language);
  if (now - draft.expiresAt > SHOWN_AFTER_MS) return problemPage(410, restaurant, language);
  const expired = draft.expiresAt <= now;
  const { title, expiredTitle } = DRAFT_TEXTS[language];
  return pageAnswer({
    status: expired ? 410 : 200,
    language,
    restaurant,
    title: expired ? expiredTitle : title,
    content: draftContent({ deps, draft, token, situation, language, expired }),
  });
}

interface OpenedDraft {
  readonly deps: PageDeps;
  readonly draft: SealedDraft;
  readonly token: string;
  readonly situation: Situation;
  readonly language: Language;
  readonly expired: boolean;
}

function draftContent(opened: OpenedDraft): Html {
  const { draft, situation: { restaurant }, language, expired } = opened;
  const texts = DRAFT_TEXTS[language];
  const view = viewDraft(draft, restaurant.menu, texts);
  return html`
    <p class="lead">${expired ? texts.expired : texts.lead}</p>
    <p>${validityText(opened)}</p>
    ${!expired && kitchenNotice(opened.situation, language)}
    <section aria-labelledby="lines">
    <h2 id="lines">${texts.lines}</h2>
    ${linesTable(view, texts)}
    </section>
    ${view.comments !== null && commentsSection(view.comments, texts)}
    ${view.delivery.mode === "domicilio"
      ? deliverySection(view.delivery, opened)
      : pickupSection(restaurant.address, texts)}
    <section class="confirm" aria-label="${texts.total}">
      <p class="total"><span>${texts.total} <small>${texts.taxIncluded}</small></span>
    <strong>${formatMoney(view.totalCents)} <abbr title="${texts.pesos}">MXN</abbr></strong></p>
      ${expired
        ? linkButton(contactLink(restaurant, "pedido", language), texts.write)
        : linkButton(sendLink(view, opened), texts.send)}
    </section>
  `;
}

/** Opens WhatsApp with the order written out. */
function sendLink(view: DraftView, { deps, token, situation, language }: OpenedDraft): string {
  const { name: restaurantName, whatsapp } = situation.restaurant;
  const link = `${deps.baseUrl}/pedido/${token}`;
  const texts = DRAFT_TEXTS[language];
  return whatsappLink(whatsapp, orderMessage(view, restaurantName, link, texts));
}

/** The token without what people copy along with it: blanks within, quotes, stops and brackets around. */
function bareToken(written: string): string {
  // Trimming both ends by patterns would take quadratic time over a long run of signs.
  return /[\w-](?:.*[\w-])?/.exec(written.replace(/\s+/g, ""))?.[0] ?? "";
}

/** `Vigente. Se preparó hoy a las 19:58. Precios fijos hasta las 20:28, quedan 28 minutos.` */
function validityText({ deps, draft: { expiresAt }, situation, language }: OpenedDraft): Html {
  const { restaurant: { timeZone }, now } = situation;
  const texts = DRAFT_TEXTS[language];
  const prepared = wallMinute(expiresAt - deps.draftTtlMinutes * 60_000, timeZone);
  const today = dayOf(wallMinute(now, timeZone));
  const when = whenText({ day: dayOf(prepared), time: timeOf(prepared) }, today, language);
  const end = html`<strong><time>${timeOf(wallMinute(expiresAt, timeZone))}</time></strong>`;
  const left = Math.ceil((expiresAt - now) / 60_000);
  return left > 0
    ? html`<strong>${texts.valid}.</strong> ${texts.preparedAt(when)} ${texts.validUntil} ${end}, ${
      texts.minutesLeft(left)
    }.`
    : html`<strong class="expired">${texts.expiredMark}.</strong> ${
      texts.preparedAt(when)
    } ${texts.wasValidUntil} ${end}.`;
}

/** Says that the kitchen is closed and when it opens; null while it is open. */
function kitchenNotice(situation: Situation, language: Language): Html | null {
  const { kitchenOpen, day } = openingNow(situation);
  if (kitchenOpen) return null;
  const texts = DRAFT_TEXTS[language];
  const next = nextKitchenOpening(situation);
  const opens = next && ` ${texts.opensAt(whenText(next, day, language))}`;
  return html`<p class="notice" role="note">${texts.kitchenClosed}${opens}</p>`;
}

function linesTable({ lines, delivery }: DraftView, texts: DraftTexts): Html {
  return html`
    <table>
      <thead class="unseen">
        <tr>
          <th scope="col">${texts.quantity}</th>
          <th scope="col">${texts.dish}</th>
          <th scope="col">${texts.amount}</th>
        </tr>
      </thead>
      <tbody>${lines.map((line) => lineRow(line, texts))}</tbody>
      ${delivery.mode === "domicilio" && html`
        <tfoot>
          <tr>
            <th colspan="2" scope="row">${texts.shipping}</th>
            <td>${formatMoney(delivery.costCents)}</td>
          </tr>
        </tfoot>
      `}
    </table>
  `;
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
  { destination, address, references, street, km, minutes }: SealedHomeDelivery,
  { deps, language }: OpenedDraft,
): Html {
  const texts = DRAFT_TEXTS[language];
  const picture = deps.routePicture?.(destination, language) ?? null;
  return html`<section aria-labelledby="delivery">
<h2 id="delivery">${texts.delivery}</h2>
${picture !== null && html`<figure class="route">${trustedHtml(picture)}</figure>`}
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

/** 410 for a link that was whole but is too old to show; 404 for one that was cut, changed, or never was one. */
export function problemPage(
  status: 404 | 410,
  restaurant: Restaurant,
  language: Language,
  { text, reason = "pedido" }: { readonly text?: string; readonly reason?: ContactReason } = {},
): Answer {
  const { expiredTitle, expired, brokenTitle, broken, write } = DRAFT_TEXTS[language];
  const [title, usual] = status === 410 ? [expiredTitle, expired] : [brokenTitle, broken];
  const content = html`<p class="lead">${text ?? usual}</p>
<p>${linkButton(contactLink(restaurant, reason, language), write)}</p>`;
  return pageAnswer({ status, language, restaurant, title, content });
}

export function linkButton(href: string, label: string): Html {
  return html`<a class="send" href="${href}" rel="noreferrer">${label}</a>`;
}
