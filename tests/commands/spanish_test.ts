/** What commands say is Spanish, and names every cause without a stack. */
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { COMMANDS } from "../../src/commands/command_line.ts";
import { freePort } from "../support/service_process.ts";
import { testInFolder } from "../support/temp_folder.ts";
import { leftDatabase } from "./_database.ts";
import { ran } from "./_run.ts";

/** Words of English sentences that no name of a command, a variable or a file is. */
const ENGLISH =
  /\b(the|is|are|with|of|and|or|that|there|which|cannot|from|it|set|this|in|missing|expected|usage)\b/i;

/** Reasons in parentheses or with an error number are SQLite's or the system's; commands and options are quoted. */
function assertSpanish(text: string): void {
  const own = text.replace(/[\w ]+\(os error \d+\)[^.]*|\(.*?\)/g, "")
    .replace(/"sobremesa [^"]*"|--[a-z]+|\S*\/\S*/g, "");
  assert(!ENGLISH.test(own), text);
}

Deno.test("the doctor speaks Spanish, whatever it finds", async () => {
  await using database = await leftDatabase();
  const folder = database.folder;
  const ports = { PORT: String(freePort()), STAFF_PORT: String(freePort()) };
  const broken = { ...ports, DATA_DIR: join(folder, "broken") };
  await Deno.mkdir(broken.DATA_DIR);
  await Deno.writeFile(join(broken.DATA_DIR, "sobremesa.db"), new Uint8Array(9000).fill(1));
  await Deno.writeTextFile(join(broken.DATA_DIR, "mapa.bin"), "no map");
  const states: readonly Record<string, string>[] = [
    { ...database.env, ...ports },
    { ...ports, DATA_DIR: join(folder, "none") },
    broken,
    { ...broken, OSRM_URL: "http://[::1]:9" },
    { PORT: "x", BASE_URL: "y", RATE_LIMIT_RESERVA: "z", STAFF_BASE_URL: "y", DATABASE_URL: "z" },
    { HOST: "a b", TRUSTED_PROXIES: "z", ALERT_URL: "y", OSRM_URL: "y" },
  ];
  for (const env of states) {
    const { written } = await ran(["doctor"], env);
    for (const line of written) assertSpanish(line);
  }
});

Deno.test("the help of every command is Spanish", async () => {
  for (const args of [["help"], ...COMMANDS.map(({ name }) => [...name.split(" "), "--help"])]) {
    const { written: [help = ""] } = await ran(args);
    assert(help !== "", args.join(" "));
    assertSpanish(help);
  }
});

testInFolder(
  "what an owner can cause has a Spanish sentence and no stack, from every command",
  async (folder) => {
    const file = join(folder, "file");
    await Deno.writeTextFile(file, "no database");
    const env = { DATA_DIR: join(folder, "data") };
    const calls: readonly (readonly [readonly string[], Record<string, string>])[] = [
      [["check", folder], {}],
      [["check"], { ...env, RESTAURANT_FILE: folder, BASE_URL: "https://mesa.example" }],
      [["check"], { DATA_DIR: file }],
      [["purge", "--phone", "9995550001"], { DATA_DIR: file }],
      [["restore", folder], env],
      [["restore", file], env],
      [["restore", file], { DATA_DIR: file }],
      [["export"], env],
      [["map", "import", file], env],
      [["map", "import", folder], env],
      [["backup", join(folder, "copy")], { DATA_DIR: file }],
      [["backup", join(folder, "copy")], { DATABASE_URL: "http://127.0.0.1:1" }],
      [["copies", "ready"], { DATA_DIR: file }],
      [["print", "copies", "--remote", "b2:casa"], { DATA_DIR: join(folder, "año nuevo") }],
      [["print", "caddy"], {}],
      [["serve"], { DATA_DIR: file, PORT: "0", STAFF_PORT: "0" }],
      [["serve"], { HOST: "a b", STAFF_PORT: "x", RETENTION_DAYS: "0", LOG_LEVEL: "loud" }],
    ];
    for (const [args, given] of calls) {
      const { code, complained } = await ran(args, given);
      const said = complained.join("\n");
      assertEquals(code, 1, `${args.join(" ")}: ${said}`);
      assert(!/^ +at /m.test(said) && !said.includes("error inesperado"), said);
      assertSpanish(said);
    }
  },
);
