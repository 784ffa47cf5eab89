// deno-lint-ignore-file no-console -- commands print to the console
/** The only module that reads the command line and the environment. Exits with the command's code. */
import { runCommandLine } from "./commands/command_line.ts";
import { SYSTEM_FILE, VARIABLES } from "./config/environment.ts";

Deno.exit(
  await runCommandLine({
    args: Deno.args,
    // The executable may read no others.
    environment: Object.fromEntries(VARIABLES.map((name) => [name, Deno.env.get(name)])),
    io: { out: console.log, err: console.error, ask: (question) => prompt(question) },
    program: Deno.execPath(),
    systemFile: Deno.build.standalone ? SYSTEM_FILE : null,
  }),
);
