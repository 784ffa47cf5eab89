import { assert, assertInstanceOf } from "@std/assert";
import { StreetsError } from "../../../src/streets/streets_error.ts";
import { type OsmElement, pbfFile } from "../../support/osm_files.ts";
import { randomNumbers } from "../_town.ts";
import { elementsOf, PATH } from "./_reading.ts";

type Mutation = (bytes: Uint8Array, below: (limit: number) => number) => Uint8Array;

/** Damage: a flipped bit, a lost end, bytes overwritten, lost, doubled or set to extremes. */
const MUTATIONS: readonly Mutation[] = [
  (bytes, below) => {
    bytes[below(bytes.length)]! ^= 1 << below(8);
    return bytes;
  },
  (bytes, below) => bytes.slice(0, below(bytes.length)),
  (bytes, below) => {
    const start = below(bytes.length);
    const end = Math.min(bytes.length, start + 1 + below(20));
    for (let at = start; at < end; at++) bytes[at] = below(256);
    return bytes;
  },
  (bytes, below) => {
    const start = below(bytes.length);
    bytes.copyWithin(start, start + 1 + below(20));
    return bytes;
  },
  (bytes, below) => {
    bytes.copyWithin(below(bytes.length), below(bytes.length));
    return bytes;
  },
  (bytes, below) => bytes.fill(below(2) * 255, below(bytes.length), below(bytes.length)),
];

const ELEMENTS: readonly OsmElement[] = [
  ...Array.from({ length: 20 }, (_, i): OsmElement => ({
    type: "node",
    id: 7_000_000_000 + i * 13,
    lat: 209_670_000 + i * 1000,
    lng: -896_240_000 - i * 1000,
    ...(i % 5 === 0 ? { tags: { barrier: "gate", name: `Puerta ñ ${i}` } } : {}),
  })),
  ...Array.from({ length: 8 }, (_, i): OsmElement => ({
    type: "way",
    id: i - 3,
    refs: [7_000_000_000, 7_000_000_013 + i * 13],
    tags: { highway: "residential", name: `Calle ${i}` },
  })),
  {
    type: "relation",
    id: 5,
    members: [{ type: "way", ref: 1, role: "from" }, { type: "node", ref: 7, role: "via" }],
    tags: { type: "restriction" },
  },
];

/** Files, the number of mutations for each, and whether a checksum covers the whole content. */
const FILES: readonly [what: string, file: Uint8Array, count: number, isGuarded: boolean][] = [
  ["raw PBF", pbfFile(ELEMENTS, { packing: "raw", blockSize: 25 }), 2400, false],
  ["zlib PBF", pbfFile(ELEMENTS, { blockSize: 10 }), 1800, true],
];

for (const [what, file, count, isGuarded] of FILES) {
  Deno.test(`${count} damaged ${what} files end in a StreetsError or a valid read`, async () => {
    const random = randomNumbers(count);
    const below = (limit: number) => Math.floor(random() * limit);
    const whole = JSON.stringify(await elementsOf(file));
    let errors = 0;
    for (let i = 0; i < count; i++) {
      let damaged = file.slice();
      for (let times = 1 + below(2); times > 0; times--) {
        if (damaged.length > 0) {
          damaged = MUTATIONS[below(MUTATIONS.length)]!(damaged, below).slice();
        }
      }
      const outcome = await elementsOf(damaged).catch((error: unknown) => error);
      if (Array.isArray(outcome)) {
        assert(outcome.length <= 2 * ELEMENTS.length, `mutation ${i} made ${outcome.length}`);
        assertSound(outcome);
        if (isGuarded && JSON.stringify(outcome) !== whole) assertWholeParts(outcome);
        continue;
      }
      assertInstanceOf(outcome, StreetsError, `mutation ${i}`);
      const offset = Number(/ \(en el byte (\d+)\)$/.exec(outcome.message)?.[1] ?? NaN);
      assert(offset >= 0 && offset <= damaged.length, outcome.message);
      assert(outcome.message.startsWith(`${PATH}: `), outcome.message);
      errors++;
    }
    assert(errors > count / 3, `only ${errors} of ${count} were detected`);
  });
}

function assertSound(elements: readonly OsmElement[]): void {
  for (const element of elements) {
    assert(Number.isSafeInteger(element.id));
    if (element.type === "node") {
      assert(Number.isInteger(element.lat) && Math.abs(element.lat) <= 900_000_000);
      assert(Number.isInteger(element.lng) && Math.abs(element.lng) <= 1_800_000_000);
    }
  }
}

/** A file cut between blobs is a shorter file: its elements must still be those written. */
function assertWholeParts(elements: readonly OsmElement[]): void {
  const written = new Set(ELEMENTS.map((element) => JSON.stringify(sorted(element))));
  for (const element of elements) assert(written.has(JSON.stringify(sorted(element))));
}

function sorted(element: OsmElement): unknown {
  return Object.entries(element).toSorted(([a], [b]) => a < b ? -1 : 1);
}
