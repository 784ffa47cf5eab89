/** How a retry of a reservation is recognised. */
import { hash } from "node:crypto";
import { Failure } from "../domain/failure.ts";
import { canonicalBody, type ReservationRequest } from "../domain/reservation/reservation.ts";

/** 1 to 255 printable ASCII characters. */
const KEY_FORM = /^[\x20-\x7e]{1,255}$/;

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

/**
 * SHA-256 of the normalised body, in hexadecimal. A body is so short that a thread of its own, as Web Crypto takes, costs many times
 * as much.
 */
export function hashBody(request: ReservationRequest): string {
  return hash("sha256", canonicalBody(request), "hex");
}
