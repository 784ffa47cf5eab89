/** Reads a JSON body within a limit of bytes and of time. */
import { Failure } from "../domain/failure.ts";
import type { RequestBody } from "./operation.ts";

/** How long a body may take to arrive. */
const BODY_TIMEOUT_MS = 10_000;

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
  const bytes = await readBytes(request, declared, timeoutMs);
  const text = decode(bytes, declared);
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

async function readBytes(
  request: Request,
  declared: RequestBody,
  timeoutMs: number,
): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > declared.maxBytes) {
    await request.body?.cancel().catch(() => {});
    throw tooLarge(declared.maxBytes);
  }
  if (request.body === null) return new Uint8Array(0);
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel(new Error("time-out")).catch(() => {});
  }, timeoutMs);
  try {
    const bytes = await collect(reader, declared.maxBytes);
    // A body that was given up looks like one that has ended.
    if (!late) return bytes;
  } catch (error) {
    if (error instanceof Failure) throw error;
  } finally {
    clearTimeout(timer);
  }
  throw declared.notJson("El cuerpo no llegó completo: envíalo otra vez.", "cuerpo_incompleto");
}

async function collect(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel().catch(() => {});
      throw tooLarge(maxBytes);
    }
    chunks.push(next.value);
  }
  return chunks.length === 1 ? chunks[0]! : joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(maxBytes: number): Failure {
  const detalle = `El cuerpo pasa de ${maxBytes} bytes: acórtalo y envíalo otra vez.`;
  return new Failure("grande", "cuerpo_grande", detalle);
}
