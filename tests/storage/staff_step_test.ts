/** What the step that brings the staff's board does to a database that guests have reserved in. */
import { assertEquals } from "@std/assert";
import { openFile } from "../../src/storage/file_database.ts";
import { migrate, SCHEMA_STEPS } from "../../src/storage/schema.ts";
import { openServer } from "../../src/storage/server_database.ts";
import { testOnEach } from "../support/databases.ts";
import { candidate, held, NOW, openTestStorage } from "./_fixture.ts";

const BEFORE_THE_BOARD = { by: "sistema", at: NOW };

const INSERT = `INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone,
    occasion, source, status, created_at, version)
  VALUES (?, '2026-03-14', '20:30', '2026-03-14', 4, 'Ana', '+529991234567', 'general', ?, 'confirmed', ?, 1)`;

testOnEach(
  "guests' reservations stay as they are, none becomes staff's own, and nobody is called out for them",
  async (database) => {
    const sources = ["personal", "asistente", null];
    const old = database.url.startsWith("file:")
      ? await openFile(database.url)
      : await openServer({ url: database.url, authToken: undefined, fetchTimeoutMs: 5_000 });
    await migrate(old, NOW, SCHEMA_STEPS.slice(0, 2));
    await old.write(
      sources.map((source, n) => ({ sql: INSERT, args: [`R-0000000${n}`, source, NOW] })),
    );
    await old.close();
    await using storage = await openTestStorage(database);
    const found = await storage.book.onServiceDay("2026-03-14");
    assertEquals(found.map(({ source, note, acknowledged }) => [source, note, acknowledged]), [
      ["personal (en línea)", null, BEFORE_THE_BOARD],
      ["asistente", null, BEFORE_THE_BOARD],
      [null, null, BEFORE_THE_BOARD],
    ]);
    assertEquals(await storage.book.unacknowledged("2026-03-14"), []);
    assertEquals(await storage.alerts.claim({ from: "2026-03-14", overdue: NOW + 1 }), null);
    assertEquals(await storage.feed.since(await storage.feed.last()), { last: 0, folios: [] });
    await held(storage, candidate(1));
    const due = await storage.alerts.claim({ from: "2026-03-14", overdue: NOW + 1 });
    assertEquals(due?.count, 1, "only the one that was made since");
  },
);
