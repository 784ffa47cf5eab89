/** The confirmation of a reservation behind a sealed link, and its file for the guest's calendar. */
import { whatsappLink } from "../domain/contact.ts";
import { timeOf, wallMinute } from "../domain/local_time.ts";
import { calendarText } from "../domain/reservation/calendar.ts";
import { serviceDayOf } from "../domain/schedule/situation.ts";
import { sealJson, unsealJson } from "../domain/seal.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { type Html, html } from "../html/html.ts";
import { dayText } from "../html/words.ts";
import { type Answer, downloadHeaders, seeOther } from "../http/answer.ts";
import type { MadeReservation } from "../ports/reservations.ts";
import { type PageDeps, problemPage } from "./draft_page.ts";
import { pageAnswer } from "./layout.ts";
import type { Texts } from "./texts/es.ts";

/** What the link holds: the table, and no data of the guest. */
export interface Confirmation
  extends Pick<MadeReservation, "folio" | "day" | "time" | "partySize" | "createdAt"> {
  /** Whether the form was sent again with other values, which changed nothing. */
  readonly unchanged: boolean;
}

const PATH = "/reservada/";
/** Also those of a link that lost its token. */
export const CONFIRMATION_ROUTES = [`${PATH}{token}`, PATH, "/reservada"];
const CALENDAR_ENDING = ".ics";
/** How long the link shows it, from the moment that the table was held. */
const SHOWN_MS = 48 * 60 * 60_000;

/** 303 to the confirmation. */
export async function goToConfirmation(
  deps: PageDeps,
  { folio, day, time, partySize, createdAt, unchanged }: Confirmation,
  { language }: Texts,
): Promise<Answer> {
  const shown = { folio, day, time, partySize, createdAt, unchanged };
  return seeOther(`${PATH}${await sealJson(shown, "confirmation", deps)}?lang=${language}`);
}

/** 200 with the confirmation or its calendar file; 410 once it has expired; 404 if the token does not open. */
export async function confirmationPage(
  deps: PageDeps,
  pathname: string,
  texts: Texts,
): Promise<Answer> {
  const restaurant = deps.restaurant();
  const { title, expired } = texts.confirmation;
  const isFile = pathname.endsWith(CALENDAR_ENDING);
  const token = pathname.slice(PATH.length, isFile ? -CALENDAR_ENDING.length : undefined);
  const confirmation = await unsealJson<Confirmation>(token, "confirmation", deps.draftKey);
  if (confirmation && deps.now() < confirmation.createdAt + SHOWN_MS) {
    if (isFile) return calendarFile(confirmation, restaurant, texts);
    const content = confirmed(confirmation, `${PATH}${token}`, restaurant, texts);
    return pageAnswer({ status: 200, texts, restaurant, title, content });
  }
  const problem = { text: confirmation ? expired : undefined, reason: "reserva" } as const;
  return problemPage(confirmation ? 410 : 404, restaurant, texts, problem);
}

function confirmed(
  { folio, day, time, partySize, createdAt, unchanged }: Confirmation,
  path: string,
  restaurant: Restaurant,
  { language, locale, reservation, confirmation: words }: Texts,
): Html {
  const evening = serviceDayOf({ restaurant }, { day, time });
  const night = words.evening(dayText(evening, locale, "weekday"));
  const nightNote = html`<small>${night}</small>`;
  const at = timeOf(wallMinute(createdAt, restaurant.timeZone));
  const changeLink = whatsappLink(restaurant.whatsapp, words.changeMessage(restaurant.name, folio));
  return html`
    ${unchanged && html`<p class="notice" role="status">${words.unchanged}</p>`}
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
      </dl>
      <p><small>${words.confirmedAt(at)}</small></p>
    </section>
    <p class="actions">
      <a class="send" href="${path}${CALENDAR_ENDING}?lang=${language}">${words.calendar}</a>
      <a class="send quiet" href="${changeLink}" rel="noreferrer">${words.change}</a>
    </p>
    <p class="said"><bdi>${restaurant.address}</bdi></p>
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
