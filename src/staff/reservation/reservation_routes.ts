/** Everything that is done with single reservations, and the check of orders that came by message. */
import type { StaffDeps } from "../../ports.ts";
import { manyActsRoute } from "./many_acts.ts";
import { newReservationRoutes } from "./new_reservation.ts";
import { orderCheckRoutes } from "./order_check.ts";
import { reservationActRoute } from "./reservation_act.ts";
import { reservationPageRoute } from "./reservation_page.ts";
import type { StaffRoute } from "../route.ts";

export function reservationRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    reservationPageRoute(deps),
    reservationActRoute(deps),
    manyActsRoute(deps),
    ...newReservationRoutes(deps),
    ...orderCheckRoutes(deps),
  ];
}
