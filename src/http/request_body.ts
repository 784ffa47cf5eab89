/** Reads a JSON body within a limit of bytes and of time. */
import { Failure } from "../domain/failure.ts";
import { BODY_TIMEOUT_MS, readBodyBytes } from "./body_bytes.ts";
import type { RequestBody } from "./operation.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * The body as a JSON value. Bytes are counted as they arrive, whatever Content-Length says.
 * @throws {Failure} `grande` over the limit; the operation's own failure where it is not JSON or does not arrive
 */
export async function readJson(
  request: Request,
  declared: RequestBody,
  timeoutMs: number = BODY_TIMEOUT_MS,
): Promise<unknown> {
  const body = await readBodyBytes(request, { maxBytes: declared.maxBytes, timeoutMs });
  if (body.kind === "too_large") throw tooLarge(declared.maxBytes);
  if (body.kind === "incomplete") {
    throw declared.notJson("El cuerpo no llegó completo: envíalo otra vez.", "cuerpo_incompleto");
  }
  const text = decode(body.bytes, declared);
  try {
    return JSON.parse(text);
  } catch {
    throw declared.notJson("El cuerpo debe ser JSON válido en UTF-8.", "json_invalido");
  }
}

function decode(bytes: Uint8Array, declared: RequestBody): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw declared.notJson("El cuerpo debe estar codificado en UTF-8.", "utf8_invalido");
  }
}

function tooLarge(maxBytes: number): Failure {
  const detalle = `El cuerpo pasa de ${maxBytes} bytes: acórtalo y envíalo otra vez.`;
  return new Failure("grande", "cuerpo_grande", detalle);
}
