/** What was closed and is taken back, in words, and the bar that undoes it. */
import { runsOf } from "../domain/schedule/closures.ts";
import { currentServiceDay, type Situation, situationNow } from "../domain/schedule/situation.ts";
import { type Html, html } from "../html/html.ts";
import type { Removal, StaffDeps } from "../ports/staff.ts";
import { closureInWords, pauseInWords } from "./day_words.ts";
import { guestText } from "./guest.ts";
import type { StaffPage } from "./layout.ts";

/** Each closure with its reason, or the pause. */
export function whatInWords(what: Removal["what"], situation: Situation): readonly Html[] {
  const today = currentServiceDay(situation);
  const pauses = what.flatMap((each) => "kind" in each ? [] : [pauseInWords(each, situation)]);
  const runs = runsOf(what.filter((each) => "kind" in each));
  return [
    ...pauses.map((words) => html`<b>Pausa</b> ${words}`),
    ...runs.map(({ closed, reason }) =>
      html`<b>${closureInWords(closed, today)}</b> ${guestText(reason)}`
    ),
  ];
}

/** For this time after a removal, the page that it leads to has the bar. */
const OFFERED_MS = 60_000;

/** @param address of a page, which names the change if that led to it */
export async function undoBar(
  deps: Pick<StaffDeps, "closures" | "now" | "restaurant" | "state">,
  address: string,
): Promise<StaffPage["undo"]> {
  const [, volver = "", cambio] = /^(.*)[?&]abierto=([\w-]+)$/.exec(address) ?? [];
  const removals = cambio === undefined ? [] : await deps.closures.removals();
  const found = removals.find(({ change, at }) =>
    change === cambio && at > deps.now() - OFFERED_MS
  );
  return found &&
    {
      words: whatInWords(found.what, situationNow(deps)),
      fields: { cambio: found.change, volver },
    };
}
