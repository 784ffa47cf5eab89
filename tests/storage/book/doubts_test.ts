import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { openDoubtJournal, voidDoubts } from "../../../src/storage/book/doubts.ts";
import { decide, hold, settle } from "../../../src/storage/book/attempts.ts";
import { testOnServer } from "../../support/databases.ts";
import type { Fault } from "../../support/tcp_proxy.ts";
import { isSync, readTrace, tracing } from "../../torture/faults/trace.ts";
import { type Far, openFar } from "../_far.ts";
import {
  eventually,
  folioOrNull,
  folios,
  held,
  NOW,
  request,
  rows,
  tempFolder,
  testStore,
} from "../_fixture.ts";

/** Found in the request that writes reservations, and in no other. */
const HOLD = "INSERT INTO reservation_requests ";
/** Found in the request that voids doubts, and in no other. */
const VOID = "DELETE FROM confirmations WHERE retry";

for (const fault of ["cut_before_answer", "cut_within_answer", "hold_answer"] as const) {
  testOnServer(`a table is held if its commit's answer is lost: ${fault}`, async (database) => {
    await using far = await openFar(database);
    breakOff(far, fault, HOLD);
    const folio = await held(far.storage, request(1));
    assertEquals(await folios(far.near), [folio]);
    assertEquals(await journal(far.dataDir), null);
  });
}

testOnServer("a commit that never arrived is reported, and its folio is void", async (database) => {
  await using far = await openFar(database);
  breakOff(far, "swallow", HOLD);
  assertEquals(await far.storage.reservations.reserve(request(1)), { kind: "unavailable" });
  assertEquals(await folios(far.near), []);
  assertEquals((await rows(far.near, "SELECT folio FROM voids")).length, 1);
  assertEquals(await journal(far.dataDir), null);
});

testStore("a transaction sent twice does its work once and reads the same", async (storage) => {
  const earlier = await held(storage, request(1));
  const attempts = [1, 2].map((n) => ({ folio: `R-0123ABC${n}`, at: NOW, request: request(n) }));
  const first = await hold(storage.database, attempts, NOW);
  assertEquals(first.map((outcome) => outcome?.kind), [undefined, "held"]);
  assertEquals(await hold(storage.database, attempts, NOW), first);
  const answered = await decide(storage.database, attempts, NOW);
  assertEquals(answered.map(({ kind }) => kind), ["replayed", "held"]);
  assertEquals(await decide(storage.database, attempts, NOW), answered);
  assertEquals(await settle(storage.database, attempts, NOW), answered);
  assertEquals(await settle(storage.database, attempts, NOW), answered);
  assertEquals(await folios(storage), [earlier, "R-0123ABC2"].toSorted());
});

testStore(
  "a table in doubt is held also when staff have corrected its telephone since",
  async (storage) => {
    const attempt = { folio: "R-0123ABCD", at: NOW, request: request(1) };
    await hold(storage.database, [attempt], NOW);
    const corrected = "UPDATE reservations SET phone = '+529990000009'";
    await storage.database.write([{ sql: corrected, args: [] }]);
    const [outcome] = await settle(storage.database, [attempt], NOW);
    assertEquals(outcome?.kind, "held");
  },
);

testStore("a late INSERT of what was voided does nothing", async (storage) => {
  const draw = { folio: "R-0123ABCD", at: NOW, request: request(1) };
  await voidDoubts(storage.database, [draw], NOW);
  assertEquals(await decide(storage.database, [draw], NOW), [{ kind: "none" }]);
  assertEquals(await folios(storage), []);
  assertEquals(await rows(storage, "SELECT * FROM idempotency_keys"), []);
});

testStore("a late confirmation by a retry that was voided does nothing", async (storage) => {
  const folio = await held(storage, request(1));
  const retry = { folio: "R-0123ABCD", at: NOW, request: request(1) };
  await voidDoubts(storage.database, [retry], NOW);
  assertEquals(await decide(storage.database, [retry], NOW), [{ kind: "none" }]);
  assertEquals(await rows(storage, "SELECT * FROM confirmations"), []);
  assertEquals(await folios(storage), [folio]);
});

