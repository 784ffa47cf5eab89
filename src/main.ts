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

/** Asks at the terminal itself, because standard input may be a file that a command reads. */
function askAtTerminal(question: string): string | null {
  let terminal;
  try {
    terminal = Deno.openSync("/dev/tty", { read: true, write: true });
  } catch {
    return null;
  }
  using _ = terminal;
  terminal.writeSync(new TextEncoder().encode(`${question} `));
  // The terminal gives whole lines. Bytes that are not UTF-8 become U+FFFD, which no answer has.
  const line = new Uint8Array(4096);
  const length = terminal.readSync(line);
  return length === null ? null : new TextDecoder().decode(line.subarray(0, length)).trimEnd();
}
