/**
 * The server stores nothing of a draft: the token in its link is the draft itself, packed into few bytes and sealed with AES-GCM, so
 * that nobody can read or change it. Numbers are packed as varints (seven bits a byte, lowest first), then come the texts.
 */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import type { LatLng } from "../location.ts";
import { earlierRest } from "./earlier_link.ts";

/** A line at the price it was quoted. */
export interface SealedLine {
  /** Of the presentation or addition: `linkCode` of its id. */
  readonly code: number;
  readonly quantity: number;
  /** For one, in centavos. */
  readonly priceCents: number;
}

/** Delivery at the price it was quoted. */
export interface SealedHomeDelivery {
  readonly mode: "domicilio";
  readonly address: string;
  readonly references: string | null;
  /** Sealed to six decimals, about 11 cm. */
  readonly destination: LatLng;
  /** Name of the street that the destination was matched to; null where it has none. */
  readonly street: string | null;
  /** Kilometres of the route, sealed to one decimal. */
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
  /** Epoch milliseconds, sealed to whole seconds: the link counts until then. */
  readonly expiresAt: number;
}

/** Bytes of a nonce, as AES-GCM wants them. */
export const NONCE_BYTES = 12;

/** Of the packing. Authenticated, not sent: a token of another version does not open. */
const VERSION = Uint8Array.of(2);
const EARLIER_VERSION = Uint8Array.of(1);
const FORM = /^[A-Za-z0-9_-]+$/;

/**
 * The draft as base64url text: nonce, then what AES-GCM made of the packed draft. Texts hold no NUL.
 * @param key AES-GCM
 * @param nonce 12 bytes of a CSPRNG, never used before with this key
 */
export async function sealDraft(
  draft: SealedDraft,
  key: CryptoKey,
  nonce: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const algorithm = { name: "AES-GCM", iv: nonce, additionalData: VERSION };
  const sealed = await crypto.subtle.encrypt(algorithm, key, packDraft(draft));
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
    return await decrypt(bytes, key, VERSION)
      .then((packed) => unpackDraft(packed, readRest))
      .catch(async () => unpackDraft(await decrypt(bytes, key, EARLIER_VERSION), earlierRest));
  } catch {
    return null;
  }
}

async function decrypt(
  bytes: Uint8Array<ArrayBuffer>,
  key: CryptoKey,
  version: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const algorithm = { name: "AES-GCM", iv: bytes.slice(0, NONCE_BYTES), additionalData: version };
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.slice(NONCE_BYTES)));
}

/** Which texts follow, one bit each, in the order in which they do. */
const STREET = 2;
const HOME = 1;
const REFERENCES = 4;
const COMMENTS = 8;
const TEXTS = [STREET, HOME, REFERENCES, COMMENTS];
/** 2026-01-01T00:00:00Z in epoch seconds: counted from there, an expiry takes four bytes until 2030. */
const EPOCH_SECONDS = 1_767_225_600;
const MICRODEGREES = 1e6;

function packDraft({ delivery, comments, lines, expiresAt }: SealedDraft): Uint8Array<ArrayBuffer> {
  const home = delivery.mode === "domicilio" ? delivery : null;
  const texts = [home?.street, home?.address, home?.references, comments];
  const writer = byteWriter();
  writer.unsigned(TEXTS.reduce((parts, part, index) => parts | (texts[index] ? part : 0), 0));
  writer.signed(Math.floor(expiresAt / 1000) - EPOCH_SECONDS);
  writer.unsigned(lines.length);
  for (const { quantity, priceCents } of lines) {
    writer.unsigned(quantity);
    writer.unsigned(priceCents);
  }
  if (home) writeHome(writer, home);
  for (const { code } of lines) writer.unsigned(code);
  const text = texts.filter(Boolean).join("\0");
  return Uint8Array.from([...writer.bytes(), ...new TextEncoder().encode(text)]);
}

/** What follows the numbers: the lines' codes, then the texts. */
type Rest = { readonly codes: readonly number[]; readonly texts: readonly string[] };

/** @throws {RangeError | TypeError} where `packed` holds anything but a draft */
function unpackDraft(
  packed: Uint8Array,
  readRest: (reader: ByteReader, lines: number, texts: number) => Rest,
): SealedDraft {
  const reader = byteReader(packed);
  const parts = reader.unsigned();
  const expiresAt = (reader.signed() + EPOCH_SECONDS) * 1000;
  const prices = Array.from({ length: reader.unsigned() }, () => ({
    quantity: reader.unsigned(),
    priceCents: reader.unsigned(),
  }));
  const home = parts & HOME ? readHome(reader) : null;
  const following = TEXTS.filter((part) => parts & part);
  const { codes, texts } = readRest(reader, prices.length, following.length);
  const text = (part: number) => texts[following.indexOf(part)] ?? null;
  const delivery: SealedDelivery = home === null ? { mode: "recoger" } : {
    mode: "domicilio",
    address: text(HOME)!,
    references: text(REFERENCES),
    street: text(STREET),
    ...home,
  };
  const lines = prices.map((price, index) => ({ code: codes[index]!, ...price }));
  return { lines, delivery, comments: text(COMMENTS), expiresAt };
}

function readRest(reader: ByteReader, lines: number, texts: number): Rest {
  const codes = Array.from({ length: lines }, () => reader.unsigned());
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const text = decoder.decode(reader.rest());
  const found = text === "" ? [] : text.split("\0");
  if (found.length !== texts) throw new RangeError("the bytes hold other texts");
  return { codes, texts: found };
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

interface ByteWriter {
  /** @param value a safe integer, 0 or more */
  unsigned(value: number): void;
  /** @param value a safe integer; small magnitudes stay short whatever their sign */
  signed(value: number): void;
  bytes(): readonly number[];
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

interface ByteReader {
  /** @throws {RangeError} where the bytes end or do not hold a safe integer */
  unsigned(): number;
  /** @throws {RangeError} like {@linkcode unsigned} */
  signed(): number;
  /** The bytes not read yet. */
  rest(): Uint8Array;
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
