/** What the step that numbers reservations does to a database that guests and staff have used. */
import { assertEquals } from "@std/assert";
import { openFile } from "../../src/storage/file_database.ts";
import { migrate, SCHEMA_STEPS } from "../../src/storage/schema.ts";
import { openServer } from "../../src/storage/server_database.ts";
import { testOnEach } from "../support/databases.ts";
import { candidate, held, NOW, openTestStorage, rows } from "./_fixture.ts";

const KEY = "a".repeat(64);
const USED = [
  `INSERT INTO held_tables (folio, day, time, service_day, party_size, name, phone, occasion, comments, source, created_at,
      kind, key, body_hash, expires_at)
    VALUES ('R-ZZZZZZZZ', '2026-03-14', '20:30', '2026-03-14', 4, 'Ana', '+529991234567', 'general', 'sin nuez', 'asistente', 7,
      'body', '${KEY}', '${KEY}', 9000000000000),
    ('R-00000000', '2026-03-15', '00:30', '2026-03-14', 2, 'Luz', '+529991234568', 'cumpleanos', NULL, NULL, 8,
      'header', 'k', '${KEY}', 9000000000000)`,
  `INSERT INTO reservation_history (folio, version, at, actor, action, before, after)
    VALUES ('R-ZZZZZZZZ', 2, 9, 'Lupe', 'changed', '{"phone":"+529990000000"}', '{"phone":"+529991234567"}')`,
  `UPDATE reservations SET version = 2, note = 'mesa 4', acknowledged_at = 9, acknowledged_by = 'Lupe', alerted_at = 8
    WHERE folio = 'R-ZZZZZZZZ'`,
  "INSERT INTO confirmations (folio, retry, at) VALUES ('R-00000000', 'R-11111111', 10)",
];
const KEPT = [
  "SELECT folio, day, time, service_day, party_size, name, phone, occasion, comments, source, status, created_at, version, " +
  "note, acknowledged_at, acknowledged_by, alerted_at FROM reservations ORDER BY folio",
  "SELECT folio, version, at, actor, action, before, after FROM reservation_history ORDER BY folio, version",
  "SELECT folio, retry, at FROM confirmations",
  "SELECT phone, kind, key, body_hash, folio, expires_at FROM idempotency_keys ORDER BY folio",
  "SELECT id, folio FROM reservation_events ORDER BY id",
];

testOnEach(
  "nothing of reservations changes when they are numbered, and what is theirs still goes with them",
  async (database) => {
    const old = database.url.startsWith("file:")
      ? await openFile(database.url)
      : await openServer({ url: database.url, authToken: undefined, fetchTimeoutMs: 5_000 });
    await migrate(old, NOW, SCHEMA_STEPS.slice(0, 4));
    await old.write(USED.map((sql) => ({ sql })));
    const before = await Promise.all(KEPT.map((sql) => old.read({ sql })));
    await old.close();
    assertEquals(before.map(({ length }) => length), [2, 3, 1, 2, 3]);

    await using storage = await openTestStorage(database);
    for (const [nth, sql] of KEPT.entries()) {
      const now = await rows(storage, sql);
      assertEquals(now.map((row) => ({ ...row })), before[nth]!.map((row) => ({ ...row })), sql);
    }
    const added = await held(storage, candidate(1));
    assertEquals((await storage.book.history(added)).length, 1);
    assertEquals((await storage.book.history("R-ZZZZZZZZ")).map(({ actor }) => actor), [
      "asistente",
      "Lupe",
    ]);
    const erasing = { today: "2026-03-10", upcoming: true, actor: "Ximena" };
    await storage.erasure.erase("+529990000000", erasing);
    await storage.erasure.erase("+529991234568", erasing);
    assertEquals(await rows(storage, "SELECT folio FROM reservations"), [{ folio: added }]);
    assertEquals(await rows(storage, "SELECT reservation FROM reservation_versions"), [
      { reservation: 3 },
    ]);
    assertEquals(await rows(storage, "SELECT folio FROM confirmations"), []);
  },
);
