import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { Environment } from "../../src/config/config.ts";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { writeMapOf } from "../streets/_map_files.ts";
import { townGraph } from "../streets/_town.ts";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { inTempFolder } from "../support/temp_folder.ts";
import { type Said, said } from "./_run.ts";

/** Runs `work` with a file for a restaurant, and `map check` of a map of a town around it. */
function inTown(
  work: (
    check: (environment: Environment, data?: Data) => Promise<Said>,
    restaurant: string,
  ) => Promise<void>,
): Promise<void> {
  return inTempFolder(async (folder) => {
    const file = join(folder, "mapa.bin");
    const graph = townGraph(30);
    await work(async (environment, { timestamp = null, args = [] } = {}) => {
      await writeMapOf(graph, file, timestamp);
      return await said(["map", "check", file, ...args], environment);
    }, join(folder, "restaurante.json"));
  });
}

interface Data {
  /** Of the map. */
  readonly timestamp?: string;
  /** Of the command. */
  readonly args?: readonly string[];
}

Deno.test("map check prints the share of the delivery circle, cut-off streets and the map's edge", async () => {
  await inTown(async (check, RESTAURANT_FILE) => {
    const near: Edit[] = [
      ["ubicacion", { lat: 20.967, lng: -89.6237 }],
      ["envio.radio_maximo_km", 1.2],
    ];
    await Deno.writeTextFile(RESTAURANT_FILE, editedSample(...near));
    const good = await check({ RESTAURANT_FILE });
    assertEquals([good.code, good.complained], [0, ""]);
    for (const part of ["Covered: 100.0 %", "0.0 km cut off", "within the map's box", "is good"]) {
      assert(good.said.includes(part), good.said);
    }
    await Deno.writeTextFile(RESTAURANT_FILE, editedSample(...near, ["envio.radio_maximo_km", 8]));
    const wide = await check({ RESTAURANT_FILE });
    assertEquals(wide.code, 0);
    assert(wide.said.includes("The circle reaches beyond the map"));
    assert(wide.said.includes("--around 20.967,-89.6237,12"), wide.said);
    assert(wide.said.includes("Coverage is poor"), wide.said);
    const { code, complained } = await check({});
    assertEquals(code, 2);
    assert(complained.includes("which restaurant?"), complained);
  });
});

Deno.test("map check says how old the data is, and warns if it is over a year", async () => {
  await inTown(async (check, restaurant) => {
    await Deno.writeTextFile(restaurant, SAMPLE_FILE_TEXT);
    const args = ["--restaurant", restaurant];
    for (const [days, warns] of [[364, false], [367, true]] as const) {
      const data = Temporal.Now.instant().subtract({ hours: 24 * days + 1 });
      const timestamp = data.toString({ smallestUnit: "second" });
      const { code, said } = await check({}, { timestamp, args });
      assertEquals(code, 0);
      assert(said.includes(`data of ${timestamp}, ${days} days old`), said);
      assertEquals(said.includes("over a year old: import a newer extract"), warns, said);
    }
  });
});
