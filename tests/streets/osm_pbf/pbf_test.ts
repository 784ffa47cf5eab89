import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { deflateSync } from "node:zlib";
import type { OsmHandlers } from "../../../src/streets/osm_pbf/elements.ts";
import { StreetsError } from "../../../src/streets/streets_error.ts";
import {
  blob,
  bytesField,
  dataBlock,
  framed,
  headerBlock,
  joined,
  numberField,
  type OsmElement,
  type OsmElementOf,
  packedField,
  pbfFile,
  varint,
  zigzag,
} from "../../support/osm_files.ts";
import { elementsOf, gather, opened, PATH } from "./_reading.ts";

const BAR: OsmElementOf<"node"> = {
  type: "node",
  id: 7_000_000_001,
  lat: 209_670_000,
  lng: -896_240_000,
  tags: { barrier: "gate", name: "Ünïcödé 🍲" },
};
const CORNER: OsmElementOf<"node"> = { type: "node", id: -3, lat: -1, lng: 1_800_000_000 };
const STREET: OsmElementOf<"way"> = {
  type: "way",
  id: -42,
  refs: [7_000_000_001, -3, 2 ** 51, 1 - 2 ** 51],
  tags: { highway: "residential", name: "Calle 60", building: "no" },
};
const HOUSE: OsmElementOf<"way"> = { type: "way", id: 43, refs: [1], tags: { building: "yes" } };
const TURN: OsmElementOf<"relation"> = {
  type: "relation",
  id: 9_007_199_254_740_991,
  members: [
    { type: "way", ref: -42, role: "from" },
    { type: "node", ref: 7_000_000_001, role: "via" },
    { type: "relation", ref: 5, role: "" },
  ],
  tags: { type: "restriction", restriction: "no_left_turn" },
};
const ALL: OsmElement[] = [BAR, CORNER, STREET, HOUSE, TURN];

Deno.test("nanodegrees between two units are rounded to the nearer one", async () => {
  const node: OsmElement = { type: "node", id: 1, lat: 10.4, lng: -10.6 };
  const read = await elementsOf(pbfFile([node], { granularity: 1 }));
  assertEquals(read, [{ type: "node", id: 1, lat: 10, lng: -11 }]);
});

Deno.test("only the tags of the given keys are read", async () => {
  const keys: OsmHandlers["keys"] = { node: ["barrier"], way: ["name"], relation: [] };
  const read = await elementsOf(pbfFile(ALL), { keys });
  assertEquals(read.map(({ tags }) => tags ?? null), [
    { barrier: "gate" },
    null,
    { name: "Calle 60" },
    null,
    null,
  ]);
});

Deno.test("later passes read the same elements as a first one", async () => {
  const source = await opened(pbfFile(ALL, { blockSize: 1 }));
  const passes: OsmElement[][] = [[], [], [], []];
  const { node, way, relation } = gather(passes[0]!);
  await source.read({ way });
  await source.read({ node, relation });
  await source.read({ ...gather(passes[1]!) });
  assertEquals(passes[0], [STREET, HOUSE, BAR, CORNER, TURN]);
  assertEquals(passes[1], ALL);
});

Deno.test("progress ends with all bytes, on the first pass and on one that skips", async () => {
  const file = pbfFile(ALL, { blockSize: 1 });
  const source = await opened(file);
  for (let pass = 0; pass < 2; pass++) {
    const progress: number[] = [];
    await source.read({ way() {} }, (bytes) => progress.push(bytes));
    assertEquals(progress.length, ALL.length + 1);
    assertEquals(progress.toSorted((a, b) => a - b), progress);
    assertEquals(progress.at(-1), file.length);
    assertEquals(source.bytes, file.length);
  }
});

Deno.test("the header holds a timestamp, or none", async () => {
  const dated = await opened(pbfFile([], { timestamp: 1_725_826_860 }));
  assertEquals((await dated.read({}))?.toString(), "2024-09-08T20:21:00Z");
  assertEquals(await (await opened(pbfFile([]))).read({}), null);
});

