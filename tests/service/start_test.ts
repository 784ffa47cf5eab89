import { join } from "node:path";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { editedSample } from "../support/edited_sample.ts";
import { testOnServer } from "../support/databases.ts";
import {
  freePort,
  programCommand,
  runProgram,
  startServiceProcess,
} from "../support/service_process.ts";
import { draftLink, freeSlot, reserve, statusOf } from "./_guests.ts";
import { portIn, spawn } from "./_spawned.ts";
import { isGone } from "../support/eventually.ts";
import { tempFolder } from "../support/temp_folder.ts";

/** Fails unless a start under `env` ends at once with `reasons` on standard error, and no stack. */
async function assertRefused(
  env: Readonly<Record<string, string>>,
  reasons: readonly string[],
): Promise<void> {
  const { code, stdout, stderr } = await runProgram({
    args: ["serve"],
    env: { PORT: "0", ...env },
  });
  for (const reason of reasons) assertStringIncludes(stderr, reason);
  assertEquals([code, stdout], [1, ""]);
  assert(!/^\s+at /m.test(stderr), `a stack: ${stderr}`);
  assertMatch(stderr, /^sobremesa: /);
}

Deno.test("a misspelt variable in the file of settings is in the log of the start", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "sobremesa.env");
  await Deno.writeTextFile(file, "LOG_LEVEL=info\nRATE_LIMIT_RESERVAS=1/1\n");
  await using service = await startServiceProcess({ args: ["serve", "--env", file] });
  const { level, names } = await service.logged(({ message }) => message.startsWith("unknown"));
  assertEquals([level, names], ["warn", "RATE_LIMIT_RESERVAS"]);
});

Deno.test("without any configuration the sample is served, with its data in ./data, and the log says MUESTRA", async () => {
  await using folder = await tempFolder();
  // The default port may be in use while tests run.
  await using service = spawn(programCommand(["serve"]), { PORT: "0" }, folder.path);
  const log = await service.readUntil(/MUESTRA.*\n/);
  const response = await fetch(`http://127.0.0.1:${portIn(log)}/api/info`);
  assertEquals((await response.json()).nombre, "Sobremesa de la 58");
  assert((await Deno.stat(join(folder.path, "data/sobremesa.db"))).isFile);
  const { mode } = await Deno.stat(join(folder.path, "data"));
  assertEquals(mode! & 0o077, 0, "guests' data is readable by no other user");
});

Deno.test("a taken port stops the start, with the remedy", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  await using folder = await tempFolder();
  await assertRefused({ PORT: `${port}`, DATA_DIR: folder.path }, [
    `el puerto ${port} está ocupado: cierra el programa que escucha ahí, o pon otro en PORT`,
  ]);
  await assertRefused({ STAFF_PORT: `${port}`, DATA_DIR: folder.path }, [
    `el puerto ${port} está ocupado: cierra el programa que escucha ahí, o pon otro en STAFF_PORT`,
  ]);
  assert(await isGone(join(folder.path, "staff_key")));
});

Deno.test("an address of another machine stops the start, with the remedy", async () => {
  await using folder = await tempFolder();
  for (const HOST of ["192.0.2.1", "no-such-host.invalid"]) {
    await assertRefused({ HOST, DATA_DIR: folder.path }, [
      `no se puede escuchar en ${HOST}`,
      "pon en HOST",
    ]);
  }
});

Deno.test("a data folder that cannot be written stops the start with the remedy, even if the database is elsewhere", async () => {
  await using folder = await tempFolder();
  const DATA_DIR = join(folder.path, "file/data");
  await Deno.writeTextFile(join(folder.path, "file"), "");
  const reasons = [
    `En la carpeta de datos ${DATA_DIR} no se puede escribir`,
    "Pon en DATA_DIR una carpeta",
  ];
  await assertRefused({ DATA_DIR }, reasons);
  await assertRefused({ DATA_DIR, DATABASE_URL: `file:${folder.path}/mesa.db` }, reasons);
});

