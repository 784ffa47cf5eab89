/** Copies that are not made, or do not leave the machine: told on the board and by ALERT_URL. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/log.ts";
import { copiesProblem, listUnsent, watchCopies } from "../../src/service/copies.ts";
import { type Backup, backUp } from "../../src/storage/database/backup.ts";
import { filesAt } from "../../src/storage/database/database_files.ts";
import { openDatabase } from "../../src/storage/database/open_database.ts";
import { eventually } from "../support/eventually.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { signIn } from "./_board.ts";

const NOON = Date.parse("2026-12-06T12:00:00Z");

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

const nights = (last: string | null): Backup[] =>
  last === null ? [] : [{ path: "", day: last, kind: "night", at: at(last) }];

/**
 * When the database was made, the newest night's copy, when copies were sent ("-" for not yet, null for a machine that
 * sends none).
 */
const CASES: readonly (readonly [string, string | null, string | null, RegExp | null])[] = [
  ["2026-12-05", null, null, null],
  ["2026-12-01", null, null, /^Las copias no se hacen nunca/],
  ["2026-12-01", "2026-12-04", null, null],
  ["2026-12-01", "2026-12-03", null, /no se hacen desde el 2026-12-03: "sudo sobremesa doctor"/],
  ["2026-12-01", "2026-12-06", "2026-12-05", null],
  ["2026-12-01", "2026-12-06", "2026-12-03", /ha salido de esta máquina desde el 2026-12-03/],
  ["2026-12-01", "2026-12-06", "-", /ha salido de esta máquina nunca/],
];

for (const [since, made, sent, says] of CASES) {
  Deno.test(`a database of ${since}, its copy of ${made}, sent ${sent}: ${says}`, () => {
    const state = {
      since: at(since),
      copies: nights(made),
      sentAt: sent === null || sent === "-" ? null : at(sent),
      isSent: sent !== null,
    };
    const problem = copiesProblem(state, NOON);
    if (says === null) assertEquals(problem, null);
    else assertMatch(problem ?? "", says);
  });
}

Deno.test("a night whose copy failed is told at once", () => {
  const state = { since: at("2026-12-01"), sentAt: null, isSent: false, hasFailed: true };
  const says = (made: string | null) => copiesProblem({ ...state, copies: nights(made) }, NOON);
  assertMatch(says("2026-12-05") ?? "", /^Las copias no se hacen desde el 2026-12-05/);
  assertMatch(says(null) ?? "", /no se hacen nunca/);
});

Deno.test("a copy that changes while copies are listed is sent by the next run too", async () => {
  await using folder = await tempFolder();
  const inFolder = (...names: string[]) => join(folder.path, ...names);
  const names = ["sobremesa-2026-12-01.db", "sobremesa-2026-12-02.db"];
  const copies = names.map((name) => inFolder("backups", name));
  await Deno.mkdir(inFolder("backups"));
  const path = inFolder("sobremesa.db");
  await (await openDatabase({ url: `file:${path}`, now: Date.now })).close();
  for (const copy of copies) {
    await backUp(filesAt(path), copy);
    await Deno.utime(copy, 1, 1);
  }
  const listed = async () => {
    await listUnsent(path, folder.path);
    const list = await Deno.readTextFile(inFolder("copies_sending"));
    await Deno.rename(inFolder("copies_sending"), inFolder("copies_sent"));
    return list.split("\n").filter(Boolean);
  };
  const { stat } = Deno;
  try {
    Deno.stat = async (path) => {
      const found = await stat(path);
      if (path === copies[1]) await Deno.utime(copies[1]!, new Date(), new Date());
      // Longer than a tick of the clock that files are dated by.
      if (path === copies[1]) await new Promise((resolve) => setTimeout(resolve, 30));
      return found;
    };
    assertEquals(await listed(), names);
  } finally {
    Deno.stat = stat;
  }
  assertEquals(await listed(), [names[1]]);
  assertEquals(await listed(), []);
});

