/** What is special about a day: allergies, birthdays, chairs and other requests, on the board and first on paper. */
import { type Reservation, saidBy } from "../../domain/reservation/reservation.ts";
import type { Day } from "../../domain/local_time.ts";
import type { Situation } from "../../domain/schedule/situation.ts";
import { foldText } from "../../domain/text.ts";
import { type Html, html } from "../../html/html.ts";
import { allergyWords, guestText, peopleInWords } from "../guest.ts";
import { isAwaitedOrHere } from "../room.ts";

const CHAIR =
  /periquera|sillas? (alta|(de |para )?(el |los |las? |un |una |unos |unas )?(bebe|nin))|high ?chair|booster|kinderstuhl|chaises? haute|seggiolon[ei]/;
const WHEELCHAIR =
  /sillas? de ruedas|wheel ?chair|rollstuhl|fauteuils? roulant|sedi[ae] a rotelle|andadera|muletas|baston|crutches|discapacidad|disabled|movilidad/;

const said = (reservation: Reservation) => saidBy(reservation).map(({ text }) => text);

/** For each group, in the order shown, whether the party is in it: `Otras peticiones` if it is in no other. */
function groupsOf(reservation: Reservation): Readonly<Record<string, boolean>> {
  const words = foldText(said(reservation).join(" "));
  const hasAllergy = allergyWords(reservation) !== "";
  const [needsChair, needsRoom] = [CHAIR.test(words), WHEELCHAIR.test(words)];
  return {
    "Alergias y dietas": hasAllergy,
    "Cumpleaños": reservation.occasion === "cumpleanos",
    "Sillas para niños": needsChair,
    "Sillas de ruedas": needsRoom,
    "Otras peticiones": words !== "" && !hasAllergy && !needsChair && !needsRoom,
  };
}

/** The parties expected or here that need something, in groups, folded unless `onPaper`; null if none does. */
export function specialRequests(
  reservations: readonly Reservation[],
  { day, today, situation }: {
    readonly day: Day;
    readonly today: Day;
    readonly situation: Situation;
  },
  onPaper = false,
): Html | null {
  const special = reservations.filter(isAwaitedOrHere(day, situation))
    .map((each) => ({ groups: groupsOf(each), item: partyItem(each) }))
    .filter(({ groups }) => Object.values(groups).includes(true));
  if (special.length === 0) return null;
  const content = Object.keys(special[0]!.groups).map((group) => {
    const items = special.filter(({ groups }) => groups[group]).map(({ item }) => item);
    return items.length > 0 && html`
      <h2>${group} <small>${items.length}</small></h2>
      <ul class="plainlist close">${items}</ul>
    `;
  });
  const words = day === today ? "Lo especial de hoy" : "Lo especial de este día";
  const title = html`<b>${words}</b> <small>${special.length}</small>`;
  if (onPaper) return html`<p>${title}</p>${content}`;
  return html`
    <details class="settled" id="special">
      <summary id="special-n">${title}</summary>
      ${content}
    </details>
  `;
}

function partyItem(reservation: Reservation): Html {
  const { time, partySize, name, table } = reservation;
  const allergies = allergyWords(reservation);
  return html`
    <li>
      <b>${time}</b> ${peopleInWords(partySize)}, ${guestText(name)}
      ${table !== null && html`, mesa ${guestText(table)}`}
      ${allergies !== "" && html`<mark>${guestText(allergies)}</mark>`}
      ${guestText(said(reservation).join(" · ").replaceAll("\n", " "))}
    </li>
  `;
}
