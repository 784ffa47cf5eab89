/** The log: JSON lines for machines, readable text for a terminal. Nothing personal is ever given to it. */
import { LOG_LEVELS, type LogLevel } from "../config/config.ts";
import type { RequestLine } from "../http/listener.ts";
import { lineOutput } from "./line_output.ts";

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
    debug: (message, fields = {}) => line("debug", message, fields),
    info: (message, fields = {}) => line("info", message, fields),
    warn: (message, fields = {}) => line("warn", message, fields),
    error: (message, thrown) => line("error", message, thrownFields(thrown)),
    flush: output.flush,
  };
}

/** ISO 8601 in UTC. Written out once a millisecond: under load that is once for many lines. */
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

/** The line there are most of, so it is put together by hand; nothing in it needs escaping. */
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
