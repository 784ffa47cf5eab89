/** The forms of a reservation's page: changes to it, and a note. */
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { type Html, html } from "../../pages/html.ts";
import { errorSummary, type FieldsState, reservationFields } from "./reservation_fields.ts";
import type { AskedTime } from "../../domain/schedule/bookability.ts";
import { ACCEPTED, type Warning, warningNotice } from "./time_warnings.ts";
import { NOTE_ERROR_WORDS } from "./typed_form.ts";

export interface EditFormState extends FieldsState {
  readonly folio: string;
  /** The version that what was typed is meant for. */
  readonly version: number;
  /** Where to go on to. */
  readonly back: string;
  /** What must be accepted first; none where null. */
  readonly warned: { readonly warnings: readonly Warning[]; readonly chosen: AskedTime } | null;
  /** What was read and accepted before. */
  readonly accepted: readonly string[];
  /** Whether it is called off. */
  readonly cancelled: boolean;
  /** Whether it is shown at once. */
  readonly open: boolean;
  readonly submit: string;
}

export function editForm(state: EditFormState): Html {
  const { folio, version, back, warned, errors } = state;
  return html`
    <details class="card" id="cambiar" ${state.open && html`open`}>
      <summary>Cambiar día, hora o datos</summary>
      <form method="post" action="/reserva/${folio}" novalidate>
        ${ENTER_BUTTON}
        <input type="hidden" name="accion" value="cambiar">
        <input type="hidden" name="version" value="${version}">
        <input type="hidden" name="volver" value="${back}">
        ${state.accepted.map((accepted) =>
          html`<input type="hidden" name="${ACCEPTED}" value="${accepted}">`
        )}
        ${state.cancelled && html`<p class="notice">Está cancelada: cambiarla no la recupera.</p>`}
        ${errorSummary(errors)}
        ${warned !== null &&
          warningNotice(warned.warnings, warned.chosen, "Cambiar de todos modos")}
        ${reservationFields(state)}
        <p class="buttons"><button class="main">${state.submit}</button></p>
      </form>
    </details>
  `;
}

/** First in a form, out of sight: the Enter key presses the first button there is, and must not press another. */
export const ENTER_BUTTON =
  html`<button class="unseen" tabindex="-1" aria-hidden="true">Enviar</button>`;

export interface NoteFormState {
  readonly reservation: Pick<Reservation, "folio">;
  readonly version: number;
  readonly back: string;
  readonly typed: string;
  readonly error: keyof typeof NOTE_ERROR_WORDS | null;
}

export function noteForm(
  { reservation: { folio }, version, back, typed, error }: NoteFormState,
): Html {
  const wrong = error !== null && html`aria-invalid="true" aria-describedby="e-nota"`;
  const area = html`<textarea id="f-nota" name="nota" rows="3" ${wrong}>${typed}</textarea>`;
  return html`
    <form class="card" method="post" action="/reserva/${folio}" novalidate>
      <input type="hidden" name="accion" value="nota">
      <input type="hidden" name="version" value="${version}">
      <input type="hidden" name="volver" value="${back}">
      <div class="field"><label for="f-nota">Nota para el personal</label>${area}${error !== null &&
        html`<p class="wrong" id="e-nota" role="alert">${NOTE_ERROR_WORDS[error]}</p>`}</div>
      <button>Guardar la nota</button>
    </form>
  `;
}
