/** Runs a server as a separate process and measures its requests a second with wrk (Debian's package). */

export interface Served {
  readonly url: string;
  readonly child: Deno.ChildProcess;
}

/** The Deno permissions that the service needs. */
export const SERVICE_PERMISSIONS = [
  "--allow-net",
  "--allow-read",
  "--allow-write",
  "--allow-ffi",
  "--allow-env",
  "--allow-sys",
];

/** Starts a server and reads its address from its log file: reading a pipe would use the measured machine's time. */
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
 * @param script path of a Lua script that makes the requests; GET if absent
 * @throws {Error} if an answer was not 2xx or 3xx
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
