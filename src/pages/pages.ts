/** Everything the service serves to people. */
import { contactLink } from "../domain/contact.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Language } from "../domain/text.ts";
import type { Answer } from "../http/answer.ts";
import type { Route } from "../http/router.ts";
import { draftPage, type PageDeps, problemPage } from "./draft_page.ts";
import { type Html, html } from "./html.ts";
import { pageAnswer } from "./layout.ts";

const DRAFTS = "/pedido/";

/** The pages as routes: the start page, drafts, and a draft's link without its token. */
export function pageRoutes(deps: PageDeps): readonly Route[] {
  const broken = (language: Language) => problemPage(404, deps.restaurant(), language);
  return [
    page("/", (language) => startPage(deps.restaurant(), language)),
    page("/pedido", broken),
    page(DRAFTS, broken),
    page(
      `${DRAFTS}{token}`,
      (language, path) => draftPage(deps, decoded(path.slice(DRAFTS.length)), language),
    ),
  ];
}

/** In English where that is asked for, else in Spanish: an unknown language is no reason to refuse a page. */
function page(
  path: string,
  show: (language: Language, path: string) => Answer | Promise<Answer>,
): Route {
  const answer: Route["answer"] = ({ target: { pathname, search } }) =>
    show(new URLSearchParams(search).get("lang") === "en" ? "en" : "es", pathname);
  return { method: "GET", path, answer };
}

/** The segment percent-decoded, or as it is where that fails. */
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
  docs: "Cómo llamar a este servicio (en inglés)",
  llms: "Lo mismo en corto, para asistentes (MCP en /mcp)",
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
    docs: "How to call this service",
    llms: "The same in short, for assistants (MCP at /mcp)",
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
    ${link("/docs", texts.docs)}
    ${link("/llms.txt", texts.llms)}
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
  const answer = pageAnswer({ status: 200, language, restaurant, title, content });
  return { ...answer, headers: { ...answer.headers, link: SERVICE_LINKS } };
}

/** Where programs find the API (RFC 8631). */
const SERVICE_LINKS = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';

function link(href: string, text: string): Html {
  return html`<li><a href="${href}">${text}</a></li>`;
}
