/** The draft's link keeps nothing on the server: its token is the draft itself, sealed so that nobody can read or change it. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import { packDraft, type SealedDraft, unpackDraft } from "./sealed_draft.ts";

export type {
  SealedDelivery,
  SealedDraft,
  SealedHomeDelivery,
  SealedLine,
} from "./sealed_draft.ts";

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
