/** Tokens that hold their data, sealed with AES-GCM: the server stores nothing. */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hash } from "node:crypto";

/** The purpose of a token is authenticated and not sent: a token of one purpose does not open as one of another. */
const PURPOSES = {
  draft: 1,
  reservationForm: 2,
  confirmation: 3,
  session: 4,
  staffKey: 5,
  ownTable: 6,
} as const;
type Purpose = keyof typeof PURPOSES;

export interface Seals {
  /** `data` as a token in base64url: the same for the same data, unless random bytes are given. */
  seal(data: string | Uint8Array, purpose: Purpose, random?: Uint8Array): string;
  /** The data in `token`; null if it was changed, or sealed for another purpose or with another key. Never throws. */
  open(token: string, purpose: Purpose): Buffer | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the nonce from the data, so that equal data gives equal tokens. @param key random bytes */
export function sealsOf(key: Uint8Array): Seals {
  const [nonceKey, sealKey] = ["nonce", "seal"].map((use) =>
    hash("sha256", Buffer.concat([key, Buffer.from(use)]), "buffer")
  ) as [Buffer, Buffer];
  return {
    seal(data, purpose, random = new Uint8Array()) {
      const packed = Buffer.from(data);
      const code = Uint8Array.of(PURPOSES[purpose]);
      const nonce = hash("sha256", Buffer.concat([nonceKey, code, random, packed]), "buffer")
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce).setAAD(code);
      const sealed = [cipher.update(packed), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat([nonce, ...sealed]).toString("base64url");
    },
    open(token, purpose) {
      // Decoding other letters takes ten times as long, and Deno 2.6 throws for them.
      if (!/^[\w-]*$/.test(token)) return null;
      try {
        const bytes = Buffer.from(token, "base64url");
        // The last letter has unused bits, so other letters decode to the same bytes.
        if (bytes.toString("base64url") !== token) return null;
        // A decipher that refuses its tag is never freed.
        if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
        const decipher = createDecipheriv("aes-256-gcm", sealKey, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Uint8Array.of(PURPOSES[purpose]))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const packed = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([packed, decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
