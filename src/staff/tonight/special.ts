/** What is special about a day: allergies, birthdays, chairs and other requests, on the board and first on paper. */
import { isExpected, type Reservation } from "../../domain/reservation/reservation.ts";
import { foldText } from "../../domain/text.ts";
import { type Html, html } from "../../html/html.ts";
import { allergyWords, guestText, peopleInWords } from "../guest.ts";

const CHAIR =
  /periquera|silla (alta|(de |para )?(el |la |un |una )?(bebe|nin))|high ?chair|booster|kinderstuhl|chaise haute|seggiolone/;
const WHEELCHAIR =
  /silla de ruedas|wheel ?chair|rollstuhl|fauteuil roulant|sedia a rotelle|andadera|muletas|baston|crutches|discapacidad|disabled|movilidad/;

const said = ({ comments, note }: Reservation) => [comments, note].filter((text) => text !== null);
const mentions = (words: RegExp) => (each: Reservation) =>
  words.test(foldText(said(each).join(" ")));

/** A party may be in several; among the other requests only if it is in none of those that its words are about. */
const GROUPS: readonly (readonly [title: string, isIn: (each: Reservation) => boolean])[] = [
  ["Alergias y dietas", (each) => allergyWords(each) !== ""],
  ["Cumpleaños", ({ occasion }) => occasion === "cumpleanos"],
  ["Sillas para niños", mentions(CHAIR)],
  ["Sillas de ruedas", mentions(WHEELCHAIR)],
];
const ABOUT_WORDS = GROUPS.filter(([title]) => title !== "Cumpleaños");
const OTHERS = [
  "Otras peticiones",
  (each: Reservation) => said(each).length > 0 && !ABOUT_WORDS.some(([, isIn]) => isIn(each)),
] as const;

/** The parties expected or here that need something, in groups; null if none does. `count` is how many. */
export function specialRequests(
  reservations: readonly Reservation[],
): { readonly count: number; readonly content: Html } | null {
  const active = reservations.filter(isExpected);
  const groups = [...GROUPS, OTHERS]
    .map(([title, isIn]) => [title, active.filter(isIn)] as const)
    .filter(([, parties]) => parties.length > 0);
  const count = new Set(groups.flatMap(([, parties]) => parties)).size;
  if (count === 0) return null;
  const content = html`${
    groups.map(([title, parties]) =>
      html`
        <h3>${title} <small>${parties.length}</small></h3>
        <ul class="plainlist close">${parties.map(partyItem)}</ul>
      `
    )
  }`;
  return { count, content };
}

function partyItem(reservation: Reservation): Html {
  const { time, partySize, name, table } = reservation;
  const allergies = allergyWords(reservation);
  return html`
    <li>
      <b>${time}</b> ${peopleInWords(partySize)}, ${guestText(name)}
      ${table !== null && html`, mesa ${guestText(table)}`}
      ${allergies !== "" && html`<mark>${guestText(allergies)}</mark>`}
      ${said(reservation).map((text) => guestText(text.replaceAll("\n", " ")))}
    </li>
  `;
}
