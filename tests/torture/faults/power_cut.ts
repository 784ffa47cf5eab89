/** The possible contents of a disk after a power cut: everything synced, and any of the sectors written since. */
import { type Call, isSync } from "./trace.ts";

/** The contents of files, by path. */
export type Disk = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** The unit that a disk writes atomically. */
const SECTOR_BYTES = 512;

/**
 * The disk after a power cut at each of `moments`, which are positions in the order of `calls`. For writes that no sync
 * covers `survives` decides, sector by sector, whether the disk wrote them.
 * @param moments in ascending order
 */
export function* disksAfterCuts(
  calls: readonly Call[],
  moments: readonly number[],
  survives: (moment: number) => boolean,
): Generator<{ moment: number; disk: Disk }> {
  const synced = new Map<string, FileImage>();
  const unsynced: Call[] = [];
  const events = calls.flatMap((call) => [
    { place: call.begun, call, isReturn: false },
    ...(isSync(call) && call.result === 0 ? [{ place: call.returned, call, isReturn: true }] : []),
  ]).sort((a, b) => a.place - b.place);
  let next = 0;
  for (const moment of moments) {
    for (; next < events.length && events[next]!.place < moment; next++) {
      const { call, isReturn } = events[next]!;
      if (isReturn) keepSynced(synced, unsynced, call);
      else if (!isSync(call)) unsynced.push(call);
    }
    const disk = new Map([...synced].map(([path, image]) => [path, image.copy()]));
    for (const call of unsynced) {
      for (const piece of sectors(call)) {
        if (survives(moment)) apply(piece, imageOf(disk, call.target));
      }
    }
    yield {
      moment,
      disk: new Map([...disk].map(([path, image]) => [path, image.contents()])),
    };
  }
}

/** A sync covers the writes to its file that returned before it began. */
function keepSynced(synced: Map<string, FileImage>, unsynced: Call[], sync: Call): void {
  const later = unsynced.filter((call) => {
    const covered = call.target === sync.target && call.returned < sync.begun;
    if (covered) apply(call, imageOf(synced, call.target));
    return !covered;
  });
  unsynced.splice(0, unsynced.length, ...later);
}

type Change = Pick<Call, "name" | "bytes" | "offset">;

function apply({ name, bytes, offset }: Change, image: FileImage): void {
  if (name === "ftruncate") image.truncate(offset);
  else image.write(bytes, offset);
}

/** The atomic parts of a change. */
function* sectors({ name, bytes, offset }: Change): Generator<Change> {
  if (name === "ftruncate") yield { name, bytes, offset };
  for (let from = 0; from < bytes.length;) {
    const to = Math.min(bytes.length, from + SECTOR_BYTES - (offset + from) % SECTOR_BYTES);
    yield { name, bytes: bytes.subarray(from, to), offset: offset + from };
    from = to;
  }
}

interface FileImage {
  write(bytes: Uint8Array, offset: number): void;
  truncate(end: number): void;
  contents(): Uint8Array<ArrayBuffer>;
  copy(): FileImage;
}

function imageOf(images: Map<string, FileImage>, path: string): FileImage {
  const image = images.get(path) ?? fileImage(new Uint8Array());
  images.set(path, image);
  return image;
}

/** A growing file, with zeros where nothing was written. */
function fileImage(contents: Uint8Array<ArrayBuffer>): FileImage {
  let buffer = contents;
  let length = contents.length;
  return {
    write(bytes, offset) {
      const end = offset + bytes.length;
      if (end > buffer.length) {
        const grown = new Uint8Array(Math.max(end, 2 * buffer.length));
        grown.set(buffer);
        buffer = grown;
      }
      buffer.set(bytes, offset);
      length = Math.max(length, end);
    },
    truncate(end) {
      const kept = new Uint8Array(end);
      kept.set(buffer.subarray(0, Math.min(end, length)));
      buffer = kept;
      length = end;
    },
    contents: () => buffer.slice(0, length),
    copy: () => fileImage(buffer.slice(0, length)),
  };
}
