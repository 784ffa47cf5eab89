import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import {
  checkCopies,
  checkRestaurant,
  checkStaffKey,
  examineDatabase,
} from "../../src/commands/doctor/data.ts";
import { checkBoard, checkClock, diskRemedy } from "../../src/commands/doctor/machine.ts";
import { readConfig } from "../../src/config/config.ts";
import { readSettings } from "../../src/config/environment.ts";
import { newStaffKey, prepareStaffKey, staffKeyFile } from "../../src/service/staff_key.ts";
import { coded } from "../../src/storage/database/database.ts";
import { openTestStorage } from "../storage/_fixture.ts";
import { testOnServer } from "../support/databases.ts";
import { run as runSystem } from "../support/run.ts";
import { freePort, runProgram, startServiceProcess } from "../support/service_process.ts";
import { testInFolder } from "../support/temp_folder.ts";
import { leftDatabase } from "./_database.ts";
import { ran, run } from "./_run.ts";

/** What is said about each thing, e.g. `falla` about `disco`. */
async function marks(env: Record<string, string>): Promise<Record<string, string>> {
  const { lines } = await examined(env);
  return Object.fromEntries(
    lines.filter((line) => !line.startsWith(" ")).map((line) => [
      line.slice(6, line.indexOf(":")),
      line.slice(0, 5).trim(),
    ]),
  );
}

async function examined(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const { code, written } = await ran(["doctor"], env);
  return { code, lines: [...written] };
}

function freePorts(): { PORT: string; STAFF_PORT: string } {
  return { PORT: String(freePort()), STAFF_PORT: String(freePort()) };
}

Deno.test("the doctor finds a running service well, and changes nothing", async () => {
  const ports = freePorts();
  await using service = await startServiceProcess({ env: ports });
  const env = { DATA_DIR: service.dataDir, ...ports };
  const found = await marks(env);
  for (const about of ["configuración", "mapa", "base de datos", "disco", "PORT", "STAFF_PORT"]) {
    assertEquals(found[about], "bien", about);
  }
  assertEquals([found.restaurante, found.copias], ["aviso", "aviso"]);
  assertEquals((await examined(env)).code, 0);
  const whole = await runProgram({ args: ["doctor"], env });
  assertEquals([whole.code, whole.stderr], [0, ""]);
});

testInFolder(
  "where nothing runs the doctor says which version is installed, and creates nothing",
  async (folder) => {
    const env = { DATA_DIR: join(folder, "data"), ...freePorts() };
    const found = await marks(env);
    assertEquals([found["base de datos"], found.disco, found.servicio], [
      "aviso",
      "aviso",
      "falla",
    ]);
    const version = (await examined(env)).lines.find((line) => line.startsWith("falla servicio: "));
    assertMatch(
      version!,
      /está instalada \S+ \(.*\), y en \S+ no responde/,
    );
    assertEquals(await Array.fromAsync(Deno.readDir(folder)), []);
  },
);

testInFolder(
  "a damaged database, a file that is not a map and a bad restaurant file each fail with a remedy",
  async (folder) => {
    await Deno.writeFile(join(folder, "sobremesa.db"), new Uint8Array(9000).fill(1));
    await Deno.writeTextFile(join(folder, "restaurante.json"), "{}");
    await Deno.writeTextFile(join(folder, "mapa.bin"), "no map");
    const env = { DATA_DIR: folder, ...freePorts() };
    const found = await marks(env);
    assertEquals([found["base de datos"], found.mapa], ["falla", "falla"]);
    assertMatch((await examineDatabase(readConfig(env))).finding.remedy, /^repón la última copia/);
    const own = {
      ...env,
      RESTAURANT_FILE: join(folder, "restaurante.json"),
      BASE_URL: "https://mesa.example",
    };
    const { code, lines } = await examined(own);
    assertEquals(code, 1);
    assert(lines.some((line) => line.startsWith("falla restaurante:")));
    for (const [at, line] of lines.entries()) {
      if (line.startsWith("falla")) assert(lines[at + 1]?.startsWith("      "), line);
    }
  },
);

testInFolder(
  "a map that only finds addresses fails the same, where OSRM plans routes",
  async (folder) => {
    await Deno.writeTextFile(join(folder, "mapa.bin"), "no map");
    const env = { DATA_DIR: folder, OSRM_URL: "http://127.0.0.1:9", ...freePorts() };
    assertEquals((await marks(env)).mapa, "falla");
    await Deno.remove(join(folder, "mapa.bin"));
    assertEquals((await marks(env)).mapa, "bien");
  },
);

