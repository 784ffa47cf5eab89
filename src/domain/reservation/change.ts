/** What differs between two states of a reservation. */
import type { HistoryEntry, ReservationValues } from "./reservation.ts";

/** A value that changed. `from` is undefined where the history does not have it. */
export interface ChangedValue {
  readonly field: keyof ReservationValues;
  readonly from: ReservationValues[keyof ReservationValues] | undefined;
  readonly to: ReservationValues[keyof ReservationValues] | undefined;
}

/** The values of a reservation that people see, in display order. The service day follows from the day. */
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

/** Those of `values` that differ from `current`. */
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
