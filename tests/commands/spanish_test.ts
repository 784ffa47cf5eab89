/** What owners' commands say is Spanish, and names every cause without a stack. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { COMMANDS } from "../../src/commands/command_line.ts";
import sentences from "../../src/commands/spanish.json" with { type: "json" };
import { inEnglish, inSpanish } from "../../src/commands/spanish.ts";
import { freePort } from "../support/service_process.ts";
import { testInFolder } from "../support/temp_folder.ts";
import { leftDatabase } from "./_database.ts";
import { ran } from "./_run.ts";

/** Words of English sentences that no name of a command, a variable or a file is. */
const ENGLISH = /\b(the|is|are|with|of|and|that|there|which|cannot|from)\b/i;

function isEnglish(text: string): boolean {
  return ENGLISH.test(text.replace(/--[a-z]+/g, ""));
}

/** Of Spanish ones, as {@linkcode ENGLISH}. The sample's name is Spanish. */
const SPANISH = /\b(el|los|las|una?|que|con|falta|aún|quítala|está|y)\b/i;

Deno.test("each sentence has its own translation, with the same holes", () => {
  const filled = (text: string) => text.replaceAll("{}", "77");
  for (const [english, spanish] of Object.entries(sentences)) {
    assertEquals(english.split("{}").length, spanish.split("{}").length, english);
    assertEquals(inSpanish(filled(english)), filled(spanish));
    assertEquals(inEnglish(filled(spanish)), filled(english));
    if (english !== spanish) assert(!isEnglish(spanish), spanish);
  }
});

Deno.test("the doctor speaks one language, Spanish unless --lang en is given, whatever it finds", async () => {
  await using database = await leftDatabase();
  const folder = database.folder;
  await Deno.writeTextFile(join(folder, "mapa.bin"), "no map");
  const ports = { PORT: String(freePort()), STAFF_PORT: String(freePort()) };
  const broken = { ...ports, DATA_DIR: join(folder, "broken") };
  await Deno.mkdir(broken.DATA_DIR);
  await Deno.writeFile(join(broken.DATA_DIR, "sobremesa.db"), new Uint8Array(9000).fill(1));
  const states: readonly Record<string, string>[] = [
    { ...database.env, ...ports },
    { ...ports, DATA_DIR: join(folder, "none"), STAFF_KEY: "una llave de veinte letras" },
    { ...broken, MAP_FILE: join(folder, "mapa.bin") },
    { ...broken, MAP_FILE: join(folder, "none.bin"), OSRM_URL: "http://[::1]:9" },
    { PORT: "x", BASE_URL: "y", RATE_LIMIT_RESERVA: "z", STAFF_BASE_URL: "y", DATABASE_URL: "z" },
    { HOST: "a b", STAFF_KEY: "corta", TRUSTED_PROXIES: "z", ALERT_URL: "y", OSRM_URL: "y" },
  ];
  for (const env of states) {
    const { written } = await ran(["doctor"], env);
    for (const line of written) {
      // Reasons of SQLite and of the system are theirs.
      const own = line.replace(/\(.*?\)/g, "").replace(/"sobremesa [^"]*"/g, "");
      assert(!ENGLISH.test(own), line);
    }
    const english = (await ran(["doctor", "--lang", "en"], env)).written.join("\n");
    assertMatch(english, /^(ok|fail) {2,4}(configuration|user)/);
    assert(!SPANISH.test(english.replace(/".*?"/g, "")), english);
  }
  for (const { name } of COMMANDS.filter(({ isOwners }) => isOwners)) {
    const { written: [help = ""] } = await ran([name, "--help"], {});
    assert(!isEnglish(help), help);
  }
});

testInFolder(
  "what an owner can cause has a sentence and no stack, from every command of the owner's",
  async (folder) => {
    const file = join(folder, "file");
    await Deno.writeTextFile(file, "no database");
    const env = { DATA_DIR: join(folder, "data") };
    const calls: readonly (readonly [readonly string[], Record<string, string>])[] = [
      [["setup", "--dir", file], {}],
      [["setup", "--from", folder, "--dir", folder], {}],
      [["setup", "--from", join(folder, "none"), "--dir", folder], {}],
      [["check", folder], {}],
      [["check"], { ...env, RESTAURANT_FILE: folder, BASE_URL: "https://mesa.example" }],
      [["check"], { DATA_DIR: file }],
      [["purge", "--phone", "9995550001"], { DATA_DIR: file }],
      [["restore", folder], env],
      [["restore", file], env],
      [["restore", file], { DATA_DIR: file }],
      [["map", "import", folder, "--out", join(folder, "m")], {}],
      [["backup", join(folder, "copy")], { DATA_DIR: file }],
      [["copies", "ready"], { DATA_DIR: file }],
      [["serve"], { DATA_DIR: file, PORT: "0", STAFF_PORT: "0" }],
    ];
    for (const [args, given] of calls) {
      const { code, complained } = await ran(args, given);
      const said = complained.join("\n");
      assertEquals(code, 1, `${args.join(" ")}: ${said}`);
      assert(!/^ +at /m.test(said) && !said.includes("unexpected error"), said);
    }
  },
);
