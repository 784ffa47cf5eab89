/** What is special about a day: allergies, birthdays, chairs and other requests, on the board and first on paper. */
import { isExpected, type Reservation } from "../../domain/reservation/reservation.ts";
import type { Day } from "../../domain/local_time.ts";
import { foldText } from "../../domain/text.ts";
import { type Html, html } from "../../html/html.ts";
import { memo } from "../../http/memo.ts";
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

/** In which groups a party is, and its line there. Looking for allergies in 300 comments takes some milliseconds of each change. */
const known = memo<{ readonly groups: readonly string[]; readonly item: Html }>(4_000);

function specialOf(reservation: Reservation) {
  const { folio, time, partySize, name, occasion, comments, note, table } = reservation;
  return known.of(folio, [time, partySize, name, occasion, comments, note, table], () => ({
    groups: [...GROUPS, OTHERS].filter(([, isIn]) => isIn(reservation)).map(([title]) => title),
    item: partyItem(reservation),
  }));
}

/** The parties expected or here that need something, in groups; null if none does. `count` is how many. */
export function specialRequests(
  reservations: readonly Reservation[],
  { day, today }: Readonly<Record<"day" | "today", Day>>,
): { readonly title: string; readonly count: number; readonly content: Html } | null {
  const special = reservations.filter(isExpected).map(specialOf)
    .filter(({ groups }) => groups.length > 0);
  if (special.length === 0) return null;
  const content = [...GROUPS, OTHERS].map(([title]) => {
    const items = special.filter(({ groups }) => groups.includes(title)).map(({ item }) => item);
    return items.length > 0 && html`
      <h3>${title} <small>${items.length}</small></h3>
      <ul class="plainlist close">${items}</ul>
    `;
  });
  const title = day === today ? "Lo especial de hoy" : "Lo especial de este día";
  return { title, count: special.length, content: html`${content}` };
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
