/** GET /: opening state, hours, address, delivery and questions, with links to the menu and the form. */
import { contactLink } from "../domain/contact.ts";
import { addDays, timeOf, weekdayIndex } from "../domain/local_time.ts";
import { mapLink } from "../domain/location.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { announcedClosures, shortenedDays } from "../domain/schedule/closures.ts";
import { isDayClosed, type ServiceHours } from "../domain/schedule/services.ts";
import {
  currentServiceDay,
  nextKitchenOpening,
  openingNow,
  type Situation,
} from "../domain/schedule/situation.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { dayText, formatMoney } from "../html/words.ts";
import { deliveryLink, type Listing, type Page, section } from "./layout.ts";
import type { Texts } from "./texts/es.ts";
import { whenText } from "./texts/languages.ts";

export function homePage(situation: Situation, texts: Texts, baseUrl: string): Page {
  const { restaurant } = situation;
  const { name, address, tariff, faq, privacyNotice } = restaurant;
  const { home: words, frame: { privacy }, language, restaurant: own } = texts;
  const [base, extra] = [tariff.baseCents, tariff.extraKmCents].map(formatMoney);
  const price = words.deliveryPrice(tariff.baseKm, base!, extra!);
  const radius = words.deliveryRadius(tariff.maxRadiusKm);
  const answered = ({ question, answer }: (typeof faq)[number]) =>
    html`
      <h3>${question[own]}</h3>
      <p>${answer[own]}</p>
    `;
  const content = html`
    <p class="lead">${stateText(situation, texts)}</p>
    <p class="actions">
      <a class="send" href="/reservar?lang=${language}">${words.reserve}</a>
      <a class="send quiet" href="/carta?lang=${language}">${words.menu}</a>
      <a class="send quiet" href="/pedir?lang=${language}">${words.order}</a>
    </p>
    ${section("hours", words.hours, [hoursTable(situation, texts), closures(situation, texts)])}
    ${section("where", words.where, whereabouts(restaurant, texts))}
    ${section("delivery", words.delivery, [html`<p>${price} ${radius}</p>`, deliveryLink(texts)])}
    ${faq.length > 0 && section("questions", words.questions, faq.map(answered))}
    <ul class="links row">
      <li><a href="/docs">${words.programs}</a></li>
      <li><a href="/llms.txt">llms.txt</a></li>
      ${privacyNotice !== null && html`<li><a href="${privacyNotice}">${privacy}</a></li>`}
    </ul>
  `;
  const listing = {
    url: `${baseUrl}/`,
    description: words.description(name, address),
    data: restaurantData(situation, baseUrl),
  };
  return { status: 200, texts, restaurant, title: name, listing, content };
}

/** Address, ways to get there and to write, and what other guests think. */
function whereabouts(restaurant: Restaurant, { home: words, ...texts }: Texts): Html {
  const { address, location, phone, valet, rating: { score, count, source } } = restaurant;
  const opinion = words.rating(score, count.toLocaleString(texts.locale), source);
  const chat = contactLink(restaurant, "duda", texts.restaurant);
  return html`
    <p class="said"><bdi>${address}</bdi></p>
    ${valet && html`<p>${words.valet}</p>`}
    <ul class="links">
      <li><a href="${mapLink(location)}" rel="noreferrer">${words.map}</a></li>
      <li><a href="tel:${phone}">${words.call}: ${phone}</a></li>
      <li><a href="${chat}" rel="noreferrer">${texts.frame.write}</a></li>
    </ul>
    ${count > 0 && html`<p>${opinion}</p>`}
  `;
}

/** `Abierto: la cocina cierra a las 22:30`. */
function stateText(situation: Situation, texts: Texts): string {
  const { home: words } = texts;
  const { day, open, kitchenOpen, kitchenCloses } = openingNow(situation);
  if (kitchenOpen) return `${words.open}: ${words.kitchenCloses(kitchenCloses!)}.`;
  const next = nextKitchenOpening(situation);
  const opens = next ? `; ${words.opens(whenText(next, day, texts))}` : "";
  return `${open ? `${words.open}: ${words.kitchenClosed}` : words.closed}${opens}.`;
}

/** The week with the current service day marked. A closure shows on that day only. */
function hoursTable(situation: Situation, texts: Texts): Html {
  const { restaurant: { hours }, state } = situation;
  const { home: words } = texts;
  const today = currentServiceDay(situation);
  const service = ({ opens, closes }: ServiceHours, nth: number) =>
    html`${nth > 0 && html`<br>`}${words.service(timeOf(opens), timeOf(closes))}`;
  const mark = html`<small>${texts.moments.today}</small>`;
  const rows = hours.map(({ services }, index) => {
    const isToday = index === weekdayIndex(today);
    const closed = isToday && isDayClosed(state.closures, today);
    return html`
      <tr ${attributes({ class: isToday && "today", "aria-current": isToday && "date" })}>
        <th scope="row">${weekdayText(index, texts.locale)} ${isToday && mark}</th>
        <td>${closed || services.length === 0 ? words.closed : services.map(service)}</td>
      </tr>
    `;
  });
  return html`
    <table class="hours">
      <tbody>${rows}</tbody>
    </table>
  `;
}

/** `Lunes`, of 0. */
function weekdayText(index: number, locale: string): string {
  const name = dayText(addDays(SOME_MONDAY, index), locale, "weekday");
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

const SOME_MONDAY = "2026-03-09";

/** The announced closures, with the reasons that guests may read. */
function closures(situation: Situation, { locale, home: words }: Texts): Html | null {
  const lines = announcedClosures(situation).map(({ closed, reason, isPublic }) => {
    const [from, to] = closed.kind === "day" ? [closed.day, closed.day] : [closed.from, closed.to];
    const day = dayText(from.slice(0, 10), locale);
    const text = closed.kind === "span"
      ? words.closedFrom(day, from.slice(11), to.slice(11))
      : from === to
      ? words.closedOn(day)
      : words.closedUntil(day, dayText(to, locale));
    return html`<li>${text}${isPublic && html`: <bdi>${reason}</bdi>`}</li>`;
  });
  if (lines.length === 0) return null;
  return html`
    <h3>${words.closures}</h3>
    <ul>${lines}</ul>
  `;
}

/** A Restaurant in the vocabulary of https://schema.org, without the ratings of another site. */
function restaurantData(situation: Situation, baseUrl: string): Listing["data"] {
  const { restaurant } = situation;
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
        dayOfWeek: `https://schema.org/${weekdayText(index, "en")}`,
        opens: timeOf(opens),
        closes: timeOf(closes),
      }))
    ),
    specialOpeningHoursSpecification: specialHours(situation),
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

/** The hours of the days that closures shorten. A whole day is closed from midnight to midnight. */
function specialHours(situation: Situation): readonly unknown[] {
  return shortenedDays(situation).flatMap(({ day, open }) =>
    (open.length > 0 ? open : [{ from: 0, to: 0 }]).map(({ from, to }) => ({
      "@type": "OpeningHoursSpecification",
      validFrom: day,
      validThrough: day,
      opens: timeOf(from),
      closes: timeOf(to),
    }))
  );
}
