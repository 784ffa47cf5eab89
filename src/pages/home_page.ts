/** GET /: the restaurant, whether it is open, its address, hours, delivery and questions. */
import { contactLink, shownPhone } from "../domain/contact.ts";
import { timeOf, weekdayIndex } from "../domain/local_time.ts";
import { mapLink } from "../domain/location.ts";
import type { Dish } from "../domain/menu.ts";
import { FACE_LIMITS, type Restaurant } from "../domain/restaurant.ts";
import { announcedClosures, specialDays } from "../domain/schedule/closures.ts";
import { hasHours, openSpans, type ServiceHours } from "../domain/schedule/services.ts";
import { eveningReason } from "../domain/schedule/reason.ts";
import {
  currentMenu,
  currentServiceDay,
  nextKitchenOpening,
  openingNow,
  type Situation,
  situationNow,
} from "../domain/schedule/situation.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { delivers } from "../domain/tariff.ts";
import { capitalised } from "../domain/text.ts";
import { dayText, weekdayText } from "../html/words.ts";
import {
  deliveryLink,
  guestLinks,
  IMAGES,
  moneyOf,
  noticeLink,
  type Page,
  type PageDeps,
  section,
  sells,
  takesTables,
} from "./layout.ts";
import sheet from "./home.css" with { type: "text" };
import { guestIcon } from "./look.ts";
import { restaurantData } from "./restaurant_data.ts";
import type { Texts } from "./texts/es.ts";
import { reasonInWords, whenText } from "./texts/languages.ts";

export function homePage(deps: PageDeps, texts: Texts): Page {
  const { baseUrl } = deps;
  const situation = situationNow(deps);
  const { restaurant } = situation;
  const { name, address, faq, face } = restaurant;
  const { home: words } = texts;
  const notice = noticeLink(restaurant, texts);
  const photo = { src: `${IMAGES}${face.photo}`, alt: words.photo(name), fetchpriority: "high" };
  const hours = [week(situation, texts), openings(situation, texts), closures(situation, texts)];
  const isOpen = hasHours(restaurant) && openingNow(situation).open;
  const content = html`
    <div class="home${face.photo === null && " bare"}">
      <div class="hero">
        ${face.photo !== null && html`<img class="photo" ${attributes(photo)}>`}
        <div class="intro">
          <div class="plate">
            ${face.logo !== null && html`<img class="logo" src="${IMAGES}${face.logo}" alt="">`}
            <h1>${name}</h1>
            ${said(restaurant, texts)}
          </div>
          <div class="ways">
            <p class="state${isOpen && " open"}">${stateText(situation, texts)}</p>
            ${tonightText(situation, texts)}
            <p class="actions">${guestLinks(situation, texts)}</p>
            ${whereabouts(restaurant, texts)}
          </div>
        </div>
      </div>
      <div class="rest">
        ${sells(situation) && favourites(situation, texts)}
        <div>
          ${hasHours(restaurant) && section("hours", words.hours, hours)}
          ${deliveryTerms(restaurant, deps.hasPrices(), texts)}
        </div>
        ${faq.length > 0 && html`<div class="questions">${questions(restaurant, texts)}</div>`}
      </div>
    </div>
    <ul class="links row">
      ${face.links.map(({ name, url }) =>
        html`<li><a href="${url}" rel="noreferrer">${name}</a></li>`
      )}
      <li><a href="/docs">${words.programs}</a></li>
      ${notice && html`<li>${notice}</li>`}
    </ul>
  `;
  const listing = {
    url: `${baseUrl}/`,
    description: hasHours(restaurant)
      ? `${name}, ${address}. ${offered(situation, texts)}.`
      : `${name}: ${words.soon}.`,
    data: restaurantData(situation, baseUrl),
  };
  return { status: 200, texts, restaurant, title: name, ownHeading: true, sheet, listing, content };
}

/** `Horario, carta con precios, reservaciones`: what there is now. */
function offered(situation: Situation, { home: { offers } }: Texts): string {
  return [
    offers.hours,
    sells(situation) && offers.menu,
    takesTables(situation) && offers.tables,
    delivers(situation.restaurant) && offers.delivery,
  ].filter((offer) => offer !== false).join(", ");
}

