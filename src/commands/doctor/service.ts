import type { Config } from "../../config/config.ts";
import { staffKeyWarning } from "../../domain/staff_key.ts";
import { urlHost } from "../../service/listeners.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const ANSWER_MS = 3_000;
const LOOPBACK = /^https?:\/\/(127\.|localhost|\[::1\])/;

/** Whether the service answers, or could listen. */
export async function checkPorts({ host, port, staff }: Config): Promise<Finding[]> {
  return [
    await checkPort("port", "PORT", host, port, "/healthz"),
    await checkPort("staff port", "STAFF_PORT", staff.host, staff.port, "/tablero.css"),
  ];
}

async function checkPort(
  about: string,
  variable: string,
  hostname: string,
  port: number,
  path: string,
): Promise<Finding> {
  const url = `http://${urlHost(hostname)}:${port}`;
  if (port === 0) return ok(about, "any free one is taken");
  try {
    using _ = Deno.listen({ hostname, port });
    return warn(
      about,
      `${url} is free: the service does not run`,
      "start it: systemctl start sobremesa",
    );
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) {
      return fail(
        about,
        `${url} cannot be listened on`,
        `change ${variable}, or the address before it`,
      );
    }
  }
  const answer = await ask(`${url}${path}`);
  if (answer === 200) return ok(about, `${url} answers`);
  if (answer === 503) {
    return fail(
      about,
      `${url} says that its database does not answer`,
      "see the database above, and the service's log",
    );
  }
  return fail(
    about,
    `${url} is held by another program`,
    `end that program, or change ${variable}`,
  );
}

/** The status; null where nothing answers in time. */
async function ask(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: "manual",
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

/** Whether the service is told to believe the proxy that must stand before it. */
export function checkProxy({ baseUrl, staff, trustedProxies }: Config): Finding[] {
  const behindProxy = baseUrl !== null && !LOOPBACK.test(baseUrl);
  const findings: Finding[] = [];
  if (!behindProxy) findings.push(ok("proxy", "BASE_URL names this machine: none is expected"));
  else if (trustedProxies.length > 0) {
    findings.push(ok("proxy", `believed: ${trustedProxies.join(", ")}`));
  } else {
    findings.push(warn(
      "proxy",
      "none is believed, so all guests behind one share one rate limit",
      'set TRUSTED_PROXIES=127.0.0.1,::1 for a proxy on this machine; "sobremesa caddy" prints its settings',
    ));
  }
  if (behindProxy && !baseUrl.startsWith("https:")) {
    findings.push(
      warn("proxy", "guests' addresses and orders travel openly", "serve BASE_URL by https"),
    );
  }
  if (
    staff.baseUrl !== null && !staff.baseUrl.startsWith("https:") && !LOOPBACK.test(staff.baseUrl)
  ) {
    findings.push(warn("proxy", "the staff's key travels openly", "serve STAFF_BASE_URL by https"));
  }
  return findings;
}

/** Whether the staff's key, where it was chosen, is long enough. */
export function checkStaffKey({ staff }: Config): Finding {
  if (staff.key === null) return ok("staff key", "made by the service");
  const warning = staffKeyWarning(staff.key);
  if (warning === null) return ok("staff key", "chosen, and long enough");
  return warn("staff key", warning, "or leave STAFF_KEY out: the service makes a key of 140 bits");
}
