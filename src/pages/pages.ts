/** Everything the service serves to people. */
import type { Deps } from "../ports.ts";
import type { Language } from "../domain/text.ts";
import { nextKitchenOpening, openingNow } from "../domain/schedule/situation.ts";
import type { Answer } from "../http/answer.ts";
import type { Route } from "../http/router.ts";
import type { Target } from "../http/router.ts";
import { draftPage } from "./draft_page.ts";
import type { Kitchen } from "./kitchen_notice.ts";
import { brokenPage } from "./link_problem.ts";
import { startPage } from "./start_page.ts";

const DRAFTS = "/pedido/";

/** What of the service the pages need: they read, and change nothing. */
export type PageDeps = Pick<
  Deps,
  "now" | "restaurant" | "house" | "draftKey" | "draftTtlMinutes" | "baseUrl" | "routePicture"
>;

/** The pages as routes: the start page, drafts, and what is left of a draft's link when its token is lost. */
export function pageRoutes(deps: PageDeps): readonly Route[] {
  const broken = ({ search }: Target) => brokenPage(deps.restaurant(), pageLanguage(search));
  return [
    page("/", ({ search }) => startPage(deps.restaurant(), pageLanguage(search))),
    page("/pedido", broken),
    page(DRAFTS, broken),
    page(`${DRAFTS}{token}`, (target) => showDraft(target, deps)),
  ];
}

function page(path: string, show: (target: Target) => Answer | Promise<Answer>): Route {
  return { method: "GET", path, answer: ({ target }) => show(target) };
}

function showDraft({ pathname, search }: Target, deps: PageDeps): Promise<Answer> {
  const language = pageLanguage(search);
  return draftPage({
    token: decoded(pathname.slice(DRAFTS.length)),
    language,
    restaurant: deps.restaurant(),
    kitchen: kitchenNow(deps),
    draftKey: deps.draftKey,
    ttlMinutes: deps.draftTtlMinutes,
    baseUrl: deps.baseUrl,
    now: deps.now(),
    routePicture: (destination) => deps.routePicture?.(destination, language) ?? null,
  });
}

function kitchenNow(deps: PageDeps): Kitchen {
  const situation = { restaurant: deps.restaurant(), house: deps.house(), now: deps.now() };
  const { kitchenOpen, day } = openingNow(situation);
  return { open: kitchenOpen, today: day, opens: nextKitchenOpening(situation) };
}

/** English where it is asked for, Spanish for everything else: a wrong language must not cost a person the page. */
function pageLanguage(search: string): Language {
  return new URLSearchParams(search).get("lang") === "en" ? "en" : "es";
}

/** The segment with its percent escapes read; as it is where they are broken, which opens no draft. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
