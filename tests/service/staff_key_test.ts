/** The staff's key and sessions on real processes. */
import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { join } from "node:path";
import { testOnServer } from "../support/databases.ts";
import {
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service_process.ts";
import { prepareStaffKey } from "../../src/service/staff_key.ts";
import { openTestStorage } from "../storage/_fixture.ts";
import { cookiesOf } from "../support/test_board.ts";
import { keyIn, signIn } from "./_board.ts";
import { statusOf } from "./_guests.ts";
import { eventually } from "../support/eventually.ts";
import { tempFolder } from "../support/temp_folder.ts";

const KEY_FORM = /^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/;
/** What a start that made a key says. */
const MADE = "the staff's key is in a file";

async function isSignedIn({ staffUrl }: ServiceProcess, cookie: string): Promise<boolean> {
  return await statusOf(staffUrl, { headers: { cookie }, redirect: "manual" }) === 200;
}

const keyFiles = (folder: string) =>
  Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) => /staff_key/.test(name));

const keyLine = ({ lines }: ServiceProcess) =>
  lines.map((line) => JSON.parse(line)).find(({ message }) => /key/.test(message));

Deno.test("the first start writes the key to a file that only the owner can read and logs its path, later starts do neither", async () => {
  await using folder = await tempFolder();
  {
    await using service = await startServiceProcess({ env: { DATA_DIR: folder.path } });
    const line = await service.logged(({ message }) => message === MADE);
    assertEquals(line.path, join(folder.path, "staff_key"));
    const { mode } = await Deno.stat(join(folder.path, "staff_key"));
    assertEquals(mode! & 0o777, 0o600);
    const key = await keyIn(folder.path);
    assertMatch(key, KEY_FORM);
    assertNotEquals(await signIn(service, key.toLowerCase().replaceAll("-", " ")), null);
    assertEquals(await signIn(service, "una llave que no es"), null);
    await service.stop();
    for (const line of [...service.lines, ...service.errorLines]) {
      assert(!line.includes(key), line);
    }
  }
  const key = await keyIn(folder.path);
  await using again = await startServiceProcess({ env: { DATA_DIR: folder.path } });
  assertNotEquals(await signIn(again, key), null);
  assertEquals(await keyIn(folder.path), key);
  await again.stop();
  assertEquals(keyLine(again), undefined);
  assertEquals(keyFiles(folder.path), ["staff_key"], "no staged file is left");
});

Deno.test("a restart keeps sessions; rotate-key ends them, and the new key is accepted", async () => {
  await using folder = await tempFolder();
  await using service = await startServiceProcess({ env: { DATA_DIR: folder.path } });
  const old = await keyIn(folder.path);
  const cookie = (await signIn(service, old))!;
  assert(await isSignedIn(service, cookie));

  const end = await runProgram({ args: ["staff", "rotate-key"], env: { DATA_DIR: folder.path } });
  assertEquals([end.code, end.stderr], [0, ""]);
  await eventually(async () => !await isSignedIn(service, cookie));

  const key = await keyIn(folder.path);
  assertNotEquals(key, old);
  assert(!end.stdout.includes(key) && end.stdout.includes(join(folder.path, "staff_key")));
  assertEquals((await Deno.stat(join(folder.path, "staff_key"))).mode! & 0o777, 0o600);
  assertEquals(await signIn(service, old), null);
  const renewed = (await signIn(service, key))!;
  assert(await isSignedIn(service, renewed));
  await service.stop();

  await using again = await startServiceProcess({ env: { DATA_DIR: folder.path } });
  assert(await isSignedIn(again, renewed), "a restart ends no session");
});

Deno.test("the owner changes both keys on the board; rotate-key takes the host's away", async () => {
  await using folder = await tempFolder();
  const env = { DATA_DIR: folder.path };
  await using service = await startServiceProcess({ env });
  const send = async (cookie: string, form: Record<string, string>) => {
    const answer = await fetch(`${service.staffUrl}/claves`, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { origin: service.staffUrl, cookie },
      redirect: "manual",
    });
    return { text: await answer.text(), cookies: cookiesOf(answer.headers) };
  };
  const change = async (cookie: string, cual: string) => {
    const { text } = await send(cookie, { accion: "hacer", cual });
    const [, key = "", clave = ""] = /<code>(.*)<\/code>[^]*name="clave" value="([^"]+)"/
      .exec(text)!;
    return { key, ...await send(cookie, { accion: "cambiar", clave }) };
  };
  const first = (await signIn(service, await keyIn(folder.path)))!;
  const { key: hosts, cookies: none } = await change(first, "turno");
  assertEquals(none, "", "the owner's session stays");
  const host = (await signIn(service, hosts))!;
  const { key: owners, cookies: own } = await change(first, "dueno");
  assertEquals(await keyIn(folder.path), owners);
  assertEquals(keyFiles(folder.path), ["staff_key"]);
  for (const cookie of [host, await signIn(service, owners)]) {
    assert(await isSignedIn(service, cookie!));
  }
  const name = first.split("; ").find((pair) => pair.startsWith("sobremesa_nombre"));
  assert(await isSignedIn(service, `${own}; ${name}`) && !await isSignedIn(service, first));

  assertEquals((await runProgram({ args: ["staff", "rotate-key"], env })).code, 0);
  await eventually(async () => !await isSignedIn(service, host));
  assertEquals([await signIn(service, hosts), await signIn(service, owners)], [null, null]);
  const page = await fetch(`${service.staffUrl}/entrar`, { headers: { cookie: host } });
  assertMatch(await page.text(), /La clave del turno se cambió hoy a la/);
  assertNotEquals(await signIn(service, await keyIn(folder.path)), null);
  await service.stop();
});

