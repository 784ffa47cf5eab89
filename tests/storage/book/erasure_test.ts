import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { backUp, backupFolder, listBackups } from "../../../src/storage/database/backup.ts";
import { exists } from "../../../src/storage/database/database_files.ts";
import { finishErasing } from "../../../src/storage/book/erasure.ts";
import type { Store } from "../../../src/storage/store.ts";
import type { TestDatabase } from "../../support/databases.ts";
import {
  edit,
  eventually,
  folios,
  held,
  machineAt,
  NOW,
  openTestStorage,
  ownFolder,
  passing,
  quickWaits,
  request,
  rows,
  seen,
  setStatus,
  testStore,
  withCopies,
} from "../_fixture.ts";

const TODAY = "2026-03-14";
const PHONE = "+529991112222";
const NEW_PHONE = "+529993334444";
const NAME = "Fulgencia Zurbarán";
const PERSON = [PHONE, NAME, "Zurbar", NEW_PHONE, "alergia rarísima", "es la vecina"];
const ASKED = { phone: PHONE, name: NAME, comments: "alergia rarísima" };

testStore("of an erased person nothing is left in tables or file", async (storage, database) => {
  const { book, erasure } = storage;
  const stays = await held(storage, request(1));
  const first = await held(storage, request(2, { ...ASKED, idempotencyKey: "k" }));
  const second = await held(storage, request(3, ASKED));
  await storage.reservations.reserve(request(3, ASKED));
  const changes = { note: "es la vecina", name: "Otra", phone: NEW_PHONE, comments: null };
  await book.edit(edit(first, { action: "edited", changes }));
  await book.edit(edit(second, { action: "cancelled" }));
  await book.edit(edit(first, { version: 2, changes: { status: "cancelled" } }));
  assertNotEquals(await traces(storage), []);

  assertEquals(await erasure.count(PHONE, TODAY), { past: 2, upcoming: 0 });
  const { erased } = await erasure.erase(PHONE, { today: TODAY, upcoming: false, actor: "Lupe" });
  assertEquals(erased, 2);
  assertEquals(await traces(storage), []);
  assertEquals(await tracesInFile(database), []);
  assertEquals(await book.onServiceDay(TODAY), [seen(stays)]);
  assertEquals((await book.history(stays)).length, 1);
});

testStore("what is left of the erased are counts, and that it was done", async (storage) => {
  const given = { today: TODAY, upcoming: true, actor: "Lupe" };
  for (const [n, partySize] of [2, 3, 5].entries()) {
    const source = partySize === 5 ? "OpenAI, de Fulgencia" : null;
    const folio = await held(storage, request(n, { ...ASKED, partySize, source }));
    if (partySize === 5) await setStatus(storage, folio, "no_show");
  }
  await storage.erasure.erase(PHONE, given);
  await held(storage, request(7, { ...ASKED, partySize: 7 }));
  await storage.erasure.erase(PHONE, given);
  assertEquals((await storage.erasure.erase(PHONE, given)).erased, 0);
  const counts = await rows(storage, "SELECT * FROM erased_reservations ORDER BY status");
  assertEquals(counts.map((row) => ({ ...row })), [
    { service_day: TODAY, status: "confirmed", source: "otro asistente", parties: 3, people: 12 },
    { service_day: TODAY, status: "no_show", source: "ChatGPT", parties: 1, people: 5 },
  ]);
  const records = await rows(storage, "SELECT * FROM erasures ORDER BY id");
  assertEquals(records.map((row) => ({ ...row })), [
    { id: 1, at: NOW, reason: "request", actor: "Lupe", reservations: 3 },
    { id: 2, at: NOW, reason: "request", actor: "Lupe", reservations: 1 },
  ]);
  const entry = { at: NOW, reason: "request", actor: "Lupe" };
  const written = [{ ...entry, reservations: 1 }, { ...entry, reservations: 3 }];
  assertEquals<unknown>(await storage.erasure.records(24), written);
  assertEquals<unknown>(await storage.erasure.records(1), written.slice(0, 1));
});

