/** Everything that is done with single reservations, and the check of orders that came by message. */
import type { StaffDeps } from "../../ports.ts";
import { newReservationRoutes } from "./new_reservation.ts";
import { orderCheckRoutes } from "./order_check.ts";
import { acknowledgingRoute, reservationActRoute } from "./reservation_act.ts";
import { reservationPageRoute } from "./reservation_page.ts";
import type { StaffRoute } from "../route.ts";

export function reservationRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    reservationPageRoute(deps),
    reservationActRoute(deps),
    acknowledgingRoute(deps),
    ...newReservationRoutes(deps),
    ...orderCheckRoutes(deps),
  ];
}
