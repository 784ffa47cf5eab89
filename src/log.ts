/** The log: JSON lines for machines, readable text for a terminal. Nothing personal is ever given to it. */
import { LOG_LEVELS, type LogLevel } from "./config.ts";
import type { RequestLine } from "./http/listener.ts";

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  request(line: RequestLine): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** With what was thrown: its message and stack. */
  error(message: string, thrown?: unknown): void;
  /** Waits until all is written. */
  flush(): Promise<void>;
}

export interface LogOptions {
  /** Lesser ones are left out. Requests are `info`. */
  readonly level: LogLevel;
  /** Whether people read it as it is written. */
  readonly terminal: boolean;
  /** Epoch milliseconds. */
  now(): number;
  write(bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

/** Lines wait this long for company: a write a request would cost more than the request. */
const GATHER_MS = 20;
/** Characters that may wait for a reader that has stopped reading; what comes then is dropped, and counted. */
const MOST_WAITING = 4_000_000;

export function createLog(options: LogOptions): Log {
  const threshold = LOG_LEVELS.indexOf(options.level);
  const format = options.terminal ? asText : asJson;

  const formatted = (level: LogLevel, message: string, fields: LogFields) =>
    format(new Date(options.now()).toISOString(), level, message, fields);
  const output = gatheredOutput(
    options.write,
    (count) => formatted("warn", "log lines dropped", { count }),
  );
  const line = (level: LogLevel, message: string, fields: LogFields) => {
    if (LOG_LEVELS.indexOf(level) >= threshold) output.add(formatted(level, message, fields));
  };

  return {
    request: ({ method, route, status, ms, bytes }) =>
      line("info", "request", { method, route, status, ms: Math.round(ms * 100) / 100, bytes }),
    debug: (message, fields = {}) => line("debug", message, fields),
    info: (message, fields = {}) => line("info", message, fields),
    warn: (message, fields = {}) => line("warn", message, fields),
    error: (message, thrown) => line("error", message, thrownFields(thrown)),
    flush: output.flush,
  };
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

function gatheredOutput(
  write: LogOptions["write"],
  droppedLine: (count: number) => string,
): { add(line: string): void; flush(): Promise<void> } {
  const encoder = new TextEncoder();
  let waiting = "";
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const drain = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting !== "") {
      const bytes = encoder.encode(waiting);
      waiting = dropped === 0 ? "" : droppedLine(dropped);
      dropped = 0;
      // A log that nobody reads any more must not end the service.
      await write(bytes).catch(() => {});
    }
  };

  return {
    add(line) {
      if (waiting.length > MOST_WAITING) return void dropped++;
      waiting += line;
      timer ??= setTimeout(() => (writing = writing.then(drain)), GATHER_MS);
    },
    flush: () => (writing = writing.then(drain)),
  };
}
