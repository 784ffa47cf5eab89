/** The database, a file or a libSQL server, reduced to the two things that behave the same on both. */

export type Value = string | number | bigint | ArrayBuffer | null;

/** One row of a result, by column name. Integers come as numbers. */
export type Row = Readonly<Record<string, Value>>;

/** One statement, without a semicolon: a second one in the same string would be ignored by a file. */
export interface Statement {
  readonly sql: string;
  readonly args?: readonly (string | number | null)[];
}

/** A change in one statement. */
export interface ReportedChange {
  readonly change: Statement;
  /** Reads one row, which tells what became of it. On a file it is read in place, so it must be quick. */
  readonly outcome: Statement;
}

/** An open database. Nothing but these calls, each a transaction of its own, behaves the same on a file and on a server. */
export interface Database {
  readonly kind: "file" | "server";
  /** The file's path; null for a server. */
  readonly path: string | null;
  /**
   * Runs `statements` as one transaction that is on disk when this resolves, and gives the rows of each. Waits its turn
   * while another process writes.
   * @throws {Error} where it failed; `sqlErrorKind` says whether something may have been written
   */
  write(statements: readonly Statement[]): Promise<Row[][]>;
  /**
   * Runs one change, a transaction of its own, and gives the one row that tells its outcome: quick for what guests wait for. Waits
   * its turn as {@linkcode write} does, and only then asks `make`, once, for what to run: null where there is nothing to do.
   * @throws {Error} as {@linkcode write} does
   */
  writeOne(make: () => ReportedChange | null): Promise<Row | undefined>;
  /** The rows of one reading statement. */
  read(statement: Statement): Promise<Row[]>;
  /** Lets go of it, a file once the calls under way have ended. Calls after this one fail. */
  close(): Promise<void>;
}