testStore(
  "those still to come, or in the room, are erased only where that is asked for",
  async (storage) => {
    const { erasure } = storage;
    const asked = (n: number, day: string) => request(n, { ...ASKED, day, serviceDay: day });
    await held(storage, asked(1, "2026-03-13"));
    const today = await held(storage, asked(2, TODAY));
    const arrived = await held(storage, asked(3, TODAY));
    const over = await held(storage, asked(6, TODAY));
    const later = await held(storage, asked(4, "2026-04-01"));
    const cancelled = await held(storage, asked(5, "2026-04-01"));
    await setStatus(storage, arrived, "arrived");
    await setStatus(storage, over, "arrived");
    const change = (values: string, folio: string) =>
      storage.database.write([
        { sql: `UPDATE reservations SET ${values} WHERE folio = ?`, args: [folio] },
      ]);
    await change("left_at = arrived_at", over);
    const waiting = await held(storage, asked(7, TODAY));
    await change("status = 'waiting', told_minutes = 20", waiting);
    await setStatus(storage, cancelled, "cancelled");
    assertEquals(await erasure.count(PHONE, TODAY), { past: 3, upcoming: 4 });
    const given = { today: TODAY, actor: "Lupe" };
    assertEquals((await erasure.erase(PHONE, { ...given, upcoming: false })).erased, 3);
    assertEquals(await folios(storage), [today, arrived, waiting, later].toSorted());
    assertEquals(await erasure.count(PHONE, TODAY), { past: 0, upcoming: 4 });
    assertEquals((await erasure.erase(PHONE, { ...given, upcoming: true })).erased, 4);
    assertEquals(await folios(storage), []);
  },
);

testStore("after an erasure the person reserves anew, under an old key too", async (storage) => {
  const asked = request(1, { ...ASKED, idempotencyKey: "k" });
  const first = await held(storage, asked);
  await storage.erasure.erase(PHONE, { today: TODAY, upcoming: true, actor: "Lupe" });
  assertNotEquals(await held(storage, asked), first);
});

/** Which tables hold anything of the person. */
async function traces(storage: Pick<Store, "database">): Promise<string[]> {
  const tables = await rows(storage, "SELECT name FROM sqlite_schema WHERE type = 'table'");
  assert(tables.length > 8, "there are tables to look at");
  const found: string[] = [];
  for (const { name } of tables) {
    const text = JSON.stringify(await rows(storage, `SELECT * FROM "${name}"`));
    if (PERSON.some((trace) => text.includes(trace))) found.push(String(name));
  }
  return found;
}

/** What the database's file and its log hold of the person; a server keeps its own. */
async function tracesInFile({ url, sqld }: TestDatabase): Promise<string[]> {
  if (sqld !== null) return [];
  const path = url.slice("file:".length);
  const texts = await Promise.all(
    [path, `${path}-wal`].map(async (path) => new TextDecoder().decode(await Deno.readFile(path))),
  );
  assert(texts[0]!.includes("+529991000001"), "the file holds who stays");
  return PERSON.filter((trace) => texts.some((text) => text.includes(trace)));
}

/** In the copies of a file. */

const EVERYTHING = { today: "2026-03-10", upcoming: true, actor: "Ximena" };

Deno.test("an erasure while a copy is being made reaches that copy too", async () => {
  await using folder = await ownFolder();
  await using storage = await openTestStorage(folder);
  await held(storage, request(1, ASKED));
  await Promise.all(
    Array.from({ length: 20_000 }, (_, n) => held(storage, request(n + 2))),
  );
  const copies = backupFolder(folder.path);
  await Deno.mkdir(copies);
  const nightly = join(copies, "sobremesa-2026-03-09.db");
  const copied = backUp(folder.files, nightly);
  await eventually(async () => {
    const [part] = await Array.fromAsync(Deno.readDir(copies));
    return part !== undefined && (await Deno.stat(join(copies, part.name))).size > 0;
  });
  await storage.erasure.erase(PHONE, EVERYTHING);
  await copied;
  assert(!await isTraced(nightly));
});

