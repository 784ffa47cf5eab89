/** GET /: opening state, hours, address, delivery and questions, with links to the menu and the form. */
import { contactLink } from "../domain/contact.ts";
import { addDays, timeOf, weekdayIndex } from "../domain/local_time.ts";
import { mapLink } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { isDayClosed, type ServiceHours } from "../domain/schedule/services.ts";
import {
  currentServiceDay,
  nextKitchenOpening,
  openingNow,
  type Situation,
} from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { dayText, formatMoney, whenText } from "../html/words.ts";
import type { Listing, Page } from "./layout.ts";

const ES = {
  open: "Abierto",
  closed: "Cerrado",
  kitchenCloses: (time: string) => `la cocina cierra a las ${time}`,
  kitchenClosed: "la cocina ya cerró",
  opens: (when: string) => `abre ${when}`,
  reserve: "Reservar una mesa",
  menu: "Ver la carta",
  hours: "Horario",
  to: "a",
  today: "hoy",
  closures: "Próximos cierres",
  closedOn: (day: string) => `Cerrado el ${day}`,
  closedFrom: (day: string, from: string, to: string) => `Cerrado el ${day}, de ${from} a ${to}`,
  where: "Cómo llegar",
  map: "Abrir en el mapa",
  call: "Llamar",
  write: "Escribir por WhatsApp",
  valet: "Contamos con valet parking.",
  rating: (score: number, count: string, source: string) =>
    `${score} de 5, según ${count} opiniones en ${source}`,
  delivery: "A domicilio",
  deliveryPrice: (km: number, price: string, extra: string) =>
    `El envío cuesta ${price} hasta ${km} km de recorrido y ${extra} por cada kilómetro adicional.`,
  deliveryRadius: (km: number) => `Entregamos hasta a ${km} km de recorrido.`,
  questions: "Preguntas frecuentes",
  programs: "Para asistentes: API y MCP en /mcp",
  privacy: "Aviso de privacidad",
  description: (name: string, address: string) =>
    `${name}, ${address}. Horario, carta con precios, reservaciones y entrega a domicilio.`,
  weekdays: ["Lunes", "Martes", "Miércoles", "Jueves", "Viernes", "Sábado", "Domingo"],
};

const TEXTS: Readonly<Record<Language, typeof ES>> = {
  es: ES,
  en: {
    open: "Open",
    closed: "Closed",
    kitchenCloses: (time) => `the kitchen closes at ${time}`,
    kitchenClosed: "the kitchen has closed",
    opens: (when) => `opens ${when}`,
    reserve: "Book a table",
    menu: "See the menu",
    hours: "Hours",
    to: "to",
    today: "today",
    closures: "Upcoming closures",
    closedOn: (day) => `Closed on ${day}`,
    closedFrom: (day, from, to) => `Closed on ${day}, from ${from} to ${to}`,
    where: "Getting here",
    map: "Open in maps",
    call: "Call",
    write: "Write on WhatsApp",
    valet: "Valet parking is available.",
    rating: (score, count, source) => `${score} out of 5, from ${count} ratings on ${source}`,
    delivery: "Delivery",
    deliveryPrice: (km, price, extra) =>
      `Delivery costs ${price} up to ${km} km by street, and ${extra} for each further kilometre.`,
    deliveryRadius: (km) => `We deliver up to ${km} km by street.`,
    questions: "Frequently asked questions",
    programs: "For assistants: API, and MCP at /mcp",
    privacy: "Privacy notice",
    description: (name, address) =>
      `${name}, ${address}. Hours, menu with prices, reservations and delivery.`,
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  },
};

/** Closures of so many days ahead are announced. */
const ANNOUNCED_DAYS = 14;

