/** The draft's link keeps nothing on the server: its token is the draft itself, sealed so that nobody can read or change it. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import type { LatLng } from "../location.ts";
import { squeeze, unsqueeze } from "./squeeze.ts";

/** Bytes of a nonce, as AES-GCM wants them. */
export const NONCE_BYTES = 12;

/** Of the packing and its primer. Sealed with, not sent: a token of another version does not open. */
const VERSION = Uint8Array.of(1);
const FORM = /^[A-Za-z0-9_-]+$/;

/**
 * The draft as base64url text: nonce, then what AES-GCM made of the packed draft.
 * @param key AES-GCM
 * @param nonce 12 bytes of a CSPRNG, never used before with this key
 * @throws {RangeError} where the draft's texts exceed 64 KB
 */
export async function sealDraft(
  draft: SealedDraft,
  key: CryptoKey,
  nonce: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const packed = packDraft(draft);
  const sealed = await crypto.subtle.encrypt(algorithm(nonce), key, packed);
  return encodeBase64Url(Uint8Array.from([...nonce, ...new Uint8Array(sealed)]));
}

/**
 * The draft that a token holds, expired or not; null where the token was cut, changed, sealed with another key or never was
 * one. Bad input never throws.
 */
export async function openDraft(token: string, key: CryptoKey): Promise<SealedDraft | null> {
  if (!FORM.test(token)) return null;
  try {
    const bytes = decodeBase64Url(token);
    // The last letter has bits to spare: only one of its spellings counts.
    if (encodeBase64Url(bytes) !== token) return null;
    const nonce = bytes.slice(0, NONCE_BYTES);
    const packed = await crypto.subtle.decrypt(algorithm(nonce), key, bytes.slice(NONCE_BYTES));
    return unpackDraft(new Uint8Array(packed));
  } catch {
    return null;
  }
}

function algorithm(iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: VERSION };
}

/** A line at the price it was quoted. */
export interface SealedLine {
  /** Id of a presentation or an addition. */
  readonly id: string;
  readonly quantity: number;
  /** For one, in centavos. */
  readonly priceCents: number;
}

/** Delivery at the price it was quoted. */
export interface SealedHomeDelivery {
  readonly mode: "domicilio";
  readonly address: string;
  readonly references: string | null;
  /** Kept to six decimals, about 11 cm. */
  readonly destination: LatLng;
  /** Name of the street that the destination was matched to; null where it has none. */
  readonly street: string | null;
  /** Kilometres of the route, kept to one decimal. */
  readonly km: number;
  readonly costCents: number;
  /** Minutes until it is at the door, kitchen included. */
  readonly minutes: { readonly min: number; readonly max: number };
}

export type SealedDelivery = SealedHomeDelivery | { readonly mode: "recoger" };

export interface SealedDraft {
  readonly lines: readonly SealedLine[];
  readonly delivery: SealedDelivery;
  readonly comments: string | null;
  /** Epoch milliseconds, kept to whole seconds: the link counts until then. */
  readonly expiresAt: number;
}

/** Which parts follow, one bit each. */
const HOME = 1;
const STREET = 2;
const REFERENCES = 4;
const COMMENTS = 8;
/** 2026-01-01T00:00:00Z in epoch seconds: counted from there, an expiry takes four bytes until 2030. */
const EPOCH_SECONDS = 1_767_225_600;
const MICRODEGREES = 1e6;

/**
 * The draft in as few bytes as its texts allow.
 * @throws {RangeError} where its texts exceed 64 KB
 */
function packDraft(draft: SealedDraft): Uint8Array<ArrayBuffer> {
  const home = draft.delivery.mode === "domicilio" ? draft.delivery : null;
  const writer = byteWriter();
  writer.unsigned(
    (home ? HOME : 0) | (home?.street ? STREET : 0) | (home?.references ? REFERENCES : 0) |
      (draft.comments ? COMMENTS : 0),
  );
  writer.signed(Math.floor(draft.expiresAt / 1000) - EPOCH_SECONDS);
  writer.unsigned(draft.lines.length);
  for (const { quantity, priceCents } of draft.lines) {
    writer.unsigned(quantity);
    writer.unsigned(priceCents);
  }
  if (home) writeHome(writer, home);
  const ids = draft.lines.map(({ id }) => id);
  const address = home ? [home.address] : [];
  const texts = [
    ...ids,
    ...present(home?.street),
    ...address,
    ...present(home?.references),
    ...present(draft.comments),
  ];
  return Uint8Array.from([...writer.bytes(), ...squeeze(texts)]);
}

