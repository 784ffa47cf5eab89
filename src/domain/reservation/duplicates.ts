/** Reservations that may have been made twice. */
import { foldText } from "../text.ts";
import type { Reservation } from "./reservation.ts";

/** The fields that are compared. */
export type Comparable = Pick<
  Reservation,
  "folio" | "serviceDay" | "name" | "phone" | "status"
>;

/**
 * For each confirmed or arrived reservation that shares its service day, and its phone or its folded name, with others: their folios.
 * Reservations without duplicates have no entry.
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

/** Folding costs more than everything else here, and a board compares the same reservations repeatedly. */
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