export function homePage(situation: Situation, language: Language, baseUrl: string): Page {
  const { restaurant } = situation;
  const { name, address, tariff, rating, faq, privacyNotice } = restaurant;
  const texts = TEXTS[language];
  const content = html`
    <p class="lead">${stateText(situation, language)}</p>
    <p class="actions">
      <a class="send" href="/reservar?lang=${language}">${texts.reserve}</a>
      <a class="send quiet" href="/carta?lang=${language}">${texts.menu}</a>
    </p>
    <section aria-labelledby="hours">
      <h2 id="hours">${texts.hours}</h2>
      ${hoursTable(situation, language)}
      ${closures(situation, language)}
    </section>
    <section aria-labelledby="where">
      <h2 id="where">${texts.where}</h2>
      <p class="said"><bdi>${address}</bdi></p>
      ${restaurant.valet && html`<p>${texts.valet}</p>`}
      <ul class="links">
        <li><a href="${mapLink(restaurant.location)}" rel="noreferrer">${texts.map}</a></li>
        <li><a href="tel:${restaurant.phone}">${texts.call}: ${restaurant.phone}</a></li>
        <li><a href="${contactLink(restaurant, "duda", language)}" rel="noreferrer">${texts
          .write}</a></li>
      </ul>
      ${rating.count > 0 && html`
        <p>${texts.rating(rating.score, rating.count.toLocaleString("en"), rating.source)}</p>
      `}
    </section>
    <section aria-labelledby="delivery">
      <h2 id="delivery">${texts.delivery}</h2>
      <p>${texts.deliveryPrice(
        tariff.baseKm,
        formatMoney(tariff.baseCents),
        formatMoney(tariff.extraKmCents),
      )} ${texts.deliveryRadius(tariff.maxRadiusKm)}</p>
    </section>
    ${faq.length > 0 && html`
      <section aria-labelledby="questions">
        <h2 id="questions">${texts.questions}</h2>
        ${faq.map(({ question, answer }) =>
          html`
            <h3>${question[language]}</h3>
            <p>${answer[language]}</p>
          `
        )}
      </section>
    `}
    <ul class="links row">
      <li><a href="/docs">${texts.programs}</a></li>
      <li><a href="/llms.txt">llms.txt</a></li>
      ${privacyNotice !== null && html`<li><a href="${privacyNotice}">${texts.privacy}</a></li>`}
    </ul>
  `;
  const listing = {
    url: `${baseUrl}/`,
    description: texts.description(name, address),
    data: restaurantData(restaurant, baseUrl),
  };
  return { status: 200, language, restaurant, title: name, listing, content };
}

/** `Abierto: la cocina cierra a las 22:30`. */
function stateText(situation: Situation, language: Language): string {
  const texts = TEXTS[language];
  const { day, open, kitchenOpen, kitchenCloses } = openingNow(situation);
  if (kitchenOpen) return `${texts.open}: ${texts.kitchenCloses(kitchenCloses!)}.`;
  const next = nextKitchenOpening(situation);
  const opens = next ? `; ${texts.opens(whenText(next, day, language))}` : "";
  return `${open ? `${texts.open}: ${texts.kitchenClosed}` : texts.closed}${opens}.`;
}

/** The week with the current service day marked. A closure shows on that day only. */
function hoursTable(situation: Situation, language: Language): Html {
  const { restaurant: { hours }, state } = situation;
  const texts = TEXTS[language];
  const today = currentServiceDay(situation);
  const service = ({ opens, closes }: ServiceHours, nth: number) =>
    html`${nth > 0 && html`<br>`}${timeOf(opens)} ${texts.to} ${timeOf(closes)}`;
  const rows = hours.map(({ services }, index) => {
    const isToday = index === weekdayIndex(today);
    const closed = isToday && isDayClosed(state.closures, today);
    return html`
      <tr ${attributes({ class: isToday && "today", "aria-current": isToday && "date" })}>
        <th scope="row">${texts.weekdays[index]!}${isToday && html`
          <small>${texts.today}</small>
        `}</th>
        <td>${closed || services.length === 0 ? texts.closed : services.map(service)}</td>
      </tr>
    `;
  });
  return html`
    <table class="hours">
      <tbody>${rows}</tbody>
    </table>
  `;
}

/** Closures of the coming days, without their reasons. */
function closures(situation: Situation, language: Language): Html | null {
  const texts = TEXTS[language];
  const today = currentServiceDay(situation);
  const last = addDays(today, ANNOUNCED_DAYS);
  const lines = situation.state.closures.flatMap((closure) => {
    if (closure.kind === "full") return [];
    const day = closure.kind === "day" ? closure.day : closure.from.slice(0, 10);
    if (day < today || day > last) return [];
    const words = dayText(day, language);
    return closure.kind === "day"
      ? [texts.closedOn(words)]
      : [texts.closedFrom(words, closure.from.slice(11), closure.to.slice(11))];
  });
  if (lines.length === 0) return null;
  return html`
    <h3>${texts.closures}</h3>
    <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
  `;
}

/** A Restaurant in the vocabulary of https://schema.org, without the ratings of another site. */
function restaurantData(restaurant: Restaurant, baseUrl: string): Listing["data"] {
  const { name, address, phone, location: { lat, lng }, hours } = restaurant;
  return {
    "@type": "Restaurant",
    "@id": `${baseUrl}/#restaurant`,
    name,
    address,
    telephone: phone,
    url: `${baseUrl}/`,
    geo: { "@type": "GeoCoordinates", latitude: lat, longitude: lng },
    openingHoursSpecification: hours.flatMap(({ services }, index) =>
      services.map(({ opens, closes }) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: `https://schema.org/${TEXTS.en.weekdays[index]}`,
        opens: timeOf(opens),
        closes: timeOf(closes),
      }))
    ),
    hasMenu: `${baseUrl}/carta`,
    acceptsReservations: true,
    potentialAction: {
      "@type": "ReserveAction",
      target: { "@type": "EntryPoint", urlTemplate: `${baseUrl}/reservar` },
      result: { "@type": "FoodEstablishmentReservation" },
    },
    currenciesAccepted: restaurant.currency,
  };
}
