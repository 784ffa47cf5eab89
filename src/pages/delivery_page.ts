/** GET /envio: whether the restaurant delivers to a place, for how much and in how many minutes. */
import { errorSummary } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { formatMoney } from "../html/words.ts";
import type { Answer } from "../http/answer.ts";
import { type Exchange, forwarded, type Route } from "../http/router.ts";
import { contactButton, type PageDeps } from "./draft_page.ts";
import { pageAnswer, section } from "./layout.ts";
import type { Texts } from "./texts/es.ts";
import {
  findWhere,
  saidWhere,
  type Where,
  WHERE_FIELDS,
  whereFields,
  withShownPoint,
} from "./where.ts";

/** The routes of the operations that the page asks, each within its limit. */
interface Asking {
  readonly locate: Route;
  readonly quote: Route;
}

/** What the page shows of the operation's answer. */
interface Quote {
  readonly cubierto: boolean;
  readonly km: number | null;
  readonly costo: number | null;
  readonly entrega_min: number;
  readonly entrega_max: number;
  readonly calle: string | null;
}

export async function deliveryPage(
  deps: PageDeps,
  { locate, quote: quoting }: Asking,
  exchange: Exchange,
  texts: Texts,
): Promise<Answer> {
  const restaurant = deps.restaurant();
  const query = new URLSearchParams(exchange.target.search);
  const typed = withShownPoint(query);
  // The page as it is opened first asks nothing.
  const isAsked = WHERE_FIELDS.some((name) => query.has(name));
  const found = isAsked ? await findWhere(locate, exchange, typed) : saidWhere(typed);
  const { quote, where } = await quoted(quoting, exchange, found);
  const { where: ofWhere, delivery: words } = texts;
  const problem = isAsked ? where.problem : undefined;
  const content = html`
    ${problem
      ? errorSummary(ofWhere.noPlace, [{ id: "texto", text: ofWhere.problems[problem] }])
      : html`<p class="lead">${words.lead}</p>`}
    ${quote && section("price", answerTo(quote, texts), quoteFacts(quote, where, deps, texts))}
    <form action="/envio">
      <input type="hidden" name="lang" value="${texts.language}">
      ${section("where", quote ? words.another : words.where, [
        whereFields({ deps, texts, typed, where, isTold: isAsked }),
      ])}
    </form>
    <p class="links"><a href="/pedir?lang=${texts.language}">${texts.home.order}</a></p>
  `;
  const status = problem === "demasiadas" ? 429 : problem && problem !== "varios" ? 422 : 200;
  const asked = WHERE_FIELDS.flatMap((name) => query.has(name) ? [[name, query.get(name)!]] : []);
  const { headers, ...page } = pageAnswer({
    status,
    texts,
    restaurant,
    title: words.title,
    content,
    posts: true,
    query: asked.length > 0 ? `&${new URLSearchParams(asked)}` : "",
    hasErrors: problem !== undefined,
  });
  const { wait } = where;
  return { ...page, headers: wait ? { ...headers, "retry-after": String(wait) } : headers };
}

/** The operation's answer about the point, if there is one. */
async function quoted(
  quoting: Route,
  exchange: Exchange,
  where: Where,
): Promise<{ readonly quote: Quote | null; readonly where: Where }> {
  const { point } = where;
  if (point === null) return { quote: null, where };
  const search = `?lat=${point.lat}&lng=${point.lng}`;
  const asked = forwarded(exchange, { method: "GET", pathname: quoting.path, search });
  const { failure, body } = await quoting.answer(asked);
  if (!failure) return { quote: JSON.parse(body!), where };
  const wait = failure.body.reintentar_en_segundos;
  return { quote: null, where: { ...where, problem: "demasiadas", ...(wait && { wait }) } };
}

function answerTo({ cubierto, costo }: Quote, { delivery: words }: Texts): string {
  if (costo !== null) return words.yes(formatMoney(Math.round(costo * 100)));
  return cubierto ? words.unknown : words.no;
}

function quoteFacts(quote: Quote, where: Where, deps: PageDeps, texts: Texts): Html {
  const { delivery: words, draft, home, language } = texts;
  const { costo, km, calle, entrega_min: min, entrega_max: max } = quote;
  const restaurant = deps.restaurant();
  const order = orderLink(where, texts);
  const street = calle === null
    ? draft.pinUnnamed
    : html`${draft.pinOn} <strong><bdi>${calle}</bdi></strong>.`;
  if (costo === null) {
    return html`
      <p>${quote.cubierto ? words.noRoute : words.tooFar(restaurant.tariff.maxRadiusKm)}</p>
      ${calle !== null && html`<p>${street}</p>`}
      ${contactButton(restaurant, "pedido", texts)}
      <p class="links"><a href="/pedir?lang=${language}&modo=recoger">${words.pickup}</a></p>
    `;
  }
  return html`
    <p>${street} <small>${words.check}</small></p>
    <dl class="facts">
      <div>
        <dt>${draft.time}</dt>
        <dd>${draft.minutes(min, max)}</dd>
      </div>
      <div>
        <dt>${draft.distance}</dt>
        <dd>${km} km</dd>
      </div>
    </dl>
    <p class="actions"><a class="send" href="${order}">${home.order}</a></p>
  `;
}

/** The order form with the place that has been found. */
function orderLink({ point, sought }: Where, { language }: Texts): string {
  const { lat, lng } = point!;
  const found = { lat: String(lat), lng: String(lng), ...(sought !== "" && { texto: sought }) };
  return `/pedir?${new URLSearchParams({ lang: language, modo: "domicilio", ...found })}`;
}
