/** The routes of the guests' pages. */
import { eTag } from "@std/http";
import { nowDependsOn } from "../domain/schedule/situation.ts";
import { type Answer, bytesAnswer, IMMUTABLE, repeatable, unlessKnown } from "../http/answer.ts";
import { memo } from "../http/memo.ts";
import { type Exchange, notFound, type Route } from "../http/router.ts";
import { CONFIRMATION_ROUTES, confirmationPage } from "./confirmation.ts";
import { deliveryPage } from "./delivery_page.ts";
import { draftPage, DRAFTS } from "./draft_page.ts";
import { homePage } from "./home_page.ts";
import { IMAGES, type Page, pageAnswer, type PageDeps, type Show } from "./layout.ts";
import { FACE } from "./look.ts";
import { menuPage } from "./menu_page.ts";
import { noticePage } from "./notice_page.ts";
import { emptyOrder, submittedOrder } from "./order_form.ts";
import { problemPage } from "./refusal_page.ts";
import { emptyForm, submittedForm } from "./reservation_form.ts";
import type { Texts } from "./texts/es.ts";
import { textsFor } from "./texts/languages.ts";

/** @param framed the answer as other sites may frame it */
export function pageRoutes(
  deps: PageDeps,
  framed: (exchange: Exchange, answer: Answer) => Answer,
): readonly Route[] {
  const menu = publicPage(deps, menuPage);
  const broken: Show = (_, texts) => problemPage(deps.restaurant(), texts);
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
    page("/reservar", submittedForm(deps), "POST"),
    page("/envio", (exchange, texts) => deliveryPage(deps, exchange, texts)),
    page("/pedir", (exchange, texts) => emptyOrder(deps, exchange, texts)),
    page("/pedir", (sent, texts) => submittedOrder(deps, sent, texts), "POST"),
    page(
      FACE.href,
      () => bytesAnswer({ ...FILE_HEADERS, "content-type": "font/woff2" }, FACE.bytes),
    ),
    page(`${IMAGES}{name}`, async ({ target }) => {
      const image = await deps.image(target.pathname.slice(IMAGES.length));
      if (image === null) return notFound();
      return bytesAnswer({ ...FILE_HEADERS, "content-type": image.type }, image.bytes);
    }),
    page("/aviso", (_, texts) => noticePage(deps, texts)),
    ...CONFIRMATION_ROUTES.map((path) => page(path, confirmation)),
    ...["/pedido", DRAFTS].map((path) => page(path, broken)),
    page(`${DRAFTS}{token}`, ({ target }, texts) => draftPage(deps, target.pathname, texts)),
  ];
}

const FILE_HEADERS = {
  "cache-control": IMMUTABLE,
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
};

/** The Link header by which programs find the API (RFC 8631). */
const SERVICE_LINKS = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';

/** A page that is the same for all guests, rendered again each minute and when what it shows changes. */
function publicPage(
  deps: PageDeps,
  pageOf: (deps: PageDeps, texts: Texts) => Page | Promise<Page>,
  headers: Answer["headers"] = {},
): Show {
  const answers = memo<Promise<Answer>>();
  const make = async (texts: Texts) => {
    const answer = pageAnswer(await pageOf(deps, texts));
    const etag = await eTag(answer.body!);
    return repeatable({ ...answer, headers: { ...answer.headers, ...headers, etag } });
  };
  return async ({ request }, texts) => {
    const shown = [...nowDependsOn(deps), deps.hasPrices()];
    const answer = await answers.of(texts.language, shown, () => make(texts));
    return unlessKnown(request, answer);
  };
}

/** The pages that may be framed. Their links to others, and to WhatsApp, have the target `_top`. */
const FRAMED = /^\/(?:reservar|pedir|envio|reservada|pedido)(?:\/|$)/;
const POLICY = "content-security-policy";

/** Lets the sites of EMBED_ORIGINS frame the pages where guests reserve and order, and the pages that follow. */
export function framing(
  origins: readonly string[],
): (exchange: Exchange, answer: Answer) => Answer {
  const ancestors = `frame-ancestors ${origins.join(" ")}`;
  return ({ target: { pathname } }, answer) => {
    const policy = answer.headers[POLICY];
    if (origins.length === 0 || !policy || !FRAMED.test(pathname)) return answer;
    const allowing = policy.replace("frame-ancestors 'none'", ancestors);
    return { ...answer, headers: { ...answer.headers, [POLICY]: allowing } };
  };
}
