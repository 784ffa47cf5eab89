import { assert } from "@std/assert";
import { fileURLToPath } from "node:url";

const COPYING = fileURLToPath(new URL("_copying.ts", import.meta.url));

/** Becomes the command that its arguments are, on the first core that it may run on. */
const ON_ONE_CORE = `exec taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" "$@"`;

Deno.test("on a machine of one core tables are held while the database is copied", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { stdout, stderr, success } = await new Deno.Command("sh", {
      args: [
        "-c",
        ON_ONE_CORE,
        "sh",
        Deno.execPath(),
        "run",
        "--no-check",
        "--allow-all",
        COPYING,
        folder,
      ],
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    const held = Number(new TextDecoder().decode(stdout));
    // Where they wait for the copy, some five are, between its writing and its checking.
    assert(held >= 30, `${held} tables were held meanwhile`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
