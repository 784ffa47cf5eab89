/** The memory of a process: its peak, and now. */
import { inheritedEnvironment, programCommand } from "./service_process.ts";

export interface MeasuredRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** Peak resident memory in MB, as counted by Linux. */
  readonly peakMb: number;
}

/** Prints the high-water mark of a process until it ends. Deno would need every permission to read /proc. */
const WATCH = `while grep VmHWM "/proc/$0/status" 2>/dev/null; do sleep 0.02; done`;

/** Runs Sobremesa with `args` to its end. */
export async function measuredRun(args: readonly string[]): Promise<MeasuredRun> {
  return await measuredCommand(programCommand(args));
}

/** Runs a program to its end, with only those variables of this process that Deno needs. */
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

/** The current resident memory of a process in MB, from `ps` for the same reason. */
export async function residentMb(pid: number): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "rss=", "-p", String(pid)] })
    .output();
  return Math.round(Number(textOf(stdout)) * 1024 / 1e6);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
