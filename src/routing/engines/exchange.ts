/** One question to an engine over HTTP, and its answer: bounded in time and size, never led elsewhere. */
import { EngineError } from "./engine_error.ts";

export interface Question {
  /** What the engine is called in messages. */
  readonly engine: string;
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** For connection, question and answer together. 2,000 where absent. */
  readonly timeLimitMs?: number | undefined;
}

export interface Answer {
  readonly status: number;
  /** Parsed JSON, of any shape. */
  readonly body: unknown;
}

const DEFAULT_TIME_LIMIT_MS = 2_000;
/** The route across a town takes some kilobytes. */
const LONGEST_ANSWER_BYTES = 1 << 20;

/**
 * Asks once.
 * @throws {EngineError} where no JSON came back, whatever its status
 */
export async function exchange(question: Question): Promise<Answer> {
  const { engine, timeLimitMs = DEFAULT_TIME_LIMIT_MS } = question;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeLimitMs);
  try {
    const response = await send(question, abort.signal);
    const text = await readText(response, engine);
    return { status: response.status, body: parseJson(text, engine, response.status) };
  } catch (error) {
    if (abort.signal.aborted) {
      throw new EngineError("late", `${engine} gave no answer within ${timeLimitMs} ms`);
    }
    throw error instanceof EngineError ? error : broken(error, engine);
  } finally {
    clearTimeout(timer);
  }
}

async function send(question: Question, signal: AbortSignal): Promise<Response> {
  const { engine, url, method, headers, body } = question;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A redirect would carry the guest's place, and the key, to whoever the answer names.
    redirect: "manual",
    signal,
  });
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  throw new EngineError(
    "wrong",
    `${engine} sent a redirect (HTTP ${response.status}): set ROUTER_URL to the address it leads to`,
  );
}

async function readText(response: Response, engine: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > LONGEST_ANSWER_BYTES) {
      throw new EngineError("wrong", `${engine} answered over ${LONGEST_ANSWER_BYTES} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string, engine: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineError("wrong", `${engine} answered HTTP ${status} with what is not JSON`);
  }
}

/** What is certain not to have been sent, in Deno's words; the rest of its message may hold the URL, coordinates and all. */
const NOT_SENT =
  /client error \(Connect\): (?<why>.*)$|(?<blocked>Requests to port \d+ are blocked)/;

function broken(error: unknown, engine: string): EngineError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  // Deno 2.9 tells in the cause what 2.6 told in the message.
  const { why, blocked } =
    NOT_SENT.exec(cause instanceof Error ? cause.message : message)?.groups ?? {};
  const reason = why ?? blocked;
  return reason === undefined
    ? new EngineError("cut", `the connection to ${engine} broke before its answer was whole`)
    : new EngineError("not_sent", `${engine} cannot be reached at ROUTER_URL: ${reason}`);
}
