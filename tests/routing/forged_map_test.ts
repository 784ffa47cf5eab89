/** A map file is loaded only if a search over its columns ends: anyone can compute a correct checksum. */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ATTRIBUTION, boxOf, MapFileError } from "../../src/routing/map_file/layout.ts";
import { mapFrom } from "../../src/routing/map_file/map_file.ts";
import { editedSample } from "../restaurant/edited_sample.ts";
import { forgedMap, type Forgery, mapBytes } from "./_forged_map.ts";
import { TOWN_CENTER, townGraph } from "./town.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const graph = townGraph(6);
const TOWN = await mapBytes(graph, {
  bbox: boxOf(graph),
  timestamp: null,
  attribution: ATTRIBUTION,
  source: "town.osm.pbf",
});

/** Sets an entry of a column. */
function entry(column: string, index: number, value: number): (map: Forgery) => void {
  return ({ columns }) => void (columns[column]![index] = value);
}

/** Removes a column's last entry. */
function shorter(column: string): (map: Forgery) => void {
  return ({ columns }) => void (columns[column] = columns[column]!.slice(0, -1));
}

const FORGERIES: readonly [string, (map: Forgery) => void][] = [
  ["an edge of no street", entry("edgeSegment", 0, 2 ** 32 - 1)],
  ["a street with an edge outside", entry("backwardEdge", 2, -2)],
  ["a label of no edge", entry("labelEdge", 3, 2 ** 32 - 1)],
  ["a drive through time", entry("edgeSeconds", 5, -1)],
  ["an effort that is no number", entry("edgeEffort", 5, NaN)],
  ["an unknown access", entry("edgeAccess", 5, 3)],
  ["endless streets", entry("segmentMeters", 4, Infinity)],
  ["a street without points", ({ columns }) => columns.firstPoint![1] = 0],
  ["a street whose points lie outside", entry("firstPoint", 60, 2 ** 31)],
  ["a point off the globe", entry("pointLat", 0, 2 ** 31 - 1)],
  ["a name beyond the list", entry("segmentName", 0, 9_999)],
  ["a turn into no edge", entry("turnTo", 0, 2 ** 32 - 1)],
  ["a turn that gains time", entry("turnSeconds", 0, -1e9)],
  ["turns that go backwards", entry("firstTurn", 3, 2 ** 32 - 1)],
  ["a piece of no street", entry("pieceSegment", 0, 2 ** 32 - 1)],
  ["a piece beyond the points", entry("piecePoint", 0, 2 ** 32 - 2)],
  [
    "columns of an absurd length",
    ({ contents, columns }) => contents.lengths = Object.values(columns).map(() => 2 ** 52),
  ],
  [
    "columns of no length",
    ({ contents, columns }) => contents.lengths = Object.values(columns).map(() => -8),
  ],
  ["fewer columns", ({ contents }) => contents.lengths = [1, 2, 3]],
  ["names that are no list", ({ contents }) => Object.assign(contents, { names: 5 })],
  ...["edgeSegment", "edgeEffort", "forwardEdge", "segmentName", "firstPoint", "pointLng"]
    .concat([
      "firstTurn",
      "turnSeconds",
      "labelEdge",
      "pieceSegment",
      "boxes",
    ])
    .map((column): [string, (map: Forgery) => void] => [`too short a ${column}`, shorter(column)]),
];

Deno.test("a map that is taken apart and put together unchanged is loaded", async () => {
  const { graph: again } = await mapFrom("mapa.bin", forgedMap(TOWN, () => {}));
  assertEquals(again, graph);
});

for (const [what, change] of FORGERIES) {
  Deno.test(`a map with ${what} is refused with a message, and not searched`, async () => {
    const error = await assertRejects(
      () => mapFrom("mapa.bin", forgedMap(TOWN, change)),
      MapFileError,
    );
    assert(error.message.startsWith("mapa.bin: the map is damaged: "), error.message);
    assertStringIncludes(error.message, "map import");
  });
}

/** A search over each of these would not end. */
for (
  const [what, change] of [
    ["efforts that are no numbers", ({ columns }) => columns.edgeEffort!.fill(NaN)],
    ["turns that gain time", ({ columns }) => columns.turnSeconds!.fill(-100)],
    [
      "a street that ends before it begins",
      ({ columns }) => columns.firstPoint!.subarray(1, -1).reverse(),
    ],
  ] as [string, (map: Forgery) => void][]
) {
  Deno.test(`a map with ${what} is refused within seconds, not searched forever`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const [map, restaurant] = [join(folder, "mapa.bin"), join(folder, "restaurante.json")];
      await Deno.writeFile(map, forgedMap(TOWN, change));
      await Deno.writeTextFile(restaurant, editedSample(["ubicacion", TOWN_CENTER]));
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-check", "--allow-all", MAIN, "map", "check", map],
        env: { RESTAURANT_FILE: restaurant },
        signal: AbortSignal.timeout(20_000),
      }).output();
      assertStringIncludes(new TextDecoder().decode(stderr), "the map is damaged");
      assertEquals(code, 1);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
