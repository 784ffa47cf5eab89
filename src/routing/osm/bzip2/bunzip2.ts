import { type Bits, bitsOf, usedBytes } from "./bits.ts";
import { streamReader } from "./stream.ts";

/** Makes the error for what is wrong at a place in the packed bytes. */
export type BzipFault = (problem: string, at: number) => Error;

/** More than the longest block can take: 900,000 symbols of 20 bits, and its codes. */
const LONGEST_BLOCK = 2_400_000;

/**
 * Unpacks bzip2, of one stream or of several that were put one behind the other, as parallel packers do.
 * @param pieces the packed bytes, in pieces of at most 1 MB
 * @returns what they hold, in pieces of which each is overwritten by the next
 * @throws what `fault` makes, for data that is cut or damaged
 */
export async function* bunzip2(
  pieces: AsyncIterable<Uint8Array>,
  fault: BzipFault,
): AsyncGenerator<Uint8Array> {
  const bits = bitsOf(new Uint8Array(2 * LONGEST_BLOCK), 0);
  /** Bytes that were dropped from the front of those in `bits`. */
  let dropped = 0;
  const stream = streamReader(
    bits,
    (problem) => fault(problem, dropped + Math.min(usedBytes(bits), bits.end)),
  );
  for await (const piece of pieces) {
    dropped += dropUsed(bits);
    bits.bytes.set(piece, bits.end);
    bits.end += piece.length;
    // Only what surely holds a whole block is begun.
    while (bits.end - bits.at > LONGEST_BLOCK) yield* stream.step();
  }
  while (!stream.isOver()) yield* stream.step();
}

/** Makes room for more; returns the bytes dropped. */
function dropUsed(bits: Bits): number {
  const used = bits.at;
  if (used < LONGEST_BLOCK / 4) return 0;
  bits.bytes.copyWithin(0, used, bits.end);
  bits.end -= used;
  bits.at = 0;
  return used;
}
