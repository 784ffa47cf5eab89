/** Everything the board serves to staff who are signed in. A part of the board is a file of its own. */
import type { StaffDeps } from "../ports.ts";
import { boardRoutes } from "./tonight/board_page.ts";
import { closureRoutes } from "./house/closures.ts";
import { dataRoutes } from "./data/data.ts";
import { houseRoutes } from "./house/house.ts";
import { fullTimesRoute } from "./tonight/full_times.ts";
import { type LiveBoards, liveRoutes } from "./tonight/live_boards.ts";
import { printRoutes } from "./tonight/print_page.ts";
import { newReservationRoutes } from "./reservation/new_reservation.ts";
import { acknowledgingRoute, reservationActRoute } from "./reservation/reservation_act.ts";
import { reservationPageRoute } from "./reservation/reservation_page.ts";
import type { StaffAct, StaffRoute } from "./route.ts";
import { walkInRoutes } from "./tonight/walk_in.ts";
import { searchRoutes } from "./tonight/search.ts";

/** @param live the boards that are open, and what they are told: one for the process */
export function staffRoutes(deps: StaffDeps, live: LiveBoards): readonly StaffRoute[] {
  return [
    ...boardRoutes(deps, live),
    ...walkInRoutes(deps),
    fullTimesRoute(deps),
    ...printRoutes(deps),
    ...liveRoutes(live),
    reservationPageRoute(deps),
    reservationActRoute(deps),
    acknowledgingRoute(deps),
    ...newReservationRoutes(deps),
    ...houseRoutes(deps),
    ...closureRoutes(deps),
    ...searchRoutes(deps),
    ...dataRoutes(deps),
  ].map((route) => forgettingAfter(route, live));
}

/** The page that has acted reads its day anew at once, and must see what it did. */
function forgettingAfter(route: StaffRoute, live: LiveBoards): StaffRoute {
  if (route.method === "GET") return route;
  const act = async (given: StaffAct) => {
    try {
      return await route.act(given);
    } finally {
      live.forget();
    }
  };
  return { ...route, act };
}
