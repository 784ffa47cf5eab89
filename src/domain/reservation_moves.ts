/** The states of a reservation, and the ways from one to another. */
import type { ReservationAction, ReservationStatus } from "./reservation_record.ts";

/** What staff do to a reservation's state. */
export type Move = Extract<ReservationAction, "arrived" | "no_show" | "cancelled" | "undone">;

/** For each state, where each move leads; a move that is missing is impossible there. */
export const MOVES: Readonly<
  Record<ReservationStatus, Readonly<Partial<Record<Move, ReservationStatus>>>>
> = {
  confirmed: { arrived: "arrived", no_show: "no_show", cancelled: "cancelled" },
  arrived: { undone: "confirmed" },
  // Who comes after all is let in at once.
  no_show: { arrived: "arrived", undone: "confirmed" },
  cancelled: { undone: "confirmed" },
};

/** Where `move` leads from `status`; null where it is impossible. */
export function moved(status: ReservationStatus, move: Move): ReservationStatus | null {
  return MOVES[status][move] ?? null;
}
