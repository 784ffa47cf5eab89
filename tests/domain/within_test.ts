import { assert, assertEquals, assertRejects } from "@std/assert";
import { within } from "../../src/domain/within.ts";

const never = new Promise<void>(() => {});

Deno.test("what is done in time is not waited for any longer", async () => {
  assertEquals(await within(3_600_000, Promise.resolve("done")), true);
});

Deno.test("what is late is waited for no longer than is said", async () => {
  assertEquals(await within(1, never), false);
});

Deno.test("what fails in time is told, and leaves no timer behind", async () => {
  const error = await assertRejects(() => within(3_600_000, Promise.reject(new Error("gone"))));
  assert(error instanceof Error && error.message === "gone");
});