Deno.test("on a damaged database the menu is served, no table is held, and the log names the remedy", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "sobremesa.db");
  await Deno.writeTextFile(file, "this is no database ".repeat(500));
  const before = await Deno.readFile(file);
  {
    await using service = await startServiceProcess({ env: { DATA_DIR: folder.path } });
    const slot = await freeSlot(service.url);
    const { status, body } = await reserve(service.url, 1, slot);
    assertEquals([status, body.motivo], [502, "base"]);
    const paths = ["/api/info", "/api/menu", "/healthz"];
    const statuses = await Promise.all(paths.map((path) => statusOf(`${service.url}${path}`)));
    assertEquals(statuses, [200, 200, 503]);
    await draftLink(service.url);
    const lines = service.lines.filter((line) => line.includes("sobremesa restore FILE"));
    assert(lines.some((line) => line.includes(file)), service.lines.join("\n"));
    assertEquals((await service.stop()).code, 0);
  }
  assertEquals(await Deno.readFile(file), before);
});

Deno.test("a bad restaurant file is refused with every problem in it", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "restaurante.json");
  const env = { DATA_DIR: folder.path, BASE_URL: "https://mesa.example", RESTAURANT_FILE: file };
  await assertRefused(env, [file, "no existe ese archivo"]);
  await Deno.writeTextFile(
    file,
    editedSample(["secciones[2].platillos[0].presentaciones[0].precio", "12"], ["zona", "Marte"]),
  );
  await assertRefused(env, [
    'precio: se esperaba un número mayor que 0, y hay "12": es 12, sin comillas',
    "(zona): se esperaba",
  ]);
});

Deno.test("a database server that does not answer stops the start, with the variable to check", async () => {
  await using folder = await tempFolder();
  const port = freePort();
  await assertRefused({ DATA_DIR: folder.path, DATABASE_URL: `http://127.0.0.1:${port}` }, [
    `http://127.0.0.1:${port} no responde`,
    "Revisa DATABASE_URL",
  ]);
});

Deno.test("secrets in the database's address are in no message of any command", async () => {
  await using folder = await tempFolder();
  const host = `127.0.0.1:${freePort()}`;
  const commands = [["serve"], ["doctor"], ["export"], ["staff", "rotate-key"], ["backup", "x"]];
  for (
    const [DATABASE_URL, tried] of [
      [`http://SECRET:SECRET@${host}/?authToken=SECRET`, commands],
      [`libsql://u:SECRET@${host}?tls=0&authToken=SECRET`, commands.slice(0, 2)],
      [`http://${host}/?SECRET=1`, commands.slice(0, 2)],
      [`http://u:SECRET@${host}/#SECRET`, commands.slice(0, 2)],
      [`http://u:SECRET/SECRET@${host}/`, commands.slice(0, 2)],
    ] as const
  ) {
    for (const args of tried) {
      const env = { PORT: "0", DATA_DIR: folder.path, DATABASE_URL };
      const { code, stdout, stderr } = await runProgram({ args, env });
      assertEquals(code, 1, `${args} ${DATABASE_URL}`);
      assert(!`${stdout}${stderr}`.includes("SECRET"), `${args}: ${stdout}${stderr}`);
    }
  }
});

testOnServer(
  "secrets in the database's address are not logged when its server fails",
  async ({ sqld, dataDir }) => {
    const DATABASE_URL = `${sqld.url.replace("//", "//u:SECRET@")}/?authToken=SECRET`;
    await using service = await startServiceProcess({ env: { DATA_DIR: dataDir, DATABASE_URL } });
    await sqld.kill();
    await service.logged(({ level }) => level === "error");
    await service.stop();
    for (const line of [...service.lines, ...service.errorLines]) {
      assert(!line.includes("SECRET"), line);
    }
  },
);
