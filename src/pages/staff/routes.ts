/** Everything the board serves to staff who are signed in. A part of the board is a file of its own. */
import type { StaffDeps } from "../../ports.ts";
import { boardRoutes } from "./board_page.ts";
import { closureRoutes } from "./closures.ts";
import { dataRoutes } from "./data.ts";
import { houseRoutes } from "./house.ts";
import type { LiveBoards } from "./live/live_boards.ts";
import { liveRoutes } from "./live/live_routes.ts";
import { printRoutes } from "./print_page.ts";
import { reservationRoutes } from "./reservation_routes.ts";
import type { StaffRoute } from "./route.ts";
import { searchRoutes } from "./search.ts";

/** @param live the boards that are open, and what they are told: one for the process */
export function staffRoutes(deps: StaffDeps, live: LiveBoards): readonly StaffRoute[] {
  return [
    ...boardRoutes(deps),
    ...printRoutes(deps),
    ...liveRoutes(live),
    ...reservationRoutes(deps),
    ...houseRoutes(deps),
    ...closureRoutes(deps),
    ...searchRoutes(deps),
    ...dataRoutes(deps),
  ];
}
