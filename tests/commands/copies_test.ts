import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { tempFolder, testInFolder } from "../support/temp_folder.ts";
import { signIn } from "../service/_board.ts";
import { NO_LIMITS, statusOf } from "../service/_guests.ts";
import { withCopiesLock } from "../../src/storage/database/database_files.ts";
import { quickWaits } from "../storage/_fixture.ts";
import { leftDatabase, leftRestaurant } from "./_database.ts";
import { run } from "./_run.ts";

testInFolder(
  "a second service on one DATA_DIR, and a restore into it, are refused in words until the first has ended",
  async (folder) => {
    const dataDir = join(folder, "data");
    const elsewhere = join(folder, "elsewhere.db");
    const env = { DATA_DIR: dataDir, PORT: "0", STAFF_PORT: "0", ...NO_LIMITS };
    const inUse = `sobremesa: La carpeta de datos ${dataDir} la usa un servicio que corre`;
    {
      await using service = await startServiceProcess({ env });
      await runProgram({ args: ["backup", join(folder, "copy.db")], env });
      const others = [env, { ...env, DATABASE_URL: `file:${elsewhere}` }];
      for (const env of others) {
        for (const args of [["serve"], ["restore", join(folder, "copy.db")]]) {
          const { code, stdout, stderr } = await runProgram({ args, env });
          assertEquals([code, stdout], [1, ""], args[0]);
          assert(stderr.startsWith(inUse) && stderr.includes("Detén el servicio"), stderr);
        }
      }
      for (const args of [["export"], ["check"]]) {
        assertEquals((await runProgram({ args, env })).code, 0, args[0]);
      }
      await service.kill();
    }
    await using again = await startServiceProcess({ env });
    assertEquals(await again.stop().then(({ code }) => code), 0);
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
    assertEquals(names.sort(), ["copy.db", "data"]);
  },
);

testInFolder(
  "a database file that a service has open is refused in words to a second one with another DATA_DIR, by any path, and to a restore",
  async (folder) => {
    const copy = join(folder, "copy.db");
    const one = {
      DATABASE_URL: `file:${join(folder, "shared.db")}`,
      DATA_DIR: join(folder, "one"),
    };
    await Deno.symlink(join(folder, "shared.db"), join(folder, "link.db"));
    {
      await using service = await startServiceProcess({ env: one });
      assertEquals((await runProgram({ args: ["backup", copy], env: one })).code, 0);
      const other = { DATA_DIR: join(folder, "other"), PORT: "0", STAFF_PORT: "0" };
      for (const name of ["shared.db", "link.db"]) {
        const env = { ...other, DATABASE_URL: `file:${join(folder, name)}` };
        for (const args of [["serve"], ["restore", copy]]) {
          const { code, stderr } = await runProgram({ args, env });
          assertEquals(code, 1, stderr);
          assertMatch(
            stderr,
            /^sobremesa: La base \S+\/shared\.db está abierta/,
          );
          assertEquals(stderr.trim().split("\n").length, 1, stderr);
        }
      }
      assertEquals((await service.stop()).code, 0);
    }
  },
);

// The command ends while the system still waits for the lock, in a process that would end too.
const QUEUED = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "a backup names the lock that another process keeps for five minutes, without a stack",
  QUEUED,
  async () => {
    await using database = await leftDatabase();
    const path = join(database.env.DATA_DIR, "sobremesa.db");
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const copying = withCopiesLock(path, () => ended);
    {
      // Under a second.
      using _quick = quickWaits();
      using _quicker = quickWaits();
      const { complained } = await run(["backup"], database.env, 1);
      assertEquals(complained, [
        `sobremesa: Otro proceso tiene ${database.env.DATA_DIR}/copies.lock desde hace cinco minutos. ` +
        "Ciérralo e inténtalo otra vez.",
      ]);
    }
    end();
    await copying;
  },
);

