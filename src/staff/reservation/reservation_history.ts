/** What was done to a reservation, by whom and when, with what was before and after. */
import type { HistoryEntry } from "../../domain/reservation/reservation.ts";
import { currentServiceDay, type Situation } from "../../domain/schedule/situation.ts";
import { type Html, html } from "../../pages/html.ts";
import { ACTION_WORDS, entryChanges } from "./change_words.ts";
import { momentInWords } from "../day_words.ts";
import { guestText } from "../guest_text.ts";

/** Entries as a list, in their order. */
export function historyList(entries: readonly HistoryEntry[], situation: Situation): Html {
  return html`<ol class="plainlist history">${
    entries.map((entry) => entryItem(entry, situation))
  }</ol>`;
}

function entryItem(entry: HistoryEntry, situation: Situation): Html {
  const changes = entryChanges(entry, currentServiceDay(situation));
  const by = isUnnamedGuest(entry) ? null : html`
    ${guestText(entry.actor)} ·
  `;
  const at = moment(entry.at, situation);
  return html`
    <li>
      <p class="did"><b>${ACTION_WORDS[entry.action]}</b> · ${by}${at}</p>
      ${changes.length > 0 &&
        html`<ul class="changes">${changes.map((change) => html`<li>${change}</li>`)}</ul>`}
    </li>
  `;
}

/** Over the API by somebody who did not say who it was. */
function isUnnamedGuest({ action, actor }: HistoryEntry): boolean {
  return action === "created" && actor === "api";
}

/** An instant in words, for people and for programs. */
export function moment(at: number, { now, restaurant }: Situation): Html {
  const words = momentInWords(at, now, restaurant.timeZone);
  return html`<time datetime="${new Date(at).toISOString()}">${words}</time>`;
}
