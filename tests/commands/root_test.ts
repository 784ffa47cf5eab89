/** Root stays out of folders that belong to other users, whatever lies in them. These need root: only it can give a folder away. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { runProgram } from "../support/service_process.ts";
import { leftDatabase } from "./_database.ts";

const NOBODY = 65_534;
const NOT_ROOT = Deno.uid() !== 0;

/** Every command that opens the database, with arguments that make sense. */
const ON_A_DATABASE = [
  ["serve"],
  ["pause"],
  ["pause", "--until", "20:30"],
  ["resume"],
  ["close", "2030-12-24"],
  ["reopen", "1"],
  ["closures"],
  ["soldout", "panuchos"],
  ["available", "panuchos"],
  ["kitchen", "close"],
  ["kitchen", "default"],
  ["valet", "off"],
  ["purge", "--phone", "9991234567"],
  ["staff", "rotate-key"],
  ["backup", "/nowhere/copy.db"],
  ["restore", "/nowhere/copy.db"],
];

/** The others, run in a folder of root's. */
const OTHERS = [
  ["init"],
  ["check"],
  ["map", "check", "mapa.bin"],
  ["doctor"],
  ["unit"],
  ["caddy"],
  ["openapi"],
  ["--version"],
  ["help"],
];

interface ForeignFolder extends AsyncDisposable {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder of root's. */
  readonly own: string;
}

/** The folder of a service that ran as `uid`. */
async function foreignFolder(uid = NOBODY): Promise<ForeignFolder> {
  const { folder, env } = await leftDatabase();
  await run("chmod", "0755", folder);
  await run("chown", "-R", String(uid), env.DATA_DIR);
  const own = await Deno.makeTempDir();
  return {
    dataDir: env.DATA_DIR,
    env: { ...env, PORT: "0", STAFF_PORT: "0" },
    own,
    async [Symbol.asyncDispose]() {
      await Deno.remove(folder, { recursive: true });
      await Deno.remove(own, { recursive: true });
    },
  };
}

for (const args of ON_A_DATABASE) {
  Deno.test({
    name: `root's ${
      args.join(" ")
    } changes nothing in another user's folder, and names the command for that user`,
    ignore: NOT_ROOT,
    async fn() {
      await using foreign = await foreignFolder();
      const before = await listing(foreign.dataDir);
      const { code, stdout, stderr } = await runProgram({ args, env: foreign.env });
      assertEquals([code, stdout], [1, ""]);
      assertEquals(
        stderr,
        `sobremesa: ${foreign.dataDir} belongs to nobody: root reads and writes nothing there\n` +
          `run it as that user: sudo -u nobody sobremesa ${args[0]} ...\n`,
      );
      assertEquals(await listing(foreign.dataDir), before);
    },
  });
}

for (const args of OTHERS) {
  Deno.test({
    name: `root's ${args.join(" ")} changes nothing in another user's folder`,
    ignore: NOT_ROOT,
    async fn() {
      await using foreign = await foreignFolder();
      const before = await listing(foreign.dataDir);
      await runProgram({ args, env: foreign.env, cwd: foreign.own });
      assertEquals(await listing(foreign.dataDir), before);
    },
  });
}

Deno.test({
  name: "the doctor, run by root, says first that the folder is another user's",
  ignore: NOT_ROOT,
  async fn() {
    await using foreign = await foreignFolder();
    const { code, stdout } = await runProgram({ args: ["doctor"], env: foreign.env });
    const [first = "", second = ""] = stdout.split("\n");
    assertEquals(code, 1);
    assertEquals(
      first,
      `fail  user: ${foreign.dataDir} belongs to nobody: root reads and writes nothing there`,
    );
    assertStringIncludes(second, "sudo -u nobody sobremesa doctor ...");
    assert(!/^.{6}(database|backups|disk):/m.test(stdout), stdout);
  },
});

Deno.test({
  name: "root's restore follows no link that the service's user has planted",
  ignore: NOT_ROOT,
  async fn() {
    await using foreign = await foreignFolder();
    const victim = join(foreign.own, "victim");
    const copy = join(foreign.own, "copy.db");
    await Deno.writeTextFile(victim, "precious");
    await Deno.copyFile(join(foreign.dataDir, "sobremesa.db"), copy);
    await Deno.symlink(victim, join(foreign.dataDir, "sobremesa.db.restoring"));
    await runProgram({ args: ["restore", copy], env: foreign.env });
    assertEquals(await Deno.readTextFile(victim), "precious");
    assertEquals((await Deno.stat(victim)).uid, 0);
  },
});

Deno.test({
  name: "a user without a name is named to sudo by number",
  ignore: NOT_ROOT,
  async fn() {
    await using foreign = await foreignFolder(54_321);
    const { stderr } = await runProgram({ args: ["resume"], env: foreign.env });
    assertStringIncludes(stderr, "sudo -u '#54321' sobremesa resume ...\n");
  },
});

Deno.test({
  name: "root makes no data folder in another user's folder, nor through another user's link",
  ignore: NOT_ROOT,
  async fn() {
    await using foreign = await foreignFolder();
    const link = join(foreign.dataDir, "link");
    await Deno.symlink(foreign.own, link);
    await run("chown", "-h", String(NOBODY), link);
    const elsewhere = {
      below: { DATA_DIR: join(foreign.dataDir, "new", "data") },
      link: { DATA_DIR: link },
      database: { DATA_DIR: foreign.own, DATABASE_URL: `file:${foreign.dataDir}/sobremesa.db` },
    };
    const folders = () => Promise.all([listing(foreign.dataDir), listing(foreign.own)]);
    for (const [name, env] of Object.entries(elsewhere)) {
      const before = await folders();
      const options = { args: ["serve"], env: { ...foreign.env, ...env } };
      const { code, stderr } = await runProgram(options);
      assertEquals(code, 1, name);
      assertStringIncludes(stderr, "belongs to nobody: root reads and writes nothing there", name);
      assertEquals(await folders(), before, name);
    }
  },
});

Deno.test({
  name: "root's backup writes no copy into another user's folder",
  ignore: NOT_ROOT,
  async fn() {
    await using foreign = await foreignFolder();
    await using own = await leftDatabase();
    const before = await listing(foreign.dataDir);
    const args = ["backup", join(foreign.dataDir, "copy.db")];
    const { code, stderr } = await runProgram({ args, env: own.env });
    assertEquals(code, 1);
    assertStringIncludes(stderr, "belongs to nobody: root writes nothing there");
    assertEquals(await listing(foreign.dataDir), before);
  },
});

/** All that is in `folder` and the folder itself: names, sizes, modes, owners, times of change. */
async function listing(folder: string): Promise<string[]> {
  const format = "%P %y %s %m %U %G %T@ %C@ %l\\n";
  const text = await run("find", folder, "-printf", format);
  return text.split("\n").filter((line) => line.trim() !== "").sort();
}

async function run(program: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