Deno.test("copies that have not left the machine for days are told on the board from the start on", async () => {
  await using folder = await tempFolder();
  const DATA_DIR = folder.path;
  await Deno.writeTextFile(join(DATA_DIR, "copies_sent"), "");
  const old = new Date("2026-01-02T03:04:05Z");
  await Deno.utime(join(DATA_DIR, "copies_sent"), old, old);
  await using service = await startServiceProcess({ env: { DATA_DIR } });
  const cookie = (await signIn(service))!;
  const board = await (await fetch(`${service.staffUrl}/`, { headers: { cookie } })).text();
  assertStringIncludes(
    board,
    "Ninguna copia ha salido de esta máquina desde el 2026-01-02: " +
      "&quot;systemctl status sobremesa-copies&quot; dice por qué.",
  );
});

/** The watch of a service on a machine whose clock the test moves, and the hours at which it calls ALERT_URL. */
interface Watched {
  readonly dataDir: string;
  readonly told: number[];
  /** Ends the watch, if there is one, and begins another as a start does; resolves once that has looked. */
  start(): Promise<void>;
  problem(): string | null;
  /** At `hour` a copy is made or fails; resolves once the watch has looked. */
  copyAt(hour: number, isMade: boolean): Promise<void>;
}

async function watching(run: (watched: Watched) => Promise<void>): Promise<void> {
  await using folder = await tempFolder();
  let [hour, looks] = [0, 0];
  const told: number[] = [];
  await using receiver = Deno.serve({ port: 0, onListen() {} }, async (request) => {
    assertMatch((await request.json()).copias, /^Las copias no se hacen/);
    told.push(hour);
    return new Response();
  });
  const ALERT_URL = `http://127.0.0.1:${receiver.addr.port}/`;
  const config = readConfig({ DATA_DIR: folder.path, ALERT_URL });
  const { now } = Date;
  Date.now = () => NOON + hour * 60 * 60_000;
  const log = createLog({ level: "error", terminal: false, now, write: () => Promise.resolve() });
  const counted = {
    ...config,
    get staff() {
      looks++;
      return config.staff;
    },
  };
  let watch: ReturnType<typeof watchCopies> | undefined;
  const looked = async (begin: () => void) => {
    looks = 0;
    begin();
    await eventually(() => looks > 0);
  };
  try {
    await run({
      dataDir: folder.path,
      told,
      async start() {
        await watch?.close();
        await looked(() => watch = watchCopies(counted, log));
      },
      problem: () => watch!.problem(),
      copyAt: (then, isMade) =>
        looked(() => {
          hour = then;
          watch!.onCopy(isMade);
        }),
    });
  } finally {
    Date.now = now;
    await watch?.close();
  }
}

Deno.test("a copy that fails again and again is told to ALERT_URL once a day, however often the service starts, until one is made", () =>
  watching(async ({ told, start, problem, copyAt }) => {
    await start();
    await copyAt(0, false);
    await eventually(() => told.length > 0);
    await copyAt(1, false);
    for (const hour of [2, 3]) {
      await start();
      await copyAt(hour, false);
    }
    await copyAt(26, false);
    await eventually(() => told.length > 1);
    // Such as the copy of a night, which bears the hour at which its day begins.
    await copyAt(27, true);
    await eventually(() => problem() === null);
    assertEquals(told, [0, 26]);
  }));

Deno.test("after days without power nobody is called, and the board's line ends once the start's copy is made", () =>
  watching(async ({ dataDir, told, start, problem, copyAt }) => {
    const copy = (day: string) => join(dataDir, "backups", `sobremesa-${day}.db`);
    await Deno.mkdir(join(dataDir, "backups"));
    await Deno.writeTextFile(copy("2026-12-02"), "");
    for (let starts = 0; starts < 3; starts++) await start();
    assertMatch(problem() ?? "", /^Las copias no se hacen desde el 2026-12-02/);
    await Deno.writeTextFile(copy("2026-12-06"), "");
    await copyAt(0, true);
    await eventually(() => problem() === null);
    assertEquals(told, []);
  }));
