/** Gathers lines of text and writes them together: a write a line would cost more than what the line tells of. */

export interface LineOutput {
  /** Takes a line, with its line ending. It is written within 50 ms, as fast as the reader reads. */
  add(line: string): void;
  /** Waits until all is written. */
  flush(): Promise<void>;
}

/** Lines wait this long for company. */
const GATHER_MS = 50;
const CHUNK_BYTES = 262_144;
/** So many characters become bytes in one go. Much more would outlive collection after collection of garbage as text. */
const TEXT_UNITS = 8_192;
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const BYTES_A_UNIT = 3;
/** Chunks that may wait for a reader that has stopped reading: 4 MB. Lines beyond are dropped, and counted. */
const MOST_CHUNKS = 16;

/**
 * @param write takes all of its bytes before it resolves; an error of it is not told, for a log that nobody reads any more
 * must not end the service
 * @param droppedLine the line that says how many were dropped
 */
export function lineOutput(
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>,
  droppedLine: (count: number) => string,
): LineOutput {
  const encoder = new TextEncoder();
  const full: Uint8Array<ArrayBuffer>[] = [];
  let chunk = new Uint8Array(CHUNK_BYTES);
  let spare: typeof chunk | undefined;
  let used = 0;
  let text = "";
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const turnOver = (room: number): void => {
    if (used === 0 && room === 0) return;
    if (used > 0) full.push(chunk.subarray(0, used));
    chunk = spare && spare.length >= room ? spare : new Uint8Array(Math.max(CHUNK_BYTES, room));
    spare = undefined;
    used = 0;
  };

  const encode = (): void => {
    const room = text.length * BYTES_A_UNIT;
    if (chunk.length - used < room) turnOver(room);
    used += encoder.encodeInto(text, chunk.subarray(used)).written;
    text = "";
  };

  const drain = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (dropped > 0) text += droppedLine(dropped);
    dropped = 0;
    encode();
    turnOver(0);
    // Only what is there now: lines that come meanwhile wait for company of their own.
    for (let due = full.length; due > 0; due--) {
      const [lines] = full;
      await write(lines!).catch(() => {});
      full.shift();
      spare = new Uint8Array(lines!.buffer);
    }
  };

  return {
    add(line) {
      if (full.length >= MOST_CHUNKS) return void dropped++;
      text += line;
      if (text.length > TEXT_UNITS) encode();
      timer ??= setTimeout(() => (writing = writing.then(drain)), GATHER_MS);
    },
    flush: () => (writing = writing.then(drain)),
  };
}
