/** Addresses in words on a small town, and on the maps of the shared data. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { LatLng } from "../../src/domain/location.ts";
import type { FoundAddress } from "../../src/ports/streets.ts";
import { addressFinder } from "../../src/streets/address_finder.ts";
import { importStreets } from "../../src/streets/import/import_streets.ts";
import { openOsm } from "../../src/streets/osm_pbf/open_osm.ts";
import { toUnits } from "../../src/streets/coordinates.ts";
import type { StreetGraph } from "../../src/streets/street_graph.ts";
import { streetIndex } from "../../src/streets/street_index.ts";
import { mapIsMissing, mapPath, pbfOf } from "../support/routing_engine.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { addressTown, area, type Spot } from "./_address_town.ts";
import { at, graphOf, meters, street } from "./_small_graphs.ts";
import { randomNumbers } from "./_town.ts";

const find = finderOf(addressTown());

function finderOf(graph: StreetGraph): (text: string, from?: LatLng) => Promise<FoundAddress> {
  const finder = addressFinder({ graph, index: streetIndex(graph) });
  return async (text, from = at(0, 0)) => await finder(text, { location: from, town: "Mérida" });
}

const BLOCK: readonly Spot[] = [[0, 250]];
const CORNER: readonly Spot[] = [[0, 300]];

/** Texts, and the places that they mean. */
const READ: readonly [spots: readonly Spot[], texts: readonly string[]][] = [
  [BLOCK, [
    "Calle 58 por 59 y 61, Centro",
    "calle 58 #204 por 59 y 61 col. Centro",
    "58 x 59 y 61",
    "58x59 y 61",
    "C. 58 No. 480-A int. 3 x 61 y 59 Centro",
    "Calle 58, entre 59 y 61, Centro, Mérida, Yucatán",
    "Calle: 58 #480 entre 59 y 61. Colonia: Centro. Ciudad: Mérida. Estado: Yucatán. CP: 97000",
    "Vivo en la calle 58 s/n e/ calle 59 y calle 61",
    "Calle 58 480 entre 59 y 61, casa verde",
    "Av. 58 entre la 59 y la 61",
    "58 entre calles 59 y 61 C.P. 97000",
    ...["Calle 58 No. 480 (59 y 61)", "Calle 58 No. 480 por 59-61", "calle 58 # 475 59 y 61"],
    ...["c 58 59 y 61 centro", "Calle 58 - 59 y 61", "Calle 58 x 59 61", "Centro, c/58 x 59 y 61"],
    ...["sobre la 58 entre 59 y 61", "el predio 437 de la calle 58 x 59 y 61", "58x59y61"],
    ...["Cll 58 S.N. altos x 59 y 61", "entre 59 y 61 la 58", "58 frente al parque x 59 y 61"],
    ...["58th street between 59 and 61", "58 St between 59 & 61, Centro", "58 x 59 y 61, local 4"],
    ...["58 emtre 59 y 61, coloina Centro", "58 x 59 y 61, Cemtro"],
    ...["58 x 59 i 61", "58 x 59 y 61, 97000, Yucatán, México", "58 x 59 y 61, a nombre de Ana"],
    ...["58 x 59 y 61 m 12 l 3", "58 entre 59 y 61 M. 4", "58 x 59 y 61 m de puerta negra"],
    ...["58 x 59 altos y 61", "58 x 59, Centro y 61", "59/61 x 58", "entre las calles 59, 61 y 58"],
    ...["58 x 59 y 61. Disculpe las molestias.", "58 x 59 y 61. Perdón, ¿cuánto tarda?"],
    ...["58 x 59 y 61, el 24 de diciembre a las 9", "*58 x 59 y 61*, Centro"],
    "C/ 58 N° 480, cruzamientos 59 y 61, CP 97000, Col. Centro, Mérida, Yucatán, México",
  ]],
  [CORNER, [
    "58 x 59",
    "esquina de 58 con 59",
    "CALLE 58 ESQ. CALLE 59",
    "59 y 58",
    "C58 & C59",
    "58 con 59 esquina",
    "58 × 59",
    "58×59, C.P. 97000",
    "corner of 58 and 59",
    "58 x (59)",
    "58 x, frente al parque, 59",
  ]],
  [[[0, -800]], ["31-A x 58", "Calle 31 A por 58", "c. 31a y 58"]],
  [[[0, 0]], ["avenida miguel hidalgo y costilla y 58", "58 x Av. Miguel Hidalgo y Costilla"]],
  [[[0, 0]], ["58 x M. Hidalgo", "58 x Miguel", "58 x Costilla"]],
  // Carriageways are one corner, and so is a roundabout at which two streets share no junction.
  [[[415, 200]], ["Paseo de Montejo por 61", "paseo montejo x 61"]],
  [[[415, 250]], ["Paseo de Montejo entre 59 y 61"]],
  [[[620, 300]], ["Calle 59 y Calle Colon"]],
  // Both crossings count: what may be house or crossing is asked about.
  [[[0, 200], [0, 250]], ["58 59 x 61", "Calle 58 #59 y 61"]],
  [[[0, 250], [0, 300]], ["58 #480 x 59 depto 3 y 61", "58 x 59 casa 2 y 61, Centro"]],
  [[[130, 200]], ["Privada Reforma", "privada Reforma 12"]],
  // By its colonia.
  [[[2000, 0]], [
    "1 x 2, Col. México",
    "1 x 2, Mérida, colonia México",
    "Calle 1 por 2 fracc. Mexico",
  ]],
  [[[3000, 0]], ["1 x 2 Alemán", "1 x 2, colonia aleman"]],
  // Its border may be drawn beside the street.
  [[[4000, 0]], ["1 x 2, San Juan"]],
  [[[0, -70 - 730]], ["31-A por 58, casa azul"]],
];

