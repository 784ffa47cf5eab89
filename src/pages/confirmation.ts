/** The confirmation of a reservation behind a sealed link, and its file for the guest's calendar. */
import { internationalPhone, shownPhone, whatsappLink } from "../domain/contact.ts";
import { timeOf, wallMinute } from "../domain/local_time.ts";
import { mapLink } from "../domain/location.ts";
import { calendarText } from "../domain/reservation/calendar.ts";
import { type Confirmation, CONFIRMATION_PATH as PATH } from "../domain/reservation/reservation.ts";
import { serviceDayOf } from "../domain/schedule/situation.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { dayText } from "../html/words.ts";
import { type Answer, downloadHeaders } from "../http/answer.ts";
import { fact, pageAnswer, type PageDeps, section } from "./layout.ts";
import { problemPage } from "./refusal_page.ts";
import type { Texts } from "./texts/es.ts";

/** The last two are of links that lost their token. */
export const CONFIRMATION_ROUTES = [`${PATH}{token}`, PATH, "/reservada"];
const CALENDAR_ENDING = ".ics";
/** How long the link shows the confirmation, from the moment that the table was held. */
const SHOWN_MS = 48 * 60 * 60_000;

/** 200 with the confirmation or its calendar file; 410 once it has expired; 404 if the token does not open. */
export function confirmationPage(deps: PageDeps, pathname: string, texts: Texts): Answer {
  const restaurant = deps.restaurant();
  const { title, expired } = texts.confirmation;
  const isFile = pathname.endsWith(CALENDAR_ENDING);
  const token = pathname.slice(PATH.length, isFile ? -CALENDAR_ENDING.length : undefined);
  const sealed = deps.seals.open(token, "confirmation");
  const confirmation: Confirmation | null = sealed && JSON.parse(sealed.toString());
  if (confirmation && deps.now() < confirmation.createdAt + SHOWN_MS) {
    const path = `${PATH}${token}`;
    if (isFile) return calendarFile(confirmation, deps.baseUrl + path, restaurant, texts);
    const content = confirmed(confirmation, path, restaurant, texts);
    return pageAnswer({ status: 200, texts, restaurant, title, content, scripted: true });
  }
  const problem = { text: confirmation ? expired : undefined, reason: "reserva" } as const;
  return problemPage(confirmation ? 410 : 404, restaurant, texts, problem);
}

function confirmed(table: Confirmation, path: string, restaurant: Restaurant, texts: Texts): Html {
  const { language, locale, home, reservation, confirmation: words } = texts;
  const { address, location, phone, name, whatsapp } = restaurant;
  const { folio, createdAt, unchanged, second } = table;
  const at = timeOf(wallMinute(createdAt, restaurant.timeZone));
  const changeLink = whatsappLink(whatsapp, words.changeMessage(name, folio));
  const asked = `${dayText(table.day, locale)}, ${table.time}`;
  const shared = `${words.event(name)}: ${asked}, ${reservation.party(table.partySize)}`;
  // The script shows it where the device can share.
  const share = { class: "send quiet", type: "button", hidden: true, "data-share": shared };
  const notice = unchanged ? words.unchanged : second ? words.second : null;
  return html`
    ${notice && html`<p class="notice" role="status">${notice}</p>`}
    <section aria-label="${words.title}">
      <dl>${facts(table, restaurant, texts)}</dl>
      <p><small>${words.confirmedAt(at)}</small></p>
    </section>
    <p class="actions">
      <a class="send" href="${path}${CALENDAR_ENDING}?lang=${language}">${words.calendar}</a>
      <button ${attributes(share)}>${words.share}</button>
      <a class="send quiet" href="${changeLink}" target="_top" rel="noreferrer">${words.change}</a>
    </p>
    ${section("where", home.where, [
      html`<p class="said"><bdi>${address}</bdi></p>`,
      html`
        <ul class="links">
          <li><a href="${mapLink(location)}" target="_top" rel="noreferrer">${home.map}</a></li>
          <li><a href="tel:${phone}">${home.call}: ${shownPhone(phone)}</a></li>
        </ul>
      `,
    ])}
  `;
}

/** What was reserved. Name and phone are those of the request that was answered with this link. */
function facts(
  { folio, day, time, partySize, name, phone }: Confirmation,
  restaurant: Restaurant,
  { locale, reservation, confirmation: words }: Texts,
): readonly (Html | false)[] {
  const evening = serviceDayOf({ restaurant }, { day, time });
  const night = words.evening(dayText(evening, locale, "weekday"));
  return [
    fact(words.folio, folio, { class: "folio" }),
    fact(words.day, dayText(day, locale)),
    fact(reservation.times, [time, evening !== day && html`<small>${night}</small>`]),
    fact(reservation.people, partySize),
    name !== undefined && fact(words.name, html`<bdi>${name}</bdi>`),
    phone !== undefined && fact(reservation.phone, internationalPhone(phone)),
  ];
}

function calendarFile(
  table: Confirmation,
  url: string,
  { name, address, location, whatsapp, timeZone }: Restaurant,
  { language, confirmation: words, reservation }: Texts,
): Answer {
  const { folio, partySize } = table;
  const party = reservation.party(partySize);
  return {
    status: 200,
    headers: {
      ...downloadHeaders("text/calendar; charset=utf-8", `${folio}.ics`),
      "x-robots-tag": "noindex",
    },
    body: calendarText({
      ...table,
      timeZone,
      summary: words.event(name),
      location: address,
      point: location,
      url: `${url}?lang=${language}`,
      description: `${words.folio} ${folio}, ${party}.\n${words.change}: ${whatsapp}`,
    }),
  };
}
