/** A real Caddy. */
import { join } from "node:path";

/** Starts Caddy with `caddyfile`, and its certificates, in `folder`. Disposing ends it. */
export async function runCaddy(folder: string, caddyfile: string): Promise<AsyncDisposable> {
  const file = join(folder, "Caddyfile");
  await Deno.writeTextFile(file, caddyfile);
  const child = new Deno.Command("caddy", {
    args: ["run", "--config", file, "--adapter", "caddyfile"],
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdout: "null",
    stderr: "null",
  }).spawn();
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}
