/** The log: JSON lines for machines, text for a terminal. It never receives personal data. */

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = typeof LOG_LEVELS[number];

/** An answered request. Nothing in it identifies the caller or a guest. */
export interface RequestLine {
  readonly method: string;
  /** The declared path, or `(none)`. A path as sent may hold anything. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  /** `info`; `debug` if it is a read that succeeded within a second. */
  request(line: RequestLine): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** With the message and stack of `thrown`. */
  error(message: string, thrown?: unknown): void;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly terminal: boolean;
  /** Epoch milliseconds. */
  now(): number;
  write(bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

export function createLog(options: LogOptions): Log {
  const threshold = LOG_LEVELS.indexOf(options.level);
  const format = options.terminal ? asText : asJson;

  const formatted = (level: LogLevel, message: string, fields: LogFields) =>
    format(new Date(options.now()).toISOString(), level, message, fields);
  const output = lineOutput(
    options.write,
    (count) => formatted("warn", "log lines dropped", { count }),
  );
  const line = (level: LogLevel, message: string, fields: LogFields) => {
    if (LOG_LEVELS.indexOf(level) >= threshold) output.add(formatted(level, message, fields));
  };

  return {
    request(request) {
      const { method, route, status, ms, bytes } = request;
      const level = isQuickRead(request) ? "debug" : "info";
      if (!options.terminal) return line(level, "request", { method, route, status, ms, bytes });
      line(level, `${method} ${route} ${status} ${ms} ms ${bytes} bytes`, {});
    },
    info: (message, fields = {}) => line("info", message, fields),
    warn: (message, fields = {}) => line("warn", message, fields),
    error: (message, thrown) => line("error", message, thrownFields(thrown)),
    flush: output.flush,
  };
}

const MAX_QUICK_MS = 1_000;

/** Whether it is a read that succeeded in time, as most requests, which metrics count. */
function isQuickRead({ method, status, ms }: RequestLine): boolean {
  return (method === "GET" || method === "HEAD") && status < 400 && ms <= MAX_QUICK_MS;
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
  const trace = stack ? `${stack}\n` : "";
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${message}${details}\n${trace}`;
}

/** The time for which a line waits for others, to be written with them. */
const GATHER_MS = 50;
/** The UTF-16 units that may wait for a stopped reader. Further lines are dropped and counted. */
const MAX_WAITING = 2_097_152;

/**
 * Writes lines together: in a flood of refused requests, a write for each takes longer than its answer. Errors of
 * `write` are ignored, because a log without a reader must not end the service.
 */
function lineOutput(
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>,
  droppedLine: (count: number) => string,
) {
  const encoder = new TextEncoder();
  let text = "";
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const drain = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (dropped > 0) text += droppedLine(dropped);
    const bytes = encoder.encode(text);
    [text, dropped] = ["", 0];
    if (bytes.length > 0) await write(bytes).catch(() => {});
  };

  return {
    /** Adds a line with its line ending, to be written within 50 ms or as fast as the reader reads. */
    add(line: string): void {
      if (text.length + line.length > MAX_WAITING) return void dropped++;
      text += line;
      timer ??= setTimeout(() => (writing = writing.then(drain)), GATHER_MS);
    },
    flush: () => (writing = writing.then(drain)),
  };
}
