/** The service as the README starts it, in a process with only the variables that it needs. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface ServiceProcessOptions {
  /**
   * Variables of the service. By default `PORT` and `STAFF_PORT` are free ones and `DATA_DIR` is a temporary folder.
   * `LOG_LEVEL` must include `info`, because the line "serving" marks the end of the start.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of the program. Default: `["serve"]`. */
  readonly args?: readonly string[];
  /** Its working folder. Default: this project's. */
  readonly cwd?: string;
  /**
   * A command that runs the program, such as a tracer with its options. It must exec the program, which has to get the
   * signals.
   */
  readonly under?: readonly string[];
}

/** One line of the service's log. */
export interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

export interface ServiceProcess extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, even with a BASE_URL. */
  readonly url: string;
  /** `http://127.0.0.1:STAFF_PORT`, even with a STAFF_BASE_URL. */
  readonly staffUrl: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Everything written so far to standard output, line by line. */
  readonly lines: readonly string[];
  /** Everything written so far to standard error, line by line. */
  readonly errorLines: readonly string[];
  /** Resolves when it has ended. */
  readonly status: Promise<Deno.CommandStatus>;
  /** The first past or future log line that `matches`. Rejects if the process ends without one. */
  logged(matches: (line: LogLine) => boolean): Promise<LogLine>;
  /** Sends `signal` (default: SIGTERM) and waits for the end. */
  stop(signal?: Deno.Signal): Promise<Deno.CommandStatus>;
  /** SIGKILL: ends it without warning. */
  kill(): Promise<Deno.CommandStatus>;
}

/**
 * Starts the service and waits until it serves. Disposing ends it, and removes a temporary `DATA_DIR`.
 * @throws {Error} with its exit code and standard error if it ends before it serves
 */
export async function startServiceProcess(
  { env = {}, args = ["serve"], ...options }: ServiceProcessOptions = {},
): Promise<ServiceProcess> {
  const ownDir = env.DATA_DIR === undefined ? await Deno.makeTempDir() : null;
  const dataDir = env.DATA_DIR ?? ownDir!;
  // With a BASE_URL the service does not log its port.
  const port = env.PORT ?? (env.BASE_URL === undefined ? "0" : String(freePort()));
  const staffPort = env.STAFF_PORT ?? (env.STAFF_BASE_URL === undefined ? "0" : String(freePort()));
  const ports = { PORT: port, STAFF_PORT: staffPort };
  const child = spawn({ ...options, env: { ...ports, ...env, DATA_DIR: dataDir }, args });
  const output = collectLines(child.stdout);
  const errors = collectLines(child.stderr);
  const ended = Promise.all([output.done, errors.done, child.status]);

  const stop = async (signal: Deno.Signal = "SIGTERM"): Promise<Deno.CommandStatus> => {
    send(child, signal);
    const [, , status] = await ended;
    return status;
  };
  const logged = async (matches: (line: LogLine) => boolean): Promise<LogLine> => {
    for await (const text of output.follow()) {
      const line = parsed(text);
      if (line && matches(line)) return line;
    }
    const { code } = await child.status;
    await errors.done;
    throw new Error(`the service ended with code ${code}: ${errors.lines.join("\n")}`);
  };
  const dispose = async () => {
    await stop("SIGKILL");
    if (ownDir) await Deno.remove(ownDir, { recursive: true });
  };

  try {
    const { url } = await logged(({ message }) => message === "serving");
    const staff = await logged(({ message }) => message === "staff board");
    return {
      staffUrl: env.STAFF_BASE_URL === undefined
        ? String(staff.url)
        : `http://127.0.0.1:${staffPort}`,
      url: env.BASE_URL === undefined ? String(url) : `http://127.0.0.1:${port}`,
      pid: child.pid,
      dataDir,
      lines: output.lines,
      errorLines: errors.lines,
      status: child.status,
      logged,
      stop,
      kill: () => stop("SIGKILL"),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const PASSED_ON = ["PATH", "HOME", "DENO_DIR", "XDG_CACHE_HOME", "TMPDIR", "TZ", "SSL_CERT_FILE"];

/** Exit code and output of a program that has ended. */
export interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function send(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
  }
}

/**
 * Runs the program to its end, with only the variables in `env`. For commands, and for starts that must fail.
 * @param maxMs after so many milliseconds it is killed
 */
export async function runProgram(
  options: Required<Pick<ServiceProcessOptions, "args">> & ServiceProcessOptions,
  maxMs = MAX_RUN_MS,
): Promise<ProgramEnd> {
  const child = spawn({ env: {}, ...options });
  const timer = setTimeout(() => send(child, "SIGKILL"), maxMs);
  const { code, stdout, stderr } = await child.output();
  clearTimeout(timer);
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A command that runs longer hangs. */
const MAX_RUN_MS = 60_000;

/**
 * The command line of the program with `args`: the executable that the variable SOBREMESA names, so that the same tests
 * run against it, else the sources with the permissions of deno.json.
 */
export function programCommand(args: readonly string[]): readonly string[] {
  const executable = Deno.env.get("SOBREMESA");
  if (executable) return [executable, ...args];
  return [Deno.execPath(), "run", "-qP", join(ROOT, "src/main.ts"), ...args];
}

/** The variables of this process that Deno needs, and the time zone. */
export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(PASSED_ON.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

function spawn(
  { env, args = [], cwd = ROOT, under = [] }: ServiceProcessOptions,
): Deno.ChildProcess {
  const [program = "", ...rest] = [...under, ...programCommand(args)];
  return new Deno.Command(program, {
    args: rest,
    cwd,
    clearEnv: true,
    env: { STAFF_PORT: "0", ...inheritedEnvironment(), ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

function parsed(text: string): LogLine | null {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === "object" && line !== null ? line as LogLine : null;
  } catch {
    return null;
  }
}

/** The lines of a stream. */
interface Lines {
  /** Lines read so far. */
  readonly lines: readonly string[];
  /** Resolves when the stream has ended. */
  readonly done: Promise<void>;
  /** Every line from the first on, until the stream ends. */
  follow(): AsyncGenerator<string>;
}

/** Reads `stream` to its end, line by line. */
function collectLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Lines {
  const lines: string[] = [];
  let change = Promise.withResolvers<void>();
  let ended = false;
  const notify = () => {
    change.resolve();
    change = Promise.withResolvers<void>();
  };
  const read = async () => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!;
      lines.push(...parts);
      notify();
    }
    if (rest !== "") lines.push(rest);
    ended = true;
    notify();
  };
  return {
    lines,
    done: read(),
    async *follow() {
      for (let at = 0;;) {
        while (at < lines.length) yield lines[at++]!;
        if (ended) return;
        await change.promise;
      }
    },
  };
}

/**
 * A port of 127.0.0.1 without a listener. It is none of those that Linux gives to connections (32768 and up): one of
 * theirs could take it before the listener that it is meant for.
 */
export function freePort(): number {
  while (true) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
