import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runProgram } from "../support/service_process.ts";

/** As the program knows them, but for a second name of one. */
const COMMANDS = await knownCommands();

/** Commands that read the configuration, with arguments that make sense. */
const CONFIGURED = [
  ["serve"],
  ["pause"],
  ["resume"],
  ["close", "2030-12-24"],
  ["reopen", "1"],
  ["closures"],
  ["soldout", "panuchos"],
  ["available", "panuchos"],
  ["kitchen", "close"],
  ["kitchen", "default"],
  ["valet", "on"],
  ["purge", "--phone", "9991234567"],
  ["staff", "rotate-key"],
  ["openapi"],
];

for (const args of [["help"], ["--help"]]) {
  Deno.test(`sobremesa ${args.join(" ")} prints every command`, async () => {
    const { code, stdout, stderr } = await runProgram({ args });
    assertEquals([code, stderr], [0, ""]);
    for (const command of COMMANDS) assertStringIncludes(stdout, `sobremesa ${command} `);
  });
}

Deno.test("without a command the help goes to standard error", async () => {
  const { code, stdout, stderr } = await runProgram({ args: [] });
  assertEquals([code, stdout], [2, ""]);
  for (const command of COMMANDS) assertStringIncludes(stderr, `sobremesa ${command} `);
});

Deno.test("an unknown command is named, with the ones there are", async () => {
  const { code, stdout, stderr } = await runProgram({ args: ["start"] });
  assertEquals([code, stdout], [2, ""]);
  assert(stderr.startsWith('sobremesa: there is no command "start"\n'), stderr);
  assertStringIncludes(stderr, "sobremesa serve ");
});

Deno.test("a wrong configuration is told by every command without a stack", async () => {
  await Promise.all(CONFIGURED.map(async (args) => {
    const { code, stdout, stderr } = await runProgram({ args, env: { PORT: "x" } });
    assertEquals([code, stdout], [1, ""], args.join(" "));
    assertEquals(stderr.split("\n").length, 3, stderr);
    assertStringIncludes(stderr, 'PORT: expected a whole number from 0 to 65535, got "x"');
  }));
});

Deno.test("a wrong file of variables is told by its line, whatever the command", async () => {
  const file = await Deno.makeTempFile({ suffix: ".env" });
  await Deno.writeTextFile(file, "PORT=8000\nSTAFF_KEY a-secret-of-the-house\n");
  for (const args of [["help", "--env", file], ["--env", file, "pause"]]) {
    const { code, stdout, stderr } = await runProgram({ args });
    assertEquals([code, stdout], [1, ""]);
    assertEquals(
      stderr,
      `sobremesa: the configuration is wrong:\n${file}, line 2: expected NAME=value\n`,
    );
  }
  await Deno.remove(file);
});

Deno.test("the README's table of commands says what the help says", async () => {
  const { stdout } = await runProgram({ args: ["help"] });
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  const rows = [...readme.matchAll(/^\| `(.+?)` +\| (.+?) +\|$/gm)]
    .map(([, command = "", says = ""]) => [command.replaceAll("\\|", "|"), plain(says)] as const);
  const entries = helpEntries(stdout).filter(([command]) => command !== "help");
  assert(entries.length >= 19, "the help has its entries");
  for (const [command, says] of entries) {
    const row = rows.find(([known]) => known === command);
    assert(row !== undefined, `the README has ${command}`);
    assert(row[1].startsWith(says), `${command}: ${row[1]}`);
  }
  const end = rows.findIndex(([command]) => command === "openapi") + 1;
  const start = rows.findIndex(([command]) => command === "serve");
  assertEquals(rows.slice(start, end).map(([command]) => command), entries.map(([one]) => one));
});

/** What the help says of each command: two columns, or a line for each where the first is long. */
function helpEntries(help: string): (readonly [command: string, says: string])[] {
  const flat = help.replace(/\n {35}(?=\S)/g, "  ");
  return [...flat.matchAll(/^ {2}sobremesa (.+?) {2,}(.+)$/gm)]
    .map(([, command = "", says = ""]) => [command, says]);
}

function plain(markdown: string): string {
  return markdown.replaceAll("`", "");
}

async function knownCommands(): Promise<string[]> {
  const text = await Deno.readTextFile(new URL("../../src/main.ts", import.meta.url));
  const [, table = ""] = /^const COMMANDS[^{]*\{\n(.*?)^\};/ms.exec(text) ?? [];
  const names = [...table.matchAll(/^ {2}"?([\w-]+)"?[:,]/gm)].map(([, name]) => name!);
  return names.filter((name) => name !== "--help");
}
