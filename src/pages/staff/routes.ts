/** Everything the board serves to staff who are signed in. A part of the board is a file of its own. */
import type { StaffDeps } from "../../staff_deps.ts";
import type { LiveBoards } from "./live/live_boards.ts";
import type { StaffRoute } from "./route.ts";

/** @param live the boards that are open, and what they are told: one for the process */
export function staffRoutes(_deps: StaffDeps, _live: LiveBoards): readonly StaffRoute[] {
  return [];
}
