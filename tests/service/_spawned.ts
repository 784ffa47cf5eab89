/** The service as a child process with a chosen command line, whose standard streams the test reads and writes. */
import { inheritedEnvironment } from "../support/service_process.ts";

interface Spawned extends AsyncDisposable {
  readonly child: Deno.ChildProcess;
  /** Reads standard output until it `matches`, and returns what it has not returned before up to there. */
  readUntil(matches: RegExp): Promise<string>;
  /** Sends `text` to standard input. */
  type(text: string): Promise<void>;
}

/** What has not come by then does not come. */
const MAX_READ_MS = 60_000;

/** Starts `command` with no variables but `env` and what Deno needs. Disposing ends it. */
export function spawn(
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Spawned {
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    // The default port of the board may be in use while tests run.
    env: { STAFF_PORT: "0", ...inheritedEnvironment(), ...env },
    ...(cwd === undefined ? {} : { cwd }),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  const writer = child.stdin.getWriter();
  const decoder = new TextDecoder();
  let text = "";
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch (error) {
      // It has ended by itself.
      if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
    }
  };
  return {
    child,
    async readUntil(matches) {
      const timer = setTimeout(kill, MAX_READ_MS);
      try {
        for (;;) {
          const found = matches.exec(text);
          if (found !== null) {
            const end = found.index + found[0].length;
            const read = text.slice(0, end);
            text = text.slice(end);
            return read;
          }
          const { value, done } = await reader.read();
          if (done) throw new Error(`the output ended without ${matches}: ${text}`);
          text += decoder.decode(value, { stream: true });
        }
      } finally {
        clearTimeout(timer);
      }
    },
    type: (text) => writer.write(new TextEncoder().encode(text)),
    async [Symbol.asyncDispose]() {
      kill();
      await writer.abort().catch(() => {});
      await reader.cancel();
      await child.status;
    },
  };
}

/** Runs a program on a terminal. */
export const SCRIPT = "/usr/bin/script";

/** As {@linkcode spawn}, at a pseudo-terminal. */
export function spawnAtTerminal(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Spawned {
  const words = command.map((word) => `'${word}'`).join(" ");
  return spawn([SCRIPT, "-qec", `exec ${words}`, "/dev/null"], { SHELL: "/bin/sh", ...env });
}

/** The port in a log line "serving", as JSON or as text. */
export function portIn(text: string): number {
  return Number(/url"?[:=]"?http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
}
