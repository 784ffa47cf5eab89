/** GET /envio: whether the restaurant delivers to a place, for how much and in how many minutes. */
import { restaurantLink } from "../domain/contact.ts";
import { mapLink } from "../domain/location.ts";
import { situationNow } from "../domain/schedule/situation.ts";
import { delivers, type KitchenMinutes } from "../domain/tariff.ts";
import { errorSummary, hiddenFields } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import type { Answer } from "../http/answer.ts";
import { ask, type Exchange } from "../http/router.ts";
import { kitchenNotice } from "./home_page.ts";
import {
  linkButton,
  moneyOf,
  noticeLink,
  notYet,
  pageAnswer,
  type PageDeps,
  section,
  sells,
  streetLine,
} from "./layout.ts";
import { filledOrder } from "./order_page.ts";
import { isName } from "./reservation_form.ts";
import type { Texts } from "./texts/es.ts";
import {
  findWhere,
  overLimit,
  placeProblem,
  placeStatus,
  saidWhere,
  type Where,
  WHERE_FIELDS,
  whereFields,
  withOnePlace,
} from "./where.ts";

/** What the page shows of the operation's quote. */
interface Quote {
  readonly km: number | null;
  readonly price: { readonly cents: number; readonly minutes: KitchenMinutes } | null;
  readonly cause: string | null;
  readonly street: string | null;
  readonly town: string | null;
}

export async function deliveryPage(
  deps: PageDeps,
  exchange: Exchange,
  texts: Texts,
): Promise<Answer> {
  const { delivery: words, frame, home, language, menu, order: { wrong } } = texts;
  const situation = situationNow(deps);
  const { restaurant } = situation;
  if (!delivers(restaurant)) {
    const why = sells(situation) ? wrong.byError.sin_entrega : menu.none;
    const content = notYet(situation, why, texts);
    return pageAnswer({ status: 200, texts, restaurant, title: words.title, content });
  }
  const query = new URLSearchParams(exchange.target.search);
  const typed = withOnePlace(query);
  const names = ["direccion", ...WHERE_FIELDS].filter((name) => query.has(name));
  const isAsked = names.length > 0 && deps.hasPrices();
  const { where, quote } = isAsked
    ? await quoted(deps, exchange, await findWhere(deps, exchange, typed))
    : { where: saidWhere(typed), quote: null };
  const price = quote?.price;
  const heading = price ? words.yes(moneyOf(restaurant)(price.cents)) : home.delivery;
  const isLost = where.problem !== undefined && where.places.length === 0;
  const asks = html`
    ${where.problem
      ? errorSummary(frame.problems, [placeProblem(where, texts)])
      : html`<p class="lead">${words.lead}</p>`}
    ${quote && section("answer", heading, answered(quote, where, typed, deps, texts))}
    <form action="/envio">
      ${hiddenFields({ lang: language })}
      <section>${whereFields({ deps, texts, typed, where, isPriced: quote !== null })}</section>
    </form>
    ${isLost && otherWays(null, where, deps, texts)}
    ${sells(situation) && !price &&
      html`<p class="links"><a href="/pedir?lang=${language}">${home.order}</a></p>`}
  `;
  const content = html`
    ${kitchenNotice(situation, texts)}
    ${deps.hasPrices() ? asks : otherWays(html`${wrong.byError.sin_mapa}`, where, deps, texts)}
    <p class="links">${noticeLink(restaurant, texts)}</p>
  `;
  const again = [...query].filter(([name]) => [...names, "referencias"].includes(name));
  return pageAnswer({
    status: placeStatus(where),
    texts,
    restaurant,
    title: words.title,
    content,
    posts: true,
    query: `&${new URLSearchParams(again)}`,
    wait: where.wait,
  });
}

/** The place, and the operation's answer about it if it is known. */
export async function quoted(
  deps: PageDeps,
  exchange: Exchange,
  where: Where,
): Promise<{ readonly where: Where; readonly quote: Quote | null }> {
  if (where.point === null) return { where, quote: null };
  const search = `?lat=${where.point.lat}&lng=${where.point.lng}`;
  const { value, failure } = await ask<Quote>(deps.asked.quote, exchange, { search });
  return failure ? { where: overLimit(where, failure), quote: null } : { where, quote: value };
}

function answered(
  quote: Quote,
  where: Where,
  typed: URLSearchParams,
  deps: PageDeps,
  texts: Texts,
): Html {
  const { delivery: words, draft, home, order: { wrong: { byError, other } } } = texts;
  const { price, km, cause, town } = quote;
  const street = streetLine(quote.street, town, texts);
  if (price === null) {
    const why = cause !== null && isName(byError, cause) ? byError[cause] : other;
    return otherWays(html`${why} ${quote.street !== null && street}`, where, deps, texts);
  }
  const { min, max } = price.minutes;
  const { lat, lng } = where.point!;
  const point = { lat: String(lat), lng: String(lng) };
  const filled = typed.get("anotado") ?? "";
  const said = where.sought && {
    ...{ texto: where.sought, buscado: where.sought },
    ...{ referencias: typed.get("referencias") ?? filled, anotado: filled },
  };
  const fields = { modo: "domicilio", ...point, ...said };
  const form = filledOrder([], fields, texts);
  return html`
    <p>${street} <small>${words.check}</small></p>
    <p>${draft.minutes(min, max)}, ${km} km</p>
    ${sells(situationNow(deps)) &&
      html`<p class="actions"><a class="send" href="${form}">${home.order}</a></p>`}
  `;
}

/** What is left without a price: to write about the place, and to pick up. */
function otherWays(why: Html | null, { point, sought }: Where, deps: PageDeps, texts: Texts): Html {
  const restaurant = deps.restaurant();
  const { contactTexts } = restaurant;
  const place = point ? mapLink(point) : sought.slice(0, MAX_SOUGHT).toWellFormed();
  const message = [contactTexts.pedido[texts.restaurant], place].filter(Boolean).join("\n");
  return html`
    ${why && html`<p>${why}</p>`}
    ${linkButton(restaurantLink(restaurant, message), texts.frame.write)}
    ${sells(situationNow(deps)) && html`
      <p class="links">
        <a href="${filledOrder([], { modo: "recoger" }, texts)}">${texts.draft.pickup}</a>
      </p>
    `}
  `;
}

/** Characters of what was sought in a message. */
const MAX_SOUGHT = 300;