testInFolder(
  "a database that is missing beside its copies fails, with the copy to put back",
  async (dataDir) => {
    // What the hour's copy has is in no other, whatever day it bears.
    const names = ["hora-2026-12-02T201500", "2026-12-02", "2026-12-03-before-upgrade-101112"];
    const [copy, ...others] = names.map((name) => join(dataDir, "backups", `sobremesa-${name}.db`));
    await Deno.mkdir(join(dataDir, "backups"));
    for (const path of [copy!, ...others]) await Deno.writeTextFile(path, "");
    const { code, lines } = await examined({ DATA_DIR: dataDir, ...freePorts() });
    assertEquals(code, 1);
    const finding = lines.find((line) => line.startsWith("falla base de datos:"));
    assert(finding?.includes(`sobremesa restore ${copy}`), lines.join("\n"));
  },
);

/** What keeps the service's folder or database from being used, and what the doctor says mends it. */
const DISK: readonly (readonly [what: string, error: unknown, remedy: RegExp])[] = [
  ...["ENOSPC", "EDQUOT", "EIO", "SQLITE_FULL", "SQLITE_IOERR"].map((code) =>
    [code, coded(code, "x"), /^haz lugar .*el disco está fallando/] as const
  ),
  ["EROFS", coded("EROFS", "x"), /solo para leer: `sudo mount -o remount,rw \$\(stat -c %m \/d\)`/],
  ...["EPERM", "SQLITE_PERM", "SQLITE_READONLY", "SQLITE_CANTOPEN"].map((code) =>
    [code, coded(code, "x"), /^`sudo chown -R sobremesa: \/d`/] as const
  ),
  ["EACCES", new Deno.errors.PermissionDenied("x"), /^`sudo chown -R sobremesa: \/d`/],
  ["SQLITE_BUSY", coded("SQLITE_BUSY", "x"), /^corrige lo que dice/],
  ["ENOTDIR", new Deno.errors.NotADirectory("x"), /^corrige lo que dice/],
];

for (const [what, error, remedy] of DISK) {
  Deno.test(`${what} of the disk has a remedy of its own, and a restart`, () => {
    const says = diskRemedy(error, "/d");
    assertMatch(says, remedy);
    assertStringIncludes(says, "`sudo systemctl restart sobremesa`");
  });
}

