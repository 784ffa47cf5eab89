/** The tables of the evening in one strip, by the labels that staff use: free, held, or since when who sits there. */
import { wallMinute, wallMinuteOf } from "../../domain/local_time.ts";
import type { Reservation } from "../../domain/reservation/reservation.ts";
import { minutesOver } from "../../domain/reservation/service_night.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { TableUse } from "../../ports/reservations.ts";
import { acts } from "../acts.ts";
import { guestText, partyLink } from "../guest.ts";
import type { BoardScope } from "./day_list.ts";

/** Null if no label was used yet. A table opens to its parties and their buttons. */
export function tablesStrip(uses: readonly TableUse[], scope: BoardScope): Html | null {
  if (uses.length === 0 || scope.day !== scope.today) return null;
  // T2 comes before T10.
  const { compare } = new Intl.Collator("es", { numeric: true });
  const byLabel = uses.toSorted((one, other) => compare(one.label, other.label));
  return html`
    <section class="card tables" id="plano" aria-labelledby="plano-t">
      <h2 id="plano-t" class="unseen">Mesas</h2>
      <ul id="plano-mesas">${byLabel.map((use) => tableItem(use, scope))}</ul>
    </section>
  `;
}

function tableItem({ label, parties }: TableUse, scope: BoardScope): Html {
  const name = html`<b>${guestText(label)}</b>`;
  const sitting = parties.find(({ status }) => status === "arrived");
  const first = sitting ?? parties[0];
  if (first === undefined) return html`<li class="free">${name} <small>libre</small></li>`;
  const over = sitting !== undefined && minutesOver(sitting, scope) > 0;
  const look = attributes({ class: over && "late" });
  const [below, since] = sitting
    ? [`${sitting.partySize} pers.`, sinceInWords(sitting, scope)]
    : [first.time, guestText(first.name)];
  const words = html`${name} <small>${below}</small> <small>${since}</small>`;
  const id = `mesa-${encodeURIComponent(label)}`;
  return html`
    <li ${look}>
      <details id="${id}">
        <summary id="plano-${id}">${words}</summary>
        <ul>${parties.map((each) => partyItem(each, scope))}</ul>
      </details>
    </li>
  `;
}

/** With an id, by which the script tells its buttons from another party's and finds where to answer them. */
function partyItem(party: Reservation, scope: BoardScope): Html {
  return html`
    <li id="plano-${party.folio}">
      <p>${partyLink(party)}</p>
      ${acts(party, scope, scope.path)}
    </li>
  `;
}

/** `65 min`, and how long past its stay. */
function sinceInWords(party: Reservation, scope: BoardScope): string {
  const { now, restaurant } = scope.situation;
  const minutes = wallMinute(now, restaurant.timeZone) - wallMinuteOf(party.arrived!);
  const over = minutesOver(party, scope);
  return `${minutes} min${over > 0 ? ` (+${over})` : ""}`;
}
