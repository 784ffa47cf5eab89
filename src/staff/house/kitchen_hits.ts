/** The reservations of the evening that come too late for a kitchen that closes early, each with a message to its guest. */
import { tooLateToEat } from "../../domain/schedule/early_kitchen.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import type { ReservationBook } from "../../ports.ts";
import { type Html, html } from "../../pages/html.ts";
import { hitFacts, reachGuest } from "./closure_hit.ts";
import { hitsInWords } from "./closure_hits.ts";
import { kitchenMessageLink } from "./closure_words.ts";

/** Confirmed ones, by time; null where the kitchen keeps its hours. */
export async function kitchenHits(
  book: Pick<ReservationBook, "hitBy">,
  situation: Situation,
): Promise<readonly Reservation[] | null> {
  const late = tooLateToEat(situation);
  return late === null ? null : await book.hitBy(late);
}

export function kitchenHitList(hit: readonly Reservation[], situation: Situation): Html {
  if (hit.length === 0) {
    return html`<p>Ninguna reservación confirmada llega después de lo que la cocina alcanza.</p>`;
  }
  return html`
    <h3 id="tarde">Llegan tarde para la cocina: ${hitsInWords(hit)}</h3>
    <ul class="hitlist" aria-labelledby="tarde">${hit.map((reservation) =>
      hitItem(reservation, situation)
    )}</ul>
  `;
}

function hitItem(reservation: Reservation, { restaurant, house, ...rest }: Situation): Html {
  const today = currentServiceDay({ restaurant, house, ...rest });
  const closes = house.earlyKitchen?.closes.slice(11) ?? "";
  return html`
    <li id="${reservation.folio}" class="hit">
      ${hitFacts(reservation, today)}
      ${reachGuest(
        reservation,
        (guest) => kitchenMessageLink(guest, { restaurantName: restaurant.name, today, closes }),
      )}
    </li>
  `;
}
