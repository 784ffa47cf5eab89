/** What was done to a reservation, by whom and when, in words: each value before and after. */
import type { Day } from "../../domain/local_time.ts";
import {
  type ChangedValue,
  changedValues,
  type HistoryEntry,
  type ReservationAction,
  type ReservationStatus,
  type ReservationValues,
  VALUE_NAMES,
} from "../../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import { dayInWords, momentInWords } from "../day_words.ts";
import { guestComment, guestText, shownPhone, tableInWords } from "../guest.ts";

/** Entries as a list, in their order. */
export function historyList(entries: readonly HistoryEntry[], situation: Situation): Html {
  return html`<ol class="plainlist history">${
    entries.map((entry) => entryItem(entry, situation))
  }</ol>`;
}

function entryItem(entry: HistoryEntry, situation: Situation): Html {
  const changes = entryChanges(entry, currentServiceDay(situation));
  // Made over the API without a name.
  const isUnnamed = entry.action === "created" && entry.actor === "api";
  const at = moment(entry.at, situation);
  return html`
    <li>
      <p class="did"><b>${ACTION_WORDS[entry.action]}</b> · ${!isUnnamed && html`
        ${guestText(entry.actor)} ·
      `}${at}</p>
      ${changes.length > 0 &&
        html`<ul class="changes">${changes.map((change) => html`<li>${change}</li>`)}</ul>`}
    </li>
  `;
}

/** An instant in words, for people and for programs. */
export function moment(at: number, { now, restaurant }: Situation): Html {
  const words = momentInWords(at, now, restaurant.timeZone);
  return html`<time datetime="${new Date(at).toISOString()}">${words}</time>`;
}

const ACTION_WORDS: Readonly<Record<ReservationAction, string>> = {
  created: "Reservada en línea",
  taken: "La tomó el personal",
  arrived: "Llegó",
  no_show: "No vino",
  cancelled: "Cancelada",
  undone: "Deshecho",
  edited: "Cambiada",
  noted: "Nota",
  seated: "Mesa",
};

export const STATUS_WORDS: Readonly<Record<ReservationStatus, string>> = {
  confirmed: "confirmada",
  arrived: "ya llegó",
  no_show: "no vino",
  cancelled: "cancelada",
};

/** Each value that an entry of the history changed: `hora: 20:00 → 21:00`. The first entry tells what was reserved. */
function entryChanges(entry: HistoryEntry, today: Day): readonly Html[] {
  const { day, time, partySize } = entry.after;
  if (entry.before === null) {
    const known = day !== undefined && time !== undefined && partySize !== undefined;
    return known ? [html`${tableInWords({ day, time, partySize }, today)}`] : [];
  }
  return changedValues(entry).map((change) => changeInWords(change, today));
}

/** A value as people read it. */
function valueInWords({ field, value }: {
  readonly field: keyof ReservationValues;
  readonly value: ChangedValue["to"];
}, today: Day): Html {
  if (value === null || value === undefined) return NOTHING;
  const text = String(value);
  switch (field) {
    case "status":
      return html`${STATUS_WORDS[text as ReservationStatus] ?? text}`;
    case "day":
    case "serviceDay":
      return html`${dayInWords(text, today)}`;
    case "phone":
      return html`${shownPhone(text)}`;
    case "occasion":
      return text === "cumpleanos" ? html`cumpleaños` : NOTHING;
    case "comments":
    case "note":
      return guestComment(text);
    default:
      return guestText(text);
  }
}

const NOTHING = html`<i>nada</i>`;

function changeInWords({ field, from, to }: ChangedValue, today: Day): Html {
  const before = valueInWords({ field, value: from }, today);
  const after = valueInWords({ field, value: to }, today);
  return html`${
    VALUE_NAMES[field]
  }: <del>${before}</del> <span aria-hidden="true">→</span> <ins>${after}</ins>`;
}
