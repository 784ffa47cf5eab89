/** The reservations that nobody has acknowledged, kept as every board shows them. */
import type { Day } from "../../../domain/local_time.ts";
import type { Reservation } from "../../../domain/reservation/reservation.ts";
import type { Html } from "../../../pages/html.ts";
import type { BoardScope } from "../board_day.ts";
import { UNSEEN_LIST_ID, unseenHead, unseenItem, unseenItemId } from "../board_unseen.ts";
import { isUnseen } from "../reservation_list.ts";
import { dropElement, putInto, replaceElement } from "./page_change.ts";

export interface UnseenBoard {
  /** Takes in what became of reservations. @returns the folios whose place among the unseen changed */
  apply(changed: readonly Reservation[], gone: readonly string[]): readonly string[];
  /** What changes on a page of `scope` for `folios`. */
  changes(folios: readonly string[], scope: BoardScope): readonly Html[];
}

/** @param today those of earlier days are nobody's concern any more */
export function unseenBoard(today: Day, reservations: readonly Reservation[]): UnseenBoard {
  const unseen = new Map(reservations.map((reservation) => [reservation.folio, reservation]));
  return {
    apply(changed, gone) {
      const touched = new Set<string>();
      for (const reservation of changed) {
        const counts = isUnseen(reservation) && reservation.serviceDay >= today;
        if (!counts && !unseen.has(reservation.folio)) continue;
        touched.add(reservation.folio);
        if (counts) unseen.set(reservation.folio, reservation);
        else unseen.delete(reservation.folio);
      }
      for (const folio of gone) if (unseen.delete(folio)) touched.add(folio);
      return [...touched];
    },
    changes(folios, scope) {
      if (folios.length === 0) return [];
      return [
        replaceElement(unseenHead(unseen.size, scope)),
        ...folios.map((folio) => {
          const reservation = unseen.get(folio);
          if (reservation === undefined) return dropElement(unseenItemId(folio));
          return putInto(UNSEEN_LIST_ID, unseenItem(reservation, scope));
        }),
      ];
    },
  };
}
