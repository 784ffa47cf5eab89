/** Gathers lines of text and writes them together: a write a line would cost more than what the line tells of. */

export interface LineOutput {
  /** Takes a line, with its line ending. It is written within 20 ms, as fast as the reader reads. */
  add(line: string): void;
  /** Waits until all is written. */
  flush(): Promise<void>;
}

/** Lines wait this long for company. */
const GATHER_MS = 20;
const CHUNK_BYTES = 65_536;
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const BYTES_A_UNIT = 3;
/** Chunks that may wait for a reader that has stopped reading: 4 MB. Lines beyond are dropped, and counted. */
const MOST_CHUNKS = 64;

/**
 * @param write takes all of its bytes before it resolves; an error of it is not told, for a log that nobody reads any more
 * must not end the service
 * @param droppedLine the line that says how many were dropped
 */
export function lineOutput(
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>,
): LineOutput {
  const encoder = new TextEncoder();
  const full: Uint8Array<ArrayBuffer>[] = [];
  let chunk = new Uint8Array(CHUNK_BYTES);
  let used = 0;
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const turnOver = (room: number): void => {
    if (used > 0) full.push(chunk.subarray(0, used));
    chunk = new Uint8Array(Math.max(CHUNK_BYTES, room));
    used = 0;
  };

  // Lines become bytes at once: as strings they would outlive many collections of garbage.
  const append = (line: string): void => {
    const room = line.length * BYTES_A_UNIT;
    if (chunk.length - used < room) turnOver(room);
    used += encoder.encodeInto(line, chunk.subarray(used)).written;
  };

  const drain = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (used > 0 || full.length > 0) {
      if (full.length === 0) turnOver(0);
      await write(full[0]!).catch(() => {});
      full.shift();
      if (dropped > 0) append(droppedLine(dropped));
      dropped = 0;
    }
  };

  return {
    add(line) {
      if (full.length >= MOST_CHUNKS) return void dropped++;
      append(line);
      timer ??= setTimeout(() => (writing = writing.then(drain)), GATHER_MS);
    },
    flush: () => (writing = writing.then(drain)),
  };
}
