import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { clock } from "../../src/commands/clock.ts";
import { openDatabase } from "../../src/storage/open_database.ts";
import { leftDatabase } from "./_database.ts";
import { recordingIo } from "./recording_io.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A database whose newest time is so many days from now. */
async function leftAt(days: number) {
  const database = await leftDatabase();
  const url = `file:${encodeURIComponent(join(database.env.DATA_DIR, "sobremesa.db"))}`;
  const opened = await openDatabase({ url, now: Date.now });
  const value = JSON.stringify({ newest: Date.now() + days * DAY_MS });
  const sql = "INSERT INTO settings (name, value) VALUES ('clock', ?)";
  await opened.write([{ sql, args: [value] }]);
  await opened.close();
  return database;
}

for (
  const { newest, says, waits } of [
    { newest: -3.5, says: "3 days ahead of the newest time seen", waits: true },
    { newest: -730.5, says: "730 days ahead of the newest time seen", waits: false },
    { newest: 365.5, says: "365 days behind the newest time seen", waits: false },
  ]
) {
  Deno.test(`clock tells of one that is ${says}, and accept has it believed`, async () => {
    await using database = await leftAt(newest);
    const before = recordingIo();
    assertEquals(await clock([], database.env, before), 0);
    assertStringIncludes(before.written[0]!, says);
    assertStringIncludes(before.written[0]!, "it is not believed, and nothing is erased");
    assertStringIncludes(before.written[1]!, '"sobremesa clock accept"');
    assertEquals(before.written[1]!.includes("24 hours"), waits);

    const accepting = recordingIo();
    assertEquals(await clock(["accept"], database.env, accepting), 0);
    assertStringIncludes(accepting.written.join(), "the clock is accepted: it is ");
    const after = recordingIo();
    assertEquals(await clock([], database.env, after), 0);
    assertStringIncludes(after.written.join(), "the clock is believed: it is ");
  });
}

for (const args of [["accept", "now"], ["now"], ["--accept"]]) {
  Deno.test(`clock ${args.join(" ")} explains its usage and accepts nothing`, async () => {
    await using database = await leftAt(-730);
    const io = recordingIo();
    assertEquals(await clock(args, database.env, io), 2);
    assertEquals([io.written, io.complained], [[], ["usage: sobremesa clock [accept]"]]);
    const after = recordingIo();
    await clock([], database.env, after);
    assertStringIncludes(after.written.join(), "it is not believed");
  });
}
