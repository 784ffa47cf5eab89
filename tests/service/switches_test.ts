/** Switches of a running service: each takes effect within two seconds. */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { freePort, startServiceProcess } from "../support/service_process.ts";
import { eventually } from "./_eventually.ts";
import { freeSlot, isOff, NO_LIMITS, reserve } from "./_guests.ts";
import { command, type NoonSetup, noonSetup } from "./_noon_service.ts";
import { rowsInFile } from "./_rows.ts";
import { openDatabase } from "../../src/storage/open_database.ts";
import { switches } from "../../src/storage/switches.ts";
import { randomBytes } from "../storage/_fixture.ts";

const LIMIT_MS = 2_000;

/** Registers a test on a service that runs on a file. */
function testRunning(
  name: string,
  run: (service: Running) => Promise<void>,
): void {
  Deno.test(name, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const dataDir = `${folder}/data`;
      const setup = await noonSetup(folder, { DATA_DIR: dataDir, PORT: String(freePort()) });
      const { PORT = "" } = setup.env;
      await using service = await startServiceProcess({
        env: { PORT, DATA_DIR: dataDir, BASE_URL: "http://wrong.example" },
        args: ["serve", "--env", setup.envFile],
      });
      const get = async (path: string) => await (await fetch(`${service.url}${path}`)).json();
      await run({ setup, url: service.url, dataDir, get });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

interface Running {
  readonly setup: NoonSetup;
  readonly url: string;
  readonly dataDir: string;
  // deno-lint-ignore no-explicit-any -- tests look into bodies whose shape is what they test
  get(path: string): Promise<any>;
}

testRunning(
  "pause --until takes the restaurant's local time, and resume ends it before",
  async ({ setup, url, get }) => {
    const slot = { dia: setup.today, hora: "20:00" };
    const active = async () => (await get("/api/info")).ahora.reservas_activas;
    assertStringIncludes(await command(setup, "pause", "--until", "20:30"), "off until 20:30");
    assertEquals((await reserve(url, 1, slot)).status, 503);
    await eventually(async () => !await active(), LIMIT_MS);
    await command(setup, "resume");
    await eventually(active, LIMIT_MS);
    assertEquals((await reserve(url, 1, slot)).status, 200);
  },
);

testRunning(
  "purge erases a person's reservations while the service runs",
  async ({ setup, url, dataDir }) => {
    const slot = { dia: setup.today, hora: "20:00" };
    const made = await reserve(url, 1, slot);
    await reserve(url, 2, slot);
    const phone = "+529991000001";
    assertStringIncludes(await command(setup, "purge", "--phone", phone), "still to come kept");
    assertEquals(
      await command(setup, "purge", "--phone", phone, "--upcoming"),
      "1 reservation erased\n",
    );
    assertEquals([...(await rowsInFile(dataDir)).keys()], [2]);
    const again = await reserve(url, 1, slot);
    assertEquals(again.status, 200, "a retry of an erased reservation makes a new one");
    assertNotEquals(again.body.folio, made.body.folio);
  },
);

Deno.test("a pause until an instant ends by itself", async () => {
  await using service = await startServiceProcess({ env: NO_LIMITS });
  const slot = await freeSlot(service.url);
  const database = await openDatabase({
    url: `file:${service.dataDir}/sobremesa.db`,
    now: Date.now,
  });
  const until = Date.now() + 1_500;
  await switches(database, { now: Date.now, randomBytes }).pause(until);
  await database.close();
  assertEquals((await reserve(service.url, 1, slot)).status, 503);
  await eventually(async () => (await reserve(service.url, 1, slot)).status === 200, 5_000);
  assert(Date.now() >= until, "it ended too early");
  assertEquals(await isOff(service.url), false);
});
