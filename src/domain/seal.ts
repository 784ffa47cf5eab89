/** Tokens that hold what they stand for, sealed with AES-GCM: the server stores nothing, and without its key they can be neither read nor changed. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";

/** What a token is for, authenticated and not sent: a token of one purpose does not open as one of another. */
const PURPOSES = { draft06: 1, draft: 2, reservationForm: 3, confirmation: 4 } as const;
type Purpose = keyof typeof PURPOSES;

/** Bytes of a nonce, as AES-GCM wants them. */
export const NONCE_BYTES = 12;

const FORM = /^[A-Za-z0-9_-]+$/;

/** A key, and random bytes of a CSPRNG for nonces. */
export interface Sealing {
  readonly draftKey: CryptoKey;
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
}

/** `value` as JSON, sealed: see {@linkcode seal}. */
export function sealJson(value: unknown, purpose: Purpose, sealing: Sealing): Promise<string> {
  const packed = new TextEncoder().encode(JSON.stringify(value));
  return seal(packed, purpose, sealing.draftKey, sealing.randomBytes(NONCE_BYTES));
}

/** The value in `token`; null where it does not open. */
export async function unsealJson<Value>(
  token: string,
  purpose: Purpose,
  key: CryptoKey,
): Promise<Value | null> {
  const packed = await unseal(token, purpose, key);
  return packed && JSON.parse(new TextDecoder().decode(packed));
}

/**
 * `packed` as base64url text: nonce, then what AES-GCM made of it.
 * @param key AES-GCM
 * @param nonce 12 bytes of a CSPRNG, never used before with this key
 */
export async function seal(
  packed: Uint8Array<ArrayBuffer>,
  purpose: Purpose,
  key: CryptoKey,
  nonce: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const sealed = await crypto.subtle.encrypt(algorithm(purpose, nonce), key, packed);
  return encodeBase64Url(Uint8Array.from([...nonce, ...new Uint8Array(sealed)]));
}

/**
 * What was sealed in `token`; null where it was cut, changed, sealed for another purpose or with another key, or never was one. Bad
 * input never throws.
 */
export async function unseal(
  token: string,
  purpose: Purpose,
  key: CryptoKey,
): Promise<Uint8Array | null> {
  if (!FORM.test(token)) return null;
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
  const additionalData = Uint8Array.of(PURPOSES[purpose]);
  return { name: "AES-GCM", iv: nonce, additionalData };
}
