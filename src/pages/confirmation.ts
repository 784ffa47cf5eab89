/** The confirmation of a reservation behind a sealed link, and its file for the guest's calendar. */
import { allergyMarks } from "../domain/allergies.ts";
import { internationalPhone, restaurantLink, shownPhone } from "../domain/contact.ts";
import { dayOf, timeOf, wallMinute } from "../domain/local_time.ts";
import { mapLink } from "../domain/location.ts";
import { GUEST_FIELDS, type GuestValues, SAID_FIELDS } from "../domain/reservation/fields.ts";
import { calendarText } from "../domain/reservation/calendar.ts";
import { type Confirmation, CONFIRMATION_PATH as PATH } from "../domain/reservation/reservation.ts";
import { serviceDayOf } from "../domain/schedule/situation.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import { capitalised } from "../domain/text.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { dayText, markedText } from "../html/words.ts";
import { type Answer, downloadHeaders } from "../http/answer.ts";
import { guestIcon } from "./look.ts";
import { fact, pageAnswer, type PageDeps, section } from "./layout.ts";
import { messagePage, tokenIn } from "./refusal_page.ts";
import type { Texts } from "./texts/es.ts";

/** The last two are of links that lost their token. */
export const CONFIRMATION_ROUTES = [`${PATH}{token}`, PATH, "/reservada"];
const CALENDAR_ENDING = ".ics";
/** How long the link shows the confirmation, from the moment that the table was held. */
const SHOWN_MS = 48 * 60 * 60_000;

/** 200 with the table or its calendar file if it is as requested; else 410, or 503 without the database. */
export async function confirmationPage(
  deps: PageDeps,
  pathname: string,
  texts: Texts,
): Promise<Answer> {
  const restaurant = deps.restaurant();
  const words = texts.confirmation;
  const written = tokenIn(pathname, PATH);
  const isFile = written.endsWith(CALENDAR_ENDING);
  const token = written.slice(0, isFile ? -CALENDAR_ENDING.length : undefined);
  const sealed = deps.seals.open(token, "confirmation");
  const table: Confirmation | null = sealed && JSON.parse(sealed.toString());
  const message = words.changeMessage(restaurant.name, table && table.folio);
  const href = restaurantLink(restaurant, message);
  if (table === null || deps.now() >= table.createdAt + SHOWN_MS) {
    const { expiredTitle, brokenTitle, broken } = texts.draft;
    const page = table
      ? { status: 410, title: expiredTitle, lead: words.expired }
      : { status: 404, title: brokenTitle, lead: broken };
    return messagePage(restaurant, texts, { ...page, href });
  }
  const asked = await deps.reservations.findAsked(table.folio);
  if (asked === null || "kind" in asked) {
    const [status, title] = asked ? [503, words.unseen] : [410, words.changed];
    return messagePage(restaurant, texts, { status, title, lead: words.ask, href, scripted: true });
  }
  const path = `${PATH}${token}`;
  if (isFile) return calendarFile(table, deps.baseUrl + path, restaurant, texts);
  const content = confirmed({ table, asked, path, restaurant, texts });
  const page = { status: 200, texts, restaurant, title: words.title, content };
  return pageAnswer({ ...page, ownHeading: true, scripted: true });
}

interface Confirmed {
  readonly table: Confirmation;
  readonly asked: GuestValues;
  readonly path: string;
  readonly restaurant: Restaurant;
  readonly texts: Texts;
}

function confirmed(shown: Confirmed): Html {
  const { table, path, restaurant, texts: { language, locale, home, reservation, ...texts } } =
    shown;
  const { address, location, phone, name } = restaurant;
  const { folio, day, time, partySize, unchanged, second } = table;
  const words = texts.confirmation;
  const href = restaurantLink(restaurant, words.changeMessage(name, folio));
  const change = { href, target: "_top", rel: "noreferrer" };
  const evening = serviceDayOf({ restaurant }, { day, time });
  const night = words.evening(dayText(evening, locale, "weekday"));
  const when = `${dayText(day, locale)}, ${time}${evening === day ? "" : ` (${night})`}`;
  // The script shows it where the device can share.
  const shared = `${words.event(name)}: ${when}. ${address}`;
  const share = { hidden: true, "data-share": shared };
  const anew = html`<a href="/reservar?lang=${language}">${words.another}</a>`;
  const notice = unchanged ? html`${words.unchanged} ${anew}` : second ? words.second : null;
  const way = { href: mapLink(location), target: "_top", rel: "noreferrer" };
  const file = { href: `${path}${CALENDAR_ENDING}?lang=${language}`, class: "main" };
  return html`
    <h1><small>${guestIcon("check")} ${words.title}</small> ${capitalised(when)}, ${reservation
      .party(
        partySize,
      )}</h1>
    ${notice && html`<p class="notice" role="status">${notice}</p>`}
    <div class="tiles">
      <a ${attributes(file)}>${guestIcon("calendar")} ${words.calendar}</a>
      <button ${attributes(share)}>${guestIcon("share")} ${words.share}</button>
      <a ${attributes(way)}>${guestIcon("way")} ${home.where}</a>
      ${href !== undefined &&
        html`<a ${attributes(change)}>${guestIcon("chat")} ${words.change}</a>`}
    </div>
    <section aria-label="${words.title}">${facts(shown)}</section>
    ${section("where", name, [
      html`<p class="said"><bdi>${address}</bdi></p>`,
      phone !== null &&
      html`<p class="links"><a href="tel:${phone}">${home.call}: ${shownPhone(phone)}</a></p>`,
    ])}
  `;
}

/** What was requested. A form that changed nothing is shown the table alone, for the rest may be another's. */
function facts({ table, asked, restaurant, texts }: Confirmed): Html {
  const { locale, moments, reservation, confirmation: words } = texts;
  const { folio, createdAt, name = "", phone = "", unchanged } = table;
  const made = wallMinute(createdAt, restaurant.timeZone);
  const madeAt = moments.at(moments.on(dayText(dayOf(made), locale)), timeOf(made));
  const said = SAID_FIELDS.map((field) => {
    const text = asked[field];
    const label = words.said[GUEST_FIELDS[field].wire];
    return text !== null && fact(label, markedText(text, allergyMarks(text)));
  });
  const own = [
    fact(words.name, html`<bdi>${name}</bdi>`),
    fact(reservation.phone, internationalPhone(phone)),
    said,
  ];
  const isBirthday = !unchanged && asked.occasion === "cumpleanos";
  return html`
    ${!unchanged && html`<dl class="facts">${own}</dl>`}
    ${isBirthday && html`<p>${reservation.birthday}</p>`}
    <p><small>${words.folio} <b class="folio">${folio}</b>. ${words.confirmedAt(madeAt)}</small></p>
  `;
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
