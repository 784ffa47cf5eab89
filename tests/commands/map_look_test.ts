import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { ATTRIBUTION, boxOf } from "../../src/routing/map_file/layout.ts";
import { writeMap } from "../../src/routing/map_file/map_file.ts";
import { townGraph } from "../routing/town.ts";
import { type Edit, editedSample } from "../restaurant/edited_sample.ts";
import { recordingIo, run } from "./_run.ts";

/** A map of a town around the sample restaurant, and its file. */
async function inTown(
  work: (ran: (...args: string[]) => Promise<Ran>, restaurant: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const [file, restaurant] = [join(folder, "mapa.bin"), join(folder, "restaurante.json")];
  const graph = townGraph(30);
  const info = { bbox: boxOf(graph), timestamp: null, attribution: ATTRIBUTION, source: "town" };
  await writeMap(file, graph, info);
  await Deno.writeTextFile(restaurant, SAMPLE_FILE_TEXT);
  try {
    await work(async (what, ...args) => {
      const io = recordingIo();
      const own = args[0] === "own";
      const environment = own ? { RESTAURANT_FILE: restaurant } : {};
      const code = await run(["map", what!, file, ...args.slice(own ? 1 : 0)], environment, io);
      return { code, said: io.written.join("\n"), complained: io.complained.join("\n") };
    }, restaurant);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Ran {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

Deno.test("map show draws the drive from the restaurant to a point, with its style, and credits the map", async () => {
  await inTown(async (ran, restaurant) => {
    const { code, said, complained } = await ran("show", "own", "--to", "20.9712,-89.6291");
    assertEquals([code, complained], [0, ""]);
    assert(said.startsWith("<svg ") && said.endsWith("</svg>") && said.includes("<style>"));
    assert(said.includes("© OpenStreetMap contributors") && said.includes("map-route"));
    const given = await ran("show", "--to", "20.9712,-89.6291", "--restaurant", restaurant);
    assertEquals([given.code, given.said], [0, said]);
  });
});

Deno.test("map show says what is wrong with its arguments, and where no car gets", async () => {
  await inTown(async (ran) => {
    const refused = async (expected: number, part: string, ...args: string[]) => {
      const { code, said, complained } = await ran("show", ...args);
      assertEquals([code, said], [expected, ""]);
      assert(complained.includes(part), complained);
    };
    await refused(2, "--to 20.9: give latitude,longitude", "own", "--to", "20.9");
    await refused(2, "--to 91,0: give", "own", "--to", "91,0");
    await refused(2, "which restaurant? Give --restaurant FILE", "--to", "20.9712,-89.6291");
    const outside = "the drive's end (-33.4, -70.6) is outside the map, which lies between ";
    await refused(1, outside, "own", "--to", "-33.4,-70.6");
  });
});

Deno.test("map check prints the share of the delivery circle, cut-off streets and the map's edge", async () => {
  await inTown(async (ran, restaurant) => {
    const near: Edit[] = [
      ["ubicacion", { lat: 20.967, lng: -89.6237 }],
      ["envio.radio_maximo_km", 1.2],
    ];
    await Deno.writeTextFile(restaurant, editedSample(...near));
    const good = await ran("check", "own");
    assertEquals([good.code, good.complained], [0, ""]);
    for (const part of ["Covered: 100.0 %", "0.0 km cut off", "within the map's box", "is good"]) {
      assert(good.said.includes(part), good.said);
    }
    await Deno.writeTextFile(restaurant, editedSample(...near, ["envio.radio_maximo_km", 8]));
    const wide = await ran("check", "own");
    assertEquals(wide.code, 0);
    assert(wide.said.includes("beyond the map's streets to the north, east, south, west"));
    assert(wide.said.includes("--around 20.967,-89.6237,12"), wide.said);
    assert(wide.said.includes("Coverage is poor"), wide.said);
    const { code, complained } = await ran("check");
    assertEquals(code, 2);
    assert(complained.includes("which restaurant?"), complained);
  });
});

Deno.test("map check says how old the data is, and warns where it is over a year", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "mapa.bin");
    const graph = townGraph(12);
    for (const [days, warns] of [[364, false], [367, true]] as const) {
      const data = Temporal.Now.instant().subtract({ hours: 24 * days + 1 });
      const timestamp = data.toString({ smallestUnit: "second" });
      const info = { bbox: boxOf(graph), timestamp, attribution: ATTRIBUTION, source: "town" };
      await writeMap(file, graph, info);
      const io = recordingIo();
      const restaurant = join(folder, "restaurante.json");
      await Deno.writeTextFile(restaurant, SAMPLE_FILE_TEXT);
      const args = ["map", "check", file, "--restaurant", restaurant];
      assertEquals(await run(args, {}, io), 0);
      const said = io.written.join("\n");
      assert(said.includes(`data of ${timestamp}, ${days} days old`), said);
      assertEquals(said.includes("over a year old: import a newer extract"), warns, said);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
