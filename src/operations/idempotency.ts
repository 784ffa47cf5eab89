/** How a retry of a reservation is recognised. */
import { encodeHex } from "@std/encoding";
import { Failure } from "../domain/failure.ts";
import { canonicalBody, type ReservationRequest } from "../domain/reservation.ts";

/** 1 to 255 printable ASCII characters. */
const KEY_FORM = /^[\x20-\x7e]{1,255}$/;

const encoder = new TextEncoder();

/**
 * The Idempotency-Key as sent; null where none was.
 * @throws {Failure} `datos` / `idempotencia`
 */
export function readIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (KEY_FORM.test(header)) return header;
  throw new Failure(
    "datos",
    "idempotencia",
    "La cabecera Idempotency-Key debe tener de 1 a 255 caracteres ASCII imprimibles.",
  );
}

/** A key that stands for another reservation than the one now asked for. */
export function reusedKey(): Failure {
  return new Failure(
    "datos",
    "idempotencia",
    "Esa Idempotency-Key ya se usó con otros datos o con una reservación cancelada: usa una nueva.",
  );
}

/** SHA-256 of the normalised body, in hexadecimal. */
export async function hashBody(request: ReservationRequest): Promise<string> {
  const bytes = encoder.encode(canonicalBody(request));
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
}