for (const [spots, texts] of READ) {
  for (const text of texts) {
    Deno.test(`"${text}" means the place at ${spots.join(" ")}`, async () => {
      const { places } = await find(text);
      assertEquals(places.length, spots.length);
      for (const [i, [east, north]] of spots.entries()) {
        const apart = meters(places[i]!, at(east, north));
        assert(apart < 2, `${apart} m, ${JSON.stringify(places[i])}`);
      }
    });
  }
}

/** Texts without a place, and what is said instead. */
const UNREAD: readonly [text: string, why: Partial<FoundAddress>][] = [
  ["Calle 58", { streets: ["Calle 58"] }],
  // A number alone is no address, however short its street.
  ["Calle 65-A", { streets: ["Calle 65-A"] }],
  ["Privada del Lago", { streets: ["Privada del Lago"] }],
  ["Privada Reforma, México", { streets: ["Privada Reforma"], elsewhere: ["México"] }],
  ["58 x", { streets: ["Calle 58"] }],
  ["58 y 60", { streets: ["Calle 58", "Calle 60"] }],
  ["58 por 59 y 63", { streets: ["Calle 58", "Calle 59", "Calle 63"] }],
  // The block would be 800 m long.
  ["58 por Miguel Hidalgo y Costilla y 31-A", { unknown: "" }],
  ["58 x 59, México", { streets: ["Calle 58", "Calle 59"], elsewhere: ["México"] }],
  ["Calle 58 sur x 59", { unknown: "sur" }],
  ["58 x 59 y 62", { unknown: "62" }],
  ["58 x 59 y 61 y 63", { unknown: "63" }],
  ["58 x Hidalgo", { unknown: "Hidalgo" }],
  ["58 x J. Hidalgo", { unknown: "J. Hidalgo" }],
  ["Calle Colom x 59", { unknown: "Calle Colom", meant: ["Calle Colón"] }],
  ["Paseo de Montjo x 59", { unknown: "Paseo de Montjo", meant: ["Paseo de Montejo"] }],
  ["Calle Colón, Paseo de Montego", { meant: ["Paseo de Montejo"] }],
  // A number is never corrected, and two letters are another name.
  ["581 x 59", { unknown: "581", meant: [] }],
  ["31-B x 58", { unknown: "31-B", meant: [] }],
  ["Calle Coloom x 59", { unknown: "Calle Coloom", meant: [] }],
  ["", { streets: [], unknown: "" }],
  ["¿¡!? \u{1F600}", { streets: [], unknown: "" }],
];