Deno.test("what a copy or a restore that was killed has left is removed at the next start, and by the next erasure", async () => {
  await using folder = await ownFolder();
  await (await openTestStorage(folder)).close();
  const copies = backupFolder(folder.path);
  const leave = async (): Promise<string[]> => {
    const copy = join(copies, "sobremesa-2026-03-09.db.3fa6e407c983f04.part");
    const restored = join(folder.dataDir, "restoring.57d26dd6a90f8203.part");
    await Deno.mkdir(copies, { recursive: true });
    await Deno.mkdir(restored);
    const files = [copy, `${copy}-journal`, join(restored, "given.db")];
    for (const file of files) await Deno.writeTextFile(file, NAME);
    return files;
  };
  const mine = join(copies, "mine.part");
  const left = async (files: readonly string[]) =>
    (await Promise.all(files.map(exists))).filter(Boolean).length;

  const killed = await leave();
  await Deno.writeTextFile(mine, "");
  await using storage = await openTestStorage(folder);
  await eventually(async () => await left(killed) === 0);
  const again = await leave();
  await storage.erasure.erase(PHONE, EVERYTHING);
  assertEquals(await left(again), 0);
  assert(await exists(mine), "what others put there stays");
});

Deno.test("a night, and an erasure, change no byte of the copies that hold nothing of it, and reach every other", async () => {
  await using folder = await ownFolder();
  const machine = machineAt();
  const without = [
    join(backupFolder(folder.path), "sobremesa-2026-03-07.db"),
    join(backupFolder(folder.path), "sobremesa-2026-03-08-before-upgrade-010203.db"),
    `${folder.path}.before-2026-03-08T010203`,
    join(folder.dataDir, "otra.sqlite"),
  ];
  const within = [
    join(backupFolder(folder.path), "sobremesa-2026-03-09.db"),
    join(folder.dataDir, "mía.bak"),
  ];
  await using storage = await openTestStorage(folder, withCopies(machine));
  await held(storage, request(1));
  await Deno.mkdir(backupFolder(folder.path));
  for (const copy of without.slice(0, -1)) await backUp(folder.files, copy);
  const other = new DatabaseSync(without.at(-1)!);
  other.exec("PRAGMA journal_mode=WAL; CREATE TABLE songs (name TEXT)");
  other.close();
  await held(storage, request(2, ASKED));
  for (const copy of within) await backUp(folder.files, copy);
  const before = await Promise.all(without.map(bytesAndTime));
  const nights = async () =>
    (await listBackups(folder.path)).filter(({ kind }) => kind === "night").map(({ day }) => day);
  for (const day of ["2026-03-11", "2026-03-12"]) {
    await passing(storage, machine, 24 * 60 * 60_000);
    await eventually(async () => (await nights()).includes(day));
  }
  // The round of the last night goes on after its copy has a name.
  await storage.tidying.close();
  const { unerased } = await storage.erasure.erase(PHONE, EVERYTHING);
  assertEquals(unerased, []);
  assertEquals(await Promise.all(without.map(bytesAndTime)), before);
  for (const copy of within) assert(!await isTraced(copy), copy);
});

Deno.test("a damaged copy is not changed, and named until it is gone", async () => {
  await using folder = await ownFolder();
  await using storage = await openTestStorage(folder, withCopies(machineAt()));
  const copy = join(folder.dataDir, "copy.db");
  await Promise.all(Array.from({ length: 300 }, (_, n) => held(storage, request(n + 9))));
  await held(storage, request(1, ASKED));
  await backUp(folder.files, copy);
  await damage(copy);
  const before = await bytesAndTime(copy);
  // Where only the copy holds it, the next rounds do not know what to look for.
  for (const inDatabase of [1, 0]) {
    const { erased, unerased } = await storage.erasure.erase(PHONE, EVERYTHING);
    assertEquals([erased, unerased.map(({ path }) => path)], [inDatabase, [copy]]);
    await finishErasing({ ...storage, dataDir: folder.dataDir });
    await storage.poll.refresh();
    assertEquals(storage.poll.unerased(), [copy]);
    await storage.database.write([{ sql: "DELETE FROM erased_folios" }]);
  }
  assertEquals(await bytesAndTime(copy), before);
  await Deno.remove(copy);
  await eventually(() => storage.poll.unerased().length === 0);
});

