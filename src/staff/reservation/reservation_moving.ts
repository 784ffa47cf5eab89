/** Moving a reservation from one state to another, as the staff saw it. */
import {
  type HistoryEntry,
  type Move,
  moved,
  type Reservation,
} from "../../domain/reservation/reservation.ts";
import type { ReservationBook } from "../../ports.ts";

/** A move that somebody asks for. */
export interface AskedMove {
  readonly reservation: Reservation;
  /** The version they saw. */
  readonly version: number;
  readonly move: Move;
  readonly actor: string;
}

export type Moving =
  | { readonly kind: "moved" }
  /** The state it is in has no such way out. */
  | { readonly kind: "impossible"; readonly reservation: Reservation }
  /** Somebody else was first. */
  | {
    readonly kind: "stale";
    readonly reservation: Reservation;
    readonly since: readonly HistoryEntry[];
  }
  | { readonly kind: "missing" };

/** @throws {Error} where the database fails */
export async function moveReservation(
  book: ReservationBook,
  { reservation, version, move, actor }: AskedMove,
): Promise<Moving> {
  const { folio } = reservation;
  if (reservation.version !== version) {
    const since = (await book.history(folio)).filter((entry) => entry.version > version);
    return isDoubleTap(since, move, actor)
      ? { kind: "moved" }
      : { kind: "stale", reservation, since };
  }
  const status = moved(reservation.status, move);
  if (status === null) return { kind: "impossible", reservation };
  const changes = { status };
  const outcome = await book.edit({ folio, version, action: move, changes, actor });
  if (outcome.kind === "changed") return { kind: "moved" };
  if (outcome.kind === "missing") return outcome;
  return isDoubleTap(outcome.since, move, actor) ? { kind: "moved" } : outcome;
}

/** Whether all that happened since is that the same person did the same: a button tapped twice. */
function isDoubleTap(since: readonly HistoryEntry[], move: Move, actor: string): boolean {
  const [only, ...more] = since;
  return only?.action === move && only.actor === actor && more.length === 0;
}