Deno.test("a purge waits while another process copies, then erases in the copy too", async () => {
  await using database = await leftRestaurant();
  const { env, today } = database;
  const day = Temporal.PlainDate.from(today).subtract({ days: 2 }).toString();
  await database.hold({ day, serviceDay: day, phone: "+529995550001", name: "Borrada Porfavor" });
  const path = join(env.DATA_DIR, "sobremesa.db");
  const copy = join(env.DATA_DIR, "backups", `sobremesa-${today}.db`);
  await Deno.mkdir(join(env.DATA_DIR, "backups"));
  await Deno.copyFile(path, join(env.DATA_DIR, "part"));
  let ended = false;
  const { promise: named, resolve: name } = Promise.withResolvers<void>();
  const copying = withCopiesLock(path, () => named);
  const purged = runProgram({ args: ["purge", "--phone", "9995550001"], env })
    .finally(() => ended = true);
  while ((await database.rows("SELECT 1 FROM reservations")).length > 0) {
    assert(!ended, (await Promise.race([purged, pause(0)]))?.stderr);
    await pause(20);
  }
  await pause(200);
  assertEquals(ended, false, "the purge waits for the copy to have its name");
  await Deno.rename(join(env.DATA_DIR, "part"), copy);
  name();
  await copying;
  assertEquals((await purged).code, 0);
  const bytes = new TextDecoder("latin1").decode(await Deno.readFile(copy));
  assert(!bytes.includes("Borrada") && !bytes.includes("9995550001"));
});

Deno.test("what a purge erases goes from every copy, whatever was changed since, and a copy that cannot be changed is named", async () => {
  await using database = await leftRestaurant();
  const { env, today } = database;
  const on = (days: number) => {
    const day = Temporal.PlainDate.from(today).add({ days }).toString();
    return { day, serviceDay: day, name: "Borrada Porfavor" };
  };
  const [before, now] = ["+529995550001", "+529995550002"];
  const folios = await database.hold(
    { ...on(3), phone: now },
    { ...on(0), phone: now },
    { ...on(-3), phone: before },
    { ...on(4), phone: "+529995550003", name: "Esperada Todavía" },
  );
  const backups = join(env.DATA_DIR, "backups");
  await Deno.mkdir(backups);
  const copies = [join(backups, `sobremesa-${today}.db`), join(env.DATA_DIR, "mi respaldo.bak")];
  for (const copy of copies) {
    assertEquals((await runProgram({ args: ["backup", copy], env })).code, 0);
  }
  await database.rows(`UPDATE reservations SET status = 'cancelled' WHERE folio = '${folios[0]}'`);
  await database.rows(
    `UPDATE reservations SET status = 'arrived', arrived_at = day || 'T' || time,
      left_at = day || 'T' || time WHERE folio = '${folios[1]}'`,
  );
  await database.rows(`UPDATE reservations SET phone = '${now}' WHERE folio = '${folios[2]}'`);

  const purging = () => runProgram({ args: ["purge", "--phone", now], env });
  {
    using holder = new DatabaseSync(copies[1]!);
    holder.exec("BEGIN");
    holder.prepare("SELECT * FROM reservations").all();
    const { code, stdout, stderr } = await purging();
    assertEquals([code, stdout], [1, "3 reservaciones borradas\n"]);
    assert(stderr.startsWith(`${copies[1]} todavía tiene lo que se borró`), stderr);
    assertStringIncludes(
      stderr,
      "cierra el programa que lo tiene abierto y el servicio lo termina, o quita la copia",
    );
    assertEquals(stderr.trim().split("\n").length, 1);
    assert(
      !holdsAny(copies[0]!, ["Borrada", before.slice(3), now.slice(3)]),
      "the other is erased",
    );
  }
  const again = await purging();
  assertEquals([again.code, again.stderr], [0, ""]);
  for (const folder of [env.DATA_DIR, backups]) {
    for (const { name, isFile } of Deno.readDirSync(folder)) {
      const path = join(folder, name);
      if (isFile) assert(!holdsAny(path, ["Borrada", before.slice(3), now.slice(3)]), path);
    }
  }
  const kept = await runProgram({ args: ["purge", "--phone", "+529995550003"], env });
  assertEquals([kept.code, kept.stdout.split("\n")[0]], [0, "0 reservaciones borradas"]);
  for (const copy of copies) {
    assert(holdsAny(copy, ["Esperada"]), "still to come: restored, it stands");
  }
});

