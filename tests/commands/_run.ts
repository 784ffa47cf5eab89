/** Runs a command in this process, as the command line does. */
import { runCommandLine } from "../../src/commands/command_line.ts";
import type { CommandIo } from "../../src/commands/command.ts";
import type { Environment } from "../../src/config/config.ts";

/** Keeps what a command writes, for tests to read. */
export interface RecordingIo extends CommandIo {
  readonly written: readonly string[];
  readonly complained: readonly string[];
}

/** @param answers what is typed, one for each question; none where they are used up */
export function recordingIo(answers: readonly string[] = []): RecordingIo {
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

/** @returns the exit code */
export function run(
  args: readonly string[],
  environment: Environment,
  io: CommandIo = recordingIo(),
): Promise<number> {
  return runCommandLine({
    args,
    environment,
    io,
    program: "/usr/local/bin/sobremesa",
    systemFile: null,
  });
}
