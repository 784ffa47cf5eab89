/** A service day that boards are looking at: kept as they show it, so that each of them is told only what changes. */
import { possibleDuplicates } from "../../../domain/reservation/duplicates.ts";
import type { Reservation } from "../../../domain/reservation/reservation.ts";
import type { Html } from "../../../pages/html.ts";
import { halfHours, peopleChart } from "../board_chart.ts";
import { type BoardScope, rowContext, type ScopeDeps } from "../board_day.ts";
import { hourHeading, hourIds, hourOf, HOURS_ID, hourSection } from "../board_hours.ts";
import { daySummary } from "../board_summary.ts";
import { namedDoubles, reservationRow, type RowContext } from "../reservation_list.ts";
import { dropElement, ensureIn, putInto, replaceElement } from "./page_change.ts";

export interface DayBoard {
  /** Takes in what became of reservations, of this day or any other. @returns what changes on the page */
  apply(changed: readonly Reservation[], gone: readonly string[]): readonly Html[];
  /** What a page lacks that missed what became of `folios`. */
  catchUp(folios: readonly string[]): readonly Html[];
  /** The chart as it is now: nobody waits for it, so it need not come with each change. */
  chart(): Html;
}

export function dayBoard(
  scope: BoardScope,
  deps: ScopeDeps,
  reservations: readonly Reservation[],
): DayBoard {
  const shown = new Map(reservations.map((reservation) => [reservation.folio, reservation]));
  let context = rowContext(scope, deps, shown.values());

  /** Rows anew, the hours they are in, and the line that sums up the day. */
  function changes(folios: Iterable<string>, hours: Iterable<string>): readonly Html[] {
    const all = [...shown.values()];
    const inHours = Map.groupBy(all, hourOf);
    const [filled, emptied] = [...hours].reduce<[string[], string[]]>((parted, hour) => {
      parted[inHours.has(hour) ? 0 : 1].push(hour);
      return parted;
    }, [[], []]);
    return [
      ...filled.flatMap((hour) => hourChanges(hour, inHours.get(hour)!)),
      ...[...folios].map((folio) => row(folio, shown.get(folio), context)),
      // After the rows: one that moved on takes with it what was being typed or chosen in it.
      ...emptied.map((hour) => dropElement(hourIds(hour).section)),
      replaceElement(daySummary(all)),
    ];
  }

  /** @returns the folios whose rows change, and the hours they were or are in */
  function takeIn(changed: readonly Reservation[], gone: readonly string[]) {
    const folios = new Set<string>();
    const hours = new Set<string>();
    const set = (folio: string, now: Reservation | null): void => {
      const before = shown.get(folio);
      if (before === undefined && now === null) return;
      for (const each of [before, now]) if (each) hours.add(hourOf(each));
      folios.add(folio);
      if (now === null) shown.delete(folio);
      else shown.set(folio, now);
    };
    for (const each of changed) set(each.folio, each.serviceDay === scope.day ? each : null);
    for (const folio of gone) set(folio, null);
    return { folios, hours };
  }

  return {
    apply(changed, gone) {
      const { folios, hours } = takeIn(changed, gone);
      if (folios.size === 0) return [];
      const before = context;
      context = rowContext(scope, deps, shown.values());
      for (const folio of shown.keys()) {
        if (`${namedDoubles(folio, before)}` !== `${namedDoubles(folio, context)}`) {
          folios.add(folio);
        }
      }
      return changes(folios, hours);
    },
    catchUp(folios) {
      // A double may have come or gone while the page was away: the rows of its likes tell of it too.
      const alike = likenesses(shown.values());
      const rows = new Set(folios.flatMap((folio) => [folio, ...alike.get(folio) ?? []]));
      return changes(rows, new Set([...shown.values()].map(hourOf)));
    },
    chart() {
      const bars = halfHours(scope.day, [...shown.values()], deps.restaurant());
      return replaceElement(peopleChart(bars, scope.day));
    },
  };
}

/** Of each reservation, those that are or were its doubles, whatever became of them. */
function likenesses(reservations: Iterable<Reservation>): ReadonlyMap<string, readonly string[]> {
  const standing = { status: "confirmed" } as const;
  return possibleDuplicates([...reservations].map((each) => ({ ...each, ...standing })));
}

function row(folio: string, reservation: Reservation | undefined, context: RowContext): Html {
  if (reservation === undefined) return dropElement(folio);
  return putInto(hourIds(hourOf(reservation)).rows, reservationRow(reservation, context));
}

function hourChanges(hour: string, reservations: readonly Reservation[]): readonly Html[] {
  return [
    ensureIn(HOURS_ID, hourSection(hour, reservations, [])),
    replaceElement(hourHeading(hour, reservations)),
  ];
}
