/** Tokens that hold their data, sealed with AES-GCM: the server stores nothing, and without its key they can be neither read nor changed. */
import { Buffer } from "node:buffer";
import { createCipheriv, hash, timingSafeEqual } from "node:crypto";
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";

/** The purpose of a token is authenticated and not sent: a token of one purpose does not open as one of another. */
const PURPOSES = { draft: 1, reservationForm: 2 } as const;
type Purpose = keyof typeof PURPOSES;

/** Bytes of a nonce of AES-GCM. */
const NONCE_BYTES = 12;

export interface Sealing {
  /** AES-GCM. */
  readonly draftKey: CryptoKey;
  /** Of a CSPRNG, for nonces. */
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
}

/** `value` as JSON, sealed: see {@linkcode seal}. */
export function sealJson(value: unknown, purpose: Purpose, sealing: Sealing): Promise<string> {
  const packed = new TextEncoder().encode(JSON.stringify(value));
  return seal(packed, purpose, sealing);
}

/** The value in `token`; null if it does not open. */
export async function unsealJson<Value>(
  token: string,
  purpose: Purpose,
  key: CryptoKey,
): Promise<Value | null> {
  const packed = await unseal(token, purpose, key);
  return packed && JSON.parse(new TextDecoder().decode(packed));
}

/** `packed` as base64url text: a nonce, then the ciphertext. */
export async function seal(
  packed: Uint8Array<ArrayBuffer>,
  purpose: Purpose,
  { draftKey, randomBytes }: Sealing,
): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = await crypto.subtle.encrypt(algorithm(purpose, nonce), draftKey, packed);
  return encodeBase64Url(Uint8Array.from([...nonce, ...new Uint8Array(sealed)]));
}

/** Seals the same value to the same token, at once. */
export interface AlikeSeal<Value> {
  seal(value: Value): string;
  /** The value in `token`; null if it was cut, changed, or sealed with another key. Never throws. */
  open(token: string): Value | null;
}

const TAG_BYTES = 16;
/** Of a token: more than the longest name makes. */
const MAX_BYTES = 2048;

/**
 * A seal whose tokens need no chance, so that an answer can be given again to the byte: the mode SIV of RFC 5297, with SHA-256 of a key and
 * the text for its tag. The tag is both the proof that nothing was changed and where AES begins to count. For a text so short, AES-GCM by
 * Web Crypto or `node:crypto` takes 20 to 100 µs of processor time where others wait; this takes 5.
 *
 * @param key random bytes, from which its own keys are drawn
 */
export function alikeSeal<Value>(key: Uint8Array): AlikeSeal<Value> {
  const [tagKey, blockKey] = ["tag", "blocks"]
    .map((use) => hash("sha256", `${encodeBase64Url(key)} alike ${use}`, "hex"));
  // Kept, because to make one takes longer than to use it: without a chain, each block stands for itself.
  const blocks = createCipheriv("aes-256-ecb", Buffer.from(blockKey!, "hex"), new Uint8Array())
    .setAutoPadding(false);
  const [counters, sealed] = [Buffer.alloc(MAX_BYTES), Buffer.alloc(MAX_BYTES)];

  const tagOf = (packed: string) =>
    hash("sha256", `${tagKey} ${packed}`, "hex").slice(0, 2 * TAG_BYTES);
  /** Covers and uncovers what follows the tag: adds to it what AES makes of the tag, counted on for each block. */
  const cover = (bytes: Uint8Array): void => {
    const size = Math.ceil(bytes.length / TAG_BYTES - 1) * TAG_BYTES;
    for (let at = 0; at < size; at++) counters[at] = bytes[at % TAG_BYTES]!;
    for (let n = 0; n < size / TAG_BYTES; n++) counters[n * TAG_BYTES] = bytes[0]! ^ n;
    const stream = blocks.update(counters.subarray(0, size));
    for (let at = TAG_BYTES; at < bytes.length; at++) {
      bytes[at] = bytes[at]! ^ stream[at - TAG_BYTES]!;
    }
  };
  return {
    seal(value) {
      const packed = JSON.stringify(value);
      const tag = tagOf(packed);
      // Its own decoder of hexadecimal text takes ten times as long.
      for (let at = 0; at < TAG_BYTES; at += 4) {
        sealed.writeUInt32BE(parseInt(tag.slice(2 * at, 2 * at + 8), 16), at);
      }
      const end = TAG_BYTES + sealed.write(packed, TAG_BYTES);
      cover(sealed.subarray(0, end));
      return sealed.toString("base64url", 0, end);
    },
    open(token) {
      const bytes = Buffer.from(token, "base64url");
      const isWhole = bytes.toString("base64url") === token;
      if (!isWhole || bytes.length <= TAG_BYTES || bytes.length > MAX_BYTES) return null;
      cover(bytes);
      const packed = bytes.toString("utf8", TAG_BYTES);
      const tag = Buffer.from(tagOf(packed), "hex");
      return timingSafeEqual(tag, bytes.subarray(0, TAG_BYTES)) ? JSON.parse(packed) : null;
    },
  };
}

/** The bytes sealed in `token`; null if it was cut, changed, or sealed for another purpose or with another key. Never throws. */
export async function unseal(
  token: string,
  purpose: Purpose,
  key: CryptoKey,
): Promise<Uint8Array | null> {
  try {
    const bytes = decodeBase64Url(token);
    // The last letter has bits to spare: only one of its spellings counts.
    if (encodeBase64Url(bytes) !== token) return null;
    const nonce = bytes.slice(0, NONCE_BYTES);
    const sealed = bytes.slice(NONCE_BYTES);
    return new Uint8Array(await crypto.subtle.decrypt(algorithm(purpose, nonce), key, sealed));
  } catch {
    return null;
  }
}

function algorithm(purpose: Purpose, nonce: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv: nonce, additionalData: Uint8Array.of(PURPOSES[purpose]) };
}
