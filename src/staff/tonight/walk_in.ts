/** A party that comes without a reservation, in two taps: POST /llegaron records it as arrived. */
import { RESERVATION_LIMITS, WALK_IN_NAME } from "../../domain/reservation/reservation.ts";
import { dayOf, timeOf, wallMinute } from "../../domain/local_time.ts";
import { currentServiceDay, situationNow } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../html/html.ts";
import { seeOther } from "../../http/answer.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { drawFolio, folioOf, takeAs } from "../reservation/new_reservation.ts";
import { refusalPage, type StaffRoute } from "../route.ts";

/** Each party size up to this one has a button. */
const BUTTONS = 10;

export function walkInRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [{
    method: "POST",
    path: "/llegaron",
    async act({ form, actor }) {
      const people = form.get("personas") || (form.get("otras") ?? "");
      const partySize = /^\d{1,3}$/.test(people) ? Number(people) : 0;
      const { min, max } = RESERVATION_LIMITS.partySize;
      if (partySize < min || partySize > max) {
        const text =
          `Deben ser de ${min} a ${max} personas. Vuelve al tablero e inténtalo otra vez.`;
        return refusalPage(deps.restaurant(), [422, "No se anotó a nadie", text]);
      }
      const situation = situationNow(deps);
      const minute = wallMinute(situation.now, situation.restaurant.timeZone);
      const values = {
        day: dayOf(minute),
        time: timeOf(minute),
        serviceDay: currentServiceDay(situation),
        partySize,
        name: WALK_IN_NAME,
        phone: null,
        occasion: "general",
        comments: null,
        note: null,
        table: null,
        status: "arrived",
      } as const;
      await takeAs(deps, values, actor, folioOf(form, deps));
      return seeOther("/");
    },
  }];
}

/** The first tap opens it, the second is the number of people. */
export function walkInForm(deps: Pick<StaffDeps, "randomBytes">): Html {
  const numbers = Array.from({ length: BUTTONS }, (_, index) => index + 1);
  return html`
    <details class="walkin">
      <summary class="button">Sin reservación</summary>
      <form class="card" method="post" action="/llegaron">
        <input type="hidden" name="folio" value="${drawFolio(deps)}">
        <p id="walkin-t">¿Cuántas personas llegaron?</p>
        <div class="buttons" role="group" aria-labelledby="walkin-t">
          ${numbers.map((number) =>
            html`<button name="personas" value="${number}">${number}</button>`
          )}
        </div>
        <div class="inline">
          <label>Más <input name="otras" type="text" inputmode="numeric" pattern="[0-9]*"
            maxlength="3" autocomplete="off"></label>
          <button name="personas" value="">Anotar</button>
        </div>
      </form>
    </details>
  `;
}
