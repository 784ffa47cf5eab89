/** What became of a party, and which moves of staff lead from one state to another. */
import { type LocalDateTime, localDateTime, wallMinute, wallMinuteOf } from "../local_time.ts";
import { servicesOn, UNSWITCHED } from "../schedule/services.ts";
import { currentServiceDay, type Situation } from "../schedule/situation.ts";
import type {
  Reservation,
  ReservationAction,
  ReservationStatus,
  ReservationValues,
} from "./reservation.ts";
import type { Present } from "./service_night.ts";

export type Move = Extract<
  ReservationAction,
  "arrived" | "left" | "called" | "no_show" | "cancelled" | "undone"
>;

/** Whether an act may let people in or seat them: staff are asked where that breaks something. Guests' acts cannot. */
export const ADMITS: Readonly<Record<ReservationAction, boolean>> = {
  created: false,
  taken: true,
  arrived: true,
  no_show: false,
  cancelled: false,
  undone: true,
  edited: true,
  noted: false,
  seated: true,
  left: false,
  called: false,
  reminded: false,
  reconfirmed: false,
};

/** `gave_up`: it waited for a table and left. */
export type PartyState = ReservationStatus | "left" | "called" | "gave_up";

type StateValues = Pick<ReservationValues, "status" | "arrived" | "left" | "called">;

export function stateOf(
  { status, left, called, told }: Omit<StateValues, "arrived"> & Pick<Reservation, "told">,
): PartyState {
  if (status === "waiting") return called === null ? status : "called";
  if (status === "cancelled") return told === null ? status : "gave_up";
  return left === null ? status : "left";
}

/** For each state, the status to which each move leads; a missing move is impossible. */
const MOVES: Readonly<
  Record<PartyState, Readonly<Partial<Record<Move, ReservationStatus>>>>
> = {
  confirmed: { arrived: "arrived", no_show: "no_show", cancelled: "cancelled" },
  waiting: { called: "waiting", arrived: "arrived", cancelled: "cancelled" },
  called: { arrived: "arrived", cancelled: "cancelled", undone: "waiting" },
  arrived: { left: "arrived", undone: "confirmed" },
  left: { undone: "arrived" },
  // A party marked as a no-show may still come.
  no_show: { arrived: "arrived", undone: "confirmed" },
  cancelled: { undone: "confirmed" },
  gave_up: { undone: "waiting" },
};

/** Whether `move` fits now: parties leave on their day, come from that day on, are no-shows from their time on. */
export function isTimely(
  move: Move,
  { day, time, serviceDay }: Reservation,
  { today, situation: { now, restaurant } }: Present,
): boolean {
  if (move === "left") return serviceDay === today;
  if (move === "arrived" || move === "called") return serviceDay <= today;
  return move !== "no_show" ||
    wallMinuteOf(`${day}T${time}`) <= wallMinute(now, restaurant.timeZone);
}

/** What `move` changes at the local time `at`; null if it is impossible. */
export function moved(
  from: StateValues & Pick<Reservation, "isWalkIn" | "told">,
  move: Move,
  at: LocalDateTime,
): StateValues | null {
  const state = stateOf(from);
  const next = MOVES[state][move];
  if (next === undefined) return null;
  // A walk-in was never confirmed.
  const isWalkInUndone = from.isWalkIn && move === "undone";
  const before = from.told === null ? "cancelled" : "waiting";
  const undone: Partial<Record<PartyState, ReservationStatus>> = {
    arrived: before,
    cancelled: "arrived",
  };
  const status = isWalkInUndone && undone[state] || next;
  const arrived = status === "arrived" ? from.arrived ?? at : null;
  const isTakenBack = state === "called" && move === "undone";
  const called = move === "called" ? at : isTakenBack ? null : from.called;
  return { status, arrived, left: move === "left" ? at : null, called };
}

/** The moves that are possible now. */
export function movesOf(reservation: Reservation, present: Present): readonly Move[] {
  const moves = Object.keys(MOVES[stateOf(reservation)]) as Move[];
  return moves.filter((move) => isTimely(move, reservation, present));
}

/**
 * The time that `move` notes: now or, of an arrival marked after its service, the booked time if that is past. A
 * walk-in whose undoing is undone came when it was written down.
 */
export function notedTime(move: Move, party: Reservation, situation: Situation): LocalDateTime {
  const minute = wallMinute(situation.now, situation.restaurant.timeZone);
  const [now, booked] = [localDateTime(minute), `${party.day}T${party.time}` as const];
  const ended = servicesOn(situation.restaurant, party.serviceDay, UNSWITCHED)
    .findLast(({ closes }) => closes <= minute);
  const isOver = party.serviceDay !== currentServiceDay(situation) ||
    ended !== undefined && wallMinuteOf(booked) < ended.closes;
  if (move === "undone") return booked;
  // New hours may end a service before its parties come.
  return move === "arrived" && isOver && booked < now ? booked : now;
}
