/**
 * Measures the speed of each pass, and whether memory grows with a file's size: the blobs of a real file are repeated to a file of
 * several hundred megabytes.
 *
 *     deno run --allow-read --allow-write tests/routing/osm_pbf/reading_bench.ts ../shared/data/osm/ors_heidelberg.test.pbf
 *
 * @module
 */
import type { OsmHandlers, OsmSource } from "../../../src/routing/osm_pbf/elements.ts";
import { openOsm } from "../../../src/routing/osm_pbf/open_osm.ts";

const RUNS = 9;
const SIZES_MB = [25, 200, 600];
const MB = 1e6;

let elements = 0;
const count = () => {
  elements++;
};
const PASSES: Readonly<Record<string, OsmHandlers>> = {
  "everything": {
    node: count,
    way: (_id, refs) => elements += refs().length > 0 ? 1 : 0,
    relation: (_id, members) => elements += members().length > 0 ? 1 : 0,
  },
  "streets and restrictions": {
    way: (_id, refs, { highway }) => elements += highway !== undefined && refs().length > 0 ? 1 : 0,
    relation: count,
    keys: { way: ["highway"], relation: ["restriction"] },
  },
  "nodes with the tags that matter to cars": {
    node: count,
    keys: { node: ["barrier", "highway", "access"] },
  },
};

/** Milliseconds of the median run. */
async function middleRun(
  open: () => Promise<OsmSource>,
  handlers: OsmHandlers,
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const source = await open();
    const before = performance.now();
    await source.read(handlers);
    times.push(performance.now() - before);
  }
  return times.toSorted((a, b) => a - b)[RUNS >> 1]!;
}

async function measurePasses(path: string): Promise<void> {
  const again = await openOsm(path);
  for (const [name, handlers] of Object.entries(PASSES)) {
    const first = await middleRun(() => openOsm(path), handlers);
    const later = await middleRun(() => Promise.resolve(again), handlers);
    const speed = (ms: number) =>
      `${ms.toFixed(1)} ms, ${(again.bytes / 1000 / ms).toFixed(0)} MB/s`;
    print(`${name}: first pass ${speed(first)}; later ones ${speed(later)}`);
  }
}

/** Writes a file of the first blob and repetitions of the others, of `size` bytes or slightly more. */
async function writeRepeated(path: string, bytes: Uint8Array, size: number): Promise<void> {
  const headLength = lengthOfFirstBlob(bytes);
  using file = await Deno.create(path);
  const write = async (part: Uint8Array) => {
    for (let at = 0; at < part.length;) at += await file.write(part.subarray(at));
  };
  await write(bytes.subarray(0, headLength));
  const body = bytes.subarray(headLength);
  for (let length = headLength; length < size; length += body.length) await write(body);
}

/** Its header's last field is the length of what follows, here a varint of one or two bytes. */
function lengthOfFirstBlob(bytes: Uint8Array): number {
  const end = 4 + new DataView(bytes.buffer).getUint32(0);
  const isLong = bytes[end - 2]! >= 0x80;
  const size = isLong ? (bytes[end - 2]! & 0x7f) + bytes[end - 1]! * 128 : bytes[end - 1]!;
  return end + size;
}

async function measureMemory(path: string): Promise<void> {
  const bytes = await Deno.readFile(path);
  const large = await Deno.makeTempFile();
  for (const size of SIZES_MB) {
    await writeRepeated(large, bytes, size * MB);
    const source = await openOsm(large);
    let highest = { rss: 0, heapUsed: 0 };
    elements = 0;
    const before = performance.now();
    await source.read(PASSES["everything"]!, () => {
      const { rss, heapUsed } = Deno.memoryUsage();
      highest = {
        rss: Math.max(highest.rss, rss),
        heapUsed: Math.max(highest.heapUsed, heapUsed),
      };
    });
    const seconds = (performance.now() - before) / 1000;
    print(
      `${(source.bytes / MB).toFixed(0)} MB, ${elements} elements in ${seconds.toFixed(1)} s: ` +
        `at most ${(highest.rss / MB).toFixed(0)} MB resident, ${
          (highest.heapUsed / MB).toFixed(0)
        } MB of heap`,
    );
  }
  await Deno.remove(large);
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

const path = Deno.args[0];
if (path === undefined) throw new Error("give the path of an .osm.pbf file");
await measurePasses(path);
await measureMemory(path);