testStore("a void takes reservation, key and history, and a retry books anew", async (storage) => {
  const [first, other] = [await held(storage, request(1)), await held(storage, request(2))];
  await storage.book.edit({
    folio: first,
    version: 1,
    action: "noted",
    changes: { note: "mesa 4" },
    actor: "Lupe",
  });
  await voidDoubts(storage.database, [{ folio: first, at: NOW }], NOW);
  assertEquals(await folios(storage), [other]);
  const keys = await rows(storage, "SELECT folio FROM idempotency_keys");
  assertEquals(keys.map(({ folio }) => folio), [other]);
  assertEquals(await rows(storage, "SELECT * FROM reservation_versions"), []);
  const second = await held(storage, request(1));
  assertEquals(await folios(storage), [second, other].toSorted());
});

testStore("a void leaves a stranger's reservation under the same folio", async (storage) => {
  const folio = await held(storage, request(1));
  await voidDoubts(storage.database, [{ folio, at: NOW - 1 }], NOW);
  assertEquals(await folios(storage), [folio]);
  assertEquals(await rows(storage, "SELECT * FROM voids"), []);
});

testStore(
  "a void leaves what a retry was answered with or told of, whatever its key or name",
  async (storage) => {
    const answered = [
      await held(storage, request(1)),
      await held(storage, request(2)),
      await held(storage, request(3)),
      await held(storage, request(4)),
    ];
    await storage.reservations.reserve(request(1));
    await storage.reservations.findReplay(request(2));
    for (const [n, idempotencyKey] of [[3, null], [4, "k"]] as const) {
      const other = request(n, { name: "Otra", idempotencyKey });
      assertEquals(await storage.reservations.reserve(other), { kind: "alike" });
    }
    await voidDoubts(storage.database, answered.map((folio) => ({ folio, at: NOW })), NOW);
    assertEquals(await folios(storage), answered.toSorted());
  },
);

testOnServer(
  "without the database a doubt goes to the journal, and is voided when the database is back",
  async (database) => {
    await using far = await openFar(database);
    deafen(far);
    assertEquals(await far.storage.reservations.reserve(request(1)), { kind: "unavailable" });
    const [row] = await folios(far.near);
    assert(row !== undefined, "the commit should have arrived");
    assertEquals(await journal(far.dataDir), `${row} ${NOW}`);
    mend(far);
    await eventually(async () => (await folios(far.near)).length === 0);
    await eventually(async () => await journal(far.dataDir) === null);
    await held(far.storage, request(1));
  },
);

testOnServer("a retry that is answered with a reservation in doubt keeps it", async (database) => {
  await using far = await openFar(database);
  deafen(far);
  assertEquals(await folioOrNull(far.storage.reservations.reserve(request(1))), null);
  const answered = await folioOrNull(far.near.reservations.reserve(request(1)));
  mend(far);
  await eventually(async () => await journal(far.dataDir) === null);
  assertEquals(await folios(far.near), [answered]);
});

testOnServer("a retry books anew if nothing stands, and the doubt stays void", async (database) => {
  await using far = await openFar(database);
  breakOff(far, "swallow");
  assertEquals(await folioOrNull(far.storage.reservations.reserve(request(1))), null);
  const folio = await held(far.near, request(1));
  mend(far);
  await eventually(async () => await journal(far.dataDir) === null);
  assertEquals(await folios(far.near), [folio]);
});

for (const order of [[0, 1], [1, 0]] as const) {
  for (const ask of ["reserve", "findReplay"] as const) {
    testOnServer(`a retry in doubt keeps nothing either: ${ask}, ${order}`, async (database) => {
      await using first = await openFar(database);
      await using second = await openFar(database);
      deafen(first);
      assertEquals(await folioOrNull(first.storage.reservations.reserve(request(1))), null);
      deafen(second);
      assertEquals(await second.storage.reservations[ask](request(1)), { kind: "unavailable" });
      assertEquals((await rows(first.near, "SELECT * FROM confirmations")).length, 1);
      assertEquals((await folios(first.near)).length, 1);
      const far = [first, second];
      for (const place of order) {
        mend(far[place]!);
        await eventually(async () => await journal(far[place]!.dataDir) === null);
      }
      assertEquals(await folios(first.near), []);
    });
  }
}

