/** How much memory a run of the program takes at its most. */
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

/** Runs the program with `args` as a command line to its end, with no variables of this process but those that Deno needs. */
export async function measuredRun(args: readonly string[]): Promise<MeasuredRun> {
  const [program = "", ...rest] = programCommand(args);
  const began = performance.now();
  const child = new Deno.Command(program, {
    args: rest,
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

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
