import { assert, assertEquals, assertRejects } from "@std/assert";
import { streetRouter } from "./_small_graphs.ts";
import { boxOf } from "../../src/streets/coordinates.ts";
import { ATTRIBUTION, type MapContents, readMap, writeMap } from "../../src/streets/map_file.ts";
import { streetIndex } from "../../src/streets/street_index.ts";
import { StreetsError } from "../../src/streets/streets_error.ts";
import { testInFolder } from "../support/temp_folder.ts";
import { randomNumbers, TOWN_CENTER, townGraph, townPoints } from "./_town.ts";

const SIDE = 12;
const TOWN = mapOfTown(SIDE);

function mapOfTown(side: number): MapContents {
  const graph = townGraph(side);
  const timestamp = "2024-09-08T20:21:00Z";
  const info = { bbox: boxOf(graph), timestamp, attribution: ATTRIBUTION };
  return { graph, index: streetIndex(graph), info };
}

testInFolder(
  "a loaded map equals the written one exactly, and gives the same routes",
  async (folder) => {
    const path = `${folder}/mapa.bin`;
    assertEquals(await writeMap(path, TOWN), (await Deno.stat(path)).size);
    const map = await readMap(path);
    assertEquals(map.info, TOWN.info);
    assertEquals(map.graph, TOWN.graph);
    const [before, after] = [TOWN, map].map(({ graph, index }) =>
      streetRouter(graph, TOWN_CENTER, { index })
    );
    for (const point of townPoints(SIDE, 50)) assertEquals(after!(point), before!(point));
  },
);

testInFolder("a new map replaces the old one and leaves no other file", async (folder) => {
  const path = `${folder}/mapa.bin`;
  const other = mapOfTown(5);
  for (const map of [TOWN, other]) await writeMap(path, map);
  assertEquals((await readMap(path)).graph, other.graph);
  assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["mapa.bin"]);
});

testInFolder(
  "a map that cannot be renamed leaves no file, and the error says why",
  async (folder) => {
    const path = `${folder}/mapa.bin`;
    await Deno.mkdir(`${path}/a folder with something in it`, { recursive: true });
    const error = await assertRejects(() => writeMap(path, TOWN), StreetsError);
    assert(error.message.startsWith(`${path}: el mapa no se puede escribir: `), error.message);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["mapa.bin"]);
  },
);

testInFolder(
  "a missing file, another kind of file and another version have an error each, with the remedy",
  async (folder) => {
    const path = `${folder}/mapa.bin`;
    const refusal = async (bytes: Uint8Array | null) => {
      if (bytes !== null) await Deno.writeFile(path, bytes);
      const error = await assertRejects(() => readMap(path), StreetsError);
      assert(error.message.startsWith(`${path}: `) && error.message.includes("map import"));
      return error.message;
    };
    assert((await refusal(null)).includes("no existe ese mapa"));
    await writeMap(path, TOWN);
    const bytes = await Deno.readFile(path);
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
  },
);

testInFolder(
  "a flipped bit, a cut or random bytes anywhere are an error, never another map",
  async (folder) => {
    const path = `${folder}/mapa.bin`;
    const small = mapOfTown(4);
    await writeMap(path, small);
    const whole = await Deno.readFile(path);
    const random = randomNumbers(77);
    const below = (n: number) => Math.floor(random() * n);
    const changes: ((bytes: Uint8Array) => Uint8Array)[] = [
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
    for (let i = 0; i < 600; i++) {
      await Deno.writeFile(path, changes[i % changes.length]!(whole.slice()));
      await assertRejects(() => readMap(path), StreetsError);
    }
    await Deno.writeFile(path, whole);
    assertEquals((await readMap(path)).graph, small.graph);
  },
);
