/** The confirmation of a reservation behind a sealed link, and its file for the guest's calendar. */
import { whatsappLink } from "../domain/contact.ts";
import { timeOf, wallMinute } from "../domain/local_time.ts";
import { mapLink } from "../domain/location.ts";
import { calendarText } from "../domain/reservation/calendar.ts";
import { type Confirmation, CONFIRMATION_PATH as PATH } from "../domain/reservation/reservation.ts";
import { serviceDayOf } from "../domain/schedule/situation.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { type Html, html } from "../html/html.ts";
import { dayText } from "../html/words.ts";
import { type Answer, downloadHeaders } from "../http/answer.ts";
import { type PageDeps, problemPage } from "./draft_page.ts";
import { pageAnswer } from "./layout.ts";
import type { Texts } from "./texts/es.ts";

/** Also those of a link that lost its token. */
export const CONFIRMATION_ROUTES = [`${PATH}{token}`, PATH, "/reservada"];
const CALENDAR_ENDING = ".ics";
/** How long the link shows it, from the moment that the table was held. */
const SHOWN_MS = 48 * 60 * 60_000;

/** 200 with the confirmation or its calendar file; 410 once it has expired; 404 if the token does not open. */
export function confirmationPage(
  deps: PageDeps,
  pathname: string,
  texts: Texts,
): Answer {
  const restaurant = deps.restaurant();
  const { title, expired } = texts.confirmation;
  const isFile = pathname.endsWith(CALENDAR_ENDING);
  const token = pathname.slice(PATH.length, isFile ? -CALENDAR_ENDING.length : undefined);
  const confirmation = deps.confirmations.open(token);
  if (confirmation && deps.now() < confirmation.createdAt + SHOWN_MS) {
    if (isFile) return calendarFile(confirmation, restaurant, texts);
    const content = confirmed(confirmation, `${PATH}${token}`, restaurant, texts);
    return pageAnswer({ status: 200, texts, restaurant, title, content });
  }
  const problem = { text: confirmation ? expired : undefined, reason: "reserva" } as const;
  return problemPage(confirmation ? 410 : 404, restaurant, texts, problem);
}

function confirmed(
  { folio, day, time, partySize, createdAt, ...asked }: Confirmation,
  path: string,
  restaurant: Restaurant,
  { language, locale, home, reservation, confirmation: words }: Texts,
): Html {
  const evening = serviceDayOf({ restaurant }, { day, time });
  const night = words.evening(dayText(evening, locale, "weekday"));
  const nightNote = html`<small>${night}</small>`;
  const at = timeOf(wallMinute(createdAt, restaurant.timeZone));
  const changeLink = whatsappLink(restaurant.whatsapp, words.changeMessage(restaurant.name, folio));
  const notice = asked.unchanged ? words.unchanged : asked.second ? words.second : null;
  return html`
    ${notice && html`<p class="notice" role="status">${notice}</p>`}
    <section aria-label="${words.title}">
      <dl>
        <dt>${words.folio}</dt>
        <dd class="folio">${folio}</dd>
        <dt>${words.day}</dt>
        <dd>${dayText(day, locale)}</dd>
        <dt>${reservation.times}</dt>
        <dd>${time} ${evening !== day && nightNote}</dd>
        <dt>${reservation.people}</dt>
        <dd>${partySize}</dd>
        ${asked.name !== undefined && html`
          <dt>${words.name}</dt>
          <dd><bdi>${asked.name}</bdi></dd>
        `}
        ${asked.phone !== undefined && html`
          <dt>${reservation.phone}</dt>
          <dd>${asked.phone}</dd>
        `}
      </dl>
      <p><small>${words.confirmedAt(at)}</small></p>
    </section>
    <p class="actions">
      <a class="send" href="${path}${CALENDAR_ENDING}?lang=${language}">${words.calendar}</a>
      <a class="send quiet" href="${changeLink}" rel="noreferrer">${words.change}</a>
    </p>
    <p class="said"><bdi>${restaurant.address}</bdi></p>
    <p class="links"><a href="${mapLink(restaurant.location)}" rel="noreferrer">${home.map}</a></p>
  `;
}

function calendarFile(table: Confirmation, restaurant: Restaurant, texts: Texts): Answer {
  const { folio, partySize, createdAt } = table;
  const { name, address, whatsapp, timeZone } = restaurant;
  const words = texts.confirmation;
  const party = texts.reservation.party(partySize);
  return {
    status: 200,
    headers: {
      ...downloadHeaders("text/calendar; charset=utf-8", `${folio}.ics`),
      "x-robots-tag": "noindex",
    },
    body: calendarText({
      ...table,
      timeZone,
      confirmedAt: createdAt,
      summary: words.event(name),
      location: address,
      description: `${words.folio} ${folio}, ${party}.\n${words.change}: ${whatsapp}`,
    }),
  };
}
