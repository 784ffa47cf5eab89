/** The routes of the guests' pages. */
import { delivers } from "../domain/tariff.ts";
import { eTag } from "@std/http";
import { nowDependsOn, type Situation, situationNow } from "../domain/schedule/situation.ts";
import { type Answer, bytesAnswer, IMMUTABLE, repeatable, unlessKnown } from "../http/answer.ts";
import { memo } from "../http/memo.ts";
import { type Exchange, notFound, type Route } from "../http/router.ts";
import { CONFIRMATION_ROUTES, confirmationPage } from "./confirmation.ts";
import { deliveryPage } from "./delivery_page.ts";
import { type AskedRoutes, draftPage, type PageDeps, problemPage } from "./draft_page.ts";
import { homePage } from "./home_page.ts";
import { IMAGES, type Page, pageAnswer } from "./layout.ts";
import { menuPage } from "./menu_page.ts";
import { emptyOrder, submittedOrder } from "./order_form.ts";
import { emptyForm, sendingThrough, submittedForm } from "./reservation_form.ts";
import type { Texts } from "./texts/es.ts";
import { textsFor } from "./texts/languages.ts";

const DRAFTS = "/pedido/";

type Show = (exchange: Exchange, texts: Texts) => Answer | Promise<Answer>;

/**
 * The pages as routes: home, menu, reservation, delivery, order, drafts, and a draft's link without its token.
 * @param framed the answer as other sites may frame it
 */
export function pageRoutes(
  deps: PageDeps,
  asked: AskedRoutes,
  framed: (exchange: Exchange, answer: Answer) => Answer,
): readonly Route[] {
  const menu = publicPage(deps, menuPage);
  const broken: Show = (_, texts) => problemPage(404, deps.restaurant(), texts);
  const sending = sendingThrough(asked.reserve);
  const confirmation: Show = ({ target }, texts) => confirmationPage(deps, target.pathname, texts);
  const page = (path: string, show: Show, method: Route["method"] = "GET"): Route => ({
    method,
    path,
    answer: async (exchange) => framed(exchange, await show(exchange, textsFor(exchange))),
  });
  return [
    page("/", publicPage(deps, homePage, { link: SERVICE_LINKS })),
    ...["/carta", "/menu"].map((path) => page(path, menu)),
    page("/reservar", (exchange, texts) => emptyForm(deps, exchange, texts)),
    page("/reservar", (sent, texts) => submittedForm(deps, sending, sent, texts), "POST"),
    page("/envio", (exchange, texts) => {
      if (!delivers(deps.restaurant())) return problemPage(404, deps.restaurant(), texts);
      return deliveryPage(deps, asked, exchange, texts);
    }),
    page("/pedir", (exchange, texts) => emptyOrder(deps, exchange, texts)),
    page("/pedir", (sent, texts) => submittedOrder(deps, asked, sent, texts), "POST"),
    page(`${IMAGES}{name}`, async ({ target }) => {
      const image = await deps.image(target.pathname.slice(IMAGES.length));
      if (image === null) return notFound();
      return bytesAnswer({ ...IMAGE_HEADERS, "content-type": image.type }, image.bytes);
    }),
    ...CONFIRMATION_ROUTES.map((path) => page(path, confirmation)),
    ...["/pedido", DRAFTS].map((path) => page(path, broken)),
    page(`${DRAFTS}{token}`, ({ target }, texts) => {
      return draftPage(deps, decoded(target.pathname.slice(DRAFTS.length)), texts);
    }),
  ];
}

const IMAGE_HEADERS = {
  "cache-control": IMMUTABLE,
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
};

/** Where programs find the API (RFC 8631). */
const SERVICE_LINKS = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';

/** A page that is the same for all guests, rendered once for each language and minute, or until what it shows changes. */
function publicPage(
  deps: PageDeps,
  pageOf: (situation: Situation, texts: Texts, baseUrl: string) => Page,
  headers: Answer["headers"] = {},
): Show {
  const answers = memo<Promise<Answer>>();
  const make = async (texts: Texts) => {
    const answer = pageAnswer(pageOf(situationNow(deps), texts, deps.baseUrl));
    const etag = await eTag(answer.body!);
    return repeatable({ ...answer, headers: { ...answer.headers, ...headers, etag } });
  };
  return async ({ request }, texts) => {
    const answer = await answers.of(texts.language, nowDependsOn(deps), () => make(texts));
    return unlessKnown(request, answer);
  };
}

/** The segment percent-decoded, or as it is if that fails. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
