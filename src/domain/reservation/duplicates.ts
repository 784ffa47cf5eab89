/** Reservations that may be one and the same, made twice. */
import { foldText } from "../text.ts";
import type { Reservation } from "./reservation.ts";

/** What of a reservation tells that it is another one's double. */
export type Comparable = Pick<
  Reservation,
  "folio" | "serviceDay" | "name" | "phone" | "status"
>;

/**
 * For each of `reservations` that stands and shares its service day and its phone, or its name whatever the accents and case, with
 * others that stand: the folios of those others. The rest are left out.
 */
export function possibleDuplicates(
  reservations: readonly Comparable[],
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const standing = reservations.filter(({ status }) =>
    status === "confirmed" || status === "arrived"
  );
  for (const reservation of standing) {
    for (const key of keysOf(reservation)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [reservation.folio]);
      else group.push(reservation.folio);
    }
  }
  const twins = standing.map((reservation) => {
    const alike = new Set(keysOf(reservation).flatMap((key) => groups.get(key)!));
    alike.delete(reservation.folio);
    return [reservation.folio, [...alike]] as const;
  });
  return new Map(twins.filter(([, others]) => others.length > 0));
}

/** Folding costs more than all the rest, and a board compares the same reservations again and again. */
const keys = new WeakMap<Comparable, readonly string[]>();

function keysOf(reservation: Comparable): readonly string[] {
  const known = keys.get(reservation);
  if (known !== undefined) return known;
  const { serviceDay, name, phone } = reservation;
  const byName = `${serviceDay} ${foldText(name)}`;
  const made = phone === null ? [byName] : [byName, `${serviceDay} ${phone}`];
  keys.set(reservation, made);
  return made;
}
