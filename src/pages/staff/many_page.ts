/** Which of several reservations could be moved and which not, and why: 409. */
import { type Move, moved } from "../../domain/reservation_moves.ts";
import type { Reservation } from "../../domain/reservation_record.ts";
import { currentServiceDay } from "../../domain/service_day.ts";
import type { Situation } from "../../domain/situation.ts";
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../html.ts";
import { STATUS_WORDS, tableInWords } from "./change_words.ts";
import { guestText } from "./guest_text.ts";
import { staffPageAnswer } from "./layout.ts";
import { historyList } from "./reservation_history.ts";
import type { Moving } from "./reservation_moving.ts";

/** What became of one of them. */
export interface Done {
  readonly folio: string;
  /** As it was found before; null where there was none. */
  readonly reservation: Reservation | null;
  readonly moving: Moving;
}

interface ManyPage {
  readonly done: readonly Done[];
  readonly move: ManyMove;
  readonly actor: string;
  /** Where to go back to. */
  readonly back: string;
  readonly situation: Situation;
}

/** What several reservations can be moved by. */
export type ManyMove = Extract<Move, "cancelled" | "undone">;

/** The form's `accion`, as it is and on a button. */
const WORDS: Readonly<Record<ManyMove, { readonly action: string; readonly button: string }>> = {
  cancelled: { action: "cancelar", button: "Cancelar" },
  undone: { action: "deshacer", button: "Deshacer" },
};

export function manyPage(page: ManyPage): Answer {
  const { done, move, back, situation, actor } = page;
  const well = done.filter(({ moving }) => moving.kind === "moved");
  const rest = done.filter(({ moving }) => moving.kind !== "moved");
  const content = html`
    <p class="alarm" role="alert"><b>${counted(rest.length)} no se ${rest.length === 1
      ? "pudo"
      : "pudieron"} ${WORDS[move].action}.</b> ${well.length > 0 &&
      `${counted(well.length)} sí.`}</p>
    <section class="card" aria-labelledby="no">
      <h2 id="no">Quedaron como estaban</h2>
      <ul class="plainlist">${rest.map((one) => html`<li>${notDone(one, situation)}</li>`)}</ul>
    </section>
    ${again(page, rest)}
    ${well.length > 0 && html`
      <section class="card" aria-labelledby="si">
        <h2 id="si">Estas sí</h2>
        <ul class="plainlist">${well.map((one) => html`<li>${named(one, situation)}</li>`)}</ul>
      </section>
    `}
    <p><a class="button" href="${back}">Volver</a></p>
  `;
  const title = `No todas se pudieron ${WORDS[move].action}`;
  const { restaurant } = situation;
  return staffPageAnswer({ status: 409, restaurant, title, section: null, actor, content });
}

function notDone(one: Done, situation: Situation): Html {
  const { moving } = one;
  switch (moving.kind) {
    case "impossible":
      return html`${named(one, situation)}: ya está ${STATUS_WORDS[moving.reservation.status]}.`;
    case "stale":
      return html`${named(one, situation)}: alguien la cambió mientras tanto.${
        historyList(moving.since, situation)
      }`;
    default:
      return html`${named(one, situation)}: ya no existe.`;
  }
}

/** One tap for all that somebody else changed and that can still be moved, as they stand now. */
function again({ move, back }: ManyPage, rest: readonly Done[]): Html | null {
  const movable = rest.flatMap(({ moving }) =>
    moving.kind === "stale" && moved(moving.reservation.status, move) !== null
      ? [moving.reservation]
      : []
  );
  if (movable.length === 0) return null;
  const { action, button } = WORDS[move];
  return html`
    <form class="card" method="post" action="/reservas">
      <input type="hidden" name="volver" value="${back}">
      ${movable.map(({ folio, version }) =>
        html`<input type="hidden" name="elegida" value="${folio}:${version}">`
      )}
      <button name="accion" value="${action}">${button} ${movable.length === 1
        ? "esa"
        : `esas ${movable.length}`} de todos modos</button>
    </form>
  `;
}

function named({ folio, reservation }: Done, situation: Situation): Html {
  if (reservation === null) return guestText(folio);
  const table = tableInWords(reservation, currentServiceDay(situation));
  return html`<a class="tap" href="/reserva/${folio}">${guestText(reservation.name)}, ${table}</a>`;
}

function counted(count: number): string {
  return count === 1 ? "1 reservación" : `${count} reservaciones`;
}