function deliveryTerms(restaurant: Restaurant, isPriced: boolean, texts: Texts): Html | false {
  const { baseCents, extraKmCents, baseKm, maxRadiusKm } = restaurant.tariff;
  const { home: words, order: { wrong: { byError } } } = texts;
  const money = moneyOf(restaurant);
  const price = words.deliveryPrice(baseKm, money(baseCents), money(extraKmCents));
  return delivers(restaurant) && section("delivery", words.delivery, [
    html`<p>${isPriced ? price : byError.sin_mapa} ${words.deliveryRadius(maxRadiusKm)}</p>`,
    isPriced && deliveryLink(restaurant, texts),
  ]);
}

function questions({ faq }: Restaurant, { home: words, restaurant: own }: Texts): Html {
  const answered = faq.map(({ question, answer }) =>
    html`
      <details>
        <summary>${question[own]}</summary>
        <p>${answer[own]}</p>
      </details>
    `
  );
  return section("questions", words.questions, html`<div class="answers">${answered}</div>`);
}

const SHOWN_DISHES = 3;

/** Dishes that the house is proud of, or else the first ones, and the way to the menu. */
function favourites(situation: Situation, { home: words, language, restaurant: own }: Texts): Html {
  const rank = ({ favourite, featured }: Dish) => Number(favourite) * 2 + Number(featured);
  const dishes = currentMenu(situation).sections.flatMap(({ dishes }) => dishes)
    .filter(({ soldOut }) => !soldOut).toSorted((one, other) => rank(other) - rank(one));
  const money = moneyOf(situation.restaurant);
  const line = ({ name, description, presentations }: Dish) => {
    const prices = presentations.map(({ priceCents }) => priceCents);
    const price = money(Math.min(...prices));
    const shown = new Set(prices).size > 1 ? words.from(price) : price;
    return html`
      <li>
        <div class="price-line"><strong>${name}</strong><span class="price">${shown}</span></div>
        <p>${description[own]}</p>
      </li>
    `;
  };
  return section("dishes", words.dishes, [
    html`<ul class="dishes">${dishes.slice(0, SHOWN_DISHES).map(line)}</ul>`,
    html`<p class="links"><a href="/carta?lang=${language}">${words.wholeMenu}</a></p>`,
  ]);
}

/** The kind of kitchen, the prices, the rating, and the restaurant's own sentence. */
function said({ face, rating }: Restaurant, { home: words, ...texts }: Texts): Html {
  const { cuisine, priceLevel, sentence } = face;
  const { score, count, source } = rating;
  const facts = [
    cuisine?.[texts.restaurant] ?? null,
    priceLevel !== null && html`
      <span aria-hidden="true">${"$".repeat(priceLevel)}</span>
      <span class="unseen">${words.prices(priceLevel, FACE_LIMITS.priceLevel)}</span>
    `,
    count > 0 && words.rating(score, count.toLocaleString(texts.locale), source),
  ].filter((fact) => fact !== null && fact !== false);
  return html`
    ${facts.length > 0 &&
      html`<p class="lead">${facts.map((fact, nth) => [nth > 0 && " · ", fact])}</p>`}
    ${sentence !== null && html`<p class="sentence">${sentence[texts.restaurant]}</p>`}
  `;
}

/** Ways to get there, to call and to write. */
function whereabouts(restaurant: Restaurant, { home: words, ...texts }: Texts): Html | null {
  const { address, location, phone, valet } = restaurant;
  const chat = contactLink(restaurant, "duda", texts.restaurant);
  if (phone === null || chat === undefined) return null;
  const called = html`${words.call}: <span>${shownPhone(phone)}</span>`;
  return html`
    <ul class="tiles">
      <li><a href="${mapLink(location)}" rel="noreferrer">${guestIcon("way")} ${words
        .where}</a></li>
      <li><a href="tel:${phone}">${guestIcon("call")} <span>${called}</span></a></li>
      <li><a href="${chat}" rel="noreferrer">${guestIcon("chat")} ${texts.frame.write}</a></li>
    </ul>
    <p class="where"><bdi>${address}</bdi>. ${valet && words.valet}</p>
  `;
}