/**
 * The draft that {@linkcode packDraft} packed.
 * @throws {RangeError | TypeError} where `packed` holds anything else
 */
function unpackDraft(packed: Uint8Array): SealedDraft {
  const reader = byteReader(packed);
  const parts = reader.unsigned();
  const expiresAt = (reader.signed() + EPOCH_SECONDS) * 1000;
  const prices = Array.from({ length: reader.unsigned() }, () => ({
    quantity: reader.unsigned(),
    priceCents: reader.unsigned(),
  }));
  const home = parts & HOME ? readHome(reader) : null;
  const following = [STREET, HOME, REFERENCES, COMMENTS].filter((part) => parts & part);
  const texts = unsqueeze(reader.rest(), prices.length + following.length);
  const lines = prices.map((price, index) => ({ id: texts[index]!, ...price }));
  const text = (part: number) =>
    parts & part ? texts[lines.length + following.indexOf(part)]! : null;
  const delivery: SealedDelivery = home === null ? { mode: "recoger" } : {
    mode: "domicilio",
    address: text(HOME) ?? "",
    references: text(REFERENCES),
    street: text(STREET),
    ...home,
  };
  return { lines, delivery, comments: text(COMMENTS), expiresAt };
}

type HomeNumbers = Pick<SealedHomeDelivery, "destination" | "km" | "costCents" | "minutes">;

function writeHome(writer: ByteWriter, { destination, km, costCents, minutes }: HomeNumbers): void {
  writer.signed(Math.round(destination.lat * MICRODEGREES));
  writer.signed(Math.round(destination.lng * MICRODEGREES));
  writer.unsigned(Math.round(km * 10));
  writer.unsigned(costCents);
  writer.unsigned(minutes.min);
  writer.signed(minutes.max - minutes.min);
}

function readHome(reader: ByteReader): HomeNumbers {
  const destination = {
    lat: reader.signed() / MICRODEGREES,
    lng: reader.signed() / MICRODEGREES,
  };
  const km = reader.unsigned() / 10;
  const costCents = reader.unsigned();
  const min = reader.unsigned();
  return { destination, km, costCents, minutes: { min, max: min + reader.signed() } };
}

function present(text: string | null | undefined): readonly string[] {
  return text ? [text] : [];
}

interface ByteWriter {
  /** @param value a safe integer, 0 or more */
  unsigned(value: number): void;
  /** @param value a safe integer; small magnitudes stay short whatever their sign */
  signed(value: number): void;
  bytes(): readonly number[];
}

interface ByteReader {
  /** @throws {RangeError} where the bytes end or do not hold a safe integer */
  unsigned(): number;
  /** @throws {RangeError} like {@linkcode unsigned} */
  signed(): number;
  /** Everything not read yet. */
  rest(): Uint8Array;
}

function byteWriter(): ByteWriter {
  const written: number[] = [];
  const unsigned = (value: number) => {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) written.push((left % 128) | 128);
    written.push(left);
  };
  return {
    unsigned,
    signed: (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    bytes: () => written,
  };
}

function byteReader(source: Uint8Array): ByteReader {
  let at = 0;
  const unsigned = () => {
    let value = 0;
    for (let scale = 1;; scale *= 128) {
      const byte = source[at++];
      if (byte === undefined) throw new RangeError("the bytes end within a number");
      value += (byte % 128) * scale;
      if (!Number.isSafeInteger(value)) throw new RangeError("a number is too large");
      if (byte < 128) return value;
    }
  };
  return {
    unsigned,
    signed: () => {
      const value = unsigned();
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    },
    rest: () => source.subarray(at),
  };
}
