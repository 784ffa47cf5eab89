/**
 * Guesses the next bit of a text from the one, two and three bytes before it. Sums and products of whole numbers and plain
 * divisions alone, so that every machine guesses alike: what one squeezes, another must unsqueeze.
 */
import { PRIMER } from "./draft_primer.ts";

export interface BitModel {
  /** How likely the next bit is 1, in 65536ths: 32 to 65504. */
  chance(): number;
  /** Learns what the bit was. */
  learn(bit: number): void;
}

/** Bytes of context that each table looks at, and how much its guess counts. */
const TABLES = [
  { contextMask: 0, weight: 1 },
  { contextMask: 0xff, weight: 16 },
  { contextMask: 0xffff, weight: 128 },
  { contextMask: 0xffffff, weight: 1000 },
] as const;
const SLOTS = 65_536;
/** A slot seen so often learns no slower. */
const MOST_SEEN = 30;
const LEAST_CHANCE = 32;

/** What has been seen after each context, as numbers in flat arrays, table after table. */
interface Memory {
  /** How likely a 1 is, in 65536ths. */
  readonly chances: Uint16Array;
  /** How often the slot was seen, to {@linkcode MOST_SEEN}. */
  readonly seen: Uint8Array;
}

/** What the primer taught, and the memory of the model that is at work. */
let primed: { readonly lesson: Memory; readonly work: Memory } | null = null;

/**
 * A model that has read the primer and nothing else. It holds until the next call: a memory of its own for each, 786 KB,
 * would keep the collector busier than all else a draft costs.
 */
export function primedModel(): BitModel {
  primed ??= { lesson: readPrimer(), work: emptyMemory() };
  const { lesson, work } = primed;
  work.chances.set(lesson.chances);
  work.seen.set(lesson.seen);
  return bitModel(work);
}

function emptyMemory(): Memory {
  return {
    chances: new Uint16Array(TABLES.length * SLOTS).fill(32_768),
    seen: new Uint8Array(TABLES.length * SLOTS),
  };
}

function readPrimer(): Memory {
  const memory = emptyMemory();
  const model = bitModel(memory);
  for (const byte of new TextEncoder().encode(PRIMER)) {
    for (let shift = 7; shift >= 0; shift--) {
      model.chance();
      model.learn((byte >> shift) & 1);
    }
  }
  return memory;
}

function bitModel({ chances, seen }: Memory): BitModel {
  const slots = new Uint32Array(TABLES.length);
  /** The last three bytes. */
  let before = 0;
  /** The bits of the byte under way, after a leading 1. */
  let partial = 1;
  return {
    chance() {
      let sum = 0;
      let weights = 0;
      TABLES.forEach(({ contextMask, weight }, table) => {
        const slot = slotOf(table, before & contextMask, partial);
        const trust = weight * seen[slot]!;
        slots[table] = slot;
        sum += trust * chances[slot]!;
        weights += trust;
      });
      const chance = weights === 0 ? 32_768 : Math.floor(sum / weights);
      return Math.min(Math.max(chance, LEAST_CHANCE), 65_536 - LEAST_CHANCE);
    },
    learn(bit) {
      for (const slot of slots) {
        const times = seen[slot]!;
        const chance = chances[slot]!;
        chances[slot] = chance + Math.trunc(((bit ? 65_535 : 0) - chance) / (times + 1.5));
        if (times < MOST_SEEN) seen[slot] = times + 1;
      }
      partial = partial << 1 | bit;
      if (partial < 256) return;
      before = (before << 8 | partial & 0xff) & 0xffffff;
      partial = 1;
    },
  };
}

/** Where a table keeps what it knows of a context: contexts that share a slot only make it guess worse. */
function slotOf(table: number, context: number, partial: number): number {
  let hash = Math.imul(context + 1, 0x9e3779b1) ^ Math.imul(partial, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
  return table * SLOTS + ((hash ^ hash >>> 13) & (SLOTS - 1));
}
