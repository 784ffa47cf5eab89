import { assert, assertEquals, assertRejects } from "@std/assert";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  backUp,
  backupFolder,
  copyHour,
  listBackups,
  restoreDatabase,
} from "../../../src/storage/database/backup.ts";
import { listUnsent } from "../../../src/service/copies.ts";
import { DatabaseUnusable } from "../../../src/storage/database/database.ts";
import { exists, filesAt } from "../../../src/storage/database/database_files.ts";
import { readOnly } from "../../../src/storage/database/file_database.ts";
import { instantOf } from "../../support/restaurant_fixture.ts";
import {
  edit,
  eventually,
  folios,
  held,
  machineAt,
  NOW,
  openTestStorage,
  ownFolder,
  request,
  withCopies,
} from "../_fixture.ts";

/** Deletes the reservations of the database at `path` as a program does that does not hold foreign keys. */
function orphan(path: string): void {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA foreign_keys=OFF; DELETE FROM reservations");
  database.close();
}

async function foliosIn(url: string, dataDir: string): Promise<string[]> {
  await using storage = await openTestStorage({ url, dataDir });
  return await folios(storage);
}

Deno.test("a copy holds every reservation that was answered before it, while more come in", async () => {
  await using folder = await ownFolder();
  await using storage = await openTestStorage(folder);
  const before: string[] = [];
  for (let n = 0; n < 200; n++) before.push(await held(storage, request(n)));
  let pouring = true;
  const pour = (async () => {
    for (let n = 1_000; pouring; n++) await held(storage, request(n));
  })();
  const to = join(folder.dataDir, "copy.db");
  await backUp(folder.files, to);
  pouring = false;
  await pour;
  const found = new Set(await foliosIn(`file:${encodeURIComponent(to)}`, folder.dataDir));
  assertEquals(before.filter((folio) => !found.has(folio)), []);
  assertEquals((await Deno.stat(to)).mode! & 0o777, 0o600);
});

Deno.test("a copy never overwrites a file, and a damaged database leaves none", async () => {
  await using folder = await ownFolder();
  await (await openTestStorage(folder)).close();
  const to = join(folder.dataDir, "copy.db");
  await Deno.writeTextFile(to, "precious");
  await assertRejects(() => backUp(folder.files, to), DatabaseUnusable, "Ya hay un archivo");
  assertEquals(await Deno.readTextFile(to), "precious");

  const damaged = join(folder.dataDir, "damaged.db");
  await Deno.writeFile(damaged, new Uint8Array(8192).fill(7));
  await assertRejects(
    () => backUp(filesAt(damaged), join(folder.dataDir, "other.db")),
    DatabaseUnusable,
    "no se hizo",
  );
  const names = (await Array.fromAsync(Deno.readDir(folder.dataDir))).map(({ name }) => name);
  assertEquals(names.filter((name) => name.startsWith("other")), []);
});

Deno.test("what is no sound database is not restored", async () => {
  await using folder = await ownFolder();
  await (await openTestStorage(folder)).close();
  const bytes = await Deno.readFile(folder.path);
  const cases: Record<string, Uint8Array> = {
    empty: new Uint8Array(),
    text: new TextEncoder().encode("a letter, not a database".repeat(300)),
    cut: bytes.slice(0, bytes.length / 2),
    damaged: bytes.map((byte, at) => at > 4096 && at % 512 < 256 ? 255 : byte),
  };
  for (const [name, content] of Object.entries(cases)) {
    const from = join(folder.dataDir, name);
    await Deno.writeFile(from, content);
    await assertRejects(
      () => restoreDatabase(from, folder.files, NOW),
      DatabaseUnusable,
      "Usa otra",
    );
  }
  for (const from of ["/nowhere.db", folder.dataDir]) {
    const restoring = restoreDatabase(from, folder.files, NOW);
    await assertRejects(() => restoring, DatabaseUnusable, "no se puede leer");
  }
  assertEquals(await Deno.readFile(folder.path), bytes);
});

Deno.test("a copy of a newer version's is not restored", async () => {
  await using folder = await ownFolder();
  const copy = join(folder.dataDir, "newer.db");
  {
    await using storage = await openTestStorage(folder);
    await storage.database.write([{ sql: "INSERT INTO schema_steps (step, at) VALUES (999, 1)" }]);
    await backUp(folder.files, copy);
  }
  await assertRejects(() => restoreDatabase(copy, folder.files, NOW), DatabaseUnusable, "999");
});

