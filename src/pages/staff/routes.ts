/** Everything the board serves to staff who are signed in. A part of the board is a file of its own. */
import type { StaffDeps } from "../../staff_deps.ts";
import type { StaffRoute } from "./route.ts";

export function staffRoutes(_deps: StaffDeps): readonly StaffRoute[] {
  return [];
}
