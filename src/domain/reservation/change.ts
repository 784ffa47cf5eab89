/** What differs between two states of a reservation. */
import type { HistoryEntry, ReservationValues } from "./reservation.ts";

/** A value that changed. `from` is absent where nothing was kept of it. */
export interface ChangedValue {
  readonly field: keyof ReservationValues;
  readonly from: ReservationValues[keyof ReservationValues] | undefined;
  readonly to: ReservationValues[keyof ReservationValues] | undefined;
}

/** The values of a reservation that people are told of, in the order in which they are. The service day follows from the day. */
const TOLD = [
  "status",
  "day",
  "time",
  "partySize",
  "name",
  "phone",
  "occasion",
  "comments",
  "note",
] as const satisfies readonly (keyof ReservationValues)[];

/** Those of `values` that are not so in `current`. */
export function changesTo<Values extends Partial<ReservationValues>>(
  current: ReservationValues,
  values: Values,
): Partial<Values> {
  const changed = Object.entries(values)
    .filter(([field, value]) => current[field as keyof ReservationValues] !== value);
  return Object.fromEntries(changed) as Partial<Values>;
}

/** What one entry of the history changed, for people. */
export function changedValues({ before, after }: HistoryEntry): readonly ChangedValue[] {
  if (before === null) return [];
  return TOLD.filter((field) => field in before || field in after)
    .map((field) => ({ field, from: before[field], to: after[field] }));
}
