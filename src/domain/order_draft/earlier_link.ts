/**
 * Opens the links that version 0.6 sealed: their ids and texts passed through an arithmetic coder, whose model had read the primer
 * below. No such link is made any more, and each holds for at most a day (DRAFT_TTL_MINUTES) and shows for a week after that:
 * with the release after the next, delete this file, and `draft06` in link.ts and seal.ts with it.
 */
import { linkCode } from "../menu.ts";

/** Limits what a damaged draft can unpack to. */
const MAX_BYTES = 65_536;
const WHOLE = 2 ** 32;
const TOP = 2 ** 24;

/** The bits that mark whether street, address, references and comments follow. */
const TEXT_BITS = [2, 1, 4, 8];

/**
 * What such a link holds after its numbers: codes of ids, and four texts, empty where `parts` says that there is none.
 * @throws {RangeError} where they do not end within 64 KB
 * @throws {TypeError} where they are not UTF-8
 */
export function earlierRest(
  reader: { rest(): Uint8Array },
  lines: number,
  parts: number,
): { readonly codes: readonly number[]; readonly texts: readonly string[] } {
  const count = TEXT_BITS.filter((bit) => parts & bit).length;
  const all = unsqueezed(reader.rest(), lines + count);
  const texts = all.slice(lines).values();
  return {
    codes: all.slice(0, lines).map(linkCode),
    texts: TEXT_BITS.map((bit) => parts & bit ? texts.next().value! : ""),
  };
}

function unsqueezed(squeezed: Uint8Array, count: number): readonly string[] {
  const readByte = byteDecoder(squeezed, primedModel());
  const bytes: number[] = [];
  for (let ended = 0; ended < count;) {
    const byte = readByte();
    if (byte === 0) ended++;
    bytes.push(byte);
    if (bytes.length > MAX_BYTES) throw new RangeError("the texts exceed 64 KB");
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(Uint8Array.from(bytes)).split("\0").slice(0, count);
}

/** Reads bytes bit by bit: the share of `low` to `high` that stands for a 1 is as large as a 1 is likely. */
function byteDecoder(squeezed: Uint8Array, guess: BitModel): () => number {
  let [low, high, code, at] = [0, WHOLE - 1, 0, 0];
  const shift = () => code = (code % TOP) * 256 + (squeezed[at++] ?? 0);
  for (let taken = 0; taken < 4; taken++) shift();
  const readBit = (chance: number) => {
    const middle = low + Math.floor((high - low) * chance / 65_536);
    const bit = code <= middle ? 1 : 0;
    if (bit) high = middle;
    else low = middle + 1;
    for (; Math.floor(low / TOP) === Math.floor(high / TOP); shift()) {
      low = (low % TOP) * 256;
      high = (high % TOP) * 256 + 255;
    }
    return bit;
  };
  return () => Array.from({ length: 8 }).reduce<number>((byte) => byte << 1 | guess(readBit), 0);
}

/**
 * Guesses the next bit from the one, two and three bytes before it, in whole numbers: every machine guesses alike. `read` is given how
 * likely it is a 1, in 65536ths, and returns the bit, from which the model learns.
 */
type BitModel = (read: (chance: number) => number) => number;

/** Bytes of context that each table looks at, and how much its guess counts. */
const TABLES = [
  { contextMask: 0, weight: 1 },
  { contextMask: 0xff, weight: 16 },
  { contextMask: 0xffff, weight: 128 },
  { contextMask: 0xffffff, weight: 1000 },
] as const;
const SLOTS = 65_536;
/** A slot seen so often learns no slower. */
const MAX_SEEN = 30;
const MIN_CHANCE = 32;

/** A model that has read the primer and nothing else, made for each such link: 8 ms. */
function primedModel(): BitModel {
  const chances = new Uint16Array(TABLES.length * SLOTS).fill(32_768);
  const seen = new Uint8Array(TABLES.length * SLOTS);
  const guess = bitModel(chances, seen);
  for (const byte of new TextEncoder().encode(PRIMER)) {
    for (let shift = 7; shift >= 0; shift--) guess(() => (byte >> shift) & 1);
  }
  return bitModel(chances, seen);
}

/**
 * @param chances how likely a 1 is after each context, in 65536ths, table after table
 * @param seen how often each context was seen, to {@linkcode MAX_SEEN}
 */
function bitModel(chances: Uint16Array, seen: Uint8Array): BitModel {
  /** The last three bytes. */
  let before = 0;
  /** The bits of the byte under way, after a leading 1. */
  let partial = 1;
  return (read) => {
    const slots = TABLES.map(({ contextMask }, table) =>
      slotOf(table, before & contextMask, partial)
    );
    const trusts = TABLES.map(({ weight }, table) => weight * seen[slots[table]!]!);
    const weights = trusts.reduce((sum, trust) => sum + trust);
    const sum = trusts.reduce((sum, trust, table) => sum + trust * chances[slots[table]!]!, 0);
    const chance = weights === 0 ? 32_768 : Math.floor(sum / weights);
    const bit = read(Math.min(Math.max(chance, MIN_CHANCE), 65_536 - MIN_CHANCE));
    for (const slot of slots) {
      const times = seen[slot]!;
      const known = chances[slot]!;
      chances[slot] = known + Math.trunc(((bit ? 65_535 : 0) - known) / (times + 1.5));
      if (times < MAX_SEEN) seen[slot] = times + 1;
    }
    partial = partial << 1 | bit;
    if (partial >= 256) {
      before = (before << 8 | partial & 0xff) & 0xffffff;
      partial = 1;
    }
    return bit;
  };
}

/** The slot of a context in a table: contexts that share a slot only make its guesses worse. */
function slotOf(table: number, context: number, partial: number): number {
  let hash = Math.imul(context + 1, 0x9e3779b1) ^ Math.imul(partial, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 15, 0x2c1b3c6d);
  return table * SLOTS + ((hash ^ hash >>> 13) & (SLOTS - 1));
}

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
