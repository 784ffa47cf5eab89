import {
  assertEquals,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { RestaurantFileError } from "../../src/restaurant/error.ts";
import { sampleRestaurant } from "../../src/restaurant/sample.ts";
import { restaurantSource } from "../../src/restaurant/source.ts";
import { editedSample } from "./edited_sample.ts";

async function withFile(text: string, use: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, text);
    await use(path);
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}

Deno.test("without a file the sample is served, and stays on reload", async () => {
  const source = await restaurantSource({ path: null });
  assertStrictEquals(source.current(), sampleRestaurant());
  assertEquals(await source.reload(), { ok: true });
  assertStrictEquals(source.current(), sampleRestaurant());
});

Deno.test("a copy of the sample's file is not the sample", async () => {
  await withFile(editedSample(), async (path) => {
    assertEquals((await restaurantSource({ path })).current().sample, false);
  });
});

Deno.test("a bad file at the start is refused", async () => {
  await withFile("{", async (path) => {
    await assertRejects(() => restaurantSource({ path }), RestaurantFileError, path);
  });
});

Deno.test("a reload brings the file's new content as a new object", async () => {
  await withFile(editedSample(["nombre", "Antes"]), async (path) => {
    const source = await restaurantSource({ path });
    const before = source.current();
    assertStrictEquals(source.current(), before);
    await Deno.writeTextFile(path, editedSample(["nombre", "Después"]));
    assertEquals(source.current().name, "Antes");
    assertEquals(await source.reload(), { ok: true });
    assertNotStrictEquals(source.current(), before);
    assertEquals([before.name, source.current().name], ["Antes", "Después"]);
  });
});

Deno.test("a bad file is refused on reload with its problems, the old restaurant stays, and a mended one is taken", async () => {
  await withFile(editedSample(), async (path) => {
    const source = await restaurantSource({ path });
    const before = source.current();
    await Deno.writeTextFile(path, editedSample(["valet", 1], ["moneda", "USD"]));
    assertEquals(await source.reload(), {
      ok: false,
      problems: ['moneda: expected "MXN", got "USD"', "valet: expected true or false, got 1"],
    });
    assertStrictEquals(source.current(), before);
    await Deno.remove(path);
    assertEquals((await source.reload()).ok, false);
    assertStrictEquals(source.current(), before);
    await Deno.writeTextFile(path, editedSample(["nombre", "Otra vez"]));
    assertEquals(await source.reload(), { ok: true });
    assertEquals(source.current().name, "Otra vez");
  });
});

Deno.test("an older reload that is slow to read does not win over a newer one", async () => {
  await withFile(editedSample(), async (path) => {
    const source = await restaurantSource({ path });
    await Deno.remove(path);
    await new Deno.Command("mkfifo", { args: [path] }).output();
    const older = source.reload();
    // Opens as soon as the reload does: from here on it reads from the pipe, whatever stands at the path.
    const pipe = await Deno.open(path, { write: true });
    await Deno.remove(path);
    await Deno.writeTextFile(path, editedSample(["nombre", "La nueva"]));
    const newer = source.reload();
    for (let i = 0; i < 20; i++) await Deno.readTextFile(path);
    const old = new Blob([editedSample(["nombre", "La vieja"])]);
    await old.stream().pipeTo(pipe.writable);
    assertEquals([await older, await newer], [{ ok: true }, { ok: true }]);
    assertEquals(source.current().name, "La nueva");
  });
});
