/** HTTP as bytes on a socket: requests that no client would send, and every byte of the answers. */

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; the last of repeated ones. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface RawExchange {
  /** In order. Interim answers (1xx) are left out. */
  readonly answers: readonly RawAnswer[];
  /** Whether the server has closed the connection. */
  readonly closed: boolean;
}

export interface RawOptions {
  readonly port: number;
  /** The number of answers after which the exchange ends. Default: 1. */
  readonly answers?: number;
  /** Whether answers have no body, as to HEAD. */
  readonly head?: boolean;
  /** Whether to close the sending side after the last part. */
  readonly halfClose?: boolean;
}

/** An exchange that takes longer fails. */
const MAX_EXCHANGE_MS = 15_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Sends `parts` one after the other and reads the answers.
 * @throws {Error} if it takes longer than {@linkcode MAX_EXCHANGE_MS}, with the text received until then
 */
export async function exchange(
  parts: string | Uint8Array | readonly (string | Uint8Array)[],
  options: RawOptions,
): Promise<RawExchange> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: options.port });
  const received: Received = { text: "", closed: false };
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    connection.close();
  }, MAX_EXCHANGE_MS);
  try {
    const sending = send(connection, [parts].flat(), options.halfClose ?? false);
    const answers = await receive(connection, received, options);
    if (late) throw new Error(`no answer in time, but: ${JSON.stringify(received.text)}`);
    await sending.catch(() => {});
    return { answers, closed: received.closed };
  } finally {
    clearTimeout(timer);
    if (!late) connection.close();
  }
}

/** One request and its answer. */
export async function rawRequest(
  parts: string | Uint8Array | readonly (string | Uint8Array)[],
  options: RawOptions,
): Promise<RawAnswer> {
  const { answers, closed } = await exchange(parts, options);
  if (answers[0]) return answers[0];
  throw new Error(closed ? "the connection was closed without an answer" : "no answer");
}

/** The received text, as Latin-1 so that one character is one byte. */
interface Received {
  text: string;
  closed: boolean;
}

async function send(
  connection: Deno.Conn,
  parts: readonly (string | Uint8Array)[],
  halfClose: boolean,
): Promise<void> {
  for (const part of parts) {
    const bytes = typeof part === "string" ? encoder.encode(part) : part;
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  }
  if (halfClose) await connection.closeWrite();
}

async function receive(
  connection: Deno.Conn,
  received: Received,
  { answers: wanted = 1, head = false }: RawOptions,
): Promise<RawAnswer[]> {
  const buffer = new Uint8Array(65_536);
  while (true) {
    const answers = parseAnswers(received, head);
    if (answers.length >= wanted || received.closed) return answers;
    // The connection was reset, or closed at the deadline.
    const count = await connection.read(buffer).catch(() => null);
    if (count === null) received.closed = true;
    else received.text += String.fromCharCode(...buffer.subarray(0, count));
  }
}

function parseAnswers({ text, closed }: Received, head: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let at = 0; at < text.length;) {
    const bodyAt = text.indexOf("\r\n\r\n", at) + 4;
    if (bodyAt < 4) break;
    const { status, headers } = parseHead(text.slice(at, bodyAt - 4));
    const length = head || status < 200 || status === 204 || status === 304
      ? 0
      : bodyLength(headers, text.length - bodyAt, closed);
    if (length === null || bodyAt + length > text.length) break;
    const body = Uint8Array.from(text.slice(bodyAt, bodyAt + length), (c) => c.charCodeAt(0));
    if (status >= 200) answers.push({ status, headers, text: decoder.decode(body) });
    at = bodyAt + length;
  }
  return answers;
}

function parseHead(head: string): Pick<RawAnswer, "status" | "headers"> {
  const [first = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(" ")[1]), headers: Object.fromEntries(headers) };
}

/** The service never sends chunks, so a body without a length ends with the connection. */
function bodyLength(
  headers: RawAnswer["headers"],
  rest: number,
  closed: boolean,
): number | null {
  const declared = headers["content-length"];
  if (declared !== undefined) return Number(declared);
  return closed ? rest : null;
}
