/** The choice among labels of tables that were used before. A label in use names its party, and can be taken again. */
import { readNote } from "../../domain/reservation/fields.ts";
import { type Reservation, stands, TABLE_LIMIT } from "../../domain/reservation/reservation.ts";
import { isDue } from "../../domain/reservation/service_night.ts";
import { type Situation, situationNow, staffServiceDay } from "../../domain/schedule/situation.ts";
import { foldText } from "../../domain/text.ts";
import { hiddenFields } from "../../html/form.ts";
import { attributes, type Html, html } from "../../html/html.ts";
import type { TableUse } from "../../ports/reservations.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { guestText } from "../guest.ts";
import type { StaffRoute } from "../route.ts";

/** The label in a form; null if it is empty or too long. */
export function tableOf(form: URLSearchParams): string | null {
  const read = readNote(form.get("mesa") ?? "", TABLE_LIMIT);
  return "error" in read ? null : read.value;
}

/** `route`, which reads the label in a form as it was spelt before: in two spellings a table would be two. */
export function withKnownLabels(route: StaffRoute, deps: StaffDeps): StaffRoute {
  if (route.method === "GET") return route;
  return {
    ...route,
    async act(act) {
      const label = tableOf(act.form);
      if (label === null) return await route.act(act);
      const form = new URLSearchParams(act.form);
      form.set("mesa", await knownLabel(label, deps));
      return await route.act({ ...act, form });
    },
  };
}

/** The label used most that is `label` but for case, accents and blanks; `label` if there is none. */
async function knownLabel(label: string, deps: StaffDeps): Promise<string> {
  const today = staffServiceDay(situationNow(deps));
  const spelling = bareLabel(label);
  const known = spelling === "" ? [] : await deps.book.tables(today, today);
  return known.find((use) => bareLabel(use.label) === spelling)?.label ?? label;
}

function bareLabel(label: string): string {
  return foldText(label).replaceAll(" ", "");
}

/** The labels as a field of a form; null if none was used yet. */
export function tableField(uses: readonly TableUse[], chosen: string | null): Html | null {
  if (uses.length === 0) return null;
  const labels = bestFirst(uses).map((use) => [use.label, labelInWords(use)] as const);
  return choiceField("mesa", "Mesa", [["", "Sin mesa"], ...labels], chosen ?? "");
}

/** One of `choices`, each a value and its words, as a field of a form. */
export function choiceField(
  name: string,
  label: string,
  choices: readonly (readonly [value: string, words: string | Html])[],
  chosen: string,
): Html {
  return html`
    <div id="${name}s" class="field buttons" role="radiogroup" aria-label="${label}">
      ${choices.map(([value, words]) => {
        const input = { type: "radio", name, value, checked: value === chosen };
        return html`<label class="tick"><input ${attributes(input)}> ${words}</label>`;
      })}
    </div>
  `;
}

/** A button for each label, while the party may be seated. If the party is due, it marks the arrival too. */
export function tableButtons(
  reservation: Reservation,
  uses: readonly TableUse[],
  situation: Situation,
): Html | null {
  const { folio, version, table, left, status } = reservation;
  const isWaiting = status === "waiting";
  if (uses.length === 0 || left !== null || !stands(reservation)) return null;
  const arrives = isWaiting || isDue(reservation, { today: staffServiceDay(situation), situation });
  const accion = arrives ? "llego" : "mesa";
  const buttons = bestFirst(uses, reservation).map((use) => {
    const press = { name: "mesa", value: use.label, "aria-pressed": String(use.label === table) };
    return html`<button ${attributes(press)}>${labelInWords(use, folio)}</button>`;
  });
  return html`
    <form class="buttons" method="post" action="/reserva/${folio}">
      ${hiddenFields({ accion, version: String(version), volver: `/reserva/${folio}` })}
      <b>${isWaiting ? "Sentar en la mesa" : arrives ? "Llegó a la mesa" : "Mesa"}</b> ${buttons}
    </form>
  `;
}

/** Free ones first, then those last used for as many people. */
function bestFirst(uses: readonly TableUse[], own?: Reservation): readonly TableUse[] {
  const isTaken = ({ parties }: TableUse) =>
    Number(parties.some(({ folio }) => folio !== own?.folio));
  const last = ({ lastFor }: TableUse) => lastFor[own?.partySize ?? ""] ?? "";
  return uses.toSorted((one, other) =>
    isTaken(one) - isTaken(other) || last(other).localeCompare(last(one))
  );
}

/** `T4 Ana Pérez, desde 20:07` if she sits there; `T4 Ana Pérez, 21:30` if she is expected. @param own left out */
function labelInWords({ label, parties }: TableUse, own?: string): Html {
  const party = parties.find(({ folio }) => folio !== own);
  if (party === undefined) return guestText(label);
  const { name, time, arrived } = party;
  const since = arrived !== null && `desde ${arrived.slice(11)}`;
  return html`${guestText(label)} <small>${guestText(name)}, ${since || time}</small>`;
}
