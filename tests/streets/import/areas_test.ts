/** Areas out of places and boundaries. */
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { AddressPlace } from "../../../src/ports/streets.ts";
import { addressFinder } from "../../../src/streets/address_finder.ts";
import { boxAround, boxOf } from "../../../src/streets/coordinates.ts";
import { type ImportOptions, importStreets } from "../../../src/streets/import/import_streets.ts";
import { ATTRIBUTION, readMap, writeMap } from "../../../src/streets/map_file.ts";
import { openOsm } from "../../../src/streets/osm_pbf/open_osm.ts";
import { streetIndex } from "../../../src/streets/street_index.ts";
import type { OsmElement } from "../../support/osm_files.ts";
import { mapIsMissing, mapPath } from "../../support/routing_engine.ts";
import { tempFolder } from "../../support/temp_folder.ts";
import { at } from "../_small_graphs.ts";
import { imported, node, way } from "./_small_maps.ts";

// Two streets that cross in the middle of a square of 400 m, which consists of two ways; a smaller square around the
// crossing.
const NODES = [
  node(1, at(-500, 0)),
  node(2, at(0, 0)),
  node(3, at(500, 0)),
  node(4, at(0, -500)),
  node(5, at(0, 500)),
  ...[[-200, -200], [200, -200], [200, 200], [-200, 200]].map(([x, y], i) =>
    node(10 + i, at(x!, y!))
  ),
  ...[[-20, -20], [20, -20], [20, 20], [-20, 20]].map(([x, y], i) => node(20 + i, at(x!, y!))),
];
const STREETS = [way(1, [1, 2, 3], { name: "Calle 58" }), way(2, [4, 2, 5], { name: "Calle 59" })];
const HALVES = [line(3, [10, 11, 12]), line(4, [10, 13, 12])];
const SMALL = [20, 21, 22, 23, 20];

/** A way that is no street. */
function line(id: number, refs: readonly number[], tags: Record<string, string> = {}): OsmElement {
  const { highway: _, ...others } =
    (way(id, refs, { name: "", ...tags }) as { tags: Record<string, string> }).tags;
  return { ...way(id, refs), tags: others };
}

function boundary(level: string, ways: readonly number[], tags = {}): OsmElement {
  return {
    type: "relation",
    id: 7,
    tags: {
      type: "boundary",
      boundary: "administrative",
      admin_level: level,
      name: "Centro",
      ...tags,
    },
    members: ways.map((ref) => ({ type: "way", ref, role: "outer" })),
  };
}

/** The colonia or the town of the crossing, and the names of all areas. */
async function areasOf(more: readonly OsmElement[], options?: ImportOptions) {
  const { graph } = await imported([...NODES, ...STREETS, ...more], options);
  const found = await addressFinder({ graph, index: streetIndex(graph) })("58 x 59", {
    location: at(0, 0),
    town: null,
  });
  const [{ area, town }] = found.places as [AddressPlace];
  return [area ?? town, ...graph.areas.map(({ name }) => name)];
}

