/** The service as its start task runs it: a process of its own, with nothing of this process's environment but what it needs. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tasks from "../../deno.json" with { type: "json" };
import { collectLines } from "./lines.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface ServiceProcessOptions {
  /**
   * Variables of the service. `PORT` is any free one and `DATA_DIR` a temporary folder where they are absent; `LOG_LEVEL` must
   * let `info` through, because the line "serving" tells that it serves. `STAFF_PORT` is any free one likewise.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments of the program: `["serve"]` where absent. */
  readonly args?: readonly string[];
  /** The folder that it runs in: this project's where absent. */
  readonly cwd?: string;
  /** No file of it can grow beyond so many blocks of 512 bytes, until the soft limit is raised. */
  readonly fileBlocks?: number;
  /** A command that runs the program, such as a tracer with its options. It must become the program, or its signals go astray. */
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
  /** `http://127.0.0.1:PORT`, whatever BASE_URL says. */
  readonly url: string;
  /** `http://127.0.0.1:STAFF_PORT`, whatever STAFF_BASE_URL says. */
  readonly staffUrl: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Everything written so far to standard output, line by line. */
  readonly lines: readonly string[];
  /** Everything written so far to standard error, line by line. */
  readonly errorLines: readonly string[];
  /** Resolves when it has ended. */
  readonly status: Promise<Deno.CommandStatus>;
  /** The first log line, written or yet to come, that `matches`. Rejects where the process ends without one. */
  logged(matches: (line: LogLine) => boolean): Promise<LogLine>;
  /** Sends `signal` (SIGTERM where absent) and waits for the end. */
  stop(signal?: Deno.Signal): Promise<Deno.CommandStatus>;
  /** SIGKILL: ends it without warning. */
  kill(): Promise<Deno.CommandStatus>;
}

/**
 * Starts the service and waits until it serves. Disposing ends it, and removes `DATA_DIR` where that was made here.
 * @throws {Error} with its exit code and standard error, where it ends before it serves
 */
export async function startServiceProcess(
  { env = {}, args = ["serve"], ...options }: ServiceProcessOptions = {},
): Promise<ServiceProcess> {
  const ownDir = env.DATA_DIR === undefined ? await Deno.makeTempDir() : null;
  const dataDir = env.DATA_DIR ?? ownDir!;
  // With a BASE_URL of its own the service does not tell its port.
  const port = env.PORT ?? (env.BASE_URL === undefined ? "0" : String(freePort()));
  const staffPort = env.STAFF_PORT ?? (env.STAFF_BASE_URL === undefined ? "0" : String(freePort()));
  const ports = { PORT: port, STAFF_PORT: staffPort };
  const child = spawn({ ...options, env: { ...ports, ...env, DATA_DIR: dataDir }, args });
  const output = collectLines(child.stdout);
  const errors = collectLines(child.stderr);
  const ended = Promise.all([output.done, errors.done, child.status]);

  const stop = async (signal: Deno.Signal = "SIGTERM"): Promise<Deno.CommandStatus> => {
    try {
      child.kill(signal);
    } catch (error) {
      // It has ended by itself.
      if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
    }
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

/** What a program that has ended left behind. */
export interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end, with no variables but those in `env`. For commands, and for starts that are to fail. */
export async function runProgram(
  options: Required<Pick<ServiceProcessOptions, "args">> & ServiceProcessOptions,
): Promise<ProgramEnd> {
  const child = spawn({ env: {}, ...options });
  const timer = setTimeout(() => child.kill("SIGKILL"), MAX_RUN_MS);
  const { code, stdout, stderr } = await child.output();
  clearTimeout(timer);
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A command that takes longer hangs. */
const MAX_RUN_MS = 20_000;

/**
 * The program with `args` as a command line: the executable that the variable SOBREMESA names, so that the same tests hold it to
 * the same promises, or else the sources with the permissions of their task.
 */
export function programCommand(args: readonly string[]): readonly string[] {
  const executable = Deno.env.get("SOBREMESA");
  if (executable) return [executable, ...args];
  const [, ...run] = tasks.tasks.run.split(" ");
  return [Deno.execPath(), ...run, join(ROOT, "src/main.ts"), ...args];
}

/** The variables of this process that Deno itself needs, and the zone that tests are run under. */
export function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(PASSED_ON.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

function spawn(
  { env, args = [], cwd = ROOT, fileBlocks, under = [] }: ServiceProcessOptions,
): Deno.ChildProcess {
  const limited = fileBlocks === undefined
    ? []
    : ["sh", "-c", `trap '' XFSZ; ulimit -S -f ${fileBlocks}; exec "$0" "$@"`];
  const [program = "", ...rest] = [...under, ...limited, ...programCommand(args)];
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

/** A port of 127.0.0.1 without a listener. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
