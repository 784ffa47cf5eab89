/** How much memory a process takes: at its most until it ends, and now. */
import { inheritedEnvironment, programCommand } from "./service_process.ts";

export interface MeasuredRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** The most that it held resident at any moment, in MB, as Linux counts it. */
  readonly peakMb: number;
}

/** Prints the high water mark of a process again and again until it has ended. To read /proc, Deno would want every permission. */
const WATCH = `while grep VmHWM "/proc/$0/status" 2>/dev/null; do sleep 0.02; done`;

/** Runs Sobremesa with `args` as a command line to its end. */
export async function measuredRun(args: readonly string[]): Promise<MeasuredRun> {
  return await measuredCommand(programCommand(args));
}

/** Runs a program with its arguments to its end, with no variables of this process but those that Deno needs. */
export async function measuredCommand(
  [program = "", ...args]: readonly string[],
): Promise<MeasuredRun> {
  const began = performance.now();
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: inheritedEnvironment(),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const watching = new Deno.Command("sh", { args: ["-c", WATCH, String(child.pid)] }).output();
  const { code, stdout, stderr } = await child.output();
  const seconds = (performance.now() - began) / 1_000;
  const marks = [...textOf((await watching).stdout).matchAll(/(\d+) kB/g)];
  const peakMb = Math.max(...marks.map(([, kilobytes]) => Number(kilobytes))) * 1024 / 1e6;
  return { code, stdout: textOf(stdout), stderr: textOf(stderr), seconds, peakMb };
}

/** What a process holds resident now, in MB. Asks `ps`, for the same reason. */
export async function residentMb(pid: number): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] })
    .output();
  return Math.round(Number(textOf(stdout)) * 1024 / 1e6);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
