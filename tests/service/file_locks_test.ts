/**
 * The files of an open database are opened by SQLite alone, and its locks on them stand from the start to the end: a
 * process that closes any other handle of one loses them, and the next command takes the log away.
 */
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { COMMANDS } from "../../src/commands/command_line.ts";
import { eventually, isGone } from "../support/eventually.ts";
import { freePort, runProgram, startServiceProcess } from "../support/service_process.ts";
import { noonRestaurant } from "../support/edited_sample.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { signedIn } from "./_board.ts";
import {
  type Answers,
  bodyOf,
  freeSlot,
  NO_LIMITS,
  noAnswers,
  post,
  reserveAndRecord,
} from "./_guests.ts";
import { assertIntact, compare, rowsInFile } from "./_rows.ts";

const CASA = new URL("../../src/restaurant/sample/casa.webp", import.meta.url);
/** Of guest 1, who is erased. */
const ERASED = "+529991000001";

/** A restaurant on whose clock it is noon, so that the copy of the night is made within a minute of the start. */
async function openRestaurant(under: readonly string[] = []) {
  const folder = await tempFolder();
  const dataDir = join(folder.path, "data");
  const file = join(folder.path, "restaurante.json");
  const { text, today } = noonRestaurant();
  await Deno.writeTextFile(file, text);
  const port = String(freePort());
  const env = {
    ...NO_LIMITS,
    DATA_DIR: dataDir,
    RESTAURANT_FILE: file,
    PORT: port,
    STAFF_PORT: String(freePort()),
    BASE_URL: `http://127.0.0.1:${port}`,
  };
  const service = await startServiceProcess({ env, under });
  return {
    service,
    env,
    folder: folder.path,
    dataDir,
    nightly: join(dataDir, "backups", `sobremesa-${today}.db`),
    path: join(dataDir, "sobremesa.db"),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

type Opened = Awaited<ReturnType<typeof openRestaurant>>;

/** The ranges that `pid` has locked in the database's file and in the index of its log, as the system lists them. */
async function locksOf({ path, service }: Opened): Promise<readonly string[]> {
  const files = await Promise.all(["", "-shm"].map((suffix) => Deno.stat(path + suffix)));
  const lines = (await Deno.readTextFile("/proc/locks")).split("\n");
  const found = lines.flatMap((line) => {
    const [, kind, , type, pid, file, from, to] = line.trim().split(/\s+/);
    const suffix = files.findIndex(({ ino }) => file?.endsWith(`:${ino}`));
    if (kind !== "POSIX" || Number(pid) !== service.pid || suffix === -1) return [];
    return [`${["main", "index"][suffix]} ${type} ${from} ${to}`];
  });
  return found.sort();
}

/**
 * What SQLite keeps locked while nothing is read or written: shared locks on the main file, and on the index that marks
 * it as in use.
 */
const AT_REST = ["index READ 128 128", "main READ 1073741826 1073742335"];

async function assertLocked(opened: Opened, after: string): Promise<void> {
  let locks: readonly string[] = [];
  await eventually(async () => {
    locks = await locksOf(opened);
    return JSON.stringify(locks) === JSON.stringify(AT_REST);
  }).catch(() => assertEquals(locks, AT_REST, `after ${after}`));
}

async function eraseOnBoard({ service }: Opened, telefono = ERASED): Promise<void> {
  const board = await signedIn(service);
  await board.send("/borrar", { telefono, accion: "borrar", por_venir: "si" });
}

async function nightlyCopy({ nightly }: Opened): Promise<void> {
  await eventually(async () => !await isGone(nightly), 90_000);
}

async function command({ env }: Opened, args: readonly string[], code = 0): Promise<void> {
  const { code: ended, stderr } = await runProgram({ args, env });
  assertEquals(ended, code, `${args.join(" ")}: ${stderr}`);
}

Deno.test("SQLite alone opens the files of the database, and keeps its locks, through a night's work, erasures, copies, images and every look at them", async () => {
  await using traces = await tempFolder();
  const trace = join(traces.path, "trace");
  const calls = "trace=openat,open,creat,close,dup,dup2,dup3";
  const tracer = [
    "strace",
    "-D",
    "-f",
    "--seccomp-bpf",
    "-y",
    "-s",
    "1000",
    "-e",
    calls,
    "-o",
    trace,
  ];
  await using opened = await openRestaurant(tracer);
  const { service, dataDir, path } = opened;
  const slot = await freeSlot(service.url);
  for (const n of [1, 2]) await post(`${service.url}/api/reserva`, bodyOf(n, slot));
  // Other names of the open files, which look like copies and like files of any name.
  const links = ["backups/sobremesa-2026-01-02.db", "respaldo.bak", "indice.bak"];
  await Deno.mkdir(join(dataDir, "backups"), { recursive: true });
  await Deno.symlink(path, join(dataDir, links[0]!));
  await Deno.link(path, join(dataDir, links[1]!));
  await Deno.link(`${path}-shm`, join(dataDir, links[2]!));
  await assertLocked(opened, "the start");

  const board = await signedIn(service);
  const acts: Record<string, () => Promise<unknown>> = {
    "an erasure": () => eraseOnBoard(opened),
    async "an image"() {
      const body = new FormData();
      body.set("version", "1");
      body.set("accion", "guardar");
      body.set("presentacion.logo_nueva", new Blob([await Deno.readFile(CASA)]));
      await board.send("/presentacion", body);
    },
    "a copy": () => command(opened, ["backup", join(opened.folder, "copy.db")]),
    "a restore that is refused": () =>
      command(opened, ["restore", join(opened.folder, "copy.db")], 1),
    "a restore of itself": () => command(opened, ["restore", path], 1),
    doctor: () => command(opened, ["doctor"]),
    "a purge": () => command(opened, ["purge", "--phone", "+529991000003"]),
    "the night": () => nightlyCopy(opened),
    "a copy to send": () => command(opened, ["backup"]),
    "copies ready": () => command(opened, ["copies", "ready"]),
    "another erasure": () => eraseOnBoard(opened, "+529991000002"),
  };
  for (const [name, act] of Object.entries(acts)) {
    await act();
    await assertLocked(opened, name);
  }
  const { code } = await service.stop();
  assertEquals([code, service.errorLines], [0, []]);

  const lines = (await Deno.readTextFile(trace)).split("\n");
  const log = lines.findIndex((line) => line.includes(`, "${path}-wal", O_RDWR|O_CREAT`));
  const end = lines.findIndex((line) => line.includes("--- SIGTERM"));
  assert(end > log && log > 0, "the trace has SQLite's first log and the signal");
  const running = lines.slice(log, end);
  const opens = (name: string) => running.filter((line) => line.includes(`, "${name}", `));
  const threads = new Set(opens(`${path}-wal`).map(threadOf));
  assert(threads.size > 1, "the night's copy has a connection of its own");
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    assertEquals(opens(file).filter((line) => !threads.has(threadOf(line))), []);
    // SQLite keeps a handle open while the process has locks on its file. The log has none.
    const closes = running.filter((line) => line.includes("close(") && line.includes(`<${file}>`));
    if (file !== `${path}-wal`) assertEquals(closes, []);
  }
  // SQLite makes them if they are missing. The watch has a handle of each, from the start to the end.
  const watched = ["-wal", "-shm"].flatMap((suffix) => opens(path + suffix))
    .filter((line) => !line.includes("O_CREAT"));
  assertEquals(watched.length, 2, watched.join("\n"));
  assertEquals(links.flatMap((link) => opens(join(dataDir, link))), []);
});

function threadOf(line: string): string {
  return line.slice(0, line.indexOf(" "));
}

/**
 * Arguments of each command and the code with which it ends beside a service, whose data folder and database are in
 * use.
 */
function argumentsOf(
  { folder }: Opened,
  round: number,
): Record<string, [number, ...string[]]> {
  const copy = join(folder, `copy-${round}.db`);
  return {
    serve: [1],
    setup: [1],
    check: [0],
    export: [0],
    import: [0, join(folder, "restaurante.json"), "--yes"],
    purge: [0, "--phone", ERASED, "--upcoming"],
    "map import": [1, join(folder, "none.osm.pbf")],
    "staff rotate-key": [0],
    backup: [0, copy],
    restore: [1, copy],
    "copies ready": [0],
    doctor: [0],
    print: [0, "unit"],
  };
}

const ROUNDS = 12;
const CALLERS = 6;

Deno.test("under six callers every command, alone, beside all others and killed, leaves the service alive and each answered table held", async () => {
  await using opened = await openRestaurant();
  const { service, dataDir } = opened;
  const { url } = service;
  const slot = await freeSlot(url);
  const answers: Answers = noAnswers();
  await post(`${url}/api/reserva`, bodyOf(1, slot));
  await eraseOnBoard(opened);
  let next = 10;
  let ending = false;
  const callers = Array.from({ length: CALLERS }, async () => {
    for (; !ending; await pause(20)) await reserveAndRecord(url, next++, slot, answers);
  });
  // A caller that fails is told of at the end.
  callers.forEach((caller) => caller.catch(() => {}));
  await nightlyCopy(opened);
  for (let round = 0; round < ROUNDS; round++) {
    const given = argumentsOf(opened, round);
    const calls = COMMANDS.map(({ name }) => () => {
      assert(name in given, `${name} is a new command: give its arguments here`);
      const [code, ...args] = given[name]!;
      return command(opened, [...name.split(" "), ...args], code);
    });
    // In later rounds four at a time, each beside others in each round.
    const lanes = round === 0 ? 1 : 4;
    await Promise.all(Array.from({ length: lanes }, async (_, lane) => {
      for (let n = lane; n < calls.length; n += lanes) await calls[(n + round) % calls.length]!();
    }));
    await Promise.all(WRITERS.map((args) => killed(opened, args, 100 + 60 * round)));
    await assertLocked(opened, `round ${round}`);
  }
  const last = WRITERS.map((args) => killed(opened, args, 400));
  await service.kill();
  ending = true;
  await Promise.all([...callers, ...last]);
  compare(await rowsInFile(dataDir), answers);
  await assertIntact(dataDir);
  assert(answers.held.size > 20 * ROUNDS, `only ${answers.held.size} were held`);
  assertEquals(answers.refused.size, 0);
});

/** Commands that write to the database. */
const WRITERS = [["purge", "--phone", ERASED], ["staff", "rotate-key"]];

/** Starts a command, and kills it after `ms` milliseconds. */
async function killed({ env }: Opened, args: readonly string[], ms: number): Promise<void> {
  await runProgram({ args, env }, ms);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