for (const [text, why] of UNREAD) {
  Deno.test(`"${text}" means no place`, async () => {
    const found = await find(text);
    assertEquals(found.places, []);
    for (const [field, value] of Object.entries(why)) {
      assertEquals(found[field as keyof FoundAddress], value, field);
    }
  });
}

Deno.test("corners in six colonias are too many to ask about, and the nearest come first", async () => {
  const from = at(7000, 0);
  const { places, streets } = await find("1 x 2", from);
  assertEquals([places.length, streets], [6, ["Calle 1", "Calle 2"]]);
  const apart = places.map((place) => Math.round(meters(place, from) / 100));
  assertEquals(apart, [0, 10, 20, 30, 40, 50]);
});

Deno.test("of more corners than six those nearest to the restaurant are given", async () => {
  const junctions = Array.from({ length: 8 }, (_, n) => [at(0, 500 * n), at(100, 500 * n)]).flat();
  const streets = junctions.slice(2).map((_, i) =>
    i % 2 === 0 ? street(i, i + 2, "Calle 1") : street(i - 1, i, "Calle 2")
  );
  const from = at(0, 3_000);
  const { places } = await finderOf(graphOf(junctions, streets))("1 x 2", from);
  const apart = places.map((place) => Math.round(meters(place, from)));
  assertEquals(apart, [0, 500, 1000, 1500, 2000, 2500]);
});

Deno.test("a few corners are given with their areas, the nearest first", async () => {
  const { places } = await find("1 x 3");
  assertEquals(places.map(({ area }) => area), ["México", "Colonia Alemán"]);
});

Deno.test("a place has the smallest area that contains it, else the nearest avenue, else a street nearby", async () => {
  const [inCenter] = (await find("58 x 61")).places;
  assertEquals([inCenter!.area, inCenter!.street, inCenter!.between], ["Centro", "Calle 58", [
    "Calle 61",
  ]]);
  const [outside] = (await find("Calle 61 x Paseo de Montejo")).places;
  assertEquals([outside!.area, outside!.near], [null, "Avenida Miguel Hidalgo y Costilla"]);
  const [alone] = (await find("1 x 2", at(7000, 0))).places;
  assertEquals([alone!.area, alone!.near], [null, null]);
});

Deno.test("a place of a town without a colonia has the nearest avenue beside its town", async () => {
  const town = area("Puebla", 0, 0, 2000, true);
  const [corner] = (await finderOf({ ...addressTown(), areas: [town] })("58 x 61")).places;
  const { area: colonia, near, town: name } = corner!;
  assertEquals([colonia, near, name], [null, "Avenida Miguel Hidalgo y Costilla", "Puebla"]);
});

Deno.test("a state is dropped behind no town but the restaurant's own", async () => {
  const find = finderOf({ ...addressTown(), areas: [area("Kanasín", 0, 0, 2000, true)] });
  assertEquals((await find("58 x 61, Kanasín")).places.length, 1);
  assertEquals((await find("58 x 61, Kanasín, Jalisco")).places, []);
});

/** Towns without a border, by the metres that they lie eastwards. */
const TOWNS = { Umán: -2_000, Motul: 9_000, Conkal: 30_000 };

Deno.test("a town without a border is that of what lies within 3 km and twice as near to it as to any other", async () => {
  const towns = (all: Readonly<Record<string, number>>) =>
    Object.entries(all).map(([name, east]) => {
      const { lat, lng } = at(east, 0);
      return { name, isTown: true, lines: [[toUnits(lat), toUnits(lng)]] };
    });
  const find = finderOf({ ...addressTown(), areas: towns(TOWNS) });
  const corners = { "58 x 59": "Umán", "60 x 61": "Umán", "1 x 3": null };
  for (const [corner, own] of Object.entries(corners)) {
    for (const town of Object.keys(TOWNS)) {
      const { places } = await find(`${corner}, ${town}`);
      assertEquals(places.length > 0, town === own, `${corner}, ${town}`);
    }
  }
  // Calle 1 crosses Calle 2 once each kilometre: those from 6,000 m on are of Motul.
  assertEquals((await find("1 x 2, Motul")).places.length, 2);
  // Without another on the map, what is far from it is of none.
  for (const [east, count] of [[-2_500, 1], [-4_000, 0]] as const) {
    const alone = finderOf({ ...addressTown(), areas: towns({ Umán: east }) });
    assertEquals((await alone("58 x 59, Umán")).places.length, count);
  }
});

