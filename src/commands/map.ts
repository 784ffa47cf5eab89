import type { CommandIo } from "./io.ts";
import { importMap } from "./map_import.ts";

const USAGE =
  `usage: sobremesa map import FILE --out mapa.bin [--bbox S,W,N,E | --around LAT,LNG,KM]`;

/**
 * `sobremesa map import ...`: what there is to do with maps.
 * @returns the exit code: 0 when it is done, 1 when it could not be, 2 when the arguments make no sense
 */
export async function map([what, ...args]: readonly string[], io: CommandIo): Promise<number> {
  if (what === "import") return await importMap(args, io);
  io.err(what === undefined ? USAGE : `sobremesa: there is no command "map ${what}"\n${USAGE}`);
  return 2;
}