testOnServer(
  "without database and journal no caller is answered until nothing can be held any more",
  async (database) => {
    await using far = await openFar(database);
    await Deno.remove(far.dataDir, { recursive: true });
    deafen(far);
    let answered = false;
    const outcome = far.storage.reservations.reserve(request(1)).finally(() => answered = true);
    await eventually(() => far.proxy.hits >= 4);
    assertEquals([answered, (await folios(far.near)).length], [false, 1]);
    mend(far);
    assertEquals(await outcome, { kind: "unavailable" });
    assertEquals(await folios(far.near), []);
    await Deno.mkdir(far.dataDir);
  },
);

/** From now on, requests that contain `only`, or all of them, meet `fault`. */
function breakOff({ proxy }: Far, fault: Fault, only = ""): void {
  proxy.fault = (text) => text.includes(only) ? fault : "relay";
}

/** From now on, every write arrives but voids, and none is answered. */
function deafen({ proxy }: Far): void {
  proxy.fault = (text) => {
    if (!text.includes("BEGIN")) return "relay";
    return text.includes(VOID) ? "swallow" : "cut_before_answer";
  };
}

function mend({ proxy }: Far): void {
  proxy.fault = () => "relay";
}

/** The doubts in the journal of `folder`; null if it has none. */
async function journal(folder: string): Promise<string | null> {
  try {
    return (await Deno.readTextFile(join(folder, "doubts.log"))).trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const ONE = { folio: "R-0000000A", at: 1 };
const TWO = { folio: "R-0000000B", at: 1_773_165_600_000 };

Deno.test("doubts are found again by the next who opens the journal, its owner's only, until it is cleared", async () => {
  await using folder = await tempFolder();
  const journal = openDoubtJournal(folder.path);
  assertEquals(journal.found, []);
  journal.append([ONE]);
  journal.append([TWO]);
  assertEquals(openDoubtJournal(folder.path).found, [ONE, TWO]);
  const { mode } = await Deno.stat(join(folder.path, "doubts.log"));
  assertEquals((mode ?? 0) & 0o777, 0o600);
  journal.clear();
  journal.clear();
  assertEquals(openDoubtJournal(folder.path).found, []);
});

Deno.test("a line that a crash cut short is passed over and spoils no other", async () => {
  await using folder = await tempFolder();
  openDoubtJournal(folder.path).append([ONE]);
  await Deno.writeTextFile(join(folder.path, "doubts.log"), "\nR-00000", { append: true });
  openDoubtJournal(folder.path).append([TWO]);
  assertEquals(openDoubtJournal(folder.path).found, [ONE, TWO]);
});

Deno.test("a doubt that the disk does not take is an error", async () => {
  await using folder = await tempFolder();
  const journal = openDoubtJournal(join(folder.path, "missing"));
  assertThrows(() => journal.append([ONE]), Deno.errors.NotFound);
});

Deno.test("a doubt is on disk together with the name of a new journal", async () => {
  await using folder = await tempFolder();
  const [data, trace] = [join(folder.path, "data"), join(folder.path, "trace")];
  await Deno.mkdir(data);
  const module = new URL("../../../src/storage/book/doubts.ts", import.meta.url);
  const program = `import { openDoubtJournal } from "${module}";
    openDoubtJournal("${data}").append([${JSON.stringify(ONE)}]);`;
  const [strace, ...args] = [...tracing(trace), Deno.execPath(), "eval", "--no-check", program];
  const { success, stderr } = await new Deno.Command(strace!, { args }).output();
  assert(success, new TextDecoder().decode(stderr));
  const calls = await readTrace(trace, (target) => target.startsWith(data));
  const journal = join(data, "doubts.log");
  const written = calls.findIndex(({ name, target }) => name === "write" && target === journal);
  const synced = calls.slice(written).filter(isSync).map(({ target }) => target);
  assertEquals(synced, [journal, data]);
});
