/** Everything the service serves to people. */
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

/**
 * The pages as routes: home, menu, reservation, drafts, and a draft's link without its token.
 * @param reserve the route of the operation that holds a table
 */
export function pageRoutes(deps: PageDeps, reserve: Route): readonly Route[] {
  const broken = (exchange: Exchange) => problemPage(404, deps.restaurant(), languageOf(exchange));
  return [
    publicPage("/", deps, homePage, { link: SERVICE_LINKS }),
    publicPage("/carta", deps, menuPage),
    publicPage("/menu", deps, menuPage),
    page("/reservar", (exchange) => emptyForm(deps, exchange, languageOf(exchange))),
    {
      method: "POST",
      path: "/reservar",
      answer: (exchange) => submittedForm(deps, reserve, exchange, languageOf(exchange)),
    },
    ...CONFIRMATION_ROUTES.map((path) =>
      page(
        path,
        (exchange) => confirmationPage(deps, exchange.target.pathname, languageOf(exchange)),
      )
    ),
    page("/pedido", broken),
    page(DRAFTS, broken),
    page(`${DRAFTS}{token}`, (exchange) => {
      const token = decoded(exchange.target.pathname.slice(DRAFTS.length));
      return draftPage(deps, token, languageOf(exchange));
    }),
  ];
}

/** Where programs find the API (RFC 8631). */
const SERVICE_LINKS = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';

type Show = (situation: Situation, language: Language, baseUrl: string) => Page;

/** A page that is the same for everyone, made once for each language until what it shows changes: the minute at the latest. */
function publicPage(
  path: string,
  deps: PageDeps,
  show: Show,
  headers: Answer["headers"] = {},
): Route {
  const answers = memo<Promise<Answer>>();
  const make = async (language: Language) => {
    const answer = pageAnswer(show(situationNow(deps), language, deps.baseUrl));
    const etag = await eTag(answer.body!);
    return repeatable({ ...answer, headers: { ...answer.headers, ...headers, etag } });
  };
  return page(path, async (exchange) => {
    const language = languageOf(exchange);
    const answer = await answers.of(language, nowDependsOn(deps), () => make(language));
    return unlessKnown(exchange.request, answer);
  });
}

function page(path: string, answer: Route["answer"]): Route {
  return { method: "GET", path, answer };
}

/** The one that the address names, else the one that the browser prefers, else Spanish. */
function languageOf({ request, target: { search } }: Exchange): Language {
  const asked = new URLSearchParams(search).get("lang");
  if (asked === "es" || asked === "en") return asked;
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
