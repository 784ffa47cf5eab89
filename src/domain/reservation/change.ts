/** What differs between two states of a reservation, and what becomes of a change when somebody else was first. */
import type { HistoryEntry, ReservationValues } from "./reservation.ts";
import type { EditableValues } from "./typed.ts";

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

/** The reservation as it stood before the entries `since`, oldest first, led to `current`. */
export function asSeen(
  current: ReservationValues,
  since: readonly HistoryEntry[],
): ReservationValues {
  return since.reduceRight<ReservationValues>(
    (values, { before }) => ({ ...values, ...before }),
    current,
  );
}

/** A change by somebody who did not know of the entries `since`. */
export interface Rebased {
  /** The reservation as it stands, with what they changed, and nothing that they merely had before them. */
  readonly values: EditableValues;
  /** What both changed, each to something else. */
  readonly conflicts: readonly (keyof EditableValues)[];
}

/** What `typed` means on top of `current`, when its author saw the reservation as it was before `since`. */
export function rebased(
  current: ReservationValues,
  since: readonly HistoryEntry[],
  typed: EditableValues,
): Rebased {
  const seen = asSeen(current, since);
  const own = changesTo<EditableValues>(seen, typed);
  const conflicts = (Object.keys(own) as (keyof EditableValues)[])
    .filter((field) => current[field] !== seen[field] && current[field] !== own[field]);
  const { day, time, partySize, name, phone, occasion, comments } = current;
  return {
    values: { day, time, partySize, name, phone, occasion, comments, ...own },
    conflicts,
  };
}
