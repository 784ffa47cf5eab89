/** Refusals of the guests' listener as browsers see them: a page, or the address that was meant. */
import { contactLink } from "../domain/contact.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { type Situation, situationNow } from "../domain/schedule/situation.ts";
import { html } from "../html/html.ts";
import type { Answer } from "../http/answer.ts";
import type { Exchange, Refused } from "../http/router.ts";
import {
  contactButton,
  guestLinks,
  linkButton,
  type Page,
  pageAnswer,
  type PageDeps,
} from "./layout.ts";
import type { Texts } from "./texts/es.ts";
import { textsFor } from "./texts/languages.ts";

/** The paths of programs, which get JSON. */
const PROGRAMS = /^\/(?:api\/|mcp\/?$|openapi\.json\/?$)/i;

/** For people: 308 to the address that was meant, a page if Accept names text/html, else the error body. */
export function refusalPages(deps: Pick<PageDeps, keyof Situation>): Refused {
  return (exchange, answer, isKnown) => {
    const { request, target: { pathname, search } } = exchange;
    if (PROGRAMS.test(pathname) || answer.status === 400) return answer;
    // The meant path has no trailing slash, and no capitals in its first segment.
    const bare = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
    const meant = bare.replace(/^\/[^/]*/, (first) => first.toLowerCase());
    if (answer.status === 404 && meant !== pathname && isKnown(meant)) {
      return { status: 308, headers: { location: meant + search }, body: null };
    }
    if (!/\btext\/html\b/i.test(request.headers.get("accept") ?? "")) return answer;
    try {
      return refusalPage(deps, exchange, answer);
    } catch {
      // What the page shows may hold the fault that was answered 500, and has been reported.
      return answer;
    }
  };
}

function refusalPage(
  deps: Pick<PageDeps, keyof Situation>,
  exchange: Exchange,
  { status, headers, failure }: Answer,
): Answer {
  const texts = textsFor(exchange);
  const { home, language, refused } = texts;
  const { title, lead } = status === 404 || status === 405 ? refused[status] : refused.other;
  const situation = situationNow(deps);
  const { restaurant } = situation;
  const content = html`
    <p class="lead">${lead}</p>
    <p class="actions">
      <a class="send" href="/?lang=${language}" target="_top">${home.title}</a>
      ${guestLinks(situation, texts)} ${status !== 404 && contactButton(restaurant, "duda", texts)}
    </p>
  `;
  const wait = failure?.body.reintentar_en_segundos;
  const page = pageAnswer({ status, texts, restaurant, title, content, wait });
  return headers.allow ? { ...page, headers: { ...page.headers, allow: headers.allow } } : page;
}

/** The token that ends a link's path, without the blanks, quotes, stops and brackets that people copy along with it. */
export function tokenIn(pathname: string, path: string): string {
  // Decodes whatever follows, and never throws.
  const written = new URLSearchParams(`token=${pathname.slice(path.length)}`).get("token")!;
  // A pattern that trims both ends would take quadratic time over a long run of signs.
  return /[\w-](?:.*[\w-])?/.exec(written.replace(/\s+/g, ""))?.[0] ?? "";
}

/** The page of an order's link that was cut, changed or never made. */
export function problemPage(restaurant: Restaurant, texts: Texts): Answer {
  const { brokenTitle: title, broken: lead } = texts.draft;
  const href = contactLink(restaurant, "pedido", texts.restaurant);
  return messagePage(restaurant, texts, { status: 404, title, lead, href });
}

/** A page of one message, with a link to write to the restaurant. */
export function messagePage(
  restaurant: Restaurant,
  texts: Texts,
  { lead, href, ...page }:
    & Omit<Page, "texts" | "restaurant" | "content">
    & { readonly lead: string; readonly href: string | undefined },
): Answer {
  const content = html`
    <p class="lead">${lead}</p>
    <p class="actions">${linkButton(href, texts.frame.write)}</p>
  `;
  return pageAnswer({ ...page, texts, restaurant, content });
}
