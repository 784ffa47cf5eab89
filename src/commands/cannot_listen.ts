import type { Config } from "../config/config.ts";

/** The service cannot listen where it should. The message says why and what to do, and is meant for whoever starts it. */
export class CannotListen extends Error {
  override readonly name = "CannotListen";
}

/** `error`, met while starting to listen, in words that help. */
export function explainListenError(
  error: unknown,
  { host, port }: Pick<Config, "host" | "port">,
): CannotListen {
  return new CannotListen(sentence(error, host, port), { cause: error });
}

function sentence(error: unknown, host: string, port: number): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return `port ${port} is taken: stop what listens there, or set PORT to another`;
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return `this user may not listen on port ${port}: set PORT to 1024 or more, and let a reverse proxy take ${port}`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Deno.errors.AddrNotAvailable || reason.includes("lookup")) {
    return `this machine has no address ${host} (${reason}): set HOST to one of its own, or to 0.0.0.0`;
  }
  return `it cannot listen on ${host} port ${port} (${reason}): set HOST and PORT to others`;
}
