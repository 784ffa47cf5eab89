/** Short texts that only this service can have written: signed, not hidden. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";

const encoder = new TextEncoder();
const LONGEST = 200;

/** `text`, which has no dot at its end, with its signature. */
export async function sealText(key: CryptoKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(text));
  return `${text}.${encodeBase64Url(signature)}`;
}

/** The text that was sealed; null where the seal is broken or another key's. */
export async function openSealedText(
  key: CryptoKey,
  sealed: string,
): Promise<string | null> {
  const dot = sealed.lastIndexOf(".");
  if (dot === -1 || sealed.length > LONGEST) return null;
  const text = sealed.slice(0, dot);
  const signature = decoded(sealed.slice(dot + 1));
  if (signature === null) return null;
  // Compares in constant time.
  const holds = await crypto.subtle.verify("HMAC", key, signature, encoder.encode(text));
  return holds ? text : null;
}

function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return decodeBase64Url(text);
  } catch {
    return null;
  }
}
