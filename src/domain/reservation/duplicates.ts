/** Reservations that may have been made twice. */
import { foldText } from "../text.ts";
import { type Reservation, WALK_IN_NAME } from "./reservation.ts";

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
  const standing = reservations.filter(({ status }) =>
    status === "confirmed" || status === "arrived"
  );
  const keyed = standing.flatMap((each) => keysOf(each).map((key) => ({ key, folio: each.folio })));
  const groups = Map.groupBy(keyed, ({ key }) => key);
  const twins = standing.map((each) => {
    const alike = keysOf(each).flatMap((key) => groups.get(key)!.map(({ folio }) => folio));
    const others = new Set(alike);
    others.delete(each.folio);
    return [each.folio, [...others]] as const;
  });
  return new Map(twins.filter(([, others]) => others.length > 0));
}

/** Folding costs more than everything else here, and a board compares the same reservations repeatedly. */
const keys = new WeakMap<Comparable, readonly string[]>();

function keysOf(reservation: Comparable): readonly string[] {
  const known = keys.get(reservation);
  if (known !== undefined) return known;
  const { serviceDay, name, phone } = reservation;
  // Walk-ins all bear the same name, and are no one's double.
  if (phone === null && name === WALK_IN_NAME) return [];
  const byName = `${serviceDay} ${foldText(name)}`;
  const made = phone === null ? [byName] : [byName, `${serviceDay} ${phone}`];
  keys.set(reservation, made);
  return made;
}
