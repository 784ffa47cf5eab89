import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { testInFolder } from "../support/temp_folder.ts";
import { run } from "./_run.ts";

/** What the unit has, by why it has it. */
const UNIT: Readonly<Record<string, readonly RegExp[]>> = {
  "it runs the program that prints it, as a system user of the service's own": [
    /^ExecStart=\/usr\/local\/bin\/sobremesa serve$/m,
    /^User=sobremesa\nGroup=sobremesa$/m,
    /^StateDirectory=sobremesa$/m,
    /^EnvironmentFile=-\/etc\/sobremesa\.env$/m,
  ],
  "a reload checks the map before it signals the service": [
    /^ExecReload=\/usr\/local\/bin\/sobremesa check\nExecReload=\/bin\/kill -HUP \$MAINPID$/m,
  ],
  "it starts again what has ended, with files enough, and may write to its folders alone": [
    /^Restart=always$/m,
    /^LimitNOFILE=65536$/m,
    /^ProtectSystem=strict$/m,
    /^NoNewPrivileges=yes$/m,
  ],
};

Deno.test("the unit has what the service needs, and does not forbid V8 to write its code", async () => {
  const io = await run(["print", "unit"]);
  const text = io.written.join("\n");
  for (const [why, forms] of Object.entries(UNIT)) {
    for (const form of forms) assertMatch(text, form, why);
  }
  assertEquals(text.match(/^ExecReload=/gm)!.length, 2);
  assert(!/^MemoryDenyWriteExecute=|DynamicUser/m.test(text));
});

/** The folders that the unit may write to, by settings. */
const WRITABLE: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [{}, "-/var/lib/sobremesa -/var/lib/sobremesa"],
  [{ DATA_DIR: "/srv/mesa" }, "-/srv/mesa -/srv/mesa"],
  [{ DATABASE_URL: "file:/srv/base/x.db" }, "-/var/lib/sobremesa -/srv/base"],
  [{ DATABASE_URL: "libsql://base.example" }, "-/var/lib/sobremesa -/var/lib/sobremesa"],
];

Deno.test("the unit lets the service write to the folders that its settings name", async () => {
  for (const [settings, folders] of WRITABLE) {
    const { written } = await run(["print", "unit"], {
      DATA_DIR: "/var/lib/sobremesa",
      ...settings,
    });
    const named = written.join("\n").match(/^ReadWritePaths=.*$/m)?.[0];
    assertEquals(named, `ReadWritePaths=${folders}`);
  }
  const odd = await run(["print", "unit"], { DATA_DIR: "/srv/mi casa" }, 1);
  assertMatch(odd.complained.join(), /\/srv\/mi casa: una unidad no puede nombrar esa ruta/);
});

Deno.test("without addresses there is nothing for a proxy, and the message names the variables", async () => {
  for (const proxy of ["caddy", "nginx"]) {
    const io = await run(["print", proxy], { BASE_URL: "https://mesa.example" }, 1);
    assertMatch(io.complained.join(), /STAFF_BASE_URL/);
  }
  for (const what of ["another", "constructor"]) await run(["print", what], {}, 2);
});

/**
 * What root types, and what the service's user runs; `<` names what is its standard input. That user can read
 * `open.json` alone.
 */
const TYPED_BY_ROOT: Readonly<Record<string, string>> = {
  "check casa.json": "check - < casa.json",
  "--env /srv/s.env check casa.json": "--env /srv/s.env check - < casa.json",
  "check --env=/srv/s.env casa.json": "check --env=/srv/s.env - < casa.json",
  "import --yes casa.json": "import --yes - < casa.json",
  "map import --around 1,2,3 casa.json --partial":
    "map import --around 1,2,3 - --partial < casa.json",
  "map import open.json": "map import open.json < null",
  "map import -": "map import - < null",
  "check import": "check - < import",
  "restore none.db": "restore none.db < null",
  "restore casa.json": "restore - < casa.json",
  "purge --phone casa.json": "purge --phone casa.json < null",
  "--env /srv/s.env backup copy.db": "--env /srv/s.env backup - < null",
  "backup": "backup < null",
};

/** What stands for the system's programs, and is told what the service's user does. */
async function asRoot(folder: string, does: string) {
  const env = { PATH: `${folder}:/usr/bin:/bin`, TMPDIR: folder };
  const put = (name: string, text: string) =>
    Deno.writeTextFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  await put("id", "echo 0");
  await put("chown", ":");
  await put(
    "setpriv",
    `shift 4\n[ "$1" != test ] || { [ "$3" = open.json ]; exit; }\nshift\n${does}`,
  );
  await put("wrapper", (await run(["print", "wrapper"])).written.join("\n"));
  return async (...args: string[]) => {
    const command = new Deno.Command("setsid", { args, cwd: folder, env });
    const { code, stdout } = await command.output();
    return { code, said: new TextDecoder().decode(stdout) };
  };
}

testInFolder("root's wrapper hands over root's FILE, wherever options stand", async (folder) => {
  const typed = await asRoot(folder, 'echo "$* < $(basename $(readlink /proc/self/fd/0))"');
  for (const name of ["casa.json", "open.json", "import"]) {
    await Deno.writeTextFile(join(folder, name), "");
  }
  for (const [line, runs] of Object.entries(TYPED_BY_ROOT)) {
    const { said } = await typed("sh", "wrapper", ...line.split(" "));
    const copy = await Deno.readTextFile(join(folder, "copy.db")).catch(() => "");
    assertEquals(said + copy, `${runs}\n`, line);
    await Deno.remove(join(folder, "copy.db")).catch(() => {});
  }
});

testInFolder(
  "root's wrapper hands over a database with its log, and leaves neither behind",
  async (folder) => {
    const typed = await asRoot(folder, 'cat "$2" "$2-wal"; exit 3');
    await Deno.mkdir(join(folder, "saved"));
    await Deno.writeTextFile(join(folder, "saved/old.db"), "main and ");
    await Deno.writeTextFile(join(folder, "saved/old.db-wal"), "log");
    await Deno.symlink("saved/old.db", join(folder, "link.db"));
    const before = namesIn(folder);
    for (const file of ["saved/old.db", "link.db"]) {
      assertEquals(await typed("sh", "wrapper", "restore", file), {
        code: 3,
        said: "main and log",
      });
    }
    assertEquals(namesIn(folder), before);
  },
);

testInFolder("root's wrapper leaves no cut copy where a backup is interrupted", async (folder) => {
  for (const signal of ["INT", "TERM"]) {
    // As a terminal does, to every process of the line.
    const typed = await asRoot(folder, `echo half; kill -${signal} 0; sleep 1`);
    const before = namesIn(folder);
    const { code } = await typed("sh", "wrapper", "backup", "copy.db");
    assertEquals([code, namesIn(folder)], [130, before]);
  }
});

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}
