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

/** Registers `run` as a test on each kind of database. */
export function testOnEach(name: string, run: (database: TestDatabase) => Promise<void>): void {
  testOnFile(name, run);
  testOnServer(name, run);
}

/** Registers `run` as a test on a file only. */
export function testOnFile(name: string, run: (database: TestDatabase) => Promise<void>): void {
  Deno.test(`${name} (file)`, async () => {
    await using database = await openFile();
    await run(database);
  });
}

/** Registers `run` as a test on a server only. */
export function testOnServer(
  name: string,
  run: (database: TestDatabase & { sqld: Sqld }) => Promise<void>,
): void {
  Deno.test({
    name: `${name} (server)`,
    ignore: sqldPath === null,
    async fn() {
      await using database = await openServer();
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
