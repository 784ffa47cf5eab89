import { assert } from "@std/assert";
import { fileURLToPath } from "node:url";

const COPYING = fileURLToPath(new URL("_copying.ts", import.meta.url));

Deno.test("on a machine of one core tables are held while the database is copied", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { stdout, stderr, success } = await new Deno.Command("taskset", {
      args: [
        "-c",
        await firstCore(),
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

/** The first core that this process may run on. */
async function firstCore(): Promise<string> {
  const status = await Deno.readTextFile("/proc/self/status");
  const [, core] = /^Cpus_allowed_list:\s+(\d+)/m.exec(status)!;
  return core!;
}
