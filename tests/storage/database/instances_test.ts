/** What instances share on a server: its clock. */
import { assert, assertEquals } from "@std/assert";
import { openSoundDatabase } from "../../../src/storage/database/open_database.ts";
import { storeOn } from "../../../src/storage/store.ts";
import { testOnServer } from "../../support/databases.ts";
import { eventually, held, openTestStorage, randomBytes, request, rows } from "../_fixture.ts";

const FROM = "2026-03-14";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

for (const off of [-3 * DAY, -15 * MINUTE, 15 * MINUTE, 1.9 * DAY, 3 * DAY]) {
  testOnServer(
    `boards and calls count on the server's clock, with one machine's ${off / MINUTE} minutes off`,
    async (database) => {
      const at = (ms: number) => ({ now: () => Date.now() + ms, followsServer: true });
      await using right = await openTestStorage(database, at(0));
      await held(right, request(1));
      // Its start deletes what is out of date.
      await using wrong = await openTestStorage(database, at(off));
      await held(wrong, request(2));
      for (const [with_, without] of [[wrong, right], [right, wrong]] as const) {
        const due = { from: FROM, overdue: without.now() - 10 * MINUTE };
        with_.boards.setConnected(true);
        await eventually(async () =>
          (await rows(right, "SELECT * FROM instances WHERE has_boards")).length === 1
        );
        assertEquals(await without.alerts.claim(due), null, "a board is open");
        with_.boards.setConnected(false);
        await eventually(async () =>
          (await rows(right, "SELECT * FROM instances WHERE has_boards")).length === 0
        );
        const call = await without.alerts.claim(due);
        assertEquals(call?.count, 2);
        assertEquals(await with_.alerts.claim(due), null, "the call is the other's to make");
        await call!.failed();
      }
      assertEquals([wrong.logged, wrong.clock.doubt()], [[], null]);
    },
  );
}

testOnServer("a slow answer of the server does not set an instance's clock back", async (own) => {
  const options = { ...own, retentionDays: 365, now: Date.now, log: () => {}, randomBytes };
  const database = await openSoundDatabase(options);
  let waitMs = 0;
  const read: typeof database.read = async (statement) => {
    const rows = await database.read(statement);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return rows;
  };
  const slow = { followsServer: true, pollMs: 3_600_000 };
  const storage = await storeOn({ ...database, read }, { ...options, ...slow });
  try {
    const before = storage.now();
    waitMs = 500;
    await storage.poll.refresh();
    const passed = storage.now() - before;
    assert(passed > 490, `${passed} ms passed`);
  } finally {
    waitMs = 0;
    await storage.close();
  }
});
