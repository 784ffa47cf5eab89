/** Tokens that hold their data, sealed with AES-GCM: the server stores nothing, and without its key they can be neither read nor changed. */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hash } from "node:crypto";
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

/**
 * A seal whose tokens need no chance, so that an answer can be given again to the byte: AES-GCM with a nonce that is drawn from the value by
 * a key of its own. It seals while its caller waits.
 * @param key random bytes, from which its own keys are drawn
 */
export function alikeSeal<Value>(key: Uint8Array): AlikeSeal<Value> {
  const [nonceKey, sealKey] = ["nonce", "seal"]
    .map((use) => hash("sha256", `${encodeBase64Url(key)} alike ${use}`, "buffer"));
  const nonceOf = (packed: string) =>
    hash("sha256", `${nonceKey!.toString("hex")} ${packed}`, "buffer").subarray(0, NONCE_BYTES);
  return {
    seal(value) {
      const packed = JSON.stringify(value);
      const nonce = nonceOf(packed);
      const cipher = createCipheriv("aes-256-gcm", sealKey!, nonce);
      const sealed = [cipher.update(packed, "utf8"), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat([nonce, ...sealed]).toString("base64url");
    },
    open(token) {
      try {
        const bytes = wholeBytes(token);
        // A decipher that was refused its tag is never freed.
        if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
        const decipher = createDecipheriv("aes-256-gcm", sealKey!, bytes.subarray(0, NONCE_BYTES));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        const packed = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return JSON.parse(Buffer.concat([packed, decipher.final()]).toString());
      } catch {
        return null;
      }
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
    const bytes = wholeBytes(token);
    const nonce = bytes.slice(0, NONCE_BYTES);
    const sealed = bytes.slice(NONCE_BYTES);
    return new Uint8Array(await crypto.subtle.decrypt(algorithm(purpose, nonce), key, sealed));
  } catch {
    return null;
  }
}

/** @throws {Error} if `token` is no base64url, or not the only spelling of its bytes: its last letter has bits to spare */
function wholeBytes(token: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64Url(token);
  if (encodeBase64Url(bytes) !== token) throw new Error("another spelling");
  return bytes;
}

function algorithm(purpose: Purpose, nonce: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv: nonce, additionalData: Uint8Array.of(PURPOSES[purpose]) };
}