Deno.test("words in any order and number find places of the map or none", async () => {
  const word = fc.constantFrom(
    ..."calle c. 58 59 61 1 2 x y e por entre , ; / # no. 480 31-A A s/n col. México Centro".split(
      " ",
    ),
    ..."Paseo de Montejo Hidalgo Costilla Miguel Avenida Privada Reforma esquina con &".split(" "),
  );
  const text = fc.oneof(
    fc.array(word, { maxLength: 60 }).map((words) => words.join(" ")),
    fc.string({ unit: "binary", maxLength: 300 }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      const { places } = await find(text);
      for (const { lat, lng } of places) {
        assert(lat > at(0, -810).lat && lat < at(0, 910).lat && lng > at(-10, 0).lng);
        assert(lng < at(7210, 0).lng);
      }
    }),
    { numRuns: 3_000 },
  );
});

const MAPS = [
  "ors_heidelberg.test.pbf",
  "osrm_monaco.osm.pbf",
  "gh_campo-grande.osm.gz",
  "r5_reisterstown_via_restriction.osm.pbf",
  "r5_cathedral_no_left.osm.pbf",
];
const CORNERS = 2_000;

for (const map of MAPS) {
  Deno.test({
    name: `${map}: of ${CORNERS} corners 99 % are found, and no single candidate hides another`,
    ignore: mapIsMissing(map),
    async fn() {
      const graph = await importedMap(map);
      const find = finderOf(graph);
      const corners = cornersOf(graph);
      const random = randomNumbers(301);
      const step = Math.max(1, corners.length / CORNERS);
      const missed: string[] = [];
      let counted = 0;
      for (let n = random() * step; n < corners.length; n += step) {
        const { names, point, alike } = corners[Math.floor(n)]!;
        const text = names.join(JOINS[Math.floor(n) % JOINS.length]);
        const { places } = await find(text, point);
        if (places.length > 5) continue;
        counted++;
        const apart = places.map((place) => meters(place, point));
        if (!(Math.min(...apart) <= 30)) missed.push(`${text}: ${apart}`);
        const isHidden = places.length === 1 && alike.some((one) => meters(places[0]!, one) > 300);
        assert(!isHidden, `${text}: one candidate, and another corner over 300 m away`);
      }
      assert(counted > 600 && missed.length <= 0.01 * counted, `${counted}: ${missed.join("\n")}`);
    },
  });
}

async function importedMap(map: string): Promise<StreetGraph> {
  await using folder = await tempFolder();
  return (await importStreets(await openOsm(await pbfOf(mapPath(map), folder.path)))).graph;
}

const JOINS = [" y ", " por ", " x ", " esquina con ", " entre ", ", "];

interface Corner {
  readonly names: readonly [string, string];
  readonly point: LatLng;
  /** All corners of these names. */
  readonly alike: readonly LatLng[];
}

/** A corner for each junction and each two names of the streets that meet there. */
function cornersOf({ firstPoint, pointLat, pointLng, segmentName, names }: StreetGraph): Corner[] {
  const namesAt = new Map<string, Set<string>>();
  segmentName.forEach((number, segment) => {
    for (const p of [firstPoint[segment]!, firstPoint[segment + 1]! - 1]) {
      const key = `${pointLat[p]!} ${pointLng[p]!}`;
      const here = namesAt.get(key) ?? new Set();
      namesAt.set(key, names[number] ? here.add(names[number]) : here);
    }
  });
  const corners = namesAt.entries().flatMap(([key, here]) => {
    const [lat, lng] = key.split(" ").map(Number);
    const point = { lat: lat! / 1e7, lng: lng! / 1e7 };
    const sorted = [...here].sort();
    return sorted.flatMap((one, i) =>
      sorted.slice(i + 1).map((other) => ({ names: [one, other] as const, point }))
    );
  }).toArray();
  const alike = Map.groupBy(corners, ({ names }) => names.join("\n"));
  return corners.map((corner) => {
    return { ...corner, alike: alike.get(corner.names.join("\n"))!.map(({ point }) => point) };
  });
}
