import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { type Country, STREETS, writeCountry } from "../support/country.ts";
import { measuredRun } from "../support/process_state.ts";
import { inTempFolder } from "../support/temp_folder.ts";

/** The clip keeps the first town, which is the same whatever the size of the country. */
const SMALL: Country = { towns: 10 };
const LARGE: Country = { towns: 30 };
const WAYS_FIRST: Country = { ...LARGE, order: ["way", "relation", "node"] };

/** Equal runs differ by up to 35 MB. An import that keeps the nodes of the rest grows by 118 MB. */
const MAX_GROWTH_MB = 80;

Deno.test("a clip out of a country on standard input takes memory for what it keeps, in any order, not for the rest", () =>
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
    const kept = `Quedan ${STREETS.toLocaleString("es-MX")} vías para autos`;
    assertStringIncludes(large.stdout, kept);
  }));

async function clipped(folder: string, country: Country) {
  const [file, out] = [join(folder, "country.osm.pbf"), join(folder, "mapa.bin")];
  const fileMb = writeCountry(file, country) / 1e6;
  const run = await measuredRun(
    [
      ...["map", "import", "-", "--around", "20.967,-89.624,20"],
    ],
    file,
    { DATA_DIR: folder },
  );
  assertEquals(run.code, 0, run.stderr);
  return { ...run, fileMb, map: await Deno.readFile(out) };
}