Deno.test("of two first starts at once the later leaves no file with a key that opens nothing", async () => {
  await using folder = await tempFolder();
  const database = { url: `file:${join(folder.path, "casa.db")}`, dataDir: folder.path };
  await using storage = await openTestStorage(database);
  const first = join(folder.path, "first");
  await Deno.mkdir(first);
  assertEquals(await prepareStaffKey(first, storage.staffKey), join(first, "staff_key"));
  // It looked before the other's key was there.
  const early = { ...storage.staffKey, exists: () => Promise.resolve(false) };
  assertEquals(await prepareStaffKey(folder.path, early), null);
  assertEquals(keyFiles(folder.path), []);
});

Deno.test("a first start that was killed leaves a key that the next start takes, and no staged one", async () => {
  await using folder = await tempFolder();
  const left = "ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345";
  await Deno.writeTextFile(join(folder.path, "staff_key"), left);
  await Deno.writeTextFile(join(folder.path, "staff_key.new"), "ABC");
  await using service = await startServiceProcess({ env: { DATA_DIR: folder.path } });
  await service.logged(({ message }) => message === MADE);
  assertEquals(keyFiles(folder.path), ["staff_key"]);
  assertEquals(await keyIn(folder.path), left);
  assertNotEquals(await signIn(service, left), null);
});

Deno.test("a rotation that was killed before its key was in the file is ended by the next start", async () => {
  await using folder = await tempFolder();
  const env = { DATA_DIR: folder.path };
  await using first = await startServiceProcess({ env });
  const key = await keyIn(folder.path);
  await first[Symbol.asyncDispose]();
  await Deno.rename(join(folder.path, "staff_key"), join(folder.path, "staff_key.new"));
  await Deno.writeTextFile(join(folder.path, "staff_key"), "ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345");
  await using service = await startServiceProcess({ env });
  assertEquals(await keyIn(folder.path), key);
  assertNotEquals(await signIn(service, key), null);
});

/** Two instances on one server, each with a folder of its own: the first makes the key. */
function testOnTwo(
  name: string,
  run: (
    services: readonly [ServiceProcess, ServiceProcess],
    envs: readonly (Readonly<Record<string, string>> & { readonly DATA_DIR: string })[],
  ) => Promise<void>,
): void {
  testOnServer(name, async ({ url: DATABASE_URL, dataDir }) => {
    const envs = ["one", "two"].map((folder) => ({
      DATABASE_URL,
      DATA_DIR: join(dataDir, folder),
    }));
    await using one = await startServiceProcess({ env: envs[0]! });
    await using two = await startServiceProcess({ env: envs[1]! });
    await run([one, two], envs);
  });
}

testOnTwo(
  "signing out on one instance ends the session on the other",
  async ([one, two], [env]) => {
    const cookie = (await signIn(one))!;
    const stays = (await signIn(one))!;
    for (const service of [one, two]) assert(await isSignedIn(service, cookie));
    assertEquals(await signOut(one, cookie), 303);
    assert(!await isSignedIn(one, cookie), "at once on the same instance");
    await eventually(async () => !await isSignedIn(two, cookie));
    for (const service of [one, two]) assert(await isSignedIn(service, stays));
    await one.stop();
    await using again = await startServiceProcess({ env: env! });
    assert(!await isSignedIn(again, cookie), "a restart does not bring it back");
  },
);

async function signOut({ staffUrl }: ServiceProcess, cookie: string): Promise<number> {
  return await statusOf(`${staffUrl}/salir`, {
    method: "POST",
    body: new URLSearchParams(),
    headers: { origin: staffUrl, cookie },
    redirect: "manual",
  });
}

testOnTwo(
  "two instances on one server share key and sessions; rotate-key ends them on both",
  async (services, [one, two]) => {
    const key = await keyIn(one!.DATA_DIR);
    assertEquals(keyFiles(two!.DATA_DIR), []);
    const cookie = (await signIn(services[1], key))!;
    for (const service of services) assert(await isSignedIn(service, cookie));
    const end = await runProgram({ args: ["staff", "rotate-key"], env: one! });
    assertEquals([end.code, end.stderr], [0, ""]);
    for (const service of services) {
      await eventually(async () => !await isSignedIn(service, cookie));
    }
    const renewed = (await signIn(services[0], await keyIn(one!.DATA_DIR)))!;
    for (const service of services) assert(await isSignedIn(service, renewed));
  },
);
