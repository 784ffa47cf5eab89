/** The history of a reservation in words: who did what and when, with each value before and after. */
import { shownPhone } from "../domain/contact.ts";
import type { Day } from "../domain/local_time.ts";
import type { PartyState } from "../domain/reservation/moves.ts";
import {
  type ChangedValue,
  changedValues,
  type HistoryEntry,
  type ReservationAction,
  type ReservationValues,
  SAID,
  VALUE_NAMES,
} from "../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../domain/schedule/situation.ts";
import { type Html, html } from "../html/html.ts";
import { dayInWords, moment } from "./day_words.ts";
import { guestComment, guestText, tableInWords } from "./guest.ts";

export function historyList(entries: readonly HistoryEntry[], situation: Situation): Html {
  return html`<ol class="plainlist">${entries.map((entry) => entryItem(entry, situation))}</ol>`;
}

function entryItem(entry: HistoryEntry, situation: Situation): Html {
  const changes = entryChanges(entry, currentServiceDay(situation));
  // What a guest's program calls itself is told in the board's words, beside the folio.
  const by = entry.action !== "created" && [guestText(entry.actor), " · "];
  return html`
    <li>
      <p><b>${actionInWords(entry)}</b> · ${by}${moment(entry.at, situation)}</p>
      ${changes.length > 0 &&
        html`<ul class="changes">${changes.map((change) => html`<li>${change}</li>`)}</ul>`}
    </li>
  `;
}

function actionInWords({ action, before }: HistoryEntry): string {
  return ACTION_WORDS[action === "cancelled" && before?.status === "waiting" ? "gave_up" : action];
}

/** What was done last, by its name or by the state to which it led. */
export const ACTION_WORDS: Readonly<Record<ReservationAction | "gave_up", string>> = {
  created: "Reservada en línea",
  taken: "La tomó el personal",
  arrived: "Llegó",
  no_show: "No vino",
  cancelled: "Cancelada",
  gave_up: "Se fue sin mesa",
  undone: "Deshecho",
  edited: "Cambiada",
  noted: "Nota",
  seated: "Mesa",
  left: "Se fue",
  called: "Avisada",
  reminded: "Avisada",
  reconfirmed: "Confirmó",
};

export const STATE_WORDS: Readonly<Record<PartyState, string>> = {
  waiting: "espera mesa",
  called: "avisada de su mesa",
  confirmed: "confirmada",
  arrived: "ya llegó",
  left: "ya se fue",
  no_show: "no vino",
  cancelled: "cancelada",
  gave_up: "se fue sin mesa",
};

/** Each value that the entry changed; of the first entry, what was reserved. */
function entryChanges(entry: HistoryEntry, today: Day): readonly Html[] {
  if (entry.before !== null) {
    return changedValues(entry).map((change) => changeInWords(change, today));
  }
  // The first entry has all values.
  return [html`${tableInWords(entry.after as ReservationValues, today)}`];
}

function changeInWords({ field, from, to }: ChangedValue, today: Day): Html {
  const name = VALUE_NAMES[field];
  const isAtDoor = field === "status" && (from === "waiting" || to === "waiting");
  const [before, after] = [from, to].map((value) =>
    valueInWords(field, isAtDoor && value === "cancelled" ? "gave_up" : value, today)
  );
  return html`${name}: <del>${before!}</del> <span aria-hidden="true">→</span> <ins>${after!}</ins>`;
}

function valueInWords(field: ChangedValue["field"], value: ChangedValue["to"], today: Day): Html {
  if (value === null || value === undefined) return NOTHING;
  const text = String(value);
  switch (field) {
    case "status":
      return html`${STATE_WORDS[text as PartyState]}`;
    case "day":
      return html`${dayInWords(text, today)}`;
    case "phone":
      return html`${shownPhone(text)}`;
    case "arrived":
    case "left":
    case "called":
      return html`${text.slice(11)}`;
    case "occasion":
      return text === "cumpleanos" ? html`cumpleaños` : NOTHING;
    default:
      return SAID.some((said) => said === field) ? guestComment(text) : guestText(text);
  }
}

const NOTHING = html`<i>nada</i>`;
