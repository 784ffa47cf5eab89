/** GET /envio: whether the restaurant delivers to a place, for how much and in how many minutes. */
import { errorSummary, hiddenFields } from "../html/form.ts";
import { type Html, html } from "../html/html.ts";
import { formatMoney } from "../html/words.ts";
import type { Answer } from "../http/answer.ts";
import { ask, type Exchange } from "../http/router.ts";
import {
  centsOf,
  contactButton,
  pageAnswer,
  type PageDeps,
  section,
  streetLine,
} from "./layout.ts";
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
  withShownPoint,
} from "./where.ts";

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
  exchange: Exchange,
  texts: Texts,
): Promise<Answer> {
  const query = new URLSearchParams(exchange.target.search);
  const typed = withShownPoint(query);
  const names = WHERE_FIELDS.filter((name) => query.has(name));
  const isAsked = names.length > 0;
  const { where, quote } = isAsked
    ? await quoted(deps, exchange, typed)
    : { where: saidWhere(typed), quote: null };
  const { delivery: words, frame, home, language } = texts;
  const content = html`
    ${where.problem
      ? errorSummary(frame.problems, [placeProblem(where, texts)])
      : html`<p class="lead">${words.lead}</p>`}
    ${quote && section("answer", home.delivery, answered(quote, where, deps, texts))}
    <form action="/envio">
      ${hiddenFields({ lang: language })}
      <section>${whereFields({ deps, texts, typed, where, isPriced: quote !== null })}</section>
    </form>
    <p class="links"><a href="/pedir?lang=${language}">${home.order}</a></p>
  `;
  const again = new URLSearchParams(names.map((name) => [name, query.get(name)!]));
  return pageAnswer({
    status: placeStatus(where),
    texts,
    restaurant: deps.restaurant(),
    title: words.title,
    content,
    posts: true,
    query: `&${again}`,
    wait: where.wait,
  });
}

/** The place, and the operation's answer about it if it is known. */
async function quoted(
  { asked: { locate, quote } }: PageDeps,
  exchange: Exchange,
  typed: URLSearchParams,
): Promise<{ readonly where: Where; readonly quote: Quote | null }> {
  const where = await findWhere(locate, exchange, typed);
  if (where.point === null) return { where, quote: null };
  const search = `?lat=${where.point.lat}&lng=${where.point.lng}`;
  const { value, failure } = await ask<Quote>(quote, exchange, { search });
  return failure ? { where: overLimit(where, failure), quote: null } : { where, quote: value };
}

function answered(quote: Quote, where: Where, deps: PageDeps, texts: Texts): Html {
  const { delivery: words, draft, home, language, order: { wrong: { ofField } } } = texts;
  const { costo, km, calle, entrega_min: min, entrega_max: max } = quote;
  const street = calle !== null && streetLine(calle, texts);
  if (costo === null) {
    return html`
      <p>${quote.cubierto ? ofField.ruta_no_trazada : ofField.fuera_de_radio} ${street}</p>
      ${contactButton(deps.restaurant(), "pedido", texts)}
      <p class="links"><a href="/pedir?lang=${language}&modo=recoger">${draft.pickup}</a></p>
    `;
  }
  return html`
    <p class="total"><strong>${words.yes(formatMoney(centsOf(costo)))}</strong></p>
    <p>${street} <small>${words.check}</small></p>
    <p>${draft.minutes(min, max)}, ${km} km</p>
    <p class="actions"><a class="send" href="${orderLink(where, texts)}">${home.order}</a></p>
  `;
}

/** The address of the order form with the place that was found. */
function orderLink({ point, sought }: Where, { language }: Texts): string {
  const { lat, lng } = point!;
  const found = { lat: String(lat), lng: String(lng), ...(sought !== "" && { texto: sought }) };
  return `/pedir?${new URLSearchParams({ lang: language, modo: "domicilio", ...found })}`;
}
