/**
 * Cost of clipping a whole country: made-up extracts of 50 to 600 MB (Mexico's has about 600), of which the streets 20 km
 * around Mérida are kept with the command that operators use. The town is the same in all of them, with twice the junctions of
 * the real one. Then the largest again with its ways before its nodes. Fails if one takes more than 500 MB of memory.
 *
 *   deno run --allow-all tests/bench/import_bench.ts [towns ...]      3 minutes, and 600 MB of disk
 */
import { join } from "node:path";
import { type CountryFileOptions, writeCountry } from "../support/country/country_file.ts";
import { measuredRun } from "../support/process_memory.ts";
import { print } from "./figures.ts";

const MAX_MB = 500;
const QUARTERS_A_TOWN = 655;
const towns = Deno.args.length > 0 ? Deno.args.map(Number) : [6, 18, 35, 70];

const folder = await Deno.makeTempDir();
try {
  for (const count of towns) await measure({ towns: count, quartersATown: QUARTERS_A_TOWN });
  await measure({
    towns: Math.max(...towns),
    quartersATown: QUARTERS_A_TOWN,
    order: ["ways", "relations", "nodes"],
  });
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function measure(country: CountryFileOptions): Promise<void> {
  const [file, out] = [join(folder, "country.osm.pbf"), join(folder, "mapa.bin")];
  const { bytes, nodes, ways } = writeCountry(file, country);
  const { code, stderr, seconds, peakMb } = await measuredRun([
    ...["map", "import", file, "--out", out, "--around", "20.967,-89.624,20"],
  ]);
  if (code !== 0) throw new Error(stderr);
  if (peakMb > MAX_MB) Deno.exitCode = 1;
  const millions = (count: number) => (count / 1e6).toFixed(1);
  print(
    `${(bytes / 1e6).toFixed(0).padStart(4)} MB, ${millions(nodes)} million nodes, ` +
      `${millions(ways)} million ways${country.order ? ", ways first" : ""}: ` +
      `${peakMb.toFixed(0)} MB of memory at most (bound ${MAX_MB}), ` +
      `${seconds.toFixed(1)} s, ${(bytes / 1e6 / seconds).toFixed(0)} MB/s`,
  );
}
