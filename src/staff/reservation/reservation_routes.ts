/** Everything that is done with single reservations. */
import type { StaffDeps } from "../../ports.ts";
import { newReservationRoutes } from "./new_reservation.ts";
import { acknowledgingRoute, reservationActRoute } from "./reservation_act.ts";
import { reservationPageRoute } from "./reservation_page.ts";
import type { StaffRoute } from "../route.ts";

export function reservationRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    reservationPageRoute(deps),
    reservationActRoute(deps),
    acknowledgingRoute(deps),
    ...newReservationRoutes(deps),
  ];
}