Deno.test("unknown fields are skipped", async () => {
  const unknown = joined(
    numberField(99, varint(-1n)),
    bytesField(98, "later"),
    joined(varint(97 * 8 + 1), new Uint8Array(8)),
    joined(varint(96 * 8 + 5), new Uint8Array(4)),
  );
  const file = joined(
    blob("OSMHeader", joined(unknown, headerBlock())),
    blob("OSMData", joined(unknown, dataBlock(ALL))),
  );
  assertEquals(await elementsOf(file), ALL);
});

/** A block of one group. */
function blockOf(group: Uint8Array, texts: readonly string[] = ["", "highway", "service"]) {
  return joined(
    bytesField(1, joined(...texts.map((text) => bytesField(1, text)))),
    bytesField(2, group),
  );
}

function fileOf(...parts: Uint8Array[]) {
  return joined(blob("OSMHeader", headerBlock()), ...parts);
}

const START = blob("OSMHeader", headerBlock()).length;
const ID = numberField(1, varint(1));
const DENSE_IDS = packedField(1, [1, 1], zigzag);
const DENSE_LATS = packedField(8, [1, 1], zigzag);
const DENSE_LNGS = packedField(9, [1, 1], zigzag);

/** Invalid groups, and part of the error for each. */
const WRONG_GROUPS: readonly [promise: string, group: Uint8Array, says: string][] = [
  ["a way without id", bytesField(3, packedField(8, [1], zigzag)), "una vía sin id"],
  ["a node outside of dense ones", bytesField(1, numberField(1, zigzag(1))), "osmium cat FILE"],
  ["a relation without id", bytesField(4, new Uint8Array(0)), "una relación sin id"],
  [
    "more keys than values",
    bytesField(3, joined(ID, packedField(2, [1, 1], varint), packedField(3, [2], varint))),
    "menos valores que claves",
  ],
  [
    "more values than keys",
    bytesField(3, joined(ID, packedField(2, [1], varint), packedField(3, [2, 2], varint))),
    "menos claves que valores",
  ],
  [
    "a text beyond the table",
    bytesField(3, joined(ID, packedField(2, [1], varint), packedField(3, [3], varint))),
    "el texto 3 de una tabla de 3",
  ],
  [
    "fewer latitudes than ids",
    bytesField(2, joined(DENSE_IDS, packedField(8, [1], zigzag), DENSE_LNGS)),
    "los datos acaban dentro de un número",
  ],
  [
    "more longitudes than ids",
    bytesField(2, joined(DENSE_IDS, DENSE_LATS, packedField(9, [1, 1, 1], zigzag))),
    "menos ids que lugares",
  ],
  [
    "a list of tags that ends early",
    bytesField(
      2,
      joined(DENSE_IDS, DENSE_LATS, DENSE_LNGS, packedField(10, [1, 2, 0, 1], varint)),
    ),
    "los datos acaban dentro de un número",
  ],
  [
    "a list of tags that goes on",
    bytesField(
      2,
      joined(DENSE_IDS, DENSE_LATS, DENSE_LNGS, packedField(10, [0, 0, 0], varint)),
    ),
    "menos ids que listas de etiquetas",
  ],
  [
    "a latitude off the globe",
    bytesField(
      2,
      joined(DENSE_IDS, packedField(8, [900_000_000, 1], zigzag), DENSE_LNGS),
    ),
    "una coordenada de 90.0000001 grados",
  ],
  [
    "ids that add up beyond 2^53",
    bytesField(3, joined(ID, packedField(8, new Array(5).fill(2 ** 51), zigzag))),
    "un id de más de 2^53",
  ],
  [
    "an id of 60 bits",
    bytesField(3, numberField(1, varint(2n ** 60n))),
    "un número de más de 2^53",
  ],
  [
    "a number of eleven bytes",
    bytesField(3, joined(Uint8Array.of(8), new Uint8Array(10).fill(255), Uint8Array.of(1))),
    "un número de más de 64 bits",
  ],
  ["a length beyond the end", Uint8Array.of(3 * 8 + 2, 100, 8), "pasa del final"],
  ["a field of another kind", numberField(3, varint(1)), "el tipo 0 en vez de 2"],
  ["the field number zero", Uint8Array.of(0, 0), "ningún campo tiene la marca 0"],
  ["an unknown wire type", Uint8Array.of(5 * 8 + 7), "ningún campo tiene el tipo 7"],
  [
    "refs twice",
    bytesField(3, joined(ID, packedField(8, [1], zigzag), packedField(8, [1], zigzag))),
    "el campo 8 dos veces en un mensaje",
  ],
  [
    "a member of an unknown type",
    bytesField(
      4,
      joined(
        ID,
        packedField(8, [0], varint),
        packedField(9, [1], zigzag),
        packedField(10, [3], varint),
      ),
    ),
    "un miembro del tipo 3",
  ],
  [
    "fewer roles than members",
    bytesField(4, joined(ID, packedField(9, [1], zigzag), packedField(10, [1], varint))),
    "menos roles que miembros",
  ],
];

