/**
 * Makes short texts shorter than deflate can, four bits a letter or less: an arithmetic coder over the bits of their UTF-8,
 * told by a model how likely each bit is. The texts follow one another, each ended by a NUL.
 */

/** Most bytes of text that go in or come out, so that no forgery can fill the memory. */
const MOST_BYTES = 65_536;
const WHOLE = 2 ** 32;
const TOP = 2 ** 24;

/** The numbers below 2^32 that still agree with every bit so far, both ends included. */
interface Interval {
  low: number;
  high: number;
}

/**
 * @param texts without NUL
 * @throws {RangeError} where they exceed 64 KB together
 */
export function squeeze(texts: readonly string[]): readonly number[] {
  const bytes = new TextEncoder().encode(texts.map((text) => `${text}\0`).join(""));
  if (bytes.length > MOST_BYTES) throw new RangeError("the texts exceed 64 KB");
  const model = primedModel();
  const interval = { low: 0, high: WHOLE - 1 };
  const squeezed: number[] = [];
  for (const byte of bytes) {
    for (let shift = 7; shift >= 0; shift--) {
      narrow(interval, model, cut(interval, model), (byte >> shift) & 1);
      dropSettled(interval, (settled) => squeezed.push(settled));
    }
  }
  return [...squeezed, ...shortestWithin(interval)];
}

/**
 * @param count how many texts were squeezed
 * @throws {RangeError} where they do not end within 64 KB
 * @throws {TypeError} where they are not UTF-8
 */
export function unsqueeze(squeezed: Uint8Array, count: number): readonly string[] {
  const model = primedModel();
  const interval = { low: 0, high: WHOLE - 1 };
  let at = 0;
  let code = 0;
  const take = () => code = (code % TOP) * 256 + (squeezed[at++] ?? 0);
  for (let taken = 0; taken < 4; taken++) take();
  const readByte = () => {
    let byte = 0;
    for (let bits = 0; bits < 8; bits++) {
      const middle = cut(interval, model);
      const bit = code <= middle ? 1 : 0;
      narrow(interval, model, middle, bit);
      dropSettled(interval, take);
      byte = byte << 1 | bit;
    }
    return byte;
  };
  return readTexts(readByte, count);
}

function readTexts(readByte: () => number, count: number): readonly string[] {
  const bytes: number[] = [];
  for (let ended = 0; ended < count;) {
    const byte = readByte();
    if (byte === 0) ended++;
    bytes.push(byte);
    if (bytes.length > MOST_BYTES) throw new RangeError("the texts exceed 64 KB");
  }
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return text.decode(Uint8Array.from(bytes)).split("\0").slice(0, count);
}

/** The last number of the interval that stands for a 1: its share is as large as a 1 is likely. */
function cut({ low, high }: Interval, model: BitModel): number {
  return low + Math.floor((high - low) * model.chance() / 65_536);
}

function narrow(interval: Interval, model: BitModel, middle: number, bit: number): void {
  if (bit) interval.high = middle;
  else interval.low = middle + 1;
  model.learn(bit);
}

/** Shifts out the leading bytes that both ends share: nothing to come can change them. */
function dropSettled(interval: Interval, settled: (byte: number) => void): void {
  while (Math.floor(interval.low / TOP) === Math.floor(interval.high / TOP)) {
    settled(Math.floor(interval.low / TOP));
    interval.low = (interval.low % TOP) * 256;
    interval.high = (interval.high % TOP) * 256 + 255;
  }
}

/** The fewest bytes that, with zeros after them, name a number of the interval. */
function shortestWithin({ low, high }: Interval): readonly number[] {
  if (low === 0) return [];
  for (let step = TOP, bytes: number[] = [];; step /= 256) {
    const rounded = Math.ceil(low / step) * step;
    bytes = [...bytes, 0];
    if (rounded > high) continue;
    return bytes.map((_, index) => Math.floor(rounded / 256 ** (3 - index)) % 256);
  }
}

interface BitModel {
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
function primedModel(): BitModel {
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

/**
 * Text like that of drafts: menu ids, addresses of Mérida, what people ask the kitchen for. The squeezer's model reads it before
 * any draft, so that `Calle 60` costs three bytes instead of eight. Part of the token's format: whoever changes a
 * letter raises the version in draft_token.ts, or links already given stop opening.
 */
const PRIMER = `\
cochinita-pibil cochinita-media cochinita-orden cochinita-torta taco-cochinita tacos-de-lechon-al-horno
sopa-de-lima panuchos-pavo salbutes-pollo papadzules codzitos kibis empanadas-chaya polcanes tostadas
queso-relleno relleno-negro relleno-blanco poc-chuc pollo-pibil pavo-en-escabeche frijol-con-puerco
mucbipollo tikin-xic pescado-frito filete-pescado camarones-al-ajillo ceviche-mixto pulpo-en-su-tinta
huevos-motulenos chilaquiles longaniza-valladolid castacan chicharron carne-ahumada brazo-de-reina
arroz-blanco frijol-colado tortillas-extra guacamole sikil-pac salsa-habanero-tamulada cebolla-morada-curtida
agua-de-chaya agua-jamaica horchata limonada-jarra agua-mineral refresco cafe-de-olla xtabentun cerveza-leon
flan-napolitano marquesita-queso-bola dulce-de-papaya caballeros-pobres helado-coco pastel-chocolate
-media-orden -entera -completa -individual -para-dos -familiar -chica -mediana -grande -pieza -3-piezas -kilo
-medio-kilo -litro -vaso -jarra -copa -botella extra-queso extra-aguacate extra-habanero adicion-
panuchos-p panuchos-3 salbutes-3 emp-chaya-3 lechon-torta dzik-2 sopa-lima-t sopa-lima-p orden-de-4 cochinita-p
Calle 60 #491 x 59 y 61, Centro, 97000 Mérida, Yucatán
Calle 47 No. 502-A entre 58 y 60, Barrio de Santa Ana, Centro, Mérida, Yuc.
C. 21 número 104 por 22 y 24, Col. García Ginerés, C.P. 97070, Mérida, Yucatán, México
Calle 35 núm. 312 int. 4, Fraccionamiento Francisco de Montejo, 97203 Mérida
Paseo de Montejo 485, Av. Itzaes, Avenida Colón, Circuito Colonias, Prolongación Montejo, Calle 62
Colonia Itzimná, Col. México Norte, Alemán, Santiago, San Sebastián, La Ermita, Mejorada, Chuburná de Hidalgo
Casa blanca con portón negro y reja verde, casa amarilla de dos pisos, tocar el timbre, frente al parque
Departamento 3, depto. 12, edificio, torre, piso 2, local 5, esquina con calle 55, junto a la tienda, a media cuadra
Hotel, recepción, habitación 204, llamar al llegar, dejar con el guardia, entrada por la calle 66
Sin cebolla, sin picante, sin habanero, poca sal, salsa aparte, sin cilantro, con todo, bien cocido, por favor. Gracias.
Alergia a la nuez, alérgico a los mariscos, sin gluten, vegetariano, es para un cumpleaños, cubiertos para cuatro
No onions, please. Not spicy. Nut allergy, extra sauce on the side, leave at the front desk, white house with a black gate
`;
