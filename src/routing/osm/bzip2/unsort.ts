/**
 * Undoes the sorting of a block (the Burrows-Wheeler transform): writes into the upper 24 bits of each of the first
 * `length` entries which entry comes next; their lowest eight bits hold the bytes.
 */
export function linkSorted(entries: Uint32Array, length: number): void {
  const starts = new Uint32Array(257);
  for (let i = 0; i < length; i++) starts[(entries[i]! & 0xff) + 1]!++;
  for (let byte = 0; byte < 256; byte++) starts[byte + 1]! += starts[byte]!;
  for (let i = 0; i < length; i++) {
    const place = starts[entries[i]! & 0xff]!++;
    entries[place]! |= i << 8;
  }
}

/** Equal bytes in a row behind which a count of more follows. */
const RUN = 4;

/**
 * The bytes of a block that {@linkcode linkSorted} has linked, from `origin` on, runs written out, in pieces. Each is
 * overwritten by the next.
 */
export function* unsorted(
  entries: Uint32Array,
  origin: number,
  length: number,
): Generator<Uint8Array> {
  const piece = new Uint8Array(65_536);
  let filled = 0;
  let entry = entries[origin]! >>> 8;
  let last = -1;
  let run = 0;
  for (let i = 0; i < length; i++) {
    const byte = entries[entry]! & 0xff;
    entry = entries[entry]! >>> 8;
    if (filled + 256 > piece.length) {
      yield piece.subarray(0, filled);
      filled = 0;
    }
    if (run === RUN) {
      piece.fill(last, filled, filled += byte);
      run = 0;
      last = -1;
      continue;
    }
    run = byte === last ? run + 1 : 1;
    last = byte;
    piece[filled++] = byte;
  }
  yield piece.subarray(0, filled);
}
