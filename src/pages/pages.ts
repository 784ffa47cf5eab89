/** Everything the service serves to people. */
import { contactLink } from "../domain/contact.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { nextKitchenOpening, openingNow } from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import type { Answer } from "../http/answer.ts";
import type { Route, Target } from "../http/router.ts";
import type { Deps } from "../ports.ts";
import { brokenPage, draftPage, type Kitchen } from "./draft_page.ts";
import { type Html, html } from "./html.ts";
import { pageAnswer } from "./layout.ts";

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

const ES = {
  title: "Reservaciones y pedidos",
  lead: "Tu asistente puede consultar el menú, reservar una mesa y preparar un pedido por ti.",
  write: "Escribir por WhatsApp",
  forPrograms: "Para asistentes y programas",
  openapi: "Descripción de la API (OpenAPI)",
  info: "Horario, entrega y preguntas frecuentes",
  menu: "Menú con precios",
  times: "Horas para reservar",
  contact: "Contacto",
  privacy: "Aviso de privacidad",
};

const TEXTS: Readonly<Record<Language, typeof ES>> = {
  es: ES,
  en: {
    title: "Reservations and orders",
    lead: "Your assistant can read the menu, book a table and prepare an order for you.",
    write: "Write on WhatsApp",
    forPrograms: "For assistants and programs",
    openapi: "Description of the API (OpenAPI)",
    info: "Hours, delivery and frequent questions",
    menu: "Menu with prices",
    times: "Times to book",
    contact: "Contact",
    privacy: "Privacy notice",
  },
};

export function startPage(restaurant: Restaurant, language: Language): Answer {
  const texts = TEXTS[language];
  const { privacyNotice } = restaurant;
  const content = html`
    <p class="lead">${texts.lead}</p>
    <p class="said"><bdi>${restaurant.address}</bdi></p>
    <p><a class="send" href="${contactLink(restaurant, "duda", language)}" rel="noreferrer">${texts
      .write}</a></p>
    <section aria-labelledby="programs">
      <h2 id="programs">${texts.forPrograms}</h2>
      <ul class="links">
    ${link("/openapi.json", texts.openapi)}
    ${link(`/api/info?lang=${language}`, texts.info)}
    ${link(`/api/menu?lang=${language}`, texts.menu)}
    ${link("/api/disponibilidad", texts.times)}
    ${link("/api/contacto", texts.contact)}
      </ul>
    </section>
    ${privacyNotice !== null && html`<ul class="links">${link(privacyNotice, texts.privacy)}</ul>`}
  `;
  const { title } = texts;
  return pageAnswer({ status: 200, language, restaurant, title, heading: title, content });
}

function link(href: string, text: string): Html {
  return html`<li><a href="${href}">${text}</a></li>`;
}
