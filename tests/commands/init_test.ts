import { assert, assertEquals } from "@std/assert";
import { check } from "../../src/commands/check.ts";
import { init } from "../../src/commands/init.ts";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { recordingIo } from "./recording_io.ts";

async function inTempDir(use: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await use(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function namesIn(dir: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(dir));
  return entries.map((entry) => entry.name).sort();
}

Deno.test("init writes a file that check finds good, beside the schema it points to", async () => {
  await inTempDir(async (dir) => {
    const io = recordingIo();
    assertEquals(await init(["--dir", `${dir}/nuevo/`], io), 0);
    assertEquals(await namesIn(`${dir}/nuevo`), ["restaurante.json", "restaurante.schema.json"]);
    const file = `${dir}/nuevo/restaurante.json`;
    const { $schema } = JSON.parse(await Deno.readTextFile(file));
    assertEquals($schema, "./restaurante.schema.json");
    assertEquals(await check([file], {}, recordingIo()), 0);
    const schema = JSON.parse(await Deno.readTextFile(`${dir}/nuevo/restaurante.schema.json`));
    assertEquals(schema.$schema, "http://json-schema.org/draft-07/schema#");
    assertEquals(await Deno.readTextFile(file), SAMPLE_FILE_TEXT);
    assert(io.written.some((line) => line.endsWith(`sobremesa check ${file}`)), "no next step");
    assertEquals(io.complained, []);
  });
});

for (const name of ["restaurante.json", "restaurante.schema.json"]) {
  Deno.test(`init leaves an existing ${name} as it is and writes nothing`, async () => {
    await inTempDir(async (dir) => {
      await Deno.writeTextFile(`${dir}/${name}`, "mine");
      const io = recordingIo();
      assertEquals(await init(["--dir", dir], io), 1);
      assertEquals(io.complained, [
        `${dir}/${name} exists already and stays as it is: move it away, or choose another folder with --dir DIR`,
      ]);
      assertEquals(await namesIn(dir), [name]);
      assertEquals(await Deno.readTextFile(`${dir}/${name}`), "mine");
    });
  });
}

Deno.test("init does not write through a link that leads nowhere", async () => {
  await inTempDir(async (dir) => {
    await Deno.symlink(`${dir}/elsewhere.json`, `${dir}/restaurante.json`);
    assertEquals(await init(["--dir", dir], recordingIo()), 1);
    assertEquals(await namesIn(dir), ["restaurante.json"]);
  });
});

Deno.test("init says so where it cannot write", async () => {
  await inTempDir(async (dir) => {
    await Deno.writeTextFile(`${dir}/file`, "");
    const io = recordingIo();
    assertEquals(await init(["--dir", `${dir}/file`], io), 1);
    assert(io.complained[0]!.startsWith("the files cannot be written: "), io.complained[0]);
  });
});

for (const args of [["--foo"], ["here"], ["--dir"], ["--dir="]]) {
  Deno.test(`init ${args.join(" ")} explains its usage and writes nothing`, async () => {
    const io = recordingIo();
    assertEquals(await init(args, io), 2);
    assertEquals([io.written, io.complained], [[], ["usage: sobremesa init [--dir DIR]"]]);
  });
}
