import { assert, assertEquals } from "@std/assert";
import { check } from "../../src/commands/check.ts";
import { type Edit, editedSample } from "../restaurant/edited_sample.ts";
import { measuredRun } from "../support/process_memory.ts";
import { recordingIo } from "./recording_io.ts";

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
    assertEquals(await check([path], {}, io), 0);
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
    assertEquals(await check([path], {}, io), 1);
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
  assertEquals(await check(["/nowhere/007"], {}, io), 1);
  assertEquals(io.complained, [
    "/nowhere/007: 1 problem",
    '  there is no such file: correct the path, or make a file with "sobremesa init"',
  ]);
});

Deno.test("check takes a name of digits for a name", async () => {
  const io = recordingIo();
  assertEquals(await check(["007"], {}, io), 1);
  assertEquals(io.complained[0], "007: 1 problem");
});

for (const args of [["a", "b"], ["--fix", "a"]]) {
  Deno.test(`check [${args.join(" ")}] explains its usage`, async () => {
    const io = recordingIo();
    assertEquals(await check(args, {}, io), 2);
    assertEquals([io.written, io.complained], [[], ["usage: sobremesa check [FILE]"]]);
  });
}

Deno.test("check without a file checks the one that the service would serve", async () => {
  const sample = recordingIo();
  assertEquals(await check([], {}, sample), 0);
  assertEquals(sample.written[0], "the sample restaurant: good (RESTAURANT_FILE is not set)");
  const own = recordingIo();
  const environment = { RESTAURANT_FILE: "/nowhere.json", BASE_URL: "https://mesa.example" };
  assertEquals(await check([], environment, own), 1);
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