const DATA = dataBlock(ALL);

/** Invalid files, and part of the error for each. */
const WRONG_FILES: readonly [promise: string, file: Uint8Array, says: string][] = [
  ...WRONG_GROUPS.map(([promise, group, says]): typeof WRONG_FILES[number] => {
    return [promise, fileOf(blob("OSMData", blockOf(group))), says];
  }),
  ["a file that ends in a length", fileOf(Uint8Array.of(0, 0)), "el archivo está cortado"],
  ["a file that ends in a blob", fileOf(blob("OSMData", DATA).slice(0, -1)), "está cortado"],
  ["a header that is too long", fileOf(Uint8Array.of(0, 1, 0, 1)), "65537 bytes"],
  [
    "a blob that is too long",
    fileOf(joined(
      Uint8Array.of(0, 0, 0, 14),
      bytesField(1, "OSMData"),
      numberField(3, varint(2 ** 25 + 1)),
    )),
    "33554433 bytes",
  ],
  [
    "a blob that claims to unpack to more than is allowed",
    fileOf(framed("OSMData", joined(numberField(2, varint(2 ** 31 - 1)), bytesField(3, "x")))),
    "2147483647 bytes",
  ],
  [
    "a blob that unpacks to less than it declares",
    fileOf(repacked(2 ** 20)),
    `trae ${DATA.length} bytes en vez de 1048576`,
  ],
  [
    "a blob that unpacks to more than it declares",
    fileOf(repacked(10)),
    "no se descomprime a sus 10 bytes",
  ],
  [
    "a blob without data",
    fileOf(framed("OSMData", new Uint8Array(0))),
    "sin datos",
  ],
  [
    "a blob packed by Zstandard",
    fileOf(framed("OSMData", bytesField(7, "zstd"))),
    "pbf_compression=zlib",
  ],
  ["a blob of an unknown type", fileOf(blob("OSMDatq", DATA)), 'desconocido "OSMDatq"'],
];

Deno.test("a header with an unknown feature or an invalid timestamp is an error", async () => {
  const header = headerBlock({ requiredFeatures: ["LocationsOnWays"] });
  const unknown = await fileError(blob("OSMHeader", header));
  const says = 'pide "LocationsOnWays", que este programa no tiene; descarga el archivo .osm.pbf';
  assertStringIncludes(unknown.message, says);
  assertStringIncludes(unknown.message, "(en el byte 0)");
  const timestamp = numberField(32, varint(2n ** 50n));
  assertStringIncludes((await fileError(blob("OSMHeader", timestamp))).message, "una fecha de");
});

Deno.test("a block without a string table or with a negative granularity is an error", async () => {
  const textless = await fileError(fileOf(blob("OSMData", bytesField(2, ID))));
  assertStringIncludes(textless.message, "sin tabla de textos");
  const flat = await fileError(fileOf(blob("OSMData", dataBlock(ALL, { granularity: -100 }))));
  assertStringIncludes(flat.message, "una granularidad de -100");
});

/** A blob of DATA that declares `size`. */
function repacked(size: number): Uint8Array {
  return framed("OSMData", joined(numberField(2, varint(size)), bytesField(3, deflateSync(DATA))));
}

for (const [promise, file, says] of WRONG_FILES) {
  Deno.test(`${promise} is an error with path and offset`, async () => {
    const error = await fileError(file);
    assertStringIncludes(error.message, says);
    assertStringIncludes(error.message, PATH);
    assertStringIncludes(error.message, `(en el byte ${START})`);
  });
}

async function fileError(file: Uint8Array): Promise<StreetsError> {
  return await assertRejects(() => elementsOf(file), StreetsError);
}
