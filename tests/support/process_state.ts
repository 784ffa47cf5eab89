/** The state of a process, as Linux tells it: its memory, its peak, and whether it is stopped. */
import { inheritedEnvironment, programCommand } from "./service_process.ts";

interface MeasuredRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** Peak resident memory in MB, as counted by Linux. */
  readonly peakMb: number;
}

/** Prints the high-water mark of a process until it ends. */
const WATCH = `while grep VmHWM "/proc/$0/status" 2>/dev/null; do sleep 0.02; done`;

/**
 * Runs Sobremesa with `args` to its end, with only those variables of this process that Deno needs.
 * @param input the file that becomes its standard input
 */
export async function measuredRun(
  args: readonly string[],
  input = "/dev/null",
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredRun> {
  const [program = "", ...rest] = programCommand(args);
  const began = performance.now();
  const child = new Deno.Command(program, {
    args: rest,
    clearEnv: true,
    env: { ...inheritedEnvironment(), ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const watching = new Deno.Command("sh", { args: ["-c", WATCH, String(child.pid)] }).output();
  const fed = Deno.open(input).then(({ readable }) => readable.pipeTo(child.stdin));
  const [{ code, stdout, stderr }] = await Promise.all([child.output(), fed.catch(() => {})]);
  const seconds = (performance.now() - began) / 1_000;
  const marks = [...textOf((await watching).stdout).matchAll(/(\d+) kB/g)];
  const peakMb = Math.max(...marks.map(([, kilobytes]) => Number(kilobytes))) * 1024 / 1e6;
  return { code, stdout: textOf(stdout), stderr: textOf(stderr), seconds, peakMb };
}

/** The current resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024 / 1e6;
}

/** Whether every thread of a process is stopped. */
export async function isStopped(pid: number): Promise<boolean> {
  for await (const { name } of Deno.readDir(`/proc/${pid}/task`)) {
    const stat = await Deno.readTextFile(`/proc/${pid}/task/${name}/stat`);
    if (!/^\d+ \(.*\) T/.test(stat)) return false;
  }
  return true;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
