/** Runs a command in this process, as the command line does. */
import { assertEquals } from "@std/assert";
import type { CommandIo } from "../../src/commands/command.ts";
import { runCommandLine } from "../../src/commands/command_line.ts";
import type { Environment } from "../../src/config/config.ts";

/** What a command wrote, line by line. */
export interface Written {
  readonly written: readonly string[];
  readonly complained: readonly string[];
}

/** Keeps what a command writes. @param answers what is typed, one for each question; then the input ends */
export function recordingIo(answers: readonly string[] = []): CommandIo & Written {
  const written: string[] = [];
  const complained: string[] = [];
  const left = [...answers];
  return {
    written,
    complained,
    out: (line) => void written.push(line),
    err: (line) => void complained.push(line),
    ask(question) {
      written.push(question);
      return left.shift() ?? null;
    },
  };
}

/** Runs a command, whatever its exit code. */
export async function ran(
  args: readonly string[],
  environment: Environment = {},
  answers: readonly string[] = [],
  program = "/usr/local/bin/sobremesa",
): Promise<Written & { readonly code: number }> {
  const io = recordingIo(answers);
  const code = await runCommandLine({ args, environment, io, program, systemFile: null });
  return { ...io, code };
}

/** What a command wrote, as text. */
export interface Said {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

/** Runs a command, whatever its exit code. */
export async function said(args: readonly string[], environment: Environment): Promise<Said> {
  const { code, written, complained } = await ran(args, environment);
  return { code, said: written.join("\n"), complained: complained.join("\n") };
}

/** Runs a command, and fails unless it ends with `code`. */
export async function run(
  args: readonly string[],
  environment: Environment = {},
  code = 0,
  answers: readonly string[] = [],
): Promise<Written> {
  const ended = await ran(args, environment, answers);
  assertEquals(ended.code, code, [...ended.written, ...ended.complained].join("\n"));
  return ended;
}
