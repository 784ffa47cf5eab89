/** The columns of a reservation, from which the SQL that writes, reads and compares reservations is derived. */
import { GUEST_FIELDS } from "../../domain/reservation/fields.ts";
import {
  type HistoryEntry,
  type Reservation,
  type ReservationValues,
  SAID,
} from "../../domain/reservation/reservation.ts";

/** Every column of the table `reservations`, by the name of its value in the program. */
export const RESERVATION_COLUMNS = {
  /** From a guest's request, in the order of `HOLD_SQL.hold`. Staff can change them; the history stores it. */
  guest: { serviceDay: "service_day", ...columnsOf(GUEST_FIELDS) },
  /** From staff, likewise. */
  staff: {
    note: "note",
    table: "table_label",
    arrived: "arrived_at",
    left: "left_at",
    told: "told_minutes",
    called: "called_at",
    status: "status",
  },
  /** Set when the reservation is made, and the count of its changes. */
  fixed: { folio: "folio", source: "source", createdAt: "created_at", version: "version" },
  /** Not part of a {@linkcode Reservation} under these names. */
  internal: {
    id: "id",
    acknowledgedAt: "acknowledged_at",
    acknowledgedBy: "acknowledged_by",
    alertedAt: "alerted_at",
  },
} as const;

/** Each name in the case of SQL: `partySize` is `party_size`. */
function columnsOf<Name extends string>(
  names: Readonly<Record<Name, unknown>>,
): Readonly<Record<Name, string>> {
  const column = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const all = Object.keys(names).map((name) => [name, column(name)]);
  return Object.fromEntries(all) as Record<Name, string>;
}

type Columns<Names extends PropertyKey> = Readonly<Record<Names, string>>;

const VALUES: Columns<keyof ReservationValues> = {
  ...RESERVATION_COLUMNS.guest,
  ...RESERVATION_COLUMNS.staff,
};

const SHOWN: Columns<Exclude<keyof Reservation, "acknowledged" | "isWalkIn">> = {
  ...VALUES,
  ...RESERVATION_COLUMNS.fixed,
};

/** Of what was said about a reservation, as {@linkcode Said}. */
export const SAID_COLUMNS: readonly string[] = SAID.map((name) => VALUES[name]);
export const SAID_VALUES: string = SAID.map((name) => `'${name}', ${VALUES[name]}`).join(", ");

export const VALUE_COLUMNS: readonly string[] = Object.values(VALUES);

/** Whether the party of the row `r` had come when staff wrote it down, also if that was undone. */
export const IS_WALK_IN =
  `(r.told_minutes IS NOT NULL OR (r.arrived_at IS NOT NULL OR r.status = 'cancelled' AND EXISTS (
    SELECT 1 FROM reservation_versions AS c WHERE c.reservation = r.id AND c.before ->> 'arrived_at' IS NOT NULL))
  AND NOT EXISTS (SELECT 1 FROM reservation_versions AS a WHERE a.reservation = r.id AND a.action = 'arrived'))`;

/** The row `r` of reservations as JSON, in the shape of a {@linkcode Reservation}. */
export const RESERVATION = `json_object(${
  Object.entries(SHOWN).map(([name, column]) => `'${name}', r.${column}`).join(", ")
}, 'isWalkIn', json(iif(${IS_WALK_IN}, 'true', 'false')),
  'acknowledged', CASE WHEN r.acknowledged_at IS NOT NULL
    THEN json_object('by', r.acknowledged_by, 'at', r.acknowledged_at) END)`;

/** The row `v` of reservation_versions as JSON, in the shape of a {@linkcode StoredEntry}. */
export const ENTRY =
  `json_object('version', v.version, 'at', v.at, 'actor', v.actor, 'action', v.action,
    'before', json(v.before), 'after', json(v.after))`;

type ByColumn = Readonly<Record<string, unknown>>;

/** A change as the history stores it, with values by column. */
export type StoredEntry =
  & Omit<HistoryEntry, "before" | "after">
  & Readonly<Record<"before" | "after", ByColumn>>;

export function toEntry({ before, after, ...entry }: StoredEntry): HistoryEntry {
  return { ...entry, before: fromColumns(before), after: fromColumns(after) };
}

function fromColumns(columns: ByColumn): Partial<ReservationValues> {
  const found = Object.entries(VALUES).filter(([, column]) => Object.hasOwn(columns, column));
  return Object.fromEntries(found.map(([name, column]) => [name, columns[column]]));
}

export function toColumns(values: Partial<ReservationValues>): ByColumn {
  const given = Object.entries(VALUES).flatMap(([name, column]) => {
    const value = values[name as keyof ReservationValues];
    return value === undefined ? [] : [[column, value] as const];
  });
  return Object.fromEntries(given);
}

export function valuesOf(reservation: Reservation): ReservationValues {
  return fromColumns(toColumns(reservation)) as ReservationValues;
}
