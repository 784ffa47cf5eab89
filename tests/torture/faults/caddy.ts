/** Caddy in front of the executable, with the guide's time-outs, as `sobremesa print caddy` configures it. */
import { assertEquals } from "@std/assert";
import { statusOf } from "../../service/_guests.ts";
import { runCaddy } from "../../support/caddy.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort, runProgram } from "../../support/service_process.ts";

/** TRUSTED_PROXIES of the service, so that it trusts Caddy's forwarding headers. */
export const TRUSTED_PROXIES = "127.0.0.1,::1";

export interface Caddy extends AsyncDisposable {
  /** The address for guests. */
  readonly url: string;
  readonly port: number;
}

/** Starts Caddy. @param service the address of the listener for guests */
export async function startCaddy(service: string, folder: string): Promise<Caddy> {
  const [port, staffPort] = [freePort(), freePort()];
  const url = `http://127.0.0.1:${port}`;
  const printed = await runProgram({
    args: ["print", "caddy"],
    env: {
      BASE_URL: url,
      STAFF_BASE_URL: `http://127.0.0.1:${staffPort}`,
      PORT: new URL(service).port,
      STAFF_PORT: String(staffPort + 1),
    },
  });
  assertEquals([printed.code, printed.stderr], [0, ""]);
  const guide = await Deno.readTextFile(new URL("../../../docs/settings.md", import.meta.url));
  const [, timeouts = ""] = /```text\n(.*?) *```/s.exec(guide) ?? [];
  // Its admin endpoint would listen on a port that may be in use, and browsers speak HTTP/2 to it.
  const options = timeouts.replace("{\n", "{\n\tadmin off\n")
    .replace("servers {\n", "servers {\n\t\tprotocols h1 h2c\n");
  const config = `${options}\n${printed.stdout}`;
  const caddy = await runCaddy(folder, config);
  await eventually(() => answers(`${url}/healthz`));
  return { ...caddy, url, port };
}

async function answers(url: string): Promise<boolean> {
  return await statusOf(url).catch(() => null) === 200;
}
