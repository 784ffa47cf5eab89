import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type OsmElement, pbfFile } from "../../support/osm_files.ts";
import { elementsOf } from "./_reading.ts";

/** Ids up to 2^51 on both sides of zero, so that their differences, which files hold, are exact too. */
const id = fc.oneof(
  fc.integer({ min: 1 - 2 ** 51, max: 2 ** 51 }),
  fc.integer(),
  // Around 2^31 and 2^32.
  fc.integer({ min: 2 ** 31 - 3, max: 2 ** 32 + 3 }),
  fc.constantFrom(0, -1, 2 ** 28, 2 ** 51, 1 - 2 ** 51),
);
const text = fc.string({ unit: "grapheme", maxLength: 40 }).filter((value) => value.isWellFormed());
const tags = fc.option(
  fc.dictionary(fc.oneof(text, fc.constantFrom("highway", "__proto__", "constructor")), text, {
    minKeys: 1,
    maxKeys: 4,
  }).map((read) => ({ ...read })),
  { nil: undefined },
);
const node = fc.record({
  type: fc.constant("node" as const),
  id,
  lat: fc.integer({ min: -900_000_000, max: 900_000_000 }),
  lng: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
});
const way = fc.record({
  type: fc.constant("way" as const),
  id,
  refs: fc.array(id, { maxLength: 20 }),
});
const relation = fc.record({
  type: fc.constant("relation" as const),
  id,
  members: fc.array(
    fc.record({ type: fc.constantFrom("node", "way", "relation"), ref: id, role: text }),
    { maxLength: 5 },
  ),
});
const elements: fc.Arbitrary<OsmElement[]> = fc.array(
  fc.tuple(fc.oneof(node, node, way, relation), tags)
    .map(([element, tags]) => tags === undefined ? element : { ...element, tags }),
  { maxLength: 40 },
);

/** Ways to write the same elements; offsets are multiples of the granularity, so that coordinates are exact. */
const options = fc.record({
  granularity: fc.constantFrom(1, 10, 50, 100),
  latOffset: fc.integer({ min: -1e9, max: 1e9 }).map((offset) => offset * 100),
  lngOffset: fc.integer({ min: -2e9, max: 2e9 }).map((offset) => offset * 100),
  packing: fc.constantFrom("zlib" as const, "raw" as const),
  blockSize: fc.integer({ min: 1, max: 50 }),
});

Deno.test("elements written to a PBF file are read from it, with any options", async () => {
  await fc.assert(
    fc.asyncProperty(elements, options, async (written, how) => {
      assertEquals(await elementsOf(pbfFile(written, how)), written);
    }),
    { numRuns: 300, seed: 4 },
  );
});
