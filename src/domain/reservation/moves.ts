/** What became of a party, and which moves of staff lead from one state to another. */
import type { Day, LocalDateTime } from "../local_time.ts";
import type {
  Reservation,
  ReservationAction,
  ReservationStatus,
  ReservationValues,
} from "./reservation.ts";

export type Move = Extract<
  ReservationAction,
  "arrived" | "left" | "no_show" | "cancelled" | "undone"
>;

export type PartyState = ReservationStatus | "left";

type StateValues = Pick<ReservationValues, "status" | "arrived" | "left">;

export function stateOf({ status, left }: Pick<StateValues, "status" | "left">): PartyState {
  return left === null ? status : "left";
}

/** For each state, the status to which each move leads; a missing move is impossible. */
const MOVES: Readonly<
  Record<PartyState, Readonly<Partial<Record<Move, ReservationStatus>>>>
> = {
  confirmed: { arrived: "arrived", no_show: "no_show", cancelled: "cancelled" },
  arrived: { left: "arrived", undone: "confirmed" },
  left: { undone: "arrived" },
  // A party marked as a no-show may still come.
  no_show: { arrived: "arrived", undone: "confirmed" },
  cancelled: { undone: "confirmed" },
};

/** Whether `move` fits `today`: parties arrive and leave on their service day, and are no-shows from then on. */
export function isItsDay(move: Move, serviceDay: Day, today: Day): boolean {
  if (move === "arrived" || move === "left") return serviceDay === today;
  return move !== "no_show" || serviceDay <= today;
}

/** What `move` changes at the local time `at`; null if it is impossible. */
export function moved(from: StateValues, move: Move, at: LocalDateTime): StateValues | null {
  const status = MOVES[stateOf(from)][move];
  if (status === undefined) return null;
  const arrived = status === "arrived" ? from.arrived ?? at : null;
  return { status, arrived, left: move === "left" ? at : null };
}

/** The moves that are possible on `today`. */
export function movesOf(reservation: Reservation, today: Day): readonly Move[] {
  const moves = Object.keys(MOVES[stateOf(reservation)]) as Move[];
  return moves.filter((move) => isItsDay(move, reservation.serviceDay, today));
}
