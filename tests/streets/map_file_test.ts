import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { streetRouter } from "./_small_graphs.ts";
import { boxOf } from "../../src/streets/coordinates.ts";
import {
  ATTRIBUTION,
  mapFrom,
  type MapInfo,
  readMap,
  writeMap,
} from "../../src/streets/map_file.ts";
import { StreetsError } from "../../src/streets/streets_error.ts";
import { type StreetGraph } from "../../src/streets/street_graph.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { randomNumbers, TOWN_CENTER, townGraph, townPoints } from "./_town.ts";

const SIDE = 12;
const graph = townGraph(SIDE);
const INFO: MapInfo = {
  bbox: boxOf(graph),
  timestamp: "2024-09-08T20:21:00Z",
  attribution: ATTRIBUTION,
};

/** The bytes of a map file. */
async function mapBytes(graph: StreetGraph, info: MapInfo): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array();
  await inFolder(async (path) => {
    await writeMap(path, graph, info);
    bytes = await Deno.readFile(path);
  });
  return bytes;
}

/** Calls `use` with the path of a map in a new folder. */
async function inFolder(use: (path: string, folder: string) => Promise<void>): Promise<void> {
  await using folder = await tempFolder();
  await use(join(folder.path, "mapa.bin"), folder.path);
}

Deno.test("a loaded map equals the written one exactly, and gives the same routes", async () => {
  await inFolder(async (path) => {
    assertEquals(await writeMap(path, graph, INFO), (await Deno.stat(path)).size);
    const map = await readMap(path);
    assertEquals(map.info, INFO);
    assertEquals(map.graph, graph);
    const [before, after] = [
      streetRouter(graph, TOWN_CENTER),
      streetRouter(map.graph, TOWN_CENTER, { index: map.index }),
    ];
    for (const point of townPoints(SIDE, 50)) assertEquals(after(point), before(point));
  });
});

Deno.test("a new map replaces the old one and leaves no other file", async () => {
  await inFolder(async (path, folder) => {
    await writeMap(path, graph, INFO);
    await writeMap(path, townGraph(5), INFO);
    assertEquals((await readMap(path)).graph.edgeSegment.length, townGraph(5).edgeSegment.length);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["mapa.bin"]);
  });
});

Deno.test("a map that cannot be renamed leaves no file, and the error says why", async () => {
  await inFolder(async (path, folder) => {
    await Deno.mkdir(join(path, "a folder with something in it"), { recursive: true });
    const error = await assertRejects(() => writeMap(path, graph, INFO), StreetsError);
    assert(error.message.startsWith(`${path}: el mapa no se puede escribir: `), error.message);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["mapa.bin"]);
  });
});

Deno.test("a missing file, another kind of file and another version have an error each, with the remedy", async () => {
  await inFolder(async (path) => {
    const refusal = async (bytes: Uint8Array<ArrayBuffer> | null) => {
      if (bytes !== null) await Deno.writeFile(path, bytes);
      const error = await assertRejects(() => readMap(path), StreetsError);
      assert(error.message.startsWith(`${path}: `) && error.message.includes("map import"));
      return error.message;
    };
    const bytes = await mapBytes(graph, INFO);
    assert((await refusal(null)).includes("no existe ese mapa"));
    assert((await refusal(new Uint8Array())).includes("no es un mapa de Sobremesa"));
    assert((await refusal(new TextEncoder().encode("PK whatever"))).includes("no es un mapa"));
    assert((await refusal(bytes.slice(0, 40))).includes("dañado"));
    assert((await refusal(bytes.slice(0, -1))).includes("dañado: tiene"));
    for (const version of [3, 9]) {
      const other = bytes.slice();
      other[8] = version;
      const message = await refusal(other);
      assert(message.includes(`de la versión ${version}, y este programa lee la 6`), message);
    }
  });
});

Deno.test("a flipped bit, a cut or random bytes anywhere are an error, never another map", async () => {
  const whole = await mapBytes(townGraph(4), INFO);
  const random = randomNumbers(77);
  const below = (n: number) => Math.floor(random() * n);
  const changes: ((bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>)[] = [
    (bytes) => {
      bytes[below(bytes.length)]! ^= 1 << below(8);
      return bytes;
    },
    (bytes) => {
      // The header and the table of contents are small: a quarter of the changes go there.
      bytes[below(64 + 400)]! ^= 1 + below(255);
      return bytes;
    },
    (bytes) => bytes.slice(0, below(bytes.length)),
    (bytes) => bytes.map((byte, i) => i < 8 || random() < 0.5 ? byte : below(256)),
  ];
  for (let i = 0; i < 2000; i++) {
    const changed = changes[i % changes.length]!(whole.slice());
    await assertRejects(() => mapFrom("mapa.bin", changed), StreetsError);
  }
  assertEquals(
    (await mapFrom("mapa.bin", whole.slice())).graph.edgeSegment.length,
    townGraph(4).edgeSegment.length,
  );
});
