import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { type CountryFileOptions, writeCountry } from "../support/country/country_file.ts";
import { measuredRun } from "../support/process_memory.ts";
import { inTempFolder } from "../support/temp_folder.ts";

/** What the first town, which the clip keeps, consists of, whatever the size of the country. */
const quartersATown = 50;
const SMALL: CountryFileOptions = { towns: 10, quartersATown };
const LARGE: CountryFileOptions = { towns: 30, quartersATown };
const WAYS_FIRST: CountryFileOptions = { ...LARGE, order: ["ways", "relations", "nodes"] };

/** Equal runs differ by up to 35 MB. An import that keeps the nodes of the rest grows by 320 MB. */
const MAX_GROWTH_MB = 80;

Deno.test("a clip out of a country takes memory for what it keeps, in any order, not for the rest", () =>
  inTempFolder(async (folder) => {
    const small = await clipped(folder, SMALL);
    const large = await clipped(folder, LARGE);
    const waysFirst = await clipped(folder, WAYS_FIRST);
    assert(large.fileMb > 2.9 * small.fileMb, `${small.fileMb} and ${large.fileMb} MB of input`);
    for (const { peakMb } of [large, waysFirst]) {
      const words = `${small.peakMb} MB of memory, then ${peakMb} MB`;
      assert(peakMb - small.peakMb < MAX_GROWTH_MB, words);
    }
    assertEquals(waysFirst.map, large.map);
    assert(/Kept 4,2\d\d ways that cars drive/.test(large.stdout), large.stdout);
  }));

async function clipped(folder: string, country: CountryFileOptions) {
  const [file, out] = [join(folder, "country.osm.pbf"), join(folder, "mapa.bin")];
  const fileMb = writeCountry(file, country).bytes / 1e6;
  const run = await measuredRun([
    ...["map", "import", file, "--out", out, "--around", "20.967,-89.624,20"],
  ]);
  assertEquals(run.code, 0, run.stderr);
  return { ...run, fileMb, map: await Deno.readFile(out) };
}
