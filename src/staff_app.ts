/** The staff's application, the board: a function from request to response over all its routes. */
import {
  createListener,
  type Listener,
  type ListenerOptions,
  notFound,
  type Route,
} from "./http/router.ts";
import { type DoctorAccess, healthRoute } from "./http/health.ts";
import { type Metric, metricsRoute } from "./metrics.ts";
import { staffAssetRoutes } from "./staff/assets.ts";
import { firstStepsRoute } from "./staff/first_steps.ts";
import { guardedRoute, type KeyedRoute } from "./staff/sign_in/guard.ts";
import { keyRoutes } from "./staff/sign_in/keys.ts";
import { staffRefusals, type StaffRoute } from "./staff/route.ts";
import { clockRoute } from "./staff/tonight/board_notices.ts";
import { boardRoutes } from "./staff/tonight/board_page.ts";
import { closureRoutes } from "./staff/house/closures.ts";
import { dataRoutes } from "./staff/data/data.ts";
import { codesRoute } from "./staff/house/codes.ts";
import { dayMenuRoutes } from "./staff/house/day_menu.ts";
import { houseRoutes } from "./staff/house/house.ts";
import { settingsRoutes } from "./staff/house/settings.ts";
import { versionRoutes } from "./staff/house/versions.ts";
import { eveningRoutes, printRoute } from "./staff/tonight/evening.ts";
import { fullTimesRoute } from "./staff/tonight/full_times.ts";
import type { LiveBoards } from "./staff/live_boards.ts";
import { reconfirmRoute } from "./staff/tonight/reconfirm.ts";
import { newReservationRoutes } from "./staff/reservation/new_reservation.ts";
import { acknowledgingRoute, reservationActRoute } from "./staff/reservation/reservation_act.ts";
import { withKnownLabels } from "./staff/reservation/tables.ts";
import { reservationPageRoute } from "./staff/reservation/reservation_page.ts";
import { searchRoute } from "./staff/tonight/search.ts";
import { staffSessions } from "./staff/sign_in/session.ts";
import { type SignInOptions, signInRoutes } from "./staff/sign_in/sign_in.ts";
import type { StaffDeps, StaffRole } from "./ports/staff.ts";

export interface StaffAppOptions
  extends
    Omit<SignInOptions, "deps" | "sessions">,
    Pick<ListenerOptions, "logRequest" | "onInternalError"> {
  readonly deps: StaffDeps;
  /** The caller closes it. */
  readonly live: LiveBoards;
  /** The doctor that /healthz answers with how its request arrived; others get 404. */
  readonly doctor?: DoctorAccess;
  readonly metrics?: readonly Metric[];
}

export function createStaffApp(options: StaffAppOptions): Listener {
  const { restaurant, staffUrl: url } = options.deps;
  const routes = privateRoutes(options);
  return createListener({ ...options, url, routes, refused: staffRefusals(restaurant) });
}

/** The routes behind the guard, and those that need no session. */
export function privateRoutes(options: StaffAppOptions): readonly Route[] {
  const { deps, live } = options;
  const guard = { ...options, sessions: staffSessions(deps, options.access) };
  return [
    healthRoute({ ...options, side: "personal", answer: notFound }),
    ...staffAssetRoutes(),
    metricsRoute(options.metrics ?? []),
    ...signInRoutes(guard),
    ...staffRoutes(deps, live).map((route) => guardedRoute(route, guard)),
  ];
}

/** The routes behind the guard, each after the key that opens it. */
export function staffRoutes(deps: StaffDeps, live: LiveBoards): readonly KeyedRoute[] {
  const table: readonly (readonly [StaffRole, ...StaffRoute[]])[] = [
    ["host", ...boardRoutes(deps, live)],
    ["host", fullTimesRoute(deps)],
    ["host", clockRoute(deps)],
    ["host", printRoute(deps)],
    ["host", ...eveningRoutes(deps)],
    ["host", reconfirmRoute(deps)],
    ["host", reservationPageRoute(deps)],
    ["host", withKnownLabels(reservationActRoute(deps), deps)],
    ["host", acknowledgingRoute(deps)],
    ["host", ...newReservationRoutes(deps).map((route) => withKnownLabels(route, deps))],
    ["host", ...houseRoutes(deps)],
    ["host", ...dayMenuRoutes(deps)],
    ["host", ...closureRoutes(deps)],
    ["host", searchRoute(deps)],
    ["owner", ...versionRoutes(deps)],
    ["owner", ...settingsRoutes(deps)],
    ["owner", codesRoute(deps)],
    ["owner", firstStepsRoute(deps)],
    ["owner", ...dataRoutes(deps)],
    ["owner", ...keyRoutes(deps)],
  ];
  return table.flatMap(([key, ...routes]) => routes.map((route) => ({ ...route, key })));
}
