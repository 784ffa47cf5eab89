/** Reservations for tests of the board's pages. */
import type { Reservation } from "../../src/domain/reservation/reservation.ts";
import { instantOf } from "../support/restaurant_fixture.ts";

/** A confirmed table for four on Saturday 2026-03-14, with some of its values replaced. */
export function sampleReservation(changes: Partial<Reservation> = {}): Reservation {
  return {
    folio: "R-7K3M9QAB",
    day: "2026-03-14",
    time: "20:30",
    serviceDay: "2026-03-14",
    partySize: 4,
    name: "Guadalupe Pech",
    phone: "+529991234567",
    occasion: "general",
    comments: null,
    note: null,
    table: null,
    status: "confirmed",
    source: null,
    createdAt: instantOf("2026-03-10T12:00"),
    version: 1,
    acknowledged: null,
    ...changes,
  };
}
