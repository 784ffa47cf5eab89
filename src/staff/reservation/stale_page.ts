/** What somebody is told whose change comes after another's, or cannot be: 409. What they wanted is kept, to be applied again. */
import {
  type HistoryEntry,
  type Move,
  moved,
  type Reservation,
} from "../../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../../pages/html.ts";
import { buttonForm } from "../form.ts";
import { guestText } from "../guest.ts";
import { staffPageAnswer } from "../layout.ts";
import { MOVE_BUTTONS } from "./reservation_page.ts";
import { historyList, STATUS_WORDS, tableInWords } from "./reservation_history.ts";

export interface StalePage {
  readonly reservation: Reservation;
  readonly situation: Situation;
  readonly actor: string;
  /** Where to go back to. */
  readonly back: string;
}

/** Somebody else was first: what they did, how it stands, and `again`, the form that applies one's own on top of it. */
export function stalePage(page: StalePage, since: readonly HistoryEntry[], again: Html): Answer {
  const { reservation, situation } = page;
  const alarm = html`<b>${authors(since)} la cambió mientras tanto.</b> Lo tuyo no se guardó.`;
  const content = html`
    <section class="card" aria-labelledby="entretanto">
      <h2 id="entretanto">Qué cambió</h2>
      ${historyList(since, situation)}
      <p>Ahora está así: ${standing(reservation, situation)}</p>
    </section>
    ${again}
  `;
  return refused(page, "Alguien más la cambió", alarm, content);
}

/** The button that applies a move again, to the version that stands; or why it is no longer possible. */
export function moveAgain({ reservation, back }: StalePage, move: Move): Html {
  const { folio, version, status } = reservation;
  const { action, label, look } = MOVE_BUTTONS[move];
  if (moved(status, move) === null) {
    return html`
      <p
        class="notice">«${label}» ya no hace falta o ya no se puede: la reservación está ${STATUS_WORDS[
          status
        ]}.</p>
    `;
  }
  const hidden = { version: String(version), volver: back, seguro: "si" };
  return html`
    <section class="card">
      <h2>Lo que querías hacer</h2>
      ${buttonForm({
        to: `/reserva/${folio}`,
        action,
        label: `${label} de todos modos`,
        look,
        hidden,
      })}
    </section>
  `;
}

/** Cancelling asks once, with what is about to be cancelled: the button to do it is not where the first one was. */
export function cancelQuestion(page: StalePage, version: number): Answer {
  const { reservation, situation, back, actor } = page;
  const sure = {
    to: `/reserva/${reservation.folio}`,
    action: "cancelar",
    label: "Sí, cancelar la reservación",
    look: "bad",
    hidden: { version: String(version), volver: back, seguro: "si" },
  };
  const content = html`
    <p class="words">${standing(reservation, situation)}</p>
    <p class="buttons"><a class="button main" href="${back}">No, dejarla como está</a></p>
    ${buttonForm(sure)}
  `;
  const { restaurant } = situation;
  const title = "¿Cancelar esta reservación?";
  return staffPageAnswer({ restaurant, title, section: null, actor, content });
}

/** @param reason why not, after «la reservación» */
export function impossiblePage(page: StalePage, move: Move, reason: string): Answer {
  const { label } = MOVE_BUTTONS[move];
  const alarm = html`No se puede marcar «${label}»: la reservación ${reason}.`;
  const content = html`<p>${standing(page.reservation, page.situation)}</p>`;
  return refused(page, "Así no se puede", alarm, content);
}

function standing(reservation: Reservation, situation: Situation): Html {
  const { name, status } = reservation;
  const table = tableInWords(reservation, currentServiceDay(situation));
  return html`${guestText(name)}, ${table}, <b>${STATUS_WORDS[status]}</b>.`;
}

/** `Luis`, `Luis y Eva`. */
function authors(since: readonly HistoryEntry[]): Html {
  const names = [...new Set(since.map(({ actor }) => actor))];
  if (names.length === 0) return html`Alguien`;
  return html`${names.map((name, index) => [index > 0 && " y ", guestText(name)])}`;
}

function refused(page: StalePage, title: string, alarm: Html, content: Html): Answer {
  const { reservation: { folio }, situation: { restaurant }, actor, back } = page;
  return staffPageAnswer({
    status: 409,
    restaurant,
    title,
    section: null,
    actor,
    content: html`
      <p class="alarm" role="alert" tabindex="-1" autofocus>${alarm}</p>
      ${content}
      <p class="buttons">
        <a class="button" href="/reserva/${folio}">Ver la reservación</a>
        <a class="button quiet" href="${back}">Volver sin cambiar nada</a>
      </p>
    `,
  });
}
