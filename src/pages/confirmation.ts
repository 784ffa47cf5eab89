/** The page behind the link that a reservation ends with, and the file for the guest's calendar: both say what the link holds. */
import { contactLink, reservationContactLink } from "../domain/contact.ts";
import { type Day, type Time, timeOf, wallMinute } from "../domain/local_time.ts";
import { NONCE_BYTES, seal, unseal } from "../domain/seal.ts";
import { serviceDayOf } from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import type { Answer } from "../http/answer.ts";
import { calendarFile } from "./calendar_file.ts";
import { dayText } from "./day_words.ts";
import { linkButton, type PageDeps } from "./draft_page.ts";
import { type Html, html } from "./html.ts";
import { pageAnswer } from "./layout.ts";
import { RESERVATION_TEXTS } from "./reservation_texts.ts";

/** What the link holds: nothing of the guest but the table. */
export interface Confirmation {
  readonly folio: string;
  readonly day: Day;
  readonly time: Time;
  readonly partySize: number;
  /** When the table was held, in epoch milliseconds. */
  readonly confirmedAt: number;
  /** Whether the form was sent again with other values, which changed nothing. */
  readonly unchanged: boolean;
}

const PATH = "/reservada/";
export const CONFIRMATION_ROUTE = `${PATH}{token}`;
const CALENDAR_ENDING = ".ics";
/** For how long the link shows it, from the moment that the table was held. */
const SHOWN_MS = 48 * 60 * 60_000;

/** 303 to the confirmation: a page that can be loaded again. */
export async function goToConfirmation(
  { draftKey, randomBytes }: PageDeps,
  confirmation: Confirmation,
  language: Language,
): Promise<Answer> {
  const { folio, day, time, partySize, confirmedAt, unchanged } = confirmation;
  const values = [folio, day, time, partySize, confirmedAt, unchanged];
  const packed = new TextEncoder().encode(JSON.stringify(values));
  const token = await seal(packed, "confirmation", draftKey, randomBytes(NONCE_BYTES));
  const location = `${PATH}${token}?lang=${language}`;
  return { status: 303, headers: { location, "cache-control": "no-store" }, body: null };
}

/** 200 with the confirmation or its calendar file; 410 once it has expired; 404 where the token does not open. */
export async function confirmationPage(
  deps: PageDeps,
  pathname: string,
  language: Language,
): Promise<Answer> {
  const restaurant = deps.restaurant();
  const texts = RESERVATION_TEXTS[language];
  const isFile = pathname.endsWith(CALENDAR_ENDING);
  const token = pathname.slice(PATH.length, isFile ? -CALENDAR_ENDING.length : undefined);
  const confirmation = await openConfirmation(token, deps.draftKey);
  const isOver = confirmation !== null && confirmation.confirmedAt + SHOWN_MS <= deps.now();
  if (confirmation === null || isOver) {
    const content = html`
      <p class="lead">${isOver ? texts.expired : texts.broken}</p>
      <p>${linkButton(contactLink(restaurant, "reserva", language), texts.write)}</p>
    `;
    const title = isOver ? texts.expiredTitle : texts.brokenTitle;
    return pageAnswer({ status: isOver ? 410 : 404, language, restaurant, title, content });
  }
  if (isFile) return calendarFile(confirmation, restaurant, language);
  const content = confirmed(deps, { ...confirmation, token }, language);
  return pageAnswer({ status: 200, language, restaurant, title: texts.confirmed, content });
}

async function openConfirmation(token: string, key: CryptoKey): Promise<Confirmation | null> {
  const packed = await unseal(token, "confirmation", key);
  if (packed === null) return null;
  const [folio, day, time, partySize, confirmedAt, unchanged] = JSON.parse(
    new TextDecoder().decode(packed),
  );
  return { folio, day, time, partySize, confirmedAt, unchanged };
}

function confirmed(
  deps: PageDeps,
  { folio, day, time, partySize, confirmedAt, unchanged, token }: Confirmation & {
    readonly token: string;
  },
  language: Language,
): Html {
  const texts = RESERVATION_TEXTS[language];
  const restaurant = deps.restaurant();
  const evening = serviceDayOf({ restaurant }, { day, time });
  const at = timeOf(wallMinute(confirmedAt, restaurant.timeZone));
  return html`
    ${unchanged && html`<p class="notice" role="status">${texts.unchanged}</p>`}
    <section class="facts-card" aria-label="${texts.confirmed}">
      <dl>
        <dt>${texts.folio}</dt>
        <dd class="folio">${folio}</dd>
        <dt>${texts.day}</dt>
        <dd>${dayText(day, language)}</dd>
        <dt>${texts.time}</dt>
        <dd>${time}${evening !== day && html`
          <small>${texts.evening(dayText(evening, language, "weekday"))}</small>
        `}</dd>
        <dt>${texts.people}</dt>
        <dd>${partySize}</dd>
      </dl>
      <p><small>${texts.confirmedAt(at)}</small></p>
    </section>
    <p class="actions">
      <a class="send" href="${PATH}${token}${CALENDAR_ENDING}?lang=${language}">${texts
        .calendar}</a>
      <a class="send quiet" href="${reservationContactLink(
        restaurant,
        folio,
        language,
      )}" rel="noreferrer">${texts.change}</a>
    </p>
    <p class="said"><bdi>${restaurant.address}</bdi></p>
  `;
}
