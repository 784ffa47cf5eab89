/** The routes of the guests' pages. */
import { acceptsLanguages, eTag } from "@std/http";
import { nowDependsOn, type Situation, situationNow } from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import { type Answer, repeatable, unlessKnown } from "../http/answer.ts";
import { memo } from "../http/memo.ts";
import type { Exchange, Route } from "../http/router.ts";
import { CONFIRMATION_ROUTES, confirmationPage } from "./confirmation.ts";
import { draftPage, type PageDeps, problemPage } from "./draft_page.ts";
import { homePage } from "./home_page.ts";
import { type Page, pageAnswer } from "./layout.ts";
import { menuPage } from "./menu_page.ts";
import { emptyForm, submittedForm } from "./reservation_form.ts";

const DRAFTS = "/pedido/";

type Show = (exchange: Exchange, language: Language) => Answer | Promise<Answer>;

/**
 * The pages as routes: home, menu, reservation, drafts, and a draft's link without its token.
 * @param reserve the route of the operation that holds a table
 */
export function pageRoutes(deps: PageDeps, reserve: Route): readonly Route[] {
  const menu = publicPage(deps, menuPage);
  const broken: Show = (_, language) => problemPage(404, deps.restaurant(), language);
  const confirmation: Show = ({ target }, language) =>
    confirmationPage(deps, target.pathname, language);
  return [
    page("/", publicPage(deps, homePage, { link: SERVICE_LINKS })),
    ...["/carta", "/menu"].map((path) => page(path, menu)),
    page("/reservar", (exchange, language) => emptyForm(deps, exchange, language)),
    page("/reservar", (sent, language) => submittedForm(deps, reserve, sent, language), "POST"),
    ...CONFIRMATION_ROUTES.map((path) => page(path, confirmation)),
    ...["/pedido", DRAFTS].map((path) => page(path, broken)),
    page(`${DRAFTS}{token}`, ({ target }, language) => {
      return draftPage(deps, decoded(target.pathname.slice(DRAFTS.length)), language);
    }),
  ];
}

function page(path: string, show: Show, method: Route["method"] = "GET"): Route {
  return { method, path, answer: (exchange) => show(exchange, languageOf(exchange)) };
}

/** Where programs find the API (RFC 8631). */
const SERVICE_LINKS = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';

/** A page that is the same for all guests, rendered once for each language and minute, or until what it shows changes. */
function publicPage(
  deps: PageDeps,
  pageOf: (situation: Situation, language: Language, baseUrl: string) => Page,
  headers: Answer["headers"] = {},
): Show {
  const answers = memo<Promise<Answer>>();
  const make = async (language: Language) => {
    const answer = pageAnswer(pageOf(situationNow(deps), language, deps.baseUrl));
    const etag = await eTag(answer.body!);
    return repeatable({ ...answer, headers: { ...answer.headers, ...headers, etag } });
  };
  return async ({ request }, language) => {
    const answer = await answers.of(language, nowDependsOn(deps), () => make(language));
    return unlessKnown(request, answer);
  };
}

/** The language in the address, else the one that the browser prefers, else Spanish. */
function languageOf({ request, target: { search } }: Exchange): Language {
  const lang = new URLSearchParams(search).get("lang");
  if (lang === "es" || lang === "en") return lang;
  if (!request.headers.has("accept-language")) return "es";
  return acceptsLanguages(request, "es", "en") === "en" ? "en" : "es";
}

/** The segment percent-decoded, or as it is where that fails. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
