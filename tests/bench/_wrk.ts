/** A server as a process of its own, and how many requests a second wrk (Debian's package) gets out of it. */

export interface Served {
  readonly url: string;
  readonly child: Deno.ChildProcess;
}

/** What the service needs of Deno. */
export const SERVICE_PERMISSIONS = [
  "--allow-net",
  "--allow-read",
  "--allow-write",
  "--allow-ffi",
  "--allow-env",
  "--allow-sys",
];

/** Starts a server that writes its address to a file, where the log belongs: reading a pipe would cost the same machine. */
export async function start(
  permissions: readonly string[],
  program: readonly string[],
  { folder, log, env = {} }: { folder: string; log: string; env?: Record<string, string> },
): Promise<Served> {
  const child = new Deno.Command("sh", {
    args: ["-c", `exec "$0" run "$@" > "$LOG" 2>&1`, Deno.execPath(), ...permissions, ...program],
    env: { LOG: log, PORT: "0", STAFF_PORT: "0", DATA_DIR: folder, NO_COLOR: "1", ...env },
  }).spawn();
  for (let tries = 0; tries < 200; tries++) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await Deno.readTextFile(log).catch(() => ""))?.[0];
    if (url) return { url, child };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${program[0]} did not start: ${await Deno.readTextFile(log)}`);
}

/**
 * @param script what wrk sends, in Lua; GET where absent
 * @throws {Error} where an answer was none of 200
 */
export async function requestsPerSecond(
  url: string,
  { connections = 32, seconds = 2, script }: {
    connections?: number;
    seconds?: number;
    script?: string;
  } = {},
): Promise<number> {
  const { stdout } = await new Deno.Command("wrk", {
    args: [
      ...["--threads", "1", "--connections", String(connections), "--duration", `${seconds}s`],
      ...(script ? ["--script", script] : []),
      url,
    ],
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(text);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

export function say(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}
