/** The reservations that a closure hits: whom to tell and how, and what can be done with each. */
import type { ClosedTime } from "../../domain/schedule/closures.ts";
import type { Closure } from "../../domain/schedule/switches.ts";
import type { Day } from "../../domain/local_time.ts";
import { NOTE_LIMIT, type Reservation } from "../../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { codePoints } from "../../domain/text.ts";
import { type Html, html } from "../../pages/html.ts";
import { atTime, dayInWords } from "../day_words.ts";
import { peopleInWords, reservationsInWords, shownPhone } from "../guest_contact.ts";
import { guestComment, guestText } from "../guest_text.ts";
import { icon } from "../icons.ts";
import { closureInWords, closureMessageLink } from "./closure_words.ts";
import { hiddenFields } from "./switches.ts";

export interface Hits {
  readonly closed: ClosedTime;
  readonly reason: string;
  /** Confirmed ones, by time. */
  readonly hit: readonly Reservation[];
  readonly situation: Situation;
  /** The closure once it is in effect; null in a preview, which offers nothing to be done to a reservation. */
  readonly standing: Closure | null;
}

export function hitList(hits: Hits): Html {
  const { hit } = hits;
  return html`
    <section class="hits" aria-labelledby="afectadas">
      <h2 id="afectadas">${summary(hits)}</h2>
      ${hit.length === 0
        ? html`<p>Ninguna reservación confirmada cae en ese tiempo.</p>`
        : html`<ul class="hitlist">${hit.map((reservation) => hitRow(reservation, hits))}</ul>`}
    </section>
  `;
}

/** `3 reservaciones, 14 personas`. */
export function hitsInWords(hit: readonly Reservation[]): string {
  if (hit.length === 0) return "ninguna reservación";
  const people = peopleInWords(hit.reduce((sum, { partySize }) => sum + partySize, 0));
  return `${reservationsInWords(hit.length)}, ${people}`;
}

function summary(hits: Hits): string {
  const { hit, standing } = hits;
  if (hit.length === 0 || standing === null) return hitsInWords(hit);
  const told = hit.filter((reservation) => isTold(reservation, hits)).length;
  return `${hitsInWords(hit)}; con aviso: ${told}`;
}

function hitRow(reservation: Reservation, hits: Hits): Html {
  const { folio, comments } = reservation;
  const told = isTold(reservation, hits);
  return html`
    <li id="${folio}" class="hit ${told && "told"}">
      ${hitFacts(reservation, todayOf(hits))}
      ${told && html`<p class="chips"><span class="chip arrived">Con aviso</span></p>`}
      ${comments !== null && html`<p class="comment">${guestComment(comments)}</p>`}
      ${reach(reservation, hits)}
      ${hits.standing !== null && rowActions(reservation, hits, hits.standing)}
    </li>
  `;
}

/** When how many come, and who. */
export function hitFacts(
  { folio, day, time, partySize, name }: Reservation,
  today: Day,
): Html {
  return html`
    <p
      class="at">${dayInWords(day, today)} <time datetime="${day}T${time}">${atTime(
        time,
      )}</time> · ${peopleInWords(partySize)}</p>
    <h3
      id="${folio}-n"><a href="/reserva/${folio}">${guestText(
        name,
      )}</a> <small>${folio}</small></h3>
  `;
}

function reach(reservation: Reservation, hits: Hits): Html {
  const { closed, reason, situation } = hits;
  return reachGuest(reservation, (guest) =>
    closureMessageLink(guest, {
      restaurantName: situation.restaurant.name,
      kind: closed.kind,
      reason,
      today: todayOf(hits),
    }));
}

/** How to reach the guest: by a message that `messageLink` prepares, or by a call. */
export function reachGuest(
  reservation: Reservation,
  messageLink: (guest: Reservation & { readonly phone: string }) => string,
): Html {
  const { phone } = reservation;
  if (phone === null) return html`<p class="reach"><small>Sin teléfono</small></p>`;
  const link = messageLink({ ...reservation, phone });
  return html`
    <p class="reach"><span class="phone">${shownPhone(phone)}</span>
      <a class="button good" href="${link}" target="_blank" rel="noopener noreferrer">${icon(
        "chat",
      )} Avisar por WhatsApp</a>
      <a class="button quiet" href="tel:${phone}">${icon("call")} Llamar</a></p>
  `;
}

function rowActions(reservation: Reservation, hits: Hits, closure: Closure): Html {
  const { folio, version } = reservation;
  const back = { version: String(version), volver: hitsAddress(closure) };
  const note = noteOfTelling(reservation, hits);
  return html`
    <div class="buttons" role="group" aria-labelledby="${folio}-n">
      ${note !== null && html`
        <form method="post"
          action="/reserva/${folio}">${hiddenFields({
            ...back,
            nota: note,
          })}<button name="accion" value="nota">Ya le avisé</button></form>
      `}
      <a class="button" href="/reserva/${folio}">Cambiar</a>
      <form method="post" action="/reserva/${folio}">${hiddenFields(
        back,
      )}<button class="bad" name="accion" value="cancelar">Cancelar</button></form>
    </div>
  `;
}

/** Where the list is. */
function hitsAddress({ id }: Closure): string {
  return `/cierres?cierre=${id}`;
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

function todayOf({ situation }: Hits): Day {
  return currentServiceDay(situation);
}
