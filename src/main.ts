// deno-lint-ignore-file no-console -- commands print to the console
/** The only module that reads the command line and the environment. Exits with the command's code. */
import { dirname } from "node:path";
import { runCommandLine } from "./commands/command_line.ts";
import { SYSTEM_FILE, VARIABLES } from "./config/environment.ts";

if (!Deno.build.standalone) useCallersFolder();
Deno.exit(
  await runCommandLine({
    args: Deno.args,
    // The executable's permissions allow no others.
    environment: Object.fromEntries(VARIABLES.map((name) => [name, Deno.env.get(name)])),
    io: { out: console.log, err: console.error, ask: (question) => prompt(question) },
    program: Deno.execPath(),
    systemFile: Deno.build.standalone ? SYSTEM_FILE : null,
  }),
);

/** `deno task` runs in the project's folder, while paths in arguments are relative to the folder where the command was typed. */
function useCallersFolder(): void {
  const typedIn = Deno.env.get("INIT_CWD");
  if (typedIn !== undefined && Deno.cwd() === dirname(import.meta.dirname!)) Deno.chdir(typedIn);
}
