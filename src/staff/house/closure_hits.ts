/** The reservations that a closure or an early kitchen hits: whom to tell and how, and what can be done with each. */
import type { ClosedTime } from "../../domain/schedule/closures.ts";
import type { Day, Time } from "../../domain/local_time.ts";
import { NOTE_LIMIT, type Reservation } from "../../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { type Bilingual, codePoints } from "../../domain/text.ts";
import { type Html, html } from "../../pages/html.ts";
import { atTime, closureInWords, dayInWords } from "../day_words.ts";
import { buttonForm } from "../form.ts";
import {
  guestComment,
  guestMessage,
  guestText,
  peopleInWords,
  reachGuest,
  reservationsInWords,
} from "../guest.ts";

export interface Hits {
  readonly closed: ClosedTime;
  /** Empty where a command gave none. */
  readonly reason: string;
  /** Confirmed ones, by time. */
  readonly hit: readonly Reservation[];
  readonly situation: Situation;
  /** Of the closure once it is in effect; null in a preview, which offers nothing to be done to a reservation. */
  readonly id: number | null;
}

export function hitList(hits: Hits): Html {
  const { hit, id, situation } = hits;
  const told = hit.filter((reservation) => isTold(reservation, hits));
  const news = closureNews(hits);
  return html`
    <section class="hits" aria-labelledby="afectadas">
      <h2 id="afectadas">${hitsInWords(hit)}${hit.length > 0 && id !== null &&
        `; con aviso: ${told.length}`}</h2>
      ${hit.length === 0 && html`<p>Ninguna reservación confirmada cae en ese tiempo.</p>`}
      <ul class="hitlist">${hit.map((reservation) =>
        hitRow(reservation, situation, news, {
          told: told.includes(reservation),
          actions: id === null ? null : rowActions(reservation, hits, `/cierres?cierre=${id}`),
        })
      )}</ul>
    </section>
  `;
}

/** `3 reservaciones, 14 personas`. */
export function hitsInWords(hit: readonly Reservation[]): string {
  if (hit.length === 0) return "ninguna reservación";
  const people = peopleInWords(hit.reduce((sum, { partySize }) => sum + partySize, 0));
  return `${reservationsInWords(hit.length)}, ${people}`;
}

/** When how many come, who, what they wrote, and a message with the `news` for them. */
export function hitRow(
  reservation: Reservation,
  situation: Situation,
  news: Bilingual,
  { told = false, actions = null }: { told?: boolean; actions?: Html | null } = {},
): Html {
  const { folio, day, time, partySize, name, comments } = reservation;
  const today = currentServiceDay(situation);
  const message = guestMessage("news", reservation, situation, news);
  return html`
    <li id="${folio}" class="card">
      <p>${dayInWords(day, today)} <time datetime="${day}T${time}">${atTime(
        time,
      )}</time> · ${peopleInWords(
        partySize,
      )}</p>
      <h3 id="${folio}-n"><a href="/reserva/${folio}">${guestText(
        name,
      )}</a> <small>${folio}</small></h3>
      ${told && html`<p class="chips"><span class="chip arrived">Con aviso</span></p>`}
      ${comments !== null && html`<p>${guestComment(comments)}</p>`}
      ${reachGuest(reservation, message, "Avisar por WhatsApp", "good")}
      ${actions}
    </li>
  `;
}

/** Those that come too late for a kitchen which closes at `closes`. */
export function lateList(late: readonly Reservation[], situation: Situation, closes: Time): Html {
  if (late.length === 0) {
    return html`<p>Ninguna reservación confirmada llega después de lo que la cocina alcanza.</p>`;
  }
  const news = {
    es: `ese día la cocina cierra antes de lo acostumbrado, ${atTime(closes)}`,
    en: `the kitchen closes earlier than usual on that day, at ${closes}`,
  };
  return html`
    <h3 id="tarde">Llegan tarde para la cocina: ${hitsInWords(late)}</h3>
    <ul class="hitlist" aria-labelledby="tarde">${late.map((each) =>
      hitRow(each, situation, news)
    )}</ul>
  `;
}

function closureNews({ closed, reason }: Hits): Bilingual {
  const why = reason === "" ? "" : `: ${reason.replace(/\.+$/, "")}`;
  const span = closed.kind === "span";
  return {
    es: `${span ? "a esa hora" : "ese día"} estará cerrado el restaurante${why}`,
    en: `the restaurant will be closed ${span ? "at that time" : "on that day"}${why}`,
  };
}

function rowActions(reservation: Reservation, hits: Hits, list: string): Html {
  const { folio, version } = reservation;
  const to = `/reserva/${folio}`;
  const hidden = { version: String(version), volver: list };
  const nota = noteOfTelling(reservation, hits);
  return html`
    <div class="buttons" role="group" aria-labelledby="${folio}-n">
      ${nota !== null &&
        buttonForm({ to, action: "nota", label: "Ya le avisé", hidden: { ...hidden, nota } })}
      <a class="button" href="${to}">Cambiar</a>
      ${buttonForm({ to, action: "cancelar", label: "Cancelar", look: "bad", hidden })}
    </div>
  `;
}

/** That a guest was told is kept in the reservation's note, where everybody sees it, and who wrote it is in its history. */
function tellingLine({ serviceDay }: Reservation, { closed }: Hits): string {
  // Of several days its own: the others may come or go.
  const own: ClosedTime = closed.kind === "span" ? closed : { kind: "day", day: serviceDay };
  const day: Day = own.kind === "day" ? own.day : own.from.slice(0, 10);
  return `Con aviso del cierre: ${closureInWords(own, day)}.`;
}

/** Whether the note says that the guest was told of this closure. */
function isTold(reservation: Reservation, hits: Hits): boolean {
  const { note } = reservation;
  return note !== null && note.split("\n").includes(tellingLine(reservation, hits));
}

/** Null where the guest was told, or the note has no room left. */
function noteOfTelling(reservation: Reservation, hits: Hits): string | null {
  if (isTold(reservation, hits)) return null;
  const note = [reservation.note, tellingLine(reservation, hits)].filter((line) => line !== null)
    .join("\n");
  return codePoints(note) <= NOTE_LIMIT ? note : null;
}
