/** An owner's worst day: files of the database that are gone, and copies that are put back. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { exists } from "../../src/storage/database/database_files.ts";
import { runProgram, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { freeSlot, NO_LIMITS, reserve, type Slot, statusOf } from "./_guests.ts";
import { rowsAt, rowsInFile } from "./_rows.ts";

/** Guests 0 to 4 are in the copy; 5 to 11 came after it. */
const [IN_COPY, IN_ALL] = [5, 12];

interface Killed extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  readonly main: string;
  readonly log: string;
  readonly copy: string;
  readonly slot: Slot;
}

/** The files of a service that was killed: its last reservations are in the log alone. */
async function killed(): Promise<Killed> {
  const folder = await Deno.makeTempDir();
  const dataDir = join(folder, "data");
  const env = { DATA_DIR: dataDir, ...NO_LIMITS };
  const copy = join(folder, "copy.db");
  await using service = await startServiceProcess({ env });
  const slot = await freeSlot(service.url);
  for (let n = 0; n < IN_ALL; n++) {
    if (n === IN_COPY) assertEquals((await runProgram({ args: ["backup", copy], env })).code, 0);
    assertEquals((await reserve(service.url, n, slot)).status, 200);
  }
  await service.kill();
  const main = join(dataDir, "sobremesa.db");
  return {
    env,
    main,
    log: `${main}-wal`,
    copy,
    slot,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function guestsAt(path: string): Promise<number[]> {
  return [...(await rowsAt(`file:${path}`)).keys()].sort((a, b) => a - b);
}

async function guestsIn({ DATA_DIR }: Killed["env"]): Promise<number[]> {
  return [...(await rowsInFile(DATA_DIR)).keys()].sort((a, b) => a - b);
}

function upTo(end: number): number[] {
  return Array.from({ length: end }, (_, n) => n);
}

Deno.test("beside a file that is not a database any more its log stays", async () => {
  await using files = await killed();
  const [main, log] = [await Deno.readFile(files.main), await Deno.readFile(files.log)];
  await Deno.writeFile(files.main, main.fill(7, 0, 100));
  {
    await using service = await startServiceProcess({ env: files.env });
    assertEquals((await reserve(service.url, 1, files.slot)).status, 502);
    assertEquals((await service.stop()).code, 0);
  }
  assertEquals([await Deno.readFile(files.main), await Deno.readFile(files.log)], [main, log]);
});

Deno.test("without the main file beside its log nothing is made or deleted, all but reservations is served, and the file put back has every row", async () => {
  await using files = await killed();
  const { env, main, log } = files;
  await Deno.rename(main, `${main}.elsewhere`);
  const before = await Deno.readFile(log);
  {
    await using service = await startServiceProcess({ env });
    for (const path of ["/api/info", "/api/menu"]) {
      assertEquals(await statusOf(`${service.url}${path}`), 200, path);
    }
    const { status, body } = await reserve(service.url, 1, files.slot);
    assertEquals([status, body.motivo], [502, "base"]);
    const remedy = `Falta la base ${main}, y su -wal ${log} tiene lo último que se escribió`;
    assert(service.lines.some((line) => line.includes(remedy)), service.lines.join("\n"));
    const doctor = await runProgram({ args: ["doctor"], env });
    assertStringIncludes(doctor.stdout, `falla base de datos: ${remedy}`);
    const exported = await runProgram({ args: ["export"], env });
    assertEquals([exported.code, exported.stderr.startsWith(`sobremesa: ${remedy}`)], [1, true]);
    assertEquals((await service.stop()).code, 0);
  }
  assertEquals([await exists(main), await Deno.readFile(log)], [false, before]);
  await Deno.rename(`${main}.elsewhere`, main);
  {
    await using service = await startServiceProcess({ env });
    assertEquals((await service.stop()).code, 0);
  }
  assertEquals(await guestsIn(env), upTo(IN_ALL));
});

for (const isThere of [true, false]) {
  const beside = isThere ? "a database that was killed" : "the log of a database that is gone";
  Deno.test(`a copy restored over ${beside} has exactly its own rows, and what was there is kept`, async () => {
    await using files = await killed();
    const { env, main, copy } = files;
    if (!isThere) await Deno.rename(main, `${main}.elsewhere`);
    const { code, stdout, stderr } = await runProgram({ args: ["restore", copy], env });
    assertEquals([code, stderr], [0, ""]);
    assertEquals(await guestsIn(env), upTo(IN_COPY));
    {
      await using service = await startServiceProcess({ env });
      await service.kill();
    }
    assertEquals(await guestsIn(env), upTo(IN_COPY));
    const [, aside = ""] = /la base de antes queda como (.*)/.exec(stdout) ?? [];
    if (!isThere) await Deno.rename(`${main}.elsewhere`, aside);
    assertEquals(await guestsAt(aside), upTo(IN_ALL));
  });
}

Deno.test("a restore that is killed at any step leaves the old database whole or none, and the next one completes", async () => {
  await using files = await killed();
  const { env, main, copy } = files;
  let kills = 0;
  for (const call of ["link,linkat", "rename,renameat,renameat2", "unlink,unlinkat"]) {
    for (let nth = 1; nth <= 3; nth++) {
      for await (const { name } of Deno.readDir(env.DATA_DIR)) {
        await Deno.remove(join(env.DATA_DIR, name), { recursive: true });
      }
      // SQLite writes the log of a sound file back before anything is moved.
      for (const file of [main, files.log]) {
        await Deno.writeFile(file, new Uint8Array(9_000).fill(7));
      }
      const inject = `inject=${call}:signal=KILL:when=${nth}`;
      const under = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", `trace=${call}`, "-e", inject];
      const { code } = await runProgram({ args: ["restore", copy], env, under });
      if (code !== 0) kills++;
      const [hasMain, hasLog] = [await exists(main), await exists(files.log)];
      const isOld = hasMain && (await Deno.readFile(main))[0] === 7;
      if (isOld) assert(hasLog, `${inject}: the old file has lost its log`);
      else if (hasMain) assertEquals(await guestsIn(env), upTo(IN_COPY), inject);
      if (code !== 0 && !isOld) await asideIsWhole(env.DATA_DIR, inject);

      const again = await runProgram({ args: ["restore", copy], env });
      assertEquals([again.code, again.stderr], [0, ""], inject);
      assertEquals(await guestsIn(env), upTo(IN_COPY), inject);
    }
  }
  assert(kills >= 4, `${kills} of the restores were killed`);
});

/** Fails unless the damaged file stands aside with its log. */
async function asideIsWhole(folder: string, message: string): Promise<void> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  const [aside = ""] = names.filter((name) => /\.before-[-T\d]*\d$/.test(name));
  assert(names.includes(`${aside}-wal`), `${message}: ${names}`);
}

Deno.test("a database behind a symbolic link keeps its reservations, and its companions are beside the file", async () => {
  await using folder = await tempFolder();
  const [dataDir, disk] = [join(folder.path, "data"), join(folder.path, "disk")];
  for (const made of [dataDir, disk]) await Deno.mkdir(made);
  await Deno.symlink(join(disk, "mesa.db"), join(dataDir, "sobremesa.db"));
  const env = { DATA_DIR: dataDir, ...NO_LIMITS };
  for (const again of [false, true]) {
    await using service = await startServiceProcess({ env });
    const slot = await freeSlot(service.url);
    const { status, body } = await reserve(service.url, 1, slot);
    assertEquals([status, body.repetida ?? false], [200, again]);
    assert(await exists(join(disk, "mesa.db-wal")));
    const doctor = await runProgram({ args: ["doctor"], env });
    // It looks for the service at another port.
    assert(!/^falla (?!servicio:)/m.test(doctor.stdout), doctor.stdout);
    await service.kill();
  }
  const copy = join(folder.path, "copy.db");
  assertEquals((await runProgram({ args: ["backup", copy], env })).code, 0);
  assertEquals((await runProgram({ args: ["restore", copy], env })).code, 0);
  assert((await Deno.lstat(join(dataDir, "sobremesa.db"))).isSymlink);
  assertEquals(await guestsAt(join(disk, "mesa.db")), [1]);
});
