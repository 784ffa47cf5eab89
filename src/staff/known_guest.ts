/** What is known by a guest's phone number: how often they came, what they said, what else they reserved. */
import { type Day, localDateTime, wallMinute } from "../domain/local_time.ts";
import {
  knownBeside,
  type KnownGuest,
  type KnownName,
  peopleIn,
} from "../domain/reservation/known_guest.ts";
import { type Reservation, saidBy, stands } from "../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../domain/schedule/situation.ts";
import { attributes, type Html, html } from "../html/html.ts";
import type { StaffDeps } from "../ports/staff.ts";
import { atTime, dayInWords, momentInWords, relativeDay } from "./day_words.ts";
import { allergyWords, allergyWordsIn, guestComment, guestText, peopleInWords } from "./guest.ts";

export type KnownGuests = ReturnType<typeof knownBeside>;

/** What is known of all these numbers, in one statement. */
export async function knownGuests(
  { book }: Pick<StaffDeps, "book">,
  phones: readonly (string | null)[],
  { now, restaurant }: Situation,
): Promise<KnownGuests> {
  const numbers = phones.filter((phone) => phone !== null);
  const local = localDateTime(wallMinute(now, restaurant.timeZone));
  const known = numbers.length === 0 ? [] : await book.known(numbers, local);
  const byPhone = new Map(
    [...Map.groupBy(known, ({ phone }) => phone)]
      .map(([phone, names]) => [phone, knownBeside(names)]),
  );
  return (reservation) => (byPhone.get(reservation.phone) ?? knownBeside([]))(reservation);
}

/** What the marks of a row depend on. */
export function knownValues({ own, others }: KnownGuest): readonly unknown[] {
  const said = own.said.flatMap((each) => Object.values(each));
  return [own.visits.length, own.noShows.length, otherName(others), said.length, ...said];
}

function otherName(others: readonly KnownName[]): string | undefined {
  return others.find(({ correctedAt }) => correctedAt === null)?.name;
}

/** `3.ª vez`; nothing for a party that does not come, or has not come before. */
export function visitInWords(reservation: Reservation, guest?: KnownGuest): string | false {
  const before = guest?.own.visits.length ?? 0;
  return stands(reservation) && before > 0 && `${before + 1}.ª vez`;
}

/** For a row: allergies that only another reservation names, `no vino 1 vez`, and who else has the number. */
export function knownMarks(
  reservation: Reservation,
  { own: { noShows, said }, others }: KnownGuest,
): readonly (Html | false)[] {
  const named = allergyWords(reservation);
  const before = new Set(said.map(allergyWords).filter((words) => !named.includes(words)));
  const other = otherName(others);
  return [
    stands(reservation) && before.size > 0 &&
    html`<mark>antes: ${guestText([...before].join(", "))}</mark>`,
    noShows.length > 0 && html`<span class="chip gone">no vino ${times(noShows.length)}</span>`,
    other !== undefined && html`
      <small class="asked"><span class="unseen">con este teléfono</span> también:
        ${guestText(other)}</small>
    `,
  ];
}

/** As many people of a number as are told, and for each as many reservations ahead and remarks. */
const MAX_PEOPLE = 4;
const MAX_DETAILS = 6;

/** The people of a number, a paragraph for each, and over what time they are remembered. */
export function knownPeople(
  { own, others }: KnownGuest,
  situation: Situation,
  { retentionDays }: Pick<StaffDeps, "retentionDays">,
): Html {
  const people = [own, ...peopleIn(others, MAX_PEOPLE)].filter(({ name }) => name !== "");
  const paragraph = (person: KnownName, index: number) =>
    html`
      <div class="field">
        <p>
          ${index > 0 && person.correctedAt === null && "Con este teléfono también:"}
          ${personInWords(person, situation)}
        </p>
        ${details(person, currentServiceDay(situation))}
      </div>
    `;
  return html`
    <div class="known">
      ${people.slice(0, MAX_PEOPLE).map(paragraph)}
      <p>
        ${people.length > MAX_PEOPLE && "Y más nombres. "}
        ${people.length === 0 && "Nada anotado de este teléfono. "}
        <small>Se recuerdan los últimos ${retentionDays} días.</small>
      </p>
    </div>
  `;
}

function personInWords(person: KnownName, situation: Situation): Html {
  const { correctedAt, visits, noShows } = person;
  const name = html`<b>${guestText(person.name)}</b>`;
  const today = currentServiceDay(situation);
  if (correctedAt !== null) {
    return html`${name} tuvo este número; se corrigió ${momentInWords(correctedAt, situation)}.`;
  }
  const last = (moments: KnownName["visits"]) => {
    const day = relativeDay(moments.toSorted().at(-1)!.slice(0, 10), today);
    return `${times(moments.length)}, ${moments.length > 1 ? "la última " : ""}${day}`;
  };
  const came = visits.length > 0 ? `vino ${last(visits)}` : "sin visitas anotadas";
  return html`${name}: ${came}${noShows.length > 0 && `; no vino ${last(noShows)}`}.`;
}

/** The other reservations ahead, then the latest allergies and notes that differ, each with its day. */
function details({ ahead, said }: KnownName, today: Day): Html {
  const others = ahead.map(({ folio, day, time, partySize }) => {
    const link = attributes({ href: `/reserva/${folio}`, target: "_blank" });
    const words = `${relativeDay(day, today)} ${atTime(time)}, ${peopleInWords(partySize)}`;
    return html`<li><a ${link}>También ${words}</a></li>`;
  });
  const all = said.toSorted((one, other) => one.day < other.day ? 1 : -1)
    .flatMap((each) =>
      saidBy(each).map(({ name, text }) => {
        const [kind, shown] = name === "note" ? [", nota", text] : ["", allergyWordsIn([text])];
        return { day: each.day, kind, text: shown };
      })
    )
    .filter(({ text }) => text !== "");
  const remarks = all.filter(({ text }, at) => all.findIndex((each) => each.text === text) === at)
    .map(({ day, kind, text }) =>
      html`<li>${dayInWords(day, today)}${kind}: ${guestComment(text)}</li>`
    );
  return html`<ul class="changes">${others.slice(0, MAX_DETAILS)}${
    remarks.slice(0, MAX_DETAILS)
  }</ul>`;
}

/** `1 vez`, `3 veces`. */
function times(count: number): string {
  return count === 1 ? "1 vez" : `${count} veces`;
}
