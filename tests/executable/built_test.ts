/** The executable's version and the contents of its file. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Buffer } from "node:buffer";
import { runProgram, startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { VARIABLES } from "../../src/config/environment.ts";
import project from "../../deno.json" with { type: "json" };
import { EXECUTABLE } from "./_executable.ts";

const bytes = Buffer.from(await Deno.readFile(EXECUTABLE));

Deno.test("--version prints the version, the commit it was built from, and its Deno", async () => {
  const { stdout } = await new Deno.Command(EXECUTABLE, { args: ["--version"] }).output();
  const text = new TextDecoder().decode(stdout);
  const [, version, commit] =
    /^sobremesa (\S+) \(([0-9a-f]{12})(?: with changes)?\), Deno \d+\.\d+\.\d+\n$/.exec(text) ?? [];
  assertEquals(version, project.version, text);
  const { success } = await new Deno.Command("git", {
    args: ["cat-file", "-e", `${commit}^{commit}`],
    cwd: new URL("../../", import.meta.url),
  }).output();
  assert(success, `${commit} is not a commit of this project`);
});

Deno.test("its permissions are to read, write, connect, see its own variables, host name, user and disk space, and no more", () => {
  const { prompt, ...permissions } = metadataOf(bytes).permissions;
  assertEquals(prompt, false);
  assertEquals(permissions.deny_import, []);
  const allowed = Object.entries(permissions).filter(([kind, scope]) =>
    kind.startsWith("allow_") && kind !== "allow_import" && scope !== null
  );
  assertEquals(Object.fromEntries(allowed), {
    allow_read: [],
    allow_write: [],
    allow_net: [],
    allow_env: [...VARIABLES],
    allow_sys: ["hostname", "statfs", "uid"],
  });
});

Deno.test("it contains no native add-on and caches no code in TMPDIR, where another user could have put some", () => {
  const text = bytes.toString("latin1");
  assertEquals(text.match(/"n":"[^"]*\.node"/g), null);
  assertEquals(metadataOf(bytes).code_cache_key, null);
});

Deno.test("the doctor of another version names the one that runs and the one that is installed", async () => {
  await using service = await startServiceProcess();
  const root = new URL("../../", import.meta.url);
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "src/main.ts", "doctor"],
    cwd: root,
    env: { DATA_DIR: service.dataDir, PORT: new URL(service.url).port },
  }).output();
  const [, running, installed, remedy] =
    /^aviso servicio: corre (.+), y está instalada (.+)\n +(.+)$/m.exec(
      new TextDecoder().decode(stdout),
    ) ?? [];
  assertMatch(running ?? "", /^\S+ \([0-9a-f]{12}.*\)$/);
  assertEquals(installed, `${project.version} (from its sources)`);
  assertEquals(remedy, "`sudo systemctl restart sobremesa`");
});

interface Metadata {
  readonly permissions: Readonly<Record<string, readonly string[] | boolean | null>>;
  /** The key of the code cache in TMPDIR; null if no code is cached. */
  readonly code_cache_key: number | null;
}

/**
 * The metadata that `deno compile` writes behind its mark: eight bytes of length, then JSON. An empty list allows
 * everything.
 */
function metadataOf(executable: Buffer): Metadata {
  const start = executable.indexOf('{"argv":[]');
  assertEquals(executable.toString("latin1", start - 16, start - 8), "d3n0l4nd");
  const length = Number(executable.readBigUInt64LE(start - 8));
  return JSON.parse(executable.toString("utf8", start, start + length));
}

Deno.test("files of others in TMPDIR or above the working folder do not keep it from running", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(`${folder.path}/package.json`, "{ not JSON");
  const cwd = `${folder.path}/below`;
  await Deno.mkdir(cwd);
  const env = { TMPDIR: folder.path, DATA_DIR: `${cwd}/data` };
  for (const args of [["--version"], ["backup", `${folder.path}/copy.db`]]) {
    const { code, stderr } = await runProgram({ args, env, cwd });
    assert(!stderr.includes("package.json"), stderr);
    assertEquals(code, args[0] === "backup" ? 1 : 0);
  }
});
