/** Which of several reservations could be moved and which not, and why: 409, or 503 where the database failed on the way. */
import { type Move, moved, type Reservation } from "../../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import type { Answer } from "../../http/answer.ts";
import { type Html, html } from "../../pages/html.ts";
import { reservationsInWords } from "../guest_contact.ts";
import { STATUS_WORDS, tableInWords } from "./change_words.ts";
import { guestText } from "../guest_text.ts";
import { staffPageAnswer } from "../layout.ts";
import { historyList } from "./reservation_history.ts";
import type { Moving } from "./reservation_moving.ts";

/** What became of one of them. */
export interface Done {
  readonly folio: string;
  /** The version they saw. */
  readonly version: number;
  /** As it was found before; null where there was none. */
  readonly reservation: Reservation | null;
  readonly moving:
    | Moving
    /** The database failed meanwhile: it may have been moved all the same. */
    | { readonly kind: "unsure" }
    /** The database had failed before. */
    | { readonly kind: "untried" };
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
    <p class="alarm" role="alert"><b>${reservationsInWords(rest.length)} no se ${rest.length === 1
      ? "pudo"
      : "pudieron"} ${WORDS[move].action}.</b> ${well.length > 0 &&
      `${reservationsInWords(well.length)} sí.`}</p>
    <section class="card" aria-labelledby="no">
      <h2 id="no">Estas no</h2>
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
  const status = rest.some(({ moving }) => moving.kind === "unsure") ? 503 : 409;
  return staffPageAnswer({ status, restaurant, title, section: null, actor, content });
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
    case "unsure":
      return html`${named(one, situation)}: el sistema falló en este momento; quizá sí se hizo.`;
    case "untried":
      return html`${named(one, situation)}: ya no se intentó.`;
    default:
      return html`${named(one, situation)}: ya no existe.`;
  }
}

/**
 * One tap for all that somebody else changed and that can still be moved, as they stand now, and for those that the database kept
 * from it: what was done all the same counts as done.
 */
function again({ move, back }: ManyPage, rest: readonly Done[]): Html | null {
  const movable = rest.flatMap(({ folio, version, reservation, moving }) => {
    if (moving.kind === "stale" && moved(moving.reservation.status, move) !== null) {
      return [moving.reservation];
    }
    const kept = moving.kind === "unsure" || moving.kind === "untried";
    return kept && reservation !== null ? [{ folio, version }] : [];
  });
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