Deno.test("a file is restored with what the log beside it holds", async () => {
  await using folder = await ownFolder();
  const copy = join(folder.dataDir, "copied-while-open.db");
  let folio = "";
  {
    await using storage = await openTestStorage(folder);
    folio = await held(storage, request(1));
    for (const log of ["", "-wal"]) await Deno.copyFile(folder.path + log, copy + log);
  }
  await restoreDatabase(copy, folder.files, NOW);
  assertEquals(await foliosIn(folder.url, folder.dataDir), [folio]);
});

Deno.test("each night makes one copy, and the newest fourteen are kept", async () => {
  await using folder = await ownFolder();
  const backups = await leftNights(folder.path);
  const machine = machineAt(instantOf("2026-03-10T04:29"));
  await using storage = await openTestStorage(folder, withCopies(machine, "America/Merida"));
  await new Promise((resolve) => setTimeout(resolve, 30));
  assertEquals((await listBackups(folder.path)).length, 22, "before the hour nothing is copied");
  machine.run(MINUTE);
  await eventually(async () => (await listBackups(folder.path)).length === 15);
  await storage.tidying.close();
  const kept = await listBackups(folder.path);
  assertEquals(kept.at(-1)?.path, join(backups, "sobremesa-2026-03-10.db"));
  assertEquals(kept[0]?.day, "2026-02-08");
  assertEquals(kept.filter(({ kind }) => kind === "night").length, 14);
  assert((await Deno.stat(join(backups, "mine.db"))).isFile, "what others put there stays");
  assertEquals(storage.logged, []);
});

for (
  const { days, nights } of [
    { days: 730, nights: ["2026-03-10", "2026-03-11", "2026-03-12"] },
    { days: -365, nights: ["2025-03-10", "2025-03-11", "2025-03-12"] },
  ]
) {
  Deno.test(`under a clock ${days} days off each night is copied, and no copy goes until it is mended`, async () => {
    await using folder = await ownFolder();
    const backups = await leftNights(folder.path);
    const machine = machineAt(instantOf("2026-03-10T04:29"));
    await using storage = await openTestStorage(folder, withCopies(machine, "America/Merida"));
    machine.leap(days * DAY);
    assert(storage.clock.doubt() !== null);
    machine.run(MINUTE);
    for (const [n, day] of nights.entries()) {
      await eventually(() => exists(join(backups, `sobremesa-${day}.db`)));
      await new Promise((resolve) => setTimeout(resolve, 30));
      assertEquals((await listBackups(folder.path)).length, 23 + n);
      if (n + 1 < nights.length) machine.run(DAY);
    }
    machine.leap(-days * DAY);
    const nightly = async () =>
      (await listBackups(folder.path)).filter(({ kind }) => kind === "night");
    await eventually(async () => (await nightly()).length === 14);
    assertEquals((await nightly()).at(-1)?.day, nights.at(-1)?.replace("2025", "2026"));
  });
}

Deno.test("in each hour in which something changed a copy is made, so that what is 61 minutes old would be sent", async () => {
  await using folder = await ownFolder();
  const machine = machineAt(instantOf("2026-03-10T19:20"));
  await using storage = await openTestStorage(folder, withCopies(machine, "America/Merida"));
  const hour = async () =>
    (await listBackups(folder.path)).filter(({ kind }) => kind === "hour").map(({ at }) => at);
  const sent = async () => {
    const { newest } = await listUnsent(folder.path, folder.dataDir);
    // Another may take its place.
    const reading = readOnly(newest!).read({ sql: "SELECT folio FROM reservations" });
    const rows = await reading.catch(() => []);
    return rows.map(({ folio }) => folio);
  };
  await eventually(async () => (await listBackups(folder.path)).length === 1);
  const first = await held(storage, request(2));
  machine.run(40 * MINUTE);
  await eventually(async () => (await sent()).includes(first));
  const [last] = await hour();
  const folio = await held(storage, request(1));
  machine.run(61 * MINUTE);
  await eventually(async () => (await sent()).includes(folio));
  await eventually(async () => (await hour()).length === 1, 5_000);
  const [made] = await hour();
  assert(made! > last!);
  machine.run(60 * MINUTE);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assertEquals(await hour(), [made], "nothing has changed");
  await storage.switches.pause({ night: "2026-03-10", until: machine.now() + MINUTE });
  machine.run(60 * MINUTE);
  await eventually(async () => (await hour())[0]! > made!);
  assertEquals(storage.logged, []);
});

