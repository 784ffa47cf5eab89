import { alignToByte, type Bits, take32, takeBits, usedBytes } from "./bits.ts";
import { takeBlock } from "./block.ts";
import { crcAfter, FIRST_CRC } from "./checksum.ts";
import { linkSorted, unsorted } from "./unsort.ts";

/** Reads streams of bzip2 part by part. */
export interface StreamReader {
  /** Reads a stream's head, one block or its end; yields what it holds. */
  step(): Generator<Uint8Array>;
  /** Whether all bytes are used up, with the end of a stream. */
  isOver(): boolean;
}

const HEAD = 0x425a68; // BZh
const BLOCK = [0x314159, 0x265359] as const;
const END = [0x177245, 0x385090] as const;
const LEVEL_BYTES = 100_000;

/** @param fault makes the error for what is wrong where `bits` stand */
export function streamReader(bits: Bits, fault: (problem: string) => Error): StreamReader {
  /** Room for the longest block of any stream, made once. */
  const room = new Uint32Array(9 * LEVEL_BYTES);
  /** Room for a block of this stream; null between streams. */
  let entries: Uint32Array | null = null;
  let streamCrc = 0;

  function damaged(problem: string): Error {
    const isCut = usedBytes(bits) > bits.end;
    return fault(`the bzip2 data ${isCut ? "is cut" : `holds ${problem}`}; download it again`);
  }

  function takeHead(): Uint32Array {
    const head = takeBits(bits, 24);
    const level = takeBits(bits, 8) - "0".charCodeAt(0);
    if (head !== HEAD || level < 1 || level > 9) throw damaged("something else behind its end");
    streamCrc = 0;
    return room.subarray(0, level * LEVEL_BYTES);
  }

  function* takeContent(entries: Uint32Array): Generator<Uint8Array> {
    const block = takeBlock(bits, entries);
    if (typeof block === "string") throw damaged(block);
    linkSorted(entries, block.length);
    let crc = FIRST_CRC;
    for (const piece of unsorted(entries, block.origin, block.length)) {
      crc = crcAfter(crc, piece);
      yield piece;
    }
    if (~crc !== (block.crc | 0)) throw damaged("a block with a wrong checksum");
    streamCrc = ((streamCrc << 1) | (streamCrc >>> 31)) ^ block.crc;
  }

  return {
    isOver: () => entries === null && usedBytes(bits) >= bits.end,
    *step() {
      if (entries === null) {
        entries = takeHead();
        return;
      }
      const magic = [takeBits(bits, 24), takeBits(bits, 24)] as const;
      if (magic[0] === BLOCK[0] && magic[1] === BLOCK[1]) {
        yield* takeContent(entries);
        return;
      }
      if (magic[0] !== END[0] || magic[1] !== END[1]) throw damaged("no block where one begins");
      const isSame = take32(bits) === streamCrc >>> 0;
      // Cut bits read as zeros, which a checksum may well end with.
      if (!isSame || usedBytes(bits) > bits.end) throw damaged("a wrong checksum");
      alignToByte(bits);
      entries = null;
    },
  };
}
