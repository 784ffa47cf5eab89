import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { ATTRIBUTION, boxOf } from "../../src/routing/map_file/layout.ts";
import { writeMap } from "../../src/routing/map_file/map_file.ts";
import { townGraph } from "../routing/town.ts";
import { recordingIo, run } from "./_run.ts";

/** A map of a town around the sample restaurant, and its file. */
async function inTown(
  work: (ran: (...args: string[]) => Promise<Ran>) => Promise<void>,
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
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Ran {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

Deno.test("map show draws the drive between two points, with its style, and credits the map", async () => {
  await inTown(async (ran) => {
    const { code, said, complained } = await ran(
      ...["show", "--to", "20.9712,-89.6291", "--from", "20.967,-89.6237"],
    );
    assertEquals([code, complained], [0, ""]);
    assert(said.startsWith("<svg ") && said.endsWith("</svg>") && said.includes("<style>"));
    assert(said.includes("© OpenStreetMap contributors") && said.includes("map-route"));
  });
});

Deno.test("without --from, map show starts at the restaurant of RESTAURANT_FILE, or asks where", async () => {
  await inTown(async (ran) => {
    const own = await ran("show", "own", "--to", "20.9712,-89.6291");
    const given = await ran("show", "--to", "20.9712,-89.6291", "--from", "20.969,-89.621");
    assertEquals([own.code, own.said], [0, given.said]);
    const { code, complained } = await ran("show", "--to", "20.9712,-89.6291");
    assertEquals(code, 2);
    assert(complained.includes("RESTAURANT_FILE"), complained);
  });
});

Deno.test("map show says what is wrong with its arguments, and where no car gets", async () => {
  await inTown(async (ran) => {
    const from = ["--from", "20.967,-89.6237"];
    const refused = async (expected: number, part: string, ...args: string[]) => {
      const { code, said, complained } = await ran("show", ...args);
      assertEquals([code, said], [expected, ""]);
      assert(complained.includes(part), complained);
    };
    await refused(2, "--to 20.9: give latitude,longitude", "--to", "20.9", ...from);
    await refused(2, "--from 91,0: give", "--to", "20.9,-89.6", "--from", "91,0");
    const box = "is outside the map, which lies between ";
    await refused(1, `the drive's end (-33.4, -70.6) ${box}`, "--to", "-33.4,-70.6", ...from);
    await refused(1, `the drive's start (0, 0) ${box}`, "--to", "20.967,-89.62", "--from", "0,0");
  });
});

Deno.test("map check prints the share of the circle, cut-off streets and the map's edge", async () => {
  await inTown(async (ran) => {
    const good = await ran("check", "--at", "20.967,-89.6237", "--radius", "1.2");
    assertEquals([good.code, good.complained], [0, ""]);
    for (const part of ["Covered: 100.0 %", "0.0 km cut off", "within the map's box", "is good"]) {
      assert(good.said.includes(part), good.said);
    }
    const wide = await ran("check", "--at", "20.967,-89.6237", "--radius", "8");
    assertEquals(wide.code, 0);
    assert(wide.said.includes("beyond the map's streets to the north, east, south, west"));
    assert(wide.said.includes("--around 20.967,-89.6237,12"), wide.said);
    assert(wide.said.includes("Coverage is poor"), wide.said);
  });
});

Deno.test("map check takes circle and radius from RESTAURANT_FILE, and asks where it has neither", async () => {
  await inTown(async (ran) => {
    const own = await ran("check", "own");
    assertEquals(own.code, 0);
    assert(own.said.includes("km around 20.969, -89.621"), own.said);
    for (const args of [[], ["--at", "20.967,-89.6237"], ["--radius", "2"]]) {
      const { code, complained } = await ran("check", ...args);
      assertEquals(code, 2);
      assert(complained.includes("which circle?"), complained);
    }
    const far = await ran("check", "--at", "20.967,-89.6237", "--radius", "1e3");
    assertEquals(far.code, 2);
    assert(far.complained.includes("kilometres from 0.1 to 100"), far.complained);
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
      const args = ["map", "check", file, "--at", "20.967,-89.6237", "--radius", "0.5"];
      assertEquals(await run(args, {}, io), 0);
      const said = io.written.join("\n");
      assert(said.includes(`data of ${timestamp}, ${days} days old`), said);
      assertEquals(said.includes("over a year old: import a newer extract"), warns, said);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
