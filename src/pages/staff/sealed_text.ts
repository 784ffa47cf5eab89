/** Short texts that only this service can have written: signed, not hidden. */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";

/** What a text was signed for: one meant for one thing passes for no other. */
export type SealedFor = "session" | "device";

const encoder = new TextEncoder();
const LONGEST = 200;

/** `text`, which has no dot at its end, with its signature. */
export async function sealText(key: CryptoKey, use: SealedFor, text: string): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", key, signedBytes(use, text));
  return `${text}.${encodeBase64Url(signature)}`;
}

/** The text that was sealed; null where the seal is broken, of another kind or by another key. */
export async function openSealedText(
  key: CryptoKey,
  use: SealedFor,
  sealed: string,
): Promise<string | null> {
  const dot = sealed.lastIndexOf(".");
  if (dot === -1 || sealed.length > LONGEST) return null;
  const text = sealed.slice(0, dot);
  const signature = decoded(sealed.slice(dot + 1));
  if (signature === null) return null;
  // Compares in constant time.
  const holds = await crypto.subtle.verify("HMAC", key, signature, signedBytes(use, text));
  return holds ? text : null;
}

function signedBytes(use: SealedFor, text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(`sobremesa staff ${use}\n${text}`);
}

function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return decodeBase64Url(text);
  } catch {
    return null;
  }
}
