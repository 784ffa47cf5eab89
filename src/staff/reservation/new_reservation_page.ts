/** The form for a reservation that staff take. */
import type { AskedTime } from "../../domain/schedule/bookability.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import type { TypedErrors, TypedReservation } from "../../domain/reservation/typed.ts";
import type { Answer } from "../../http/answer.ts";
import type { ArrivalTotals } from "../../ports.ts";
import { html } from "../../pages/html.ts";
import { staffPageAnswer } from "../layout.ts";
import { errorSummary, reservationFields } from "./reservation_fields.ts";
import { ENTER_BUTTON } from "./reservation_forms.ts";
import { type Warning, warningNotice } from "./time_warnings.ts";

export interface NewReservationPage {
  readonly status?: number;
  /** Drawn for this form: sent twice, it makes one. */
  readonly folio: string;
  readonly typed: TypedReservation;
  readonly errors?: TypedErrors;
  readonly warned?: { readonly warnings: readonly Warning[]; readonly chosen: AskedTime };
  readonly situation: Situation;
  /** On the day typed. */
  readonly expected: readonly ArrivalTotals[];
  readonly actor: string;
}

export function newReservationPage(page: NewReservationPage): Answer {
  const { status, folio, warned, situation, actor, errors = {} } = page;
  const fields = { ...page, errors, phoneOptional: true };
  const content = html`
    <form class="card narrow" method="post" action="/nueva" novalidate>
      ${ENTER_BUTTON}
      <input type="hidden" name="folio" value="${folio}">
      ${errorSummary(errors)}
      ${warned !== undefined &&
        warningNotice(warned.warnings, warned.chosen, "Reservar de todos modos")}
      ${reservationFields(fields)}
      <p class="buttons"><button class="main">Reservar</button></p>
    </form>
  `;
  const { restaurant } = situation;
  const title = "Nueva reservación";
  return staffPageAnswer({ status, restaurant, title, section: "nueva", actor, content });
}