const BY_KIND: readonly [
  what: string,
  more: readonly OsmElement[],
  areas: readonly (string | null)[],
][] = [
  ["a place that is a closed way", [line(6, SMALL, { place: "neighbourhood", name: " México " })], [
    "México",
    "México",
  ]],
  ["a boundary out of two ways in any direction", [...HALVES, boundary("10", [4, 3])], [
    "Centro",
    "Centro",
  ]],
  [
    "the smaller of two",
    [line(6, SMALL, { place: "quarter", name: "Plaza" }), ...HALVES, boundary("9", [3, 4])],
    ["Plaza", "Plaza", "Centro"],
  ],
  ["an area that does not contain the point", [
    line(6, [10, 20, 11, 10], { place: "suburb", name: "Sur" }),
  ], [null, "Sur"]],
  ["a boundary of which a way is missing", [HALVES[0]!, boundary("10", [3, 4])], [null]],
  ["a boundary that is not closed", [HALVES[0]!, boundary("10", [3])], [null]],
  ["the boundary of a state", [...HALVES, boundary("4", [3, 4])], [null]],
  ["a boundary without a name", [...HALVES, boundary("10", [3, 4], { name: " " })], [null]],
  ["a town, and a boundary of its level", [
    line(6, SMALL, { place: "town", name: "Progreso" }),
    ...HALVES,
    boundary("8", [3, 4]),
  ], ["Progreso", "Progreso", "Centro"]],
  ["a residential area with a name", [
    line(6, SMALL, { landuse: "residential", name: "Las Palmas" }),
    line(7, SMALL, { landuse: "industrial", name: "Taller" }),
  ], ["Las Palmas", "Las Palmas"]],
  ["a colonia that is a node", [node(40, at(30, 0), { place: "suburb", name: "Itzimná" })], [
    "Itzimná",
    "Itzimná",
  ]],
  ["of colonias and villages those nodes that are no areas, and no hamlet", [
    line(6, SMALL, { place: "quarter", name: "Plaza" }),
    node(40, at(0, 0), { place: "quarter", name: "PLAZA" }),
    node(41, at(0, 60_000), { place: "village", name: "Plaza" }),
    node(42, at(0, 60_000), { place: "hamlet", name: "Rueda" }),
    node(43, at(9_000, 0), { place: "suburb", name: "Sur" }),
  ], ["Plaza", "Plaza"]],
  ["towns up to 100 km away, also of a colonia's name", [
    line(6, SMALL, { place: "quarter", name: "Progreso" }),
    node(40, at(0, 60_000), { place: "town", name: "Progreso" }),
    node(41, at(0, 130_000), { place: "city", name: "Campeche" }),
    node(42, at(0, -60_000), { place: "village", name: "Conkal" }),
  ], ["Progreso", "Progreso", "Conkal", "Progreso"]],
  ["a place that is a street too", [way(6, SMALL, { place: "hamlet", name: "Rueda" })], [
    "Rueda",
    "Rueda",
  ]],
];

for (const [what, more, areas] of BY_KIND) {
  Deno.test(`areas: ${what}`, async () => assertEquals(await areasOf(more), areas));
}

Deno.test("an area that the clip touches is kept whole, another is left out", async () => {
  const far = [30, 31, 32].map((id, i) => node(id, at(9_000 + i, 9_000 + i * i)));
  const more = [...far, line(6, [30, 31, 32, 30], { place: "village", name: "Cholul" })];
  const clip = boxAround(at(200, 200), 0.05);
  const kept = [...more, line(8, [10, 11, 12, 13, 10], { place: "suburb", name: "Centro" })];
  const { graph } = await imported([...NODES, ...STREETS, way(9, [12, 3]), ...kept], { clip });
  assertEquals(graph.areas.map(({ name, lines }) => [name, lines[0]!.length]), [["Centro", 10]]);
});

Deno.test({
  name:
    "Monaco's quarters and the towns around are areas, the file keeps them, and is at most an eighth larger for it",
  ignore: mapIsMissing("osrm_monaco.osm.pbf"),
  async fn() {
    const { graph } = await importStreets(await openOsm(mapPath("osrm_monaco.osm.pbf")));
    const namesOf = (towns: boolean) =>
      graph.areas.filter(({ isTown }) => isTown === towns).map(({ name }) => name).sort();
    const points = ["Roquebrune-Cap-Martin", "Èze"];
    assertEquals(namesOf(true), ["Beausoleil", "Cap-d'Ail", "La Turbie", "Monaco", ...points]);
    assertEquals(namesOf(false), [
      ...["Casa del Mare", "Dragonnière", "Fontvieille", "Ilot 1", "Jardin Exotique"],
      ...["La Condamine", "La Rousse", "Larvotto", "Les Monegetti", "Les Villas Du Sporting"],
      ...["Monaco-Ville", "Monte-Carlo", "Saint-Laurent d'Éze", "Saint-Laurent les Costes"],
      ...["Sainte-Dévote", "Èze-Bord-de-Mer"],
    ]);
    const info = { bbox: boxOf(graph), timestamp: null, attribution: ATTRIBUTION };
    const map = { graph, index: streetIndex(graph), info };
    await using folder = await tempFolder();
    const path = join(folder.path, "mapa.bin");
    const bytes = await writeMap(path, map);
    assertEquals((await readMap(path)).graph.areas, graph.areas);
    const without = { ...graph, areas: [], segmentRing: new Uint8Array() };
    assert(bytes <= 1.125 * await writeMap(path, { ...map, graph: without }));
  },
});
