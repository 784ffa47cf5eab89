/** What staff see and do, for tests of the reservation book. */
import type { Reservation, ReservationValues } from "../../src/domain/reservation/reservation.ts";
import type { ReservationEdit } from "../../src/ports.ts";
import { candidate, NOW } from "./_fixture.ts";

const FIRST = candidate(1);

/** What staff can change, as candidate 1 asks for it, but for `changes`. */
export function values(changes: Partial<ReservationValues> = {}): ReservationValues {
  const { day, time, serviceDay, partySize, name, phone, occasion, comments } = FIRST;
  const asked = { day, time, serviceDay, partySize, name, phone, occasion, comments };
  return { ...asked, note: null, status: "confirmed", ...changes };
}

/** The reservation of candidate 1 as staff see it when it has just been made, but for `changes`. */
export function seen(folio: string, changes: Partial<Reservation> = {}): Reservation {
  return {
    folio,
    ...values(),
    source: null,
    createdAt: NOW,
    version: 1,
    acknowledged: null,
    ...changes,
  };
}

/** A change of the first version by Lupe, but for `changes`. */
export function edit(folio: string, changes: Partial<ReservationEdit> = {}): ReservationEdit {
  return {
    folio,
    version: 1,
    action: "cancelled",
    changes: { status: "cancelled" },
    actor: "Lupe",
    ...changes,
  };
}
