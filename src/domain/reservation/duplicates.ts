/** Reservations that may have been made twice. */
import { foldText } from "../text.ts";
import { type Reservation, WALK_IN_NAME } from "./reservation.ts";

/** The fields that are compared. */
export type Comparable = Pick<Reservation, "folio" | "serviceDay" | "name" | "phone" | "status">;

/**
 * Those of `others` that may be `reservation` once more: confirmed or arrived, on its service day, with its phone or its folded name.
 * None where it is itself cancelled or a no-show. Walk-ins without a name match only by phone.
 */
export function possibleDuplicates<Other extends Comparable>(
  reservation: Comparable,
  others: readonly Other[],
): readonly Other[] {
  const { folio, serviceDay, name, phone } = reservation;
  const folded = foldText(name);
  return !isExpected(reservation)
    ? []
    : others.filter((other) =>
      isExpected(other) && other.folio !== folio && other.serviceDay === serviceDay &&
      (phone !== null && other.phone === phone ||
        name !== WALK_IN_NAME && foldText(other.name) === folded)
    );
}

function isExpected({ status }: Comparable): boolean {
  return status === "confirmed" || status === "arrived";
}
