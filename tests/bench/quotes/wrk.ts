/** The client of the rates: wrk, with questions in turn. */
import { join } from "node:path";
import type { Question } from "./questions.ts";

const SECONDS = 2;

export interface Rate {
  readonly perSecond: number;
  /** Milliseconds of an answer at the median. */
  readonly latency: number;
}

/** A script by which wrk asks `questions` in turn. */
export async function script(
  folder: string,
  name: string,
  questions: readonly Question[],
): Promise<string> {
  const file = join(folder, `${name}.lua`);
  const list = questions.map(({ method, path, body }) =>
    `{${[method, path, body ?? ""].map((text) => `[==[${text}]==]`).join(", ")}}`
  );
  await Deno.writeTextFile(
    file,
    `local asked = {${list.join(",\n")}}\nlocal turn = 0\n` +
      `local json = {["Content-Type"] = "application/json"}\n` +
      `request = function()\n  turn = turn % #asked + 1\n  local q = asked[turn]\n` +
      `  if q[3] == "" then return wrk.format(q[1], q[2]) end\n` +
      `  return wrk.format(q[1], q[2], json, q[3])\nend\n`,
  );
  return file;
}

/** What a server gives to so many callers at once, each of whom waits for its answer. */
export async function rate(url: string, script: string, callers: number): Promise<Rate> {
  const { stdout } = await new Deno.Command("wrk", {
    args: [
      ...["--threads", "1", "--connections", String(callers), "--duration", `${SECONDS}s`],
      ...["--latency", "--script", script, url],
    ],
  }).output();
  const text = new TextDecoder().decode(stdout);
  const [, value, unit] = /50%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  const scale = unit === "us" ? 1e-3 : unit === "ms" ? 1 : 1e3;
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    latency: Number(value) * scale,
  };
}
