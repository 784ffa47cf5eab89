/** The reservations that a closure, an early kitchen or new hours hit, each with a message for the guest. */
import { type ClosureRun, tooLateToEat } from "../../domain/schedule/closures.ts";
import { addDays } from "../../domain/local_time.ts";
import { NOTE_LIMIT, type Reservation } from "../../domain/reservation/reservation.ts";
import { timeWarnings } from "../../domain/reservation/staff_time.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import {
  currentServiceDay,
  type Situation,
  situationNow,
} from "../../domain/schedule/situation.ts";
import { type Bilingual, codePoints } from "../../domain/text.ts";
import { buttonForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { atTime, dayInWords } from "../day_words.ts";
import {
  guestMessage,
  guestText,
  partiesInWords,
  reachGuest,
  saidParagraphs,
  tableInWords,
} from "../guest.ts";

export interface Hits extends Omit<ClosureRun, "closures"> {
  readonly hit: readonly Reservation[];
  readonly situation: Situation;
  /** The path of the list, once the closure is in effect; null in a preview, which changes no reservation. */
  readonly list: string | null;
}

export function closureHits(hits: Hits): Html {
  const { hit, list } = hits;
  const isCounted = hit.length > 0 && list !== null;
  const notified = isCounted ? `; avisadas ${hit.filter(isNotified).length} de ${hit.length}` : "";
  return hitSection(`Afecta a: ${hitsInWords(hit)}${notified}`, closureNews(hits), hits);
}

/** The reservations, each with a message that gives its guest the `news`. */
function hitSection(
  title: string,
  news: Bilingual,
  { hit, list, situation }: Pick<Hits, "hit" | "list" | "situation">,
): Html {
  return html`
    <section aria-labelledby="afectadas">
      <h2 id="afectadas">${title}</h2>
      <ul class="hitlist">${hit.map((each) => hitRow(each, situation, news, list))}</ul>
    </section>
  `;
}

/** `3 reservaciones, 14 personas`. */
function hitsInWords(hit: readonly Reservation[]): string {
  return hit.length === 0 ? "ninguna reservación" : partiesInWords(hit);
}

function hitRow(
  reservation: Reservation,
  situation: Situation,
  news: Bilingual,
  list: Hits["list"],
): Html {
  const { folio, name } = reservation;
  const guest = guestText(name);
  const message = guestMessage("news", reservation, situation, news);
  return html`
    <li id="${folio}" class="card">
      <p>${tableInWords(reservation, currentServiceDay(situation))}</p>
      <h3 id="${folio}-n"><a href="/reserva/${folio}">${guest}</a> <small>${folio}</small></h3>
      ${saidParagraphs({ ...reservation, note: null })}
      ${reachGuest(reservation, message)}
      ${list !== null && rowActions(reservation, list)}
    </li>
  `;
}

/** The reservations that are too late for a kitchen that closes early today; null if it keeps its hours. */
export async function lateHits({ book }: StaffDeps, situation: Situation): Promise<Html | null> {
  const time = tooLateToEat(situation);
  const { earlyKitchen } = situation.state;
  if (time === null || earlyKitchen === null) return null;
  const hit = await book.hitBy(time);
  const closes = earlyKitchen.closes.slice(11);
  const news = {
    es: `ese día la cocina cierra antes de lo acostumbrado, ${atTime(closes)}`,
    en: `the kitchen closes earlier than usual on that day, at ${closes}`,
  };
  const title = `Llegan tarde para la cocina: ${hitsInWords(hit)}`;
  return hitSection(title, news, { hit, situation, list: null });
}

/** No reservation is further ahead. */
const MAX_DAYS_AHEAD = 800;

/** The confirmed reservations within the hours of `before` and outside those of `after`; null if these are the same. */
export async function leftOutside(
  deps: Pick<StaffDeps, "book" | "restaurant" | "state" | "now">,
  before: Restaurant,
  after: Restaurant,
): Promise<readonly Reservation[] | null> {
  const rules = ({ hours, specialDays, booking }: Restaurant) =>
    JSON.stringify([hours, specialDays, booking]);
  if (rules(before) === rules(after)) return null;
  const situation = situationNow(deps);
  const from = currentServiceDay(situation);
  const all = await deps.book.hitBy({ kind: "days", from, to: addDays(from, MAX_DAYS_AHEAD) });
  const warningsAt = (restaurant: Restaurant, reservation: Reservation) =>
    timeWarnings({ ...situation, restaurant }, reservation).map(({ kind }) => kind);
  return all.filter((reservation) => {
    const warnings = warningsAt(after, reservation);
    return warnings.includes("outside_hours") && !warnings.includes("past") &&
      !warningsAt(before, reservation).includes("outside_hours");
  });
}

/** Those that {@linkcode leftOutside} gives, as a part of a page. */
export function hoursHits(hit: readonly Reservation[], situation: Situation): Html {
  const title = `Fuera del horario nuevo: ${hitsInWords(hit)}`;
  return hitSection(title, HOURS_NEWS, { hit, situation, list: null });
}

const HOURS_NEWS = {
  es: "cambió nuestro horario y a esa hora ya no alcanzaríamos a atenderle",
  en: "our opening hours have changed and we could not serve you at that time",
};

function closureNews({ closed, reason }: Hits): Bilingual {
  const why = reason.replace(/\.+$/, "");
  const span = closed.kind === "span";
  return {
    es: `${span ? "a esa hora" : "ese día"} estará cerrado el restaurante: ${why}`,
    en: `the restaurant will be closed ${span ? "at that time" : "on that day"}: ${why}`,
  };
}

function rowActions(reservation: Reservation, list: string): Html {
  const { folio, version } = reservation;
  const to = `/reserva/${folio}`;
  const hidden = { version: String(version), volver: list };
  const nota = notifiedNote(reservation);
  return html`
    <div class="buttons" role="group" aria-labelledby="${folio}-n">
      ${isNotified(reservation) && html`<span class="chip arrived">Con aviso</span>`}
      ${nota !== null &&
        buttonForm({ to, action: "nota", label: "Ya le avisé", hidden: { ...hidden, nota } })}
      ${buttonForm({ to, action: "cancelar", label: "Cancelar", look: "bad", hidden })}
    </div>
  `;
}

/** The line of the note that says that the guest is notified: all staff see it, and the history names its author. */
function notifiedLine({ serviceDay }: Reservation): string {
  return `Con aviso del cierre del ${dayInWords(serviceDay, serviceDay)}.`;
}

function isNotified(reservation: Reservation): boolean {
  return reservation.note?.split("\n").includes(notifiedLine(reservation)) ?? false;
}

/** Null if the guest is notified already, or the note has no room left. */
function notifiedNote(reservation: Reservation): string | null {
  if (isNotified(reservation)) return null;
  const lines = [reservation.note, notifiedLine(reservation)];
  const note = lines.filter((line) => line !== null).join("\n");
  return codePoints(note) <= NOTE_LIMIT ? note : null;
}
