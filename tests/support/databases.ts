/** The databases that every storage test runs on: a file, and a real server. */
import { join } from "node:path";
import { type Sqld, sqldPath, startSqld } from "./sqld.ts";

/** A database of one test, removed with it. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** Its folder, for the file and the journal. */
  readonly dataDir: string;
  /** The server; null if the database is a file. */
  readonly sqld: Sqld | null;
}

export interface DatabaseKind<T extends TestDatabase = TestDatabase> {
  readonly kind: "file" | "server";
  /** Whether its engine is missing. */
  readonly ignore: boolean;
  open(): Promise<T>;
}

const FILE: DatabaseKind = { kind: "file", ignore: false, open: openFile };
const SERVER: DatabaseKind<TestDatabase & { sqld: Sqld }> = {
  kind: "server",
  ignore: sqldPath === null,
  open: openServer,
};

export const databases: readonly DatabaseKind[] = [FILE, SERVER];

/** Registers `run` as a test on each kind of database. */
export function testOnEach(name: string, run: (database: TestDatabase) => Promise<void>): void {
  for (const kind of databases) testOn(kind, name, run);
}

/** Registers `run` as a test on a file only. */
export function testOnFile(name: string, run: (database: TestDatabase) => Promise<void>): void {
  testOn(FILE, name, run);
}

/** Registers `run` as a test on a server only. */
export function testOnServer(
  name: string,
  run: (database: TestDatabase & { sqld: Sqld }) => Promise<void>,
): void {
  testOn(SERVER, name, run);
}

function testOn<T extends TestDatabase>(
  { kind, ignore, open }: DatabaseKind<T>,
  name: string,
  run: (database: T) => Promise<void>,
): void {
  Deno.test({
    name: `${name} (${kind})`,
    ignore,
    async fn() {
      await using database = await open();
      await run(database);
    },
  });
}

async function openFile(): Promise<TestDatabase> {
  const dataDir = await Deno.makeTempDir();
  return {
    url: `file:${join(dataDir, "sobremesa.db")}`,
    dataDir,
    sqld: null,
    [Symbol.asyncDispose]: () => Deno.remove(dataDir, { recursive: true }),
  };
}

async function openServer(): Promise<TestDatabase & { sqld: Sqld }> {
  const dataDir = await Deno.makeTempDir();
  const sqld = await startSqld(join(dataDir, "sqld"));
  return {
    url: sqld.url,
    dataDir,
    sqld,
    async [Symbol.asyncDispose]() {
      await sqld.kill();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}