function holdsAny(path: string, texts: readonly string[]): boolean {
  const bytes = new TextDecoder("latin1").decode(Deno.readFileSync(path));
  return texts.some((text) => bytes.includes(text));
}

Deno.test("a damaged copy is named and not sent, and nothing is sent if the newest is damaged and no other can be made", async () => {
  await using database = await leftDatabase();
  const { env } = database;
  await database.hold(...Array.from({ length: 100 }, () => ({})));
  const backups = join(env.DATA_DIR, "backups");
  await Deno.mkdir(backups);
  const copies = ["01", "02", "03"].map((day) => join(backups, `sobremesa-2026-03-${day}.db`));
  for (const copy of copies) {
    assertEquals((await runProgram({ args: ["backup", copy], env })).code, 0);
  }
  const ready = () => runProgram({ args: ["copies", "ready"], env });
  const sound = await Deno.readFile(copies[0]!);
  const middle = Math.floor(sound.length / 2 / 4096) * 4096;
  const damaged = sound.slice().fill(0xa5, middle, middle + 4096);
  await Deno.writeFile(copies[1]!, damaged);
  const older = await ready();
  assertEquals(older.code, 0, older.stderr);
  assert(older.stderr.startsWith(`${copies[1]} no es una copia sana`), older.stderr);
  const written = (name: string) => Deno.readTextFileSync(join(env.DATA_DIR, name));
  const [first, second, third] = copies.map((copy) => copy.slice(backups.length + 1));
  assertEquals(written("copies_sending"), `${first}\n${third}\n`);
  assertEquals(written("copies_filter"), `- /${second}\n+ /sobremesa-*.db\n- *\n`);
  await Deno.writeFile(copies[2]!, damaged);
  const mended = await ready();
  assertEquals(mended.code, 0);
  assertStringIncludes(mended.stderr, `${copies[2]} no es una copia sana`);
  const [hour] = namesIn(backups).filter((name) => name.includes("hora"));
  assertEquals(written("copies_sending"), `${first}\n${hour}\n`);
  for (const file of [join(backups, hour!), join(env.DATA_DIR, "sobremesa.db")]) {
    await Deno.writeFile(file, damaged);
  }
  const newest = await ready();
  assertEquals(newest.code, 1);
  assertStringIncludes(newest.stderr, "no se hizo");
  assertStringIncludes(newest.stderr, `${hour} no es una copia sana`);
  assertEquals(namesIn(backups), [...copies.map((copy) => basename(copy)), hour!]);
});

function namesIn(folder: string): readonly string[] {
  return Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
}

Deno.test("what was reserved until now is in what is sent, while the service runs; without a change nothing is sent again", async () => {
  await using database = await leftRestaurant();
  const { env, today } = database;
  const { DATA_DIR } = env;
  const backups = join(DATA_DIR, "backups");
  const day = { day: today, serviceDay: today };
  /** What the next run of the unit sends, of which it keeps note. */
  const sends = async () => {
    assertEquals((await runProgram({ args: ["copies", "ready"], env })).stderr, "");
    const list = await Deno.readTextFile(join(DATA_DIR, "copies_sending"));
    await Deno.rename(join(DATA_DIR, "copies_sending"), join(DATA_DIR, "copies_sent"));
    // A file's time has steps of milliseconds, within which a copy would count as changed since it was listed.
    const before = new Date(Date.now() - 1_000);
    for (const name of namesIn(backups)) await Deno.utime(join(backups, name), before, before);
    return list.split("\n").filter(Boolean);
  };
  await database.hold({ ...day, name: "Primera Pech" });
  await using service = await startServiceProcess({ env });
  const [first, ...others] = await sends();
  assertMatch(first ?? "", /^sobremesa-hora-\d{4}-\d\d-\d\dT\d{6}\.db$/);
  assertEquals(others, []);
  assert(holdsAny(join(backups, first!), ["Primera Pech"]));
  assertEquals([await sends(), namesIn(backups)], [[], [first]]);

  const phone = "+529995550001";
  await database.hold({ ...day, name: "Segunda Chan", phone });
  const [second] = await sends();
  assert(second !== first && holdsAny(join(backups, second!), ["Segunda Chan"]));
  assertEquals(namesIn(backups), [second!], "the newest one takes the place of the one before");

  const forced = await runProgram({ args: ["backup"], env });
  assertEquals([forced.code, forced.stderr], [0, ""]);
  const third = basename(/ a (\S+\.db), /.exec(forced.stdout)![1]!);
  assertEquals([await sends(), namesIn(backups)], [[third], [third]]);

  assertEquals(
    (await runProgram({ args: ["purge", "--phone", phone, "--upcoming"], env })).code,
    0,
  );
  assert(!holdsAny(join(backups, third), ["Segunda Chan", phone]));
  assertEquals(await sends(), [third], "what was erased here is erased there");
  await service.stop();
});

