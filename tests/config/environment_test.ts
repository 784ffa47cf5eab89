import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { ConfigError } from "../../src/config/config.ts";
import { withEnvFile } from "../../src/config/environment.ts";

async function withFile(
  content: string | Uint8Array<ArrayBuffer>,
  run: (path: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "casa.env");
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await Deno.writeFile(path, bytes);
  try {
    await run(path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("without --env the environment is the process's own", async () => {
  const environment = { PORT: "8000" };
  assertEquals(await withEnvFile(["pause", "--until", "20:30"], environment), {
    args: ["pause", "--until", "20:30"],
    environment,
  });
});

Deno.test("the file's values win over the shell's, and the rest of the shell's stay", async () => {
  await withFile("DATA_DIR=/srv/mesa\nBASE_URL=\n", async (path) => {
    const shell = { DATA_DIR: "/tmp", BASE_URL: "http://x", PORT: "9000" };
    const { environment } = await withEnvFile(["serve", "--env", path], shell);
    assertEquals(environment, { DATA_DIR: "/srv/mesa", BASE_URL: "", PORT: "9000" });
  });
});

Deno.test("--env may stand before the command, after it, or among its arguments", async () => {
  await withFile("\ufeffA=1", async (path) => {
    for (
      const args of [
        ["--env", path, "soldout", "kibis", "--hold"],
        ["soldout", `--env=${path}`, "kibis", "--hold"],
        ["soldout", "kibis", "--hold", "--env", path],
      ]
    ) {
      assertEquals(await withEnvFile(args, {}), {
        args: ["soldout", "kibis", "--hold"],
        environment: { A: "1" },
      });
    }
  });
});

Deno.test("a file that cannot be read is told by its path, and so is one that is no text", async () => {
  const refused = async (...args: string[]) =>
    (await assertRejects(() => withEnvFile(args, {}), ConfigError)).message;
  assertEquals(
    (await refused("--env", "/nowhere/casa.env")).startsWith(
      "--env /nowhere/casa.env: cannot be read: No such file",
    ),
    true,
  );
  await withFile(new Uint8Array([65, 61, 0xff]), async (path) => {
    assertEquals(await refused("--env", path), `--env ${path}: cannot be read: it is not UTF-8`);
  });
  await withFile("PORT 8000", async (path) => {
    assertEquals(await refused("--env", path), `${path}, line 1: expected NAME=value`);
  });
});

Deno.test("--env takes one file", async () => {
  for (const args of [["--env"], ["--env="], ["--env", "a", "--env", "b"]]) {
    const error = await assertRejects(() => withEnvFile(args, {}), ConfigError);
    assertEquals(error.message, "--env: expected one file of variables, as in --env sobremesa.env");
  }
});
