/**
 * The token in a draft's link is the draft itself, packed into few bytes and sealed. Numbers are packed as varints (seven bits a byte,
 * lowest first); the texts follow.
 */
import type { LatLng } from "../location.ts";
import { seal, type Sealing, unseal } from "../seal.ts";

/** A line at the price it was quoted. */
export interface SealedLine {
  /** Of the presentation or addition: `linkCode` of its id. */
  readonly code: number;
  readonly quantity: number;
  /** Of one unit, in centavos. */
  readonly priceCents: number;
}

/** Delivery at the price it was quoted. */
export interface SealedHomeDelivery {
  readonly mode: "domicilio";
  readonly address: string;
  readonly references: string | null;
  /** Sealed to six decimals, about 11 cm. */
  readonly destination: LatLng;
  /** Name of the street that the destination was matched to; null if it has none. */
  readonly street: string | null;
  /** Kilometres of the route, sealed to one decimal. */
  readonly km: number;
  readonly costCents: number;
  /** Minutes until delivery, kitchen included. */
  readonly minutes: { readonly min: number; readonly max: number };
}

export type SealedDelivery = SealedHomeDelivery | { readonly mode: "recoger" };

export interface SealedDraft {
  readonly lines: readonly SealedLine[];
  readonly delivery: SealedDelivery;
  readonly comments: string | null;
  /** Epoch milliseconds, sealed to whole seconds. */
  readonly expiresAt: number;
}

/** The draft as a token. Texts hold no NUL. */
export function sealDraft(draft: SealedDraft, sealing: Sealing): Promise<string> {
  return seal(packDraft(draft), "draft", sealing);
}

/** The draft in a token, expired or not; null if there is none. Bad input never throws. */
export async function openDraft(token: string, key: CryptoKey): Promise<SealedDraft | null> {
  const packed = await unseal(token, "draft", key);
  try {
    return packed && unpackDraft(packed);
  } catch {
    return null;
  }
}

/** 2026-01-01T00:00:00Z in epoch seconds: counted from there, an expiry takes four bytes until 2030. */
const EPOCH_SECONDS = 1_767_225_600;
const MICRODEGREES = 1e6;

function packDraft({ delivery, comments, lines, expiresAt }: SealedDraft): Uint8Array<ArrayBuffer> {
  const home = delivery.mode === "domicilio" ? delivery : null;
  const numbers = [
    home === null ? 0 : 1,
    zigzag(Math.floor(expiresAt / 1000) - EPOCH_SECONDS),
    lines.length,
    ...lines.flatMap(({ quantity, priceCents }) => [quantity, priceCents]),
    ...(home ? homeNumbers(home) : []),
    ...lines.map(({ code }) => code),
  ];
  // A null text is empty.
  const text = [home?.street, home?.address, home?.references, comments].join("\0");
  return Uint8Array.from([...numbers.flatMap(varint), ...new TextEncoder().encode(text)]);
}

function homeNumbers({ destination, km, costCents, minutes }: SealedHomeDelivery): number[] {
  return [
    zigzag(Math.round(destination.lat * MICRODEGREES)),
    zigzag(Math.round(destination.lng * MICRODEGREES)),
    Math.round(km * 10),
    costCents,
    minutes.min,
    zigzag(minutes.max - minutes.min),
  ];
}

/** @throws {RangeError | TypeError} if `packed` is not a draft */
function unpackDraft(packed: Uint8Array): SealedDraft {
  const reader = byteReader(packed);
  const isHome = reader.number() === 1;
  const expiresAt = (unzigzag(reader.number()) + EPOCH_SECONDS) * 1000;
  const prices = Array.from({ length: reader.number() }, () => ({
    quantity: reader.number(),
    priceCents: reader.number(),
  }));
  const home = isHome ? readHome(reader) : null;
  const lines = prices.map((price) => ({ code: reader.number(), ...price }));
  const [street, address, references, comments] = readTexts(reader.rest());
  return {
    lines,
    delivery: home === null ? { mode: "recoger" } : {
      mode: "domicilio",
      address,
      references: references || null,
      street: street || null,
      ...home,
    },
    comments: comments || null,
    expiresAt,
  };
}

function readHome(
  { number }: ByteReader,
): Pick<SealedHomeDelivery, "destination" | "km" | "costCents" | "minutes"> {
  const destination = {
    lat: unzigzag(number()) / MICRODEGREES,
    lng: unzigzag(number()) / MICRODEGREES,
  };
  const [km, costCents, min] = [number() / 10, number(), number()];
  return { destination, km, costCents, minutes: { min, max: min + unzigzag(number()) } };
}

/** Street, address, references and comments, empty if there is none. */
function readTexts(bytes: Uint8Array): [string, string, string, string] {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const texts = decoder.decode(bytes).split("\0");
  if (texts.length !== 4) throw new RangeError("a packed draft holds four texts");
  return texts as [string, string, string, string];
}

/** Whole numbers as natural ones, small magnitudes staying small: 0, -1, 1, -2 as 0, 1, 2, 3. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** @param value a safe integer, 0 or more */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

interface ByteReader {
  /** @throws {RangeError} if the bytes end or are not a safe integer */
  number(): number;
  /** The bytes not read yet. */
  rest(): Uint8Array;
}

function byteReader(source: Uint8Array): ByteReader {
  let at = 0;
  return {
    number() {
      let value = 0;
      for (let scale = 1;; scale *= 128) {
        const byte = source[at++];
        if (byte === undefined) throw new RangeError("the bytes end within a number");
        value += (byte % 128) * scale;
        if (!Number.isSafeInteger(value)) throw new RangeError("a number is too large");
        if (byte < 128) return value;
      }
    },
    rest: () => source.subarray(at),
  };
}
