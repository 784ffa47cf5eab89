import { assert } from "@std/assert";
import { databases } from "../support/databases.ts";

Deno.test("a disk without room for another byte refuses the start and says so", async () => {
  await using database = await databases[0]!.open();
  const { stderr } = await new Deno.Command("sh", {
    args: [
      "-c",
      `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`,
      Deno.execPath(),
      "run",
      "--allow-all",
      "--no-check",
      "--no-code-cache",
      new URL("_reserving.ts", import.meta.url).pathname,
      database.url,
      database.dataDir,
    ],
    stdin: "null",
  }).output();
  assert(
    new TextDecoder().decode(stderr).includes("Check that its disk has room"),
    new TextDecoder().decode(stderr),
  );
});
