import { assert, assertEquals } from "@std/assert";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { type Edit, editedSample } from "../restaurant/edited_sample.ts";
import { measuredRun } from "../support/process_memory.ts";
import { recordingIo, run } from "./_run.ts";

async function withFile(
  edits: readonly Edit[],
  use: (path: string) => Promise<void>,
): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, editedSample(...edits));
    await use(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("check sums up a good file, so that its owner sees it was understood", async () => {
  await withFile([["secciones[0].platillos[0].agotado", true]], async (path) => {
    const io = recordingIo();
    assertEquals(await run(["check", path], {}, io), 0);
    assertEquals(io.complained, []);
    assertEquals(io.written, [
      `${path}: good`,
      "  Sobremesa de la 58, +529990000000, America/Merida",
      "  62 dishes in 7 sections (1 sold out), 11 additions",
      "  Monday: closed",
      "  Tuesday: 13:00-23:00 (kitchen until 22:00)",
      "  Wednesday: 13:00-23:00 (kitchen until 22:00)",
      "  Thursday: 13:00-23:00 (kitchen until 22:00)",
      "  Friday: 13:00-17:30 (kitchen until 16:30), 19:00-01:30 (kitchen until 00:30)",
      "  Saturday: 13:00-17:30 (kitchen until 16:30), 19:00-01:30 (kitchen until 00:30)",
      "  Sunday: 12:00-19:00 (kitchen until 18:30)",
    ]);
  });
});

Deno.test("check tells every problem of a bad file, one a line", async () => {
  await withFile([["valet", 1], ["nombe", "x"]], async (path) => {
    const io = recordingIo();
    assertEquals(await run(["check", path], {}, io), 1);
    assertEquals(io.written, []);
    assertEquals(io.complained, [
      `${path}: 2 problems`,
      '  nombe: unknown field; did you mean "nombre"?',
      "  valet: expected true or false, got 1",
    ]);
  });
});

Deno.test("check of a file that is not there names it", async () => {
  const io = recordingIo();
  assertEquals(await run(["check", "/nowhere/007"], {}, io), 1);
  assertEquals(io.complained, [
    "/nowhere/007: 1 problem",
    '  there is no such file: correct the path, or make a file with "sobremesa init"',
  ]);
});

Deno.test("check takes a name of digits for a name", async () => {
  const io = recordingIo();
  assertEquals(await run(["check", "007"], {}, io), 1);
  assertEquals(io.complained[0], "007: 1 problem");
});

Deno.test("check without a file checks the one that the service would serve", async () => {
  const sample = recordingIo();
  assertEquals(await run(["check"], {}, sample), 0);
  assertEquals(sample.written[0], "the sample restaurant (RESTAURANT_FILE is not set): good");
  const own = recordingIo();
  const environment = { RESTAURANT_FILE: "/nowhere.json", BASE_URL: "https://mesa.example" };
  assertEquals(await run(["check"], environment, own), 1);
  assertEquals(own.complained[0], "/nowhere.json: 1 problem");
});

Deno.test("a file of 9 MB is refused for its size, without taking memory for what is in it", async () => {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  await Deno.writeTextFile(path, `{"secciones":[${Array(3_000_000).fill("{}").join(",")}]}`);
  const { code, stderr, peakMb } = await measuredRun(["check", path]);
  await Deno.remove(path);
  assertEquals(code, 1);
  assertEquals(
    stderr,
    `${path}: 1 problem\n  the file is larger than 1 MB: no menu takes that much, so this is probably another file\n`,
  );
  assert(peakMb < 300, `${peakMb} MB`);
});

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
    assertEquals(await run(["init", "--dir", `${dir}/nuevo/`], {}, io), 0);
    assertEquals(await namesIn(`${dir}/nuevo`), ["restaurante.json", "restaurante.schema.json"]);
    const file = `${dir}/nuevo/restaurante.json`;
    const { $schema } = JSON.parse(await Deno.readTextFile(file));
    assertEquals($schema, "./restaurante.schema.json");
    assertEquals(await run(["check", file], {}, recordingIo()), 0);
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
      assertEquals(await run(["init", "--dir", dir], {}, io), 1);
      assertEquals(io.complained, [
        `sobremesa: ${dir}/${name} exists already and stays as it is: move it away, or choose another folder with --dir DIR`,
      ]);
      assertEquals(await namesIn(dir), [name]);
      assertEquals(await Deno.readTextFile(`${dir}/${name}`), "mine");
    });
  });
}

Deno.test("init does not write through a link that leads nowhere", async () => {
  await inTempDir(async (dir) => {
    await Deno.symlink(`${dir}/elsewhere.json`, `${dir}/restaurante.json`);
    assertEquals(await run(["init", "--dir", dir], {}, recordingIo()), 1);
    assertEquals(await namesIn(dir), ["restaurante.json"]);
  });
});

Deno.test("init says so where it cannot write", async () => {
  await inTempDir(async (dir) => {
    await Deno.writeTextFile(`${dir}/file`, "");
    const io = recordingIo();
    assertEquals(await run(["init", "--dir", `${dir}/file`], {}, io), 1);
    assert(
      io.complained[0]!.startsWith("sobremesa: the files cannot be written: "),
      io.complained[0],
    );
  });
});
