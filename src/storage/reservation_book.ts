/** The reservations as staff read and change them. */
import type { ClosureSpan, ReservationBook } from "../ports.ts";
import type { Database } from "./database.ts";
import * as sql from "./reservation_book_sql.ts";
import { storable, type StoredEntry, toEntry } from "./reservation_columns.ts";
import { editReservation } from "./reservation_edit.ts";
import { reservationPages } from "./reservation_pages.ts";
import { searchReservations } from "./reservation_search.ts";
import { takeReservation } from "./reservation_take.ts";

export interface ReservationBookOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  now(): number;
}

type Args = readonly (string | number)[];

export function reservationBook({ database, now }: ReservationBookOptions): ReservationBook {
  const list = async (text: string, args: Args) => {
    const [row] = await database.read({ sql: text, args: [...args] });
    return JSON.parse(String(row?.list));
  };
  return {
    onServiceDay: (serviceDay) => list(sql.LIST_SERVICE_DAY, [serviceDay]),
    find: (folios) => list(sql.LIST_FOLIOS, [JSON.stringify(folios)]),
    history: async (folio) => {
      const entries: StoredEntry[] = await list(sql.LIST_HISTORY, [folio]);
      return entries.map(toEntry);
    },
    search: (text, today, limit) => searchReservations(database, { text, today, limit }),
    totals: (from, to) => list(sql.LIST_TOTALS, [from, to]),
    arrivals: (serviceDay) => list(sql.LIST_ARRIVALS, [serviceDay]),
    hitBy: (closure) => list(...hitBy(closure)),
    range: (from, to) => reservationPages(database, from, to),
    unacknowledged: (from) => list(sql.LIST_UNACKNOWLEDGED, [from]),
    edit: (edit) => editReservation(database, edit, now()),
    take: (values, actor, folio) => takeReservation(database, values, { folio, actor, at: now() }),
    async acknowledge(folios, actor) {
      if (folios.length === 0) return;
      const args = [JSON.stringify(folios), now(), storable(actor)];
      await database.write([{ sql: sql.ACKNOWLEDGE, args }]);
    },
  };
}

function hitBy(closure: ClosureSpan): [string, Args] {
  if (closure.kind === "day") return [sql.LIST_HIT_BY_DAYS, [closure.day, closure.day]];
  const hit = closure.kind === "days" ? sql.LIST_HIT_BY_DAYS : sql.LIST_HIT_BY_SPAN;
  return [hit, [closure.from, closure.to]];
}
