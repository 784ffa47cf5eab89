/** The relations of one quarter of a made-up country. */
import type { Member } from "../../../src/routing/osm_pbf/elements.ts";
import { type CountrySize, nodeId, quarterCount, STREETS } from "./country.ts";
import type { TagList } from "./country_tags.ts";
import { junction, QUARTER_WAYS, wayId } from "./quarter.ts";

export type VisitRelation = (id: number, members: readonly Member[], tags: TagList) => void;

const LAST_RELATION_ID = 19e6;
const ROLES = 8;
/** A bus line of many members exists in one of this many quarters. */
const QUARTERS_A_ROUTE = 50;
const ROUTE_MEMBERS = 300;

/** A turn restriction, an area with a hole in it, and in some quarters a bus line. */
export function relationsOf(country: CountrySize, quarter: number, visit: VisitRelation): void {
  const first = 10 + quarter * Math.floor(LAST_RELATION_ID / quarterCount(country));
  const way = (number: number, role: string): Member => ({
    type: "way",
    ref: wayId(country, quarter, number),
    role,
  });
  const [row, column] = [quarter % STREETS, 1 + quarter % (STREETS - 2)];
  const via = nodeId(country, quarter, junction(row, 2));
  visit(first, [
    way(row * 4, "from"),
    { type: "node", ref: via, role: "via" },
    way((STREETS + 2) * 4 + Math.min(3, row >> 1), "to"),
  ], ["type", "restriction", "restriction", quarter % 2 === 0 ? "no_left_turn" : "no_right_turn"]);
  visit(first + 1, [
    way(QUARTER_WAYS - 1 - column, "outer"),
    way(QUARTER_WAYS - ROLES - column, "inner"),
  ], ["type", "multipolygon", "landuse", "farmland", "source", "INEGI"]);
  if (quarter % QUARTERS_A_ROUTE > 0) return;
  const members = Array.from({ length: ROUTE_MEMBERS }, (_, i) => way(i % QUARTER_WAYS, ""));
  visit(first + 2, members, ["type", "route", "route", "bus", "ref", `${quarter}`]);
}
