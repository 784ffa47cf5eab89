/** The executable reads and runs nothing from a TMPDIR that every user may write to. */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { run } from "../support/run.ts";
import { freePort } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { EXECUTABLE } from "./_executable.ts";

const USERS = ["root", "nobody"] as const;

/** Every command that does something, with a database in DATA_DIR. */
const COMMANDS: readonly (readonly string[])[] = [
  ["--version"],
  ["help"],
  ["check"],
  ["doctor"],
  ["export"],
  ["purge", "--phone", "9991234567"],
  ["staff", "rotate-key"],
  ["backup", "copy.db"],
  ["restore", "copy.db"],
  ["print", "unit"],
];

for (const user of USERS) {
  Deno.test(`run by ${user}, no command opens, makes or changes a file in TMPDIR, whatever other users put there`, async () => {
    await using temp = await tempFolder();
    const folder = temp.path;
    await Deno.chmod(folder, 0o755);
    const [tmpdir, data] = [join(folder, "tmp"), join(folder, "data")];
    await Deno.mkdir(tmpdir);
    await Deno.chmod(tmpdir, 0o1777);
    await Deno.mkdir(data);
    await Deno.chmod(data, 0o700);
    await run("chown", user, data);
    const victim = join(folder, "victim");
    await Deno.writeTextFile(victim, "precious");
    await Deno.symlink(victim, join(tmpdir, "deno-compile-sobremesa.cache"));
    const env = { DATA_DIR: data, TMPDIR: tmpdir, STAFF_PORT: "0", PORT: String(freePort()) };
    for (const args of [["serve"], ...COMMANDS]) {
      const touched = await filesTouched(user, args, { folder, cwd: data, env });
      assertEquals(touched.filter((path) => path.startsWith(tmpdir)), [], args.join(" "));
    }
    assertEquals([...Deno.readDirSync(tmpdir)].length, 1);
    assertEquals(await Deno.readTextFile(victim), "precious");
  });
}

interface Place {
  readonly folder: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Every path in the system calls of the executable, run as `user` with `args`. A service is stopped once it serves. */
async function filesTouched(
  user: string,
  args: readonly string[],
  place: Place,
): Promise<string[]> {
  const { folder, cwd, env } = place;
  const trace = join(folder, "trace");
  // The tracer runs as root, the traced program as `user`.
  const child = new Deno.Command("strace", {
    args: [
      "-f",
      "-D",
      "-s",
      "4096",
      "-e",
      "trace=%file",
      "-o",
      trace,
      "-u",
      user,
      EXECUTABLE,
      ...args,
    ],
    cwd,
    clearEnv: true,
    env: { ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const serving = args[0] === "serve";
  const output = await outputOf(child, serving);
  const { code } = await child.status;
  if (code !== 0 && args[0] !== "doctor") throw new Error(`${args.join(" ")}: ${code} ${output}`);
  const text = await Deno.readTextFile(trace);
  await Deno.remove(trace);
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path]) => path!);
}

async function outputOf(child: Deno.ChildProcess, endOnceServing: boolean): Promise<string> {
  let text = "";
  let ended = false;
  const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of stream) {
      text += decoder.decode(part, { stream: true });
      if (!endOnceServing || ended || !text.includes('"staff board"')) continue;
      ended = true;
      child.kill("SIGTERM");
    }
  };
  await Promise.all([read(child.stdout), read(child.stderr)]);
  return text;
}
