/**
 * Texts as people in Mérida write addresses, beside an invented town. Both were made without sight of the reader;
 * `texts.tsv` says of each text which places it means, or why it means none.
 */
import { assertEquals, assertGreaterOrEqual, assertLessOrEqual } from "@std/assert";
import type { LatLng } from "../../../src/domain/location.ts";
import { addressFinder } from "../../../src/streets/address_finder.ts";
import { importStreets } from "../../../src/streets/import/import_streets.ts";
import { openOsm } from "../../../src/streets/osm_pbf/open_osm.ts";
import { streetIndex } from "../../../src/streets/street_index.ts";
import { meters } from "../_small_graphs.ts";

const own = (name: string) => new URL(name, import.meta.url).pathname;
const { graph } = await importStreets(await openOsm(own("town.osm.pbf")));
const find = addressFinder({ graph, index: streetIndex(graph) });
const RESTAURANT = { lat: 20.967, lng: -89.624, town: "Mérida" };

const ROWS = Deno.readTextFileSync(own("texts.tsv")).trim().split("\n").slice(1).map((line) => {
  const [text, expected] = line.split("\t");
  const points = [...expected!.matchAll(/(-?\d+\.\d+),(-?\d+\.\d+)/g)]
    .map(([, lat, lng]): LatLng => ({ lat: Number(lat), lng: Number(lng) }));
  return { text: text!.replaceAll("\\n", "\n"), points };
});

/** What a text is answered: the right place alone or among few, more to ask about, nothing, a wrong one alone. */
type Answer = "alone" | "among three" | "more" | "nothing" | "wrong alone";

async function answerTo(text: string, points: readonly LatLng[]): Promise<Answer> {
  const { places } = await find(text, RESTAURANT);
  const isGiven = (point: LatLng) => places.some((place) => meters(place, point) < 30);
  if (places.length === 0 || places.length > 5) return "nothing";
  if (places.length === 1) {
    return points.length === 1 && isGiven(points[0]!) ? "alone" : "wrong alone";
  }
  return places.length <= 3 && points.every(isGiven) ? "among three" : "more";
}

async function answers(rows: typeof ROWS): Promise<Partial<Record<Answer, string[]>>> {
  const found = [];
  for (const { text, points } of rows) {
    found.push({ text, answer: await answerTo(text, points) });
  }
  const byAnswer = Object.groupBy(found, ({ answer }) => answer);
  return Object.fromEntries(
    Object.entries(byAnswer).map(([answer, those]) => [answer, those!.map(({ text }) => text)]),
  );
}

Deno.test("of texts whose streets are on the map 90 % are found alone or among three, and none is wrong alone", async () => {
  const rows = ROWS.filter(({ points }) => points.length > 0);
  const { alone, "among three": few, nothing, ...others } = await answers(rows);
  const found = (alone?.length ?? 0) + (few?.length ?? 0);
  assertEquals(others["wrong alone"], undefined);
  assertGreaterOrEqual(found, 0.9 * rows.length, JSON.stringify({ nothing, others }, null, 1));
  assertLessOrEqual(nothing?.length ?? 0, 0.1 * rows.length);
});

Deno.test("texts that name another town, a colonia or a street that the map lacks, or no place, find none alone", async () => {
  const rows = ROWS.filter(({ points }) => points.length === 0);
  const { nothing, more, ...others } = await answers(rows);
  assertEquals([others, (nothing?.length ?? 0) + (more?.length ?? 0)], [{}, rows.length]);
});
