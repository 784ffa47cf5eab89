import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runProgram } from "../support/service_process.ts";

const COMMANDS = ["serve", "init", "check", "pause", "resume", "openapi", "help"];

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
  for (const command of ["serve", "pause", "resume", "openapi"]) {
    const { code, stdout, stderr } = await runProgram({ args: [command], env: { PORT: "x" } });
    assertEquals([code, stdout], [1, ""], command);
    assertEquals(stderr.split("\n").length, 3, stderr);
    assertStringIncludes(stderr, 'PORT: expected a whole number from 0 to 65535, got "x"');
  }
});
