/** Measures rates with wrk, which sends the requests in turn. */
import { join } from "node:path";
import type { HttpRequest } from "./requests.ts";

const SECONDS = 2;

export interface Rate {
  readonly perSecond: number;
  /** Milliseconds of an answer at the median. */
  readonly latency: number;
}

/** A script with which wrk sends `requests` in turn. */
export async function script(
  folder: string,
  name: string,
  requests: readonly HttpRequest[],
): Promise<string> {
  const file = join(folder, `${name}.lua`);
  const list = requests.map(({ method, path, body }) =>
    `{${[method, path, body ?? ""].map((text) => `[==[${text}]==]`).join(", ")}}`
  );
  await Deno.writeTextFile(
    file,
    `local requests = {${list.join(",\n")}}\nlocal turn = 0\n` +
      `local json = {["Content-Type"] = "application/json"}\n` +
      `request = function()\n  turn = turn % #requests + 1\n  local r = requests[turn]\n` +
      `  if r[3] == "" then return wrk.format(r[1], r[2]) end\n` +
      `  return wrk.format(r[1], r[2], json, r[3])\nend\n`,
  );
  return file;
}

/** A server's rate with `callers` connections, each of which waits for its answer. */
export async function rate(url: string, script: string, callers: number): Promise<Rate> {
  const { stdout } = await new Deno.Command("wrk", {
    args: [
      ...["--threads", "1", "--connections", String(callers), "--duration", `${SECONDS}s`],
      ...["--latency", "--script", script, url],
    ],
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(`${url} refused some requests:\n${text}`);
  const [, value, unit] = /50%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  const scale = unit === "us" ? 1e-3 : unit === "ms" ? 1 : 1e3;
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    latency: Number(value) * scale,
  };
}
