/** The log: JSON lines for machines, text for a terminal. It never receives personal data. */

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = typeof LOG_LEVELS[number];

/** An answered request. Nothing in it identifies the caller or a guest. */
export interface RequestLine {
  readonly method: string;
  /** The declared path, or `(none)`. A path as sent may hold anything. */
  readonly route: string;
  readonly status: number;
  /** Milliseconds from arrival to answer. */
  readonly ms: number;
  /** Size of the answer's body. */
  readonly bytes: number;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  request(line: RequestLine): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** With the message and stack of `thrown`. */
  error(message: string, thrown?: unknown): void;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

export interface LogOptions {
  /** Lower levels are left out. Requests are `info`. */
  readonly level: LogLevel;
  /** Whether the output is a terminal. */
  readonly terminal: boolean;
  /** Epoch milliseconds. */
  now(): number;
  write(bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

export function createLog(options: LogOptions): Log {
  const threshold = LOG_LEVELS.indexOf(options.level);
  const format = options.terminal ? asText : asJson;
  const timeNow = timestamps(options.now);

  const formatted = (level: LogLevel, message: string, fields: LogFields) =>
    format(timeNow(), level, message, fields);
  const output = lineOutput(
    options.write,
    (count) => formatted("warn", "log lines dropped", { count }),
  );
  const line = (level: LogLevel, message: string, fields: LogFields) => {
    if (LOG_LEVELS.indexOf(level) >= threshold) output.add(formatted(level, message, fields));
  };

  return {
    request(request) {
      if (LOG_LEVELS.indexOf("info") < threshold) return;
      output.add(requestLine(timeNow(), request, options.terminal));
    },
    info: (message, fields = {}) => line("info", message, fields),
    warn: (message, fields = {}) => line("warn", message, fields),
    error: (message, thrown) => line("error", message, thrownFields(thrown)),
    flush: output.flush,
  };
}

/** ISO 8601 in UTC, formatted once a millisecond: under load, once for many lines. */
function timestamps(now: () => number): () => string {
  let at = NaN;
  let text = "";
  return () => {
    const current = now();
    if (current === at) return text;
    at = current;
    text = new Date(at).toISOString();
    return text;
  };
}

/** The most frequent line, so it is built without JSON.stringify. Nothing in it needs escaping. */
function requestLine(
  time: string,
  { method, route, status, ms, bytes }: RequestLine,
  terminal: boolean,
): string {
  const taken = Math.round(ms * 100) / 100;
  if (terminal) {
    return `${time.slice(11, 19)} info  ${method} ${route} ${status} ${taken} ms ${bytes} bytes\n`;
  }
  return `{"time":"${time}","level":"info","message":"request","method":"${method}","route":"${route}","status":${status},"ms":${taken},"bytes":${bytes}}\n`;
}

function thrownFields(thrown: unknown): LogFields {
  if (thrown === undefined) return {};
  if (!(thrown instanceof Error)) return { error: String(thrown) };
  const { name, message, cause, stack = "" } = thrown;
  const error = `${name}: ${message}`;
  return cause instanceof Error ? { error, cause: cause.message, stack } : { error, stack };
}

function asJson(time: string, level: string, message: string, fields: LogFields): string {
  return `${JSON.stringify({ time, level, message, ...fields })}\n`;
}

function asText(time: string, level: string, message: string, fields: LogFields): string {
  const { stack, ...rest } = fields;
  const details = Object.entries(rest).map(([name, value]) => ` ${name}=${value}`).join("");
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${message}${details}\n${
    stack ? `${stack}\n` : ""
  }`;
}

/** How long a line waits for others, to be written with them. */
const GATHER_MS = 50;
/** So much text is encoded at once. Longer text survives several garbage collections. */
const TEXT_UNITS = 8_192;
/** Bytes that may wait for a reader that has stopped, in each of two buffers. Further lines are dropped and counted. */
const MAX_WAITING = 2_097_152;
/** A UTF-16 unit takes at most 3 bytes. */
const BYTES_A_UNIT = 3;
/** Bytes kept free for the line that says how many were dropped. */
const LAST_LINE = 1_024;

/**
 * Gathers lines and writes them together: a write for each line would cost more than the request it records. The two buffers are used
 * again and again: new ones would live through two scavenges, and the collector then marked the whole heap three times a second.
 * @param write resolves when all bytes are written. Its errors are ignored: a log without a reader must not end the service
 * @param droppedLine the line that says how many were dropped
 */
function lineOutput(
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>,
  droppedLine: (count: number) => string,
) {
  const encoder = new TextEncoder();
  let filling = new Uint8Array(MAX_WAITING);
  /** Empty, or being written. */
  let other = new Uint8Array(MAX_WAITING);
  let filled = 0;
  let text = "";
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const encode = (): void => {
    filled += encoder.encodeInto(text, filling.subarray(filled)).written;
    text = "";
  };

  const drain = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (dropped > 0) text += droppedLine(dropped);
    dropped = 0;
    encode();
    const bytes = filling.subarray(0, filled);
    [filling, other] = [other, filling];
    filled = 0;
    if (bytes.length > 0) await write(bytes).catch(() => {});
  };

  return {
    /** Adds a line with its line ending, to be written within 50 ms or as fast as the reader reads. */
    add(line: string): void {
      const units = text.length + line.length;
      if (filled + BYTES_A_UNIT * units + LAST_LINE > MAX_WAITING) return void dropped++;
      text += line;
      if (units > TEXT_UNITS) encode();
      timer ??= setTimeout(() => (writing = writing.then(drain)), GATHER_MS);
    },
    flush: () => (writing = writing.then(drain)),
  };
}
