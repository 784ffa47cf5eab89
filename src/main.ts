// deno-lint-ignore-file no-console -- commands print to the console
/** The only module that reads the command line and the environment. Exits with the command's code. */
import { runCommandLine } from "./commands/command_line.ts";
import { SYSTEM_FILE, VARIABLES } from "./config/environment.ts";

Deno.exit(
  await runCommandLine({
    args: Deno.args,
    // The executable may read no others.
    environment: Object.fromEntries(VARIABLES.map((name) => [name, Deno.env.get(name)])),
    io: { out: console.log, err: console.error, ask: askAtTerminal },
    program: Deno.execPath(),
    systemFile: Deno.build.standalone ? SYSTEM_FILE : null,
  }),
);

/** Reads a whole line. Bytes that are not UTF-8 become U+FFFD, which no answer has. */
function askAtTerminal(question: string): string | null {
  if (!Deno.stdin.isTerminal()) return null;
  Deno.stdout.writeSync(new TextEncoder().encode(`${question} `));
  const line = new Uint8Array(4096);
  const length = Deno.stdin.readSync(line);
  return length === null ? null : new TextDecoder().decode(line.subarray(0, length)).trimEnd();
}
