/** The front door, for people who land on the service's bare address. */
import { contactLink } from "../domain/contact.ts";
import type { Language } from "../domain/text.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Answer } from "../http/answer.ts";
import { type Html, html } from "./html.ts";
import { pageAnswer } from "./layout.ts";

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
