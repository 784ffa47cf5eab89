/** Data that leaves, and data that goes: GET /datos, GET /datos.csv, POST /borrar. */
import type { StaffDeps } from "../../ports.ts";
import { exportRange } from "./csv_export.ts";
import { showData } from "./data_page.ts";
import { eraseOnRequest } from "./erase.ts";
import type { StaffRoute } from "../route.ts";

export function dataRoutes(deps: StaffDeps): readonly StaffRoute[] {
  return [
    { method: "GET", path: "/datos", show: (visit) => showData(deps, visit) },
    { method: "GET", path: "/datos.csv", show: (visit) => exportRange(deps, visit) },
    { method: "POST", path: "/borrar", act: (act) => eraseOnRequest(deps, act) },
  ];
}
