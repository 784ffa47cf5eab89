/** Where a command writes, so that tests can read it. Each call is one line, without its line ending. */
export interface CommandIo {
  /** To standard output: what was asked for. */
  out(line: string): void;
  /** To standard error: what went wrong and how to mend it. */
  err(line: string): void;
  /** On a terminal: puts this text in the place of the last status, below all lines; empty clears it. */
  readonly status?: (text: string) => void;
}
