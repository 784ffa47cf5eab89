/** The SQL that holds tables can be read and tried by hand: it stands in the source in whole statements. */
import { assertEquals } from "@std/assert";
import {
  decide,
  hold,
  HOLD_SQL,
  isKnown,
  madeUnder,
  settle,
} from "../../../src/storage/book/attempts.ts";
import { DOUBT_SQL, voidDoubts } from "../../../src/storage/book/doubts.ts";
import type { Database } from "../../../src/storage/database/database.ts";
import { debiansSqlite, NOW, openTestDatabase, ownFolder, request } from "../_fixture.ts";

const STATEMENTS: readonly (readonly [file: string, name: string, sql: string])[] = [
  ...Object.entries(HOLD_SQL).map(([name, sql]) => ["attempts.ts", name, sql] as const),
  ...Object.entries(DOUBT_SQL).map(([name, sql]) => ["doubts.ts", name, sql] as const),
];

Deno.test("each statement of the hold stands once in the source, and sqlite3 explains it as it stands", async () => {
  await using folder = await ownFolder();
  await (await openTestDatabase(folder.url)).close();
  for (const [file, name, sql] of STATEMENTS) {
    const source = new URL(`../../../src/storage/book/${file}`, import.meta.url);
    assertEquals((await Deno.readTextFile(source)).split(sql).length - 1, 1, name);
    const parameters = ["'[]'", NOW, 1, 1].map((value, nth) =>
      `.parameter set ?${nth + 1} ${value}`
    );
    const explained = await debiansSqlite(
      folder.path,
      [".parameter init", ...parameters, `EXPLAIN ${sql};`].join("\n"),
    );
    assertEquals(/Init|error/i.exec(explained)?.[0], "Init", `${name}: ${explained}`);
  }
});

Deno.test("what holds tables runs those statements and no other, but for a longer list of VALUES", async () => {
  await using folder = await ownFolder();
  await using database = await openTestDatabase(folder.url);
  const sent = new Set<string>();
  const note = ({ sql }: { readonly sql: string }) => {
    sent.add(sql.replace("(VALUES (?2),(?3),(?4),(?5))", "(VALUES (?2))"));
  };
  const noting: Database = {
    ...database,
    read(statement) {
      note(statement);
      return database.read(statement);
    },
    write(statements) {
      statements.forEach(note);
      return database.write(statements);
    },
  };
  const attempts = [1, 2, 3].map((n) => ({ folio: `R-0000000${n}`, at: NOW, request: request(n) }));
  await hold(noting, attempts, NOW);
  await decide(noting, attempts, NOW);
  await settle(noting, attempts, NOW);
  await voidDoubts(noting, attempts, NOW);
  await isKnown(noting, request(1), NOW);
  await madeUnder(noting, "no key", NOW);
  assertEquals([...sent].toSorted(), STATEMENTS.map(([, , sql]) => sql).toSorted());
});
