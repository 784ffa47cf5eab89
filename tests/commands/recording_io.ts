import type { CommandIo } from "../../src/commands/io.ts";

/** Keeps what a command writes, for tests to read. */
export interface RecordingIo extends CommandIo {
  readonly written: readonly string[];
  readonly complained: readonly string[];
}

/** A new, empty recorder. */
export function recordingIo(): RecordingIo {
  const written: string[] = [];
  const complained: string[] = [];
  return {
    written,
    complained,
    out: (line) => void written.push(line),
    err: (line) => void complained.push(line),
  };
}