Deno.test("what a reader of the database or of a copy keeps from being erased is named, and goes within a minute of its end", async () => {
  using _quick = quickWaits();
  await using folder = await ownFolder();
  await using storage = await openTestStorage(folder, withCopies(machineAt()));
  const copy = join(folder.dataDir, "copy.db");
  await held(storage, request(1, ASKED));
  await backUp(folder.files, copy);
  const readers = [folder.path, copy].map((path) => {
    const reader = new DatabaseSync(path);
    reader.exec("BEGIN; SELECT count(*) FROM reservations");
    reader.prepare("SELECT count(*) FROM reservations").all();
    return reader;
  });
  // As a night leaves it that has erased what is old while the log was read.
  const unerasedNight = `INSERT INTO settings (name, value)
    VALUES ('unerased', json_object('paths', json_array('${folder.path}'), 'before', 0))`;
  await storage.database.write([{ sql: unerasedNight }]);
  const { erased, unerased } = await storage.erasure.erase(PHONE, EVERYTHING);
  assertEquals([erased, unerased.map(({ path }) => path)], [1, [folder.path, copy]]);
  await eventually(() => storage.poll.unerased().length === 2);
  const own = [folder.path, `${folder.path}-wal`];
  assert((await Promise.all(own.map(isTraced))).includes(true), "the reader still sees it");
  for (const reader of readers) {
    assertNotEquals(storage.poll.unerased(), []);
    reader.close();
  }
  await eventually(() => storage.poll.unerased().length === 0);
  for (const path of [...own, copy]) assert(!await isTraced(path), path);
});

Deno.test("what only a copy holds of a person is named while another program reads it, and goes within a minute of its end", async () => {
  using _quick = quickWaits();
  await using folder = await ownFolder();
  await using storage = await openTestStorage(folder, withCopies(machineAt()));
  await held(storage, request(1, ASKED));
  // As a restore sets aside what the restored copy lacks.
  const aside = `${folder.path}.before-2026-03-10T010203`;
  await backUp(folder.files, aside);
  await storage.database.write([{ sql: "DELETE FROM reservations" }]);
  const reader = new DatabaseSync(aside);
  reader.exec("BEGIN IMMEDIATE");
  const { erased, unerased } = await storage.erasure.erase(PHONE, EVERYTHING);
  assertEquals([erased, unerased.map(({ path }) => path)], [0, [aside]]);
  await eventually(() => storage.poll.unerased().length === 1);
  reader.close();
  await eventually(() => storage.poll.unerased().length === 0);
  assert(!await isTraced(aside));
});

async function bytesAndTime(path: string): Promise<readonly unknown[]> {
  return [(await Deno.readFile(path)).toBase64(), (await Deno.stat(path)).mtime];
}

/** Overwrites the first page of the index by which a person is found. */
async function damage(path: string): Promise<void> {
  const copy = new DatabaseSync(path);
  const sql = "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = ?";
  const { rootpage, page_size } = copy.prepare(sql).get("reservations_by_phone")!;
  copy.close();
  const bytes = await Deno.readFile(path);
  const [page, size] = [Number(rootpage), Number(page_size)];
  await Deno.writeFile(path, bytes.fill(0xa5, (page - 1) * size, page * size));
}

/** Whether the file at `path` holds a trace of the person. */
async function isTraced(path: string): Promise<boolean> {
  const bytes = new TextDecoder("latin1").decode(await Deno.readFile(path));
  return bytes.includes("Fulgencia") || bytes.includes(PHONE);
}
