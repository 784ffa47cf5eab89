/** The executable reads and runs nothing from a TMPDIR that every user may write to. */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { run } from "../support/run.ts";
import { runProgram, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import "./_executable.ts";

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
    const env = { DATA_DIR: data, TMPDIR: tmpdir };
    for (const args of [["serve"], ...COMMANDS]) {
      const touched = await filesTouched(user, args, data, env);
      assertEquals(touched.filter((path) => path.startsWith(tmpdir)), [], args.join(" "));
    }
    assertEquals([...Deno.readDirSync(tmpdir)].length, 1);
    assertEquals(await Deno.readTextFile(victim), "precious");
  });
}

/** Every path in the system calls of the executable, run as `user` with `args`. A service is stopped once it serves. */
async function filesTouched(
  user: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  await using folder = await tempFolder();
  const trace = join(folder.path, "trace");
  // The tracer runs as root, the traced program as `user`.
  const under = ["strace", "-f", "-D", "-s", "4096", "-e", "trace=%file", "-o", trace, "-u", user];
  if (args[0] === "serve") {
    const service = await startServiceProcess({ env, cwd, under });
    assertEquals((await service.stop()).code, 0);
  } else {
    const { code, stderr } = await runProgram({ args, env, cwd, under });
    if (args[0] !== "doctor") assertEquals(code, 0, `${args.join(" ")}: ${stderr}`);
  }
  const text = await Deno.readTextFile(trace);
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path]) => path!);
}