/** A notice for guests who order while the kitchen is closed; nothing while it serves. */
export function kitchenNotice(situation: Situation, texts: Texts): Html | false {
  return !openingNow(situation).kitchenOpen &&
    html`<p class="notice" role="note">${stateText(situation, texts)}</p>`;
}

/** `Abierto: la cocina cierra a las 22:30`. */
function stateText(situation: Situation, texts: Texts): string {
  const { home: words } = texts;
  if (!hasHours(situation.restaurant)) return `${words.soon}.`;
  const { day, open, kitchenOpen, kitchenCloses } = openingNow(situation);
  if (kitchenOpen) {
    return kitchenCloses === null
      ? `${words.open}.`
      : `${words.open}: ${words.kitchenCloses(kitchenCloses)}.`;
  }
  const next = nextKitchenOpening(situation);
  const opens = next ? `; ${words.opens(whenText(next, day, texts))}` : "";
  return `${open ? `${words.open}: ${words.kitchenClosed}` : words.closed}${opens}.`;
}

/** Reasons of tonight that its guests want to know before they come. */
const TOLD_AT_HOME: readonly string[] = ["off", "paused_night", "closed", "full"];

/** Why no table can be reserved tonight, but for the usual hours. */
function tonightText(situation: Situation, texts: Texts): Html | false {
  const reason = eveningReason({ ...situation, day: currentServiceDay(situation), partySize: 1 });
  if (reason === null || !TOLD_AT_HOME.includes(reason.kind)) return false;
  if (!hasHours(situation.restaurant)) return false;
  if (reason.kind === "closed" && reason.isWeekly) return false;
  return html`<p>${reasonInWords(reason, texts)}</p>`;
}

/** The week from the current service day on, folded to it; on it alone a closure shows. */
function week(situation: Situation, texts: Texts): Html {
  const { restaurant, restaurant: { hours }, state } = situation;
  const { home: words } = texts;
  const today = currentServiceDay(situation);
  const mark = html`<small>${texts.moments.today}</small>`;
  const hoursOn = (index: number) => {
    const services = index === weekdayIndex(today)
      ? openSpans(restaurant, today, state).map(({ from, to }) => ({ opens: from, closes: to }))
      : hours[index]!.services;
    return services.length === 0 ? words.closed : servicesText(services, words);
  };
  const rows = hours.map((_, ahead) => {
    const isToday = ahead === 0;
    const index = (weekdayIndex(today) + ahead) % 7;
    return html`
      <tr ${attributes({ class: isToday && "today", "aria-current": isToday && "date" })}>
        <th scope="row">${capitalised(weekdayText(index, texts.locale))} ${isToday && mark}</th>
        <td>${hoursOn(index)}</td>
      </tr>
    `;
  });
  return html`
    <details class="week">
      <summary>${words.today}: <strong>${hoursOn(weekdayIndex(today))}</strong></summary>
      <table class="hours">
        <tbody>${rows}</tbody>
      </table>
    </details>
  `;
}

function servicesText(services: readonly ServiceHours[], words: Texts["home"]): string {
  return services.map(({ opens, closes }) => words.service(timeOf(opens), timeOf(closes)))
    .join(" · ");
}

/** The special days on which the restaurant is open, with their reasons. */
function openings(situation: Situation, { locale, home: words }: Texts): Html | false {
  const open = specialDays(situation).filter(({ special }) => special.services.length > 0);
  const lines = open.map(({ day, special: { services, reason } }) => {
    const why = reason && html`, <bdi>${reason}</bdi>`;
    return html`<li>${dayText(day, locale)}${why}: ${servicesText(services, words)}</li>`;
  });
  return listed(words.openings, lines);
}

/** The announced closures, with the reasons that guests may read. */
function closures(situation: Situation, { locale, home: words }: Texts): Html | false {
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
  return listed(words.closures, lines);
}

function listed(heading: string, lines: readonly Html[]): Html | false {
  return lines.length > 0 && html`
    <h3>${heading}</h3>
    <ul>${lines}</ul>
  `;
}
