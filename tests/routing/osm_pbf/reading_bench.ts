/**
 * How fast files are read, pass by pass, and whether memory grows with their size: the blobs of a real file are read
 * over and over as one file of several hundred megabytes.
 *
 *     deno run --allow-read tests/routing/osm_pbf/reading_bench.ts ../shared/data/osm/ors_heidelberg.test.pbf
 *
 * @module
 */
import type { OsmHandlers, OsmSource } from "../../../src/routing/osm_pbf/elements.ts";
import { type FileBytes, fileBytes } from "../../../src/routing/osm_pbf/file_bytes.ts";
import { openOsm, osmSource } from "../../../src/routing/osm_pbf/open_osm.ts";

const RUNS = 9;
const SIZES_MB = [25, 200, 600];
const MB = 1e6;

let elements = 0;
const count = () => {
  elements++;
};
const PASSES: Readonly<Record<string, OsmHandlers>> = {
  "everything": { node: count, way: count, relation: count },
  "streets and restrictions": {
    way: count,
    relation: count,
    required: { way: ["highway"], relation: ["restriction"] },
  },
  "nodes with the tags that matter to cars": {
    node: count,
    keys: { node: ["barrier", "highway", "access"] },
  },
};

/** Milliseconds of the middle run, each on a source of its own or all on one. */
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

/** A file whose bytes behind its first blob are repeated until it has `size` bytes or a little more. */
async function repeated(file: FileBytes, size: number): Promise<FileBytes> {
  const bytes = await Deno.readFile(file.path);
  const headLength = lengthOfFirstBlob(bytes);
  const bodyLength = bytes.length - headLength;
  const rounds = Math.ceil((size - headLength) / bodyLength);
  function read(offset: number, into: Uint8Array): Promise<void> {
    for (let filled = 0; filled < into.length;) {
      const at = offset + filled;
      const from = at < headLength ? at : headLength + (at - headLength) % bodyLength;
      const part = bytes.subarray(from, from + into.length - filled);
      into.set(part, filled);
      filled += part.length;
    }
    return Promise.resolve();
  }
  return {
    path: file.path,
    size: headLength + rounds * bodyLength,
    open: () => Promise.resolve({ read, [Symbol.dispose]() {} }),
  };
}

/** Its header's last field is the length of what follows, here a varint of one or two bytes. */
function lengthOfFirstBlob(bytes: Uint8Array): number {
  const end = 4 + new DataView(bytes.buffer).getUint32(0);
  const isLong = bytes[end - 2]! >= 0x80;
  const size = isLong ? (bytes[end - 2]! & 0x7f) + bytes[end - 1]! * 128 : bytes[end - 1]!;
  return end + size;
}

async function measureMemory(path: string): Promise<void> {
  const file = await fileBytes(path);
  for (const size of SIZES_MB) {
    const source = await osmSource(await repeated(file, size * MB));
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
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

const path = Deno.args[0];
if (path === undefined) throw new Error("give the path of an .osm.pbf file");
await measurePasses(path);
await measureMemory(path);
