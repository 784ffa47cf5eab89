import { gzipSync } from "node:zlib";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { bunzip2 } from "../../../src/routing/osm/bzip2/bunzip2.ts";
import { OsmFileError } from "../../../src/routing/osm/elements.ts";
import { openOsm, osmSource } from "../../../src/routing/osm/open_osm.ts";
import { joined } from "../../support/protobuf.ts";
import { bzip2Sample } from "./bzip2_samples.ts";
import { elementsOf, inMemory } from "./reading.ts";

const XML = `<osm><node id="7000000001" lat="20.967" lon="-89.624"/><way id="2">` +
  `<nd ref="7000000001"/><tag k="highway" v="residential"/></way></osm>`;
const MAP = [
  { type: "node", id: 7_000_000_001, lat: 209_670_000, lng: -896_240_000 },
  { type: "way", id: 2, refs: [7_000_000_001], tags: { highway: "residential" } },
] as const;
const GZIP = gzipSync(XML);
const GZIP_PARTS = joined(gzipSync(XML.slice(0, 50)), gzipSync(""), gzipSync(XML.slice(50)));

const READABLE = {
  "gzip": GZIP,
  "gzip in several parts": GZIP_PARTS,
  "bzip2": bzip2Sample("map"),
  "bzip2 in several streams": bzip2Sample("mapInTwoStreams"),
};
for (const [packing, file] of Object.entries(READABLE)) {
  Deno.test(`a map packed by ${packing} is read, twice`, async () => {
    assertEquals(await elementsOf(file), [...MAP]);
    const source = await osmSource(inMemory(file));
    for (let pass = 0; pass < 2; pass++) {
      const ids: number[] = [];
      let progress = 0;
      await source.read({ way: (id) => ids.push(id) }, (bytes) => progress = bytes);
      assertEquals({ ids, progress }, { ids: [2], progress: file.length });
    }
  });
}

const CUT = { gzip: GZIP, bzip2: bzip2Sample("map") };
for (const [packing, file] of Object.entries(CUT)) {
  Deno.test(`a map packed by ${packing} and cut anywhere is an error within the file`, async () => {
    for (let length = 4; length < file.length; length++) {
      const error = await fileError(file.slice(0, length));
      assertStringIncludes(error.message, "cut");
      assertEquals(error.offset >= 0 && error.offset <= length, true, `${error.offset}`);
    }
  });
}

Deno.test("damage in gzip data is an error, as is what stands behind its end", async () => {
  const damaged = GZIP.slice();
  damaged[30]! ^= 4;
  assertStringIncludes((await fileError(damaged)).message, "gzip data is damaged");
  assertStringIncludes((await fileError(joined(GZIP, Uint8Array.of(7)))).message, "is damaged");
});

Deno.test("damage in bzip2 data is an error at its place, as is what stands behind its end", async () => {
  const damaged = bzip2Sample("map");
  damaged[60]! ^= 4;
  assertStringIncludes((await fileError(damaged)).message, "bzip2 data holds");
  const more = await fileError(joined(bzip2Sample("map"), Uint8Array.of(7, 7, 7, 7)));
  assertStringIncludes(more.message, "something else behind its end");
});

Deno.test("an error in packed XML says where in the unpacked text", async () => {
  const file = gzipSync(`<osm><way id="x"/></osm>`);
  const error = await fileError(file);
  assertStringIncludes(error.message, "at byte 5 of what the file unpacks to");
  assertEquals(error.offset, file.length);
});

Deno.test("packed files that hold no XML are refused with a word on what they hold", async () => {
  assertStringIncludes((await fileError(gzipSync(GZIP))).message, "gzip within a packed file");
  assertStringIncludes((await fileError(gzipSync("{}"))).message, "JSON");
  assertStringIncludes((await fileError(gzipSync(""))).message, "empty");
  assertStringIncludes((await fileError(bzip2Sample("nothing"))).message, "empty");
});

Deno.test("a handler that throws while a packed file is read leaves nothing open", async () => {
  const path = await Deno.makeTempFile();
  try {
    const way = `<way id="1"><tag k="name" v="Calle"/></way>`;
    await Deno.writeFile(path, gzipSync(`<osm>${way.repeat(100_000)}</osm>`, { level: 0 }));
    const source = await openOsm(path);
    await assertRejects(
      () =>
        source.read({
          way() {
            throw new Error("the handler's own");
          },
        }),
      Error,
      "the handler's own",
    );
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("bzip2 gives back long runs and several blocks, however its bytes arrive", async () => {
  const runs = joined(...Array.from({ length: 600 }, (_, i) => new Uint8Array(i).fill(i)));
  for (const size of [1, 7, 65_536]) {
    assertEquals(await unpacked(bzip2Sample("runs"), size), runs);
  }
});

Deno.test("bzip2 of more than it holds at once is unpacked whole, and knows where it is damaged", async () => {
  const sample = bzip2Sample("map");
  const count = Math.ceil(3_500_000 / sample.length);
  const packed = joined(...Array<Uint8Array>(count).fill(sample), Uint8Array.of(7, 7, 7, 7));
  async function* pieces() {
    for (let at = 0; at < packed.length; at += 65_536) yield packed.slice(at, at + 65_536);
  }
  let length = 0;
  let faultAt = -1;
  const fault = (problem: string, at: number) => {
    faultAt = at;
    return new Error(problem);
  };
  await assertRejects(async () => {
    for await (const piece of bunzip2(pieces(), fault)) {
      assertEquals(new TextDecoder().decode(piece), XML);
      length += piece.length;
    }
  });
  assertEquals(length, count * XML.length);
  assertEquals(faultAt, packed.length);
});

async function unpacked(packed: Uint8Array, size: number): Promise<Uint8Array> {
  async function* pieces() {
    for (let at = 0; at < packed.length; at += size) yield packed.slice(at, at + size);
  }
  const parts: Uint8Array[] = [];
  for await (const piece of bunzip2(pieces(), (problem) => new Error(problem))) {
    parts.push(piece.slice());
  }
  return joined(...parts);
}

async function fileError(file: Uint8Array): Promise<OsmFileError> {
  return await assertRejects(() => elementsOf(file), OsmFileError);
}
