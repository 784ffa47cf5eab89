import type { Day, Time } from "./local_time.ts";

export const OCCASIONS = ["general", "cumpleanos"] as const;
export type Occasion = typeof OCCASIONS[number];

/** The contract's limits of a reservation; lengths are code points of the trimmed, NFC-normalised text. */
export const RESERVATION_LIMITS = {
  daysAhead: 90,
  partySize: { min: 1, max: 40 },
  name: { min: 2, max: 80 },
  comments: { max: 500 },
  source: { max: 120 },
} as const;

/** A reservation as asked for, normalised: every value obeys its rule, the time is not yet checked against the schedule. */
export interface ReservationRequest {
  readonly day: Day;
  readonly time: Time;
  readonly partySize: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly occasion: Occasion;
  readonly comments: string | null;
  /** Who made it (`landing` on the wire): an assistant's own name, a page. */
  readonly source: string | null;
}

/** `request` as one text, the same for equal requests and for no others: what a retry is recognised by once hashed. */
export function canonicalBody(request: ReservationRequest): string {
  return JSON.stringify([
    request.day,
    request.time,
    request.partySize,
    request.name,
    request.phone,
    request.occasion,
    request.comments,
    request.source,
  ]);
}