Deno.test("a change of any kind is copied, also if a restore has set back how many there were", async () => {
  await using folder = await ownFolder();
  const machine = machineAt();
  await using storage = await openTestStorage(folder, { now: machine.now });
  const { book, restaurants, staffKey, switches } = storage;
  const [first, second] = [await held(storage, request(1)), await held(storage, request(2))];
  const isCopied = async (change: () => Promise<unknown>) => {
    machine.run(MINUTE);
    await change();
    await storage.database.write([{ sql: "UPDATE reservation_events SET id = 1" }]);
    return await copyHour(folder.path, machine.now()) !== null;
  };
  for (
    const change of [
      () => book.acknowledge([first], "Lupe"),
      () => book.acknowledge([second], "Lupe"),
      () => book.edit(edit(first)),
      () => held(storage, request(3)),
      () => restaurants.add({ text: "{}", after: 0, actor: "Lupe" }),
      () => switches.pause(null),
      () => staffKey.setFirst("ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345"),
    ]
  ) assert(await isCopied(change), `${change}`);
  assert(!await isCopied(() => Promise.resolve()));
});

Deno.test("a copy of the hour that is not sound takes the place of none, and its remains go", async () => {
  await using folder = await ownFolder();
  {
    await using storage = await openTestStorage(folder);
    for (let n = 0; n < 100; n++) await held(storage, request(n));
  }
  const copy = await copyHour(folder.path, NOW);
  const bytes = await Deno.readFile(folder.path);
  const middle = Math.floor(bytes.length / 2 / 4096) * 4096;
  await Deno.writeFile(folder.path, bytes.fill(0xa5, middle, middle + 4096));
  await assertRejects(() => copyHour(folder.path, NOW + 60 * MINUTE, true), DatabaseUnusable);
  assertEquals([...Deno.readDirSync(backupFolder(folder.path))].map(({ name }) => name), [
    basename(copy!),
  ]);
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Leaves copies of 20 nights and two upgrades, and a file of another program. @returns their folder */
async function leftNights(path: string): Promise<string> {
  const backups = backupFolder(path);
  await Deno.mkdir(backups);
  const copy = join(backups, "mine.db");
  await (await openTestStorage(
    { url: `file:${encodeURIComponent(path)}`, dataDir: dirname(path) },
    { now: () => instantOf("2026-03-10T04:29") },
  ))
    .close();
  await backUp(filesAt(path), copy);
  const nights = Array.from({ length: 20 }, (_, day) => String(day + 1).padStart(2, "0"));
  const upgrades = ["05", "15"].map((day) => `${day}-before-upgrade-120000`);
  for (const name of [...nights, ...upgrades]) {
    await Deno.copyFile(copy, join(backups, `sobremesa-2026-02-${name}.db`));
  }
  return backups;
}

Deno.test("what a restore put aside, and the hour's copy that holds more, are reached by an erasure, and go with the nights around them", async () => {
  await using folder = await ownFolder();
  const backups = await leftNights(folder.path);
  const gone = request(1, { name: "Borrada Porfavor" });
  const copy = join(folder.dataDir, "copy.db");
  const noon = instantOf("2026-02-07T12:00");
  {
    await using storage = await openTestStorage(folder);
    await backUp(folder.files, copy);
    await held(storage, gone);
    await copyHour(folder.path, noon);
  }
  const aside = (await restoreDatabase(copy, folder.files, noon))!;
  {
    await using storage = await openTestStorage(folder);
    // As many as were lost.
    await held(storage, request(2));
    for (const hour of [1, 2]) await copyHour(folder.path, noon + hour * 60 * MINUTE, true);
  }
  const hours = (await listBackups(folder.path)).filter(({ kind }) => kind === "hour");
  assertEquals(hours.map(({ at }) => at), [noon + 120 * MINUTE], "what holds no more is replaced");
  const kept = [aside, join(backups, "sobremesa-2026-02-07-before-restore-180000.db")];
  const holding = async (): Promise<string[]> => {
    const texts = await Promise.all(kept.map(async (path) => await Deno.readFile(path)));
    return kept.filter((_, n) => new TextDecoder("latin1").decode(texts[n]).includes("Borrada"));
  };
  assertEquals(await holding(), kept);

  const machine = machineAt(instantOf("2026-03-10T04:31"));
  {
    await using storage = await openTestStorage(folder);
    const asked = { today: "2026-03-10", upcoming: true, actor: "Ximena" };
    await storage.erasure.erase(gone.phone, asked);
    assertEquals(await holding(), []);
  }
  await using _storage = await openTestStorage(folder, withCopies(machine, "America/Merida"));
  for (const path of kept) await eventually(async () => !await exists(path));
});

Deno.test("a row whose reservation another program has deleted does not end the copies", async () => {
  await using folder = await ownFolder();
  {
    await using storage = await openTestStorage(folder);
    await held(storage, request(1));
  }
  orphan(folder.path);
  const copy = join(folder.dataDir, "copy.db");
  await backUp(folder.files, copy);
  assertEquals(await foliosIn(`file:${encodeURIComponent(copy)}`, folder.dataDir), []);
});