/** Environments in which the restaurant cannot be read, and what the doctor says mends it. */
const UNREAD: readonly (readonly [what: string, Record<string, string>, remedy: RegExp])[] = [
  [
    "its file",
    { RESTAURANT_FILE: "/nowhere.json", BASE_URL: "https://a.example" },
    /^corrige el archivo, y `sudo systemctl/,
  ],
  ["a server that is away", { DATABASE_URL: "http://127.0.0.1:1" }, /"base de datos" dice abajo/],
  ["a newer schema", {}, /"base de datos" dice abajo/],
];

for (const [what, env, remedy] of UNREAD) {
  Deno.test(`a restaurant that cannot be read for ${what} has the remedy of that`, async () => {
    await using database = await leftDatabase();
    if (what === "a newer schema") {
      await database.rows("INSERT INTO schema_steps (step, at) VALUES (9, 1) RETURNING step");
    }
    const config = readConfig({ ...database.env, ...env });
    const { findings: [finding] } = await checkRestaurant(config, Date.now());
    assertEquals([finding?.about, finding?.mark], ["restaurante", "falla"]);
    assertMatch(finding!.remedy, remedy);
    const { finding: { mark } } = await examineDatabase(config);
    assertEquals(mark, remedy.source.includes("base de datos") ? "falla" : "bien");
  });
}

testInFolder(
  "a setting that the doctor adds takes effect after a last line without an end, and that one stays",
  async (folder) => {
    const file = join(folder, "sobremesa.env");
    await Deno.writeTextFile(file, "STAFF_HOST=0.0.0.0\nRETENTION_DAYS=365");
    const read = () =>
      readConfig(
        readSettings({ args: ["--env", file], environment: {}, systemFile: null }).environment(),
      );
    const [finding] = checkBoard(read());
    const [, line = ""] = /`([^`]+)`/.exec(finding!.remedy)!;
    await runSystem("sh", "-c", line.replace("sudo ", "").replace("/etc/sobremesa.env", file));
    const { staff, retentionDays } = read();
    assertEquals([checkBoard(read()), staff.host, retentionDays], [[], "127.0.0.1", 365]);
  },
);

testOnServer(
  "instances on a server leave the owner's key to the one that made it, and the doctor of none makes another",
  async ({ url, dataDir }) => {
    const [one, other] = ["one", "other"].map((name) => join(dataDir, name)) as [string, string];
    for (const folder of [one, other]) await Deno.mkdir(folder);
    await using storage = await openTestStorage({ url, dataDir: one });
    await prepareStaffKey(one, storage.staffKey);
    await prepareStaffKey(other, storage.staffKey);
    const checked = (folder: string) =>
      checkStaffKey(readConfig({ DATABASE_URL: url, DATA_DIR: folder }));
    for (const folder of [one, other]) assertEquals((await checked(folder)).mark, "bien");
    await staffKeyFile(other).write(newStaffKey());
    const { mark, remedy } = await checked(other);
    assertEquals(mark, "aviso");
    const [, line = ""] = /`sudo ([^`]+)`/.exec(remedy)!;
    await runSystem("sh", "-c", line);
    for (const folder of [one, other]) assertEquals((await checked(folder)).mark, "bien");
  },
);

/** Nights of copies, a day, and what the doctor says then. */
const COPIES: readonly (readonly [nights: string, today: string, says: string])[] = [
  ["2026-12-01 2026-12-02", "2026-12-03", "bien: 2 copias, la última de la noche del 2026-12-02 ("],
  [
    "2026-12-01 2026-12-02",
    "2026-12-04",
    "aviso: 2 copias, la última de la noche del 2026-12-02 (",
  ],
  [
    "hora-2026-12-04T101500 2026-12-01",
    "2026-12-05",
    "bien: 2 copias, la última 2026-12-04 10:15 UTC (",
  ],
  // Made by a clock that was wrong.
  ["2026-12-01 2028-12-01", "2026-12-06", "aviso: 1 copia, la última de la noche del 2026-12-01 ("],
];

for (const [nights, today, says] of COPIES) {
  testInFolder(`copies of ${nights} are on ${today} ${says}`, async (folder) => {
    await Deno.mkdir(join(folder, "backups"));
    for (const night of nights.split(" ")) {
      await Deno.writeTextFile(join(folder, "backups", `sobremesa-${night}.db`), "");
    }
    const config = readConfig({ DATA_DIR: folder });
    const [made] = await checkCopies(config, Date.parse(`${today}T12:00:00Z`));
    assertStringIncludes(`${made!.mark}: ${made!.says}`, says);
  });
}

Deno.test("a clock far from the newest time that a service believed is reported with its remedy, and nothing changes", async () => {
  await using database = await leftDatabase();
  const before = Date.now();
  await database.hold({});
  const after = Date.now();
  const path = join(database.env.DATA_DIR, "sobremesa.db");
  const config = readConfig(database.env);
  const bytes = await Deno.readFile(path);
  const { newest } = await examineDatabase(config);
  assert(newest !== null && before <= newest && newest <= after, `${newest}`);
  assertEquals(await Deno.readFile(path), bytes);
  assertEquals((await marks(database.env)).reloj, "bien");
  const seen = Date.parse("2026-12-03T12:00:00Z");
  for (const day of ["2026-12-06", "2025-12-03"]) {
    const finding = checkClock(Date.parse(`${day}T12:00:00Z`), seen);
    assertEquals(finding.mark, "aviso");
    const words =
      `dice ${day} 12:00 UTC, y lo último que se vio fue 2026-12-03 12:00 UTC: nada se borra`;
    assert(finding.says.includes(words), finding.says);
    assert(finding.remedy.includes("en el tablero"), finding.remedy);
  }
  const none = { DATA_DIR: join(database.folder, "none") };
  for (const env of [none, { DATABASE_URL: "http://127.0.0.1:1" }]) {
    assertEquals((await examineDatabase(readConfig(env))).newest, null);
  }
});

Deno.test("every wrong variable is a finding of its own", async () => {
  const { code, lines } = await examined({ PORT: "x", RETENTION_DAYS: "0" });
  assertEquals(code, 1);
  assertEquals(lines.filter((line) => line.startsWith("falla configuración:")).length, 2);
  await run(["doctor", "now"], {}, 2);
});
