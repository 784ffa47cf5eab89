/** The rest of what readers_test.ts measures: minutes, since each page of the board takes its own time. */
import { assertEquals } from "@std/assert";
import { slowReaders } from "./_readers.ts";

for (
  const [side, part] of [["guests", "heads"], ["staff", "heads"], ["staff", "bodies"]] as const
) {
  Deno.test(`${part} that ${side} send take at most 5 ms of processor for each 64 KB, and of twice the bytes at most 2.3 times`, async () => {
    assertEquals(await slowReaders(side, part), []);
  });
}
