import type { Environment } from "../config/config.ts";
import type { CommandIo } from "./io.ts";
import { checkMap } from "./map_check.ts";
import { importMap } from "./map_import.ts";
import { showMap } from "./map_show.ts";

const USAGE =
  `usage: sobremesa map import FILE --out mapa.bin [--restaurant FILE | --around LAT,LNG,KM | --bbox S,W,N,E]
       sobremesa map show mapa.bin --to LAT,LNG [--from LAT,LNG] > route.svg
       sobremesa map check mapa.bin [--at LAT,LNG] [--radius KM]`;

/**
 * `sobremesa map import ...`: what there is to do with maps.
 * @returns the exit code: 0 when it is done, 1 when it could not be, 2 when the arguments make no sense
 */
export async function map(
  [what, ...args]: readonly string[],
  io: CommandIo,
  environment: Environment = {},
): Promise<number> {
  if (what === "import") return await importMap(args, environment, io);
  if (what === "show") return await showMap(args, environment, io);
  if (what === "check") return await checkMap(args, environment, io);
  io.err(what === undefined ? USAGE : `sobremesa: there is no command "map ${what}"\n${USAGE}`);
  return 2;
}