testInFolder(
  "no copy holds what seals sessions and links: where one is restored, devices sign in again",
  async (folder) => {
    const [here, there] = ["here", "there"].map((name) => join(folder, name)) as [string, string];
    const copy = join(folder, "copy.db");
    let cookie: string | null = null;
    {
      await using service = await startServiceProcess({ env: { DATA_DIR: here } });
      cookie = await signIn(service, await Deno.readTextFile(join(here, "staff_key")));
      assertEquals(await boardStatus(service, cookie!), 200);
      assertEquals((await runProgram({ args: ["backup", copy], env: { DATA_DIR: here } })).code, 0);
      await service.stop();
    }
    const secret = (await Deno.readTextFile(join(here, "seal_secret"))).trim();
    assert(!holdsAny(copy, [secret]) && !holdsAny(join(here, "sobremesa.db"), [secret]));
    assertEquals((await Deno.stat(join(here, "seal_secret"))).mode! & 0o777, 0o600);
    const restored = await runProgram({ args: ["restore", copy], env: { DATA_DIR: there } });
    assertStringIncludes(restored.stdout, "los aparatos entran de nuevo con la clave");
    await using service = await startServiceProcess({ env: { DATA_DIR: there } });
    assertEquals(await boardStatus(service, cookie!), 303);
    const again = await signIn(service, await Deno.readTextFile(join(here, "staff_key")));
    assertEquals(await boardStatus(service, again!), 200);
  },
);

async function boardStatus({ staffUrl }: ServiceProcess, cookie: string): Promise<number> {
  return await statusOf(`${staffUrl}/`, { headers: { cookie }, redirect: "manual" });
}

Deno.test("backup to where it cannot write says so in one line", async () => {
  await using database = await leftDatabase();
  const file = join(database.folder, "a file");
  await Deno.writeTextFile(file, "");
  for (const to of [join(file, "copy.db"), "/proc/copy.db", join(database.folder, "no/copy.db")]) {
    const { code, stderr } = await runProgram({ args: ["backup", to], env: database.env });
    assertEquals([code, stderr.trim().split("\n").length], [1, 1], stderr);
    assert(stderr.startsWith("sobremesa: La copia copy.db no se hizo."), stderr);
  }
});

Deno.test("backup says where there is no database, wherever the copy would go", async () => {
  await using folder = await tempFolder();
  const DATA_DIR = join(folder.path, "none");
  for (const to of [[], ["-"], [join(folder.path, "copy.db")]]) {
    const { code, stderr } = await runProgram({ args: ["backup", ...to], env: { DATA_DIR } });
    assertEquals(code, 1);
    assertMatch(stderr, /^sobremesa: [^\n]*none\/sobremesa\.db[^\n]*\n$/);
    assert(!stderr.includes("os error"), stderr);
  }
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

for (const command of ["backup", "restore"]) {
  Deno.test(`${command} needs a file database`, async () => {
    const server = { DATABASE_URL: "http://127.0.0.1:1" };
    const { complained } = await run([command, "a.db"], server, 1);
    assertMatch(complained[0] ?? "", /herramientas de ese servidor/);
  });
}
