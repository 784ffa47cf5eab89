import { parseArgs } from "@std/cli";
import type { Environment } from "../config/config.ts";
import type { LatLng } from "../domain/location.ts";
import { MAP_STYLES } from "../pages/styles.ts";
import { SNAP_LIMIT_METERS, streetRoutes } from "../routing/built_in_planner.ts";
import type { MapInfo } from "../routing/map_file/layout.ts";
import { loadMap } from "../routing/map_file/map_file.ts";
import { OSM_CREDIT, routePicture } from "../routing/picture/route_picture.ts";
import type { CommandIo } from "./io.ts";
import { joinedValues } from "./joined_values.ts";
import { mapCommand, mapOrigin, notAPoint, pointOf } from "./map_command.ts";

const SHOW_USAGE = `usage: sobremesa map show mapa.bin --to LAT,LNG [--from LAT,LNG] > route.svg

  --to    where the drive ends
  --from  where it starts; without it, at the restaurant of RESTAURANT_FILE`;

interface ShowArguments {
  readonly file: string;
  readonly to: LatLng;
  readonly from: LatLng | null;
}

/**
 * `sobremesa map show mapa.bin --to LAT,LNG`: draws a drive as guests see it, as an SVG that stands alone.
 *
 * @returns the exit code: 0 when it is drawn, 1 when it is not, 2 when the arguments make no sense
 */
export function showMap(
  args: readonly string[],
  environment: Environment,
  io: CommandIo,
): Promise<number> {
  return mapCommand(readArgs(args), io, async (wanted) => {
    const origin = await mapOrigin(wanted.from, environment);
    if (origin === null) {
      io.err("where does the drive start? Give --from LAT,LNG, or set RESTAURANT_FILE");
      return 2;
    }
    const { graph, index, info } = await loadMap(wanted.file);
    const { location, preference } = origin;
    const outside = outsideOf(info, { from: location, to: wanted.to });
    if (outside !== null) {
      io.err(outside);
      return 1;
    }
    const routes = streetRoutes(graph, location, { index, preference });
    const source = { graph, index, routes, credit: OSM_CREDIT };
    const picture = routePicture(source, wanted.to, "es", MAP_STYLES);
    io[picture === null ? "err" : "out"](picture ?? NO_ROUTE);
    return picture === null ? 1 : 0;
  });
}

/** Which of two points lies outside the map's streets, in words; null where neither does. */
function outsideOf({ bbox }: MapInfo, points: Readonly<Record<string, LatLng>>): string | null {
  const { south, west, north, east } = bbox;
  const margin = SNAP_LIMIT_METERS / 1e5;
  const found = Object.entries(points).find(([, { lat, lng }]) =>
    lat < south - margin || lat > north + margin || lng < west - margin || lng > east + margin
  );
  if (found === undefined) return null;
  const [end, { lat, lng }] = found;
  return `the drive's ${end === "from" ? "start" : "end"} (${lat}, ${lng}) is outside the map, ` +
    `which lies between ${south}, ${west} and ${north}, ${east}`;
}

const NO_ROUTE = "no car gets there: no street within 200 m of --to that the drive reaches";

function readArgs(args: readonly string[]): ShowArguments | string {
  let known = true;
  const { _: files, to, from } = parseArgs(joinedValues(args, ["to", "from"]), {
    string: ["to", "from", "_"],
    unknown: (_argument, option) => option === undefined || (known = false),
  });
  if (!known || files.length !== 1 || typeof to !== "string") return SHOW_USAGE;
  const end = pointOf(to);
  if (end === null) return notAPoint("to", to);
  if (from === undefined) return { file: String(files[0]), to: end, from: null };
  const start = pointOf(String(from));
  return start === null
    ? notAPoint("from", String(from))
    : { file: String(files[0]), to: end, from: start };
}
