/** The service cannot listen where it should. The message says why and what to do, and is meant for whoever starts it. */
export class CannotListen extends Error {
  override readonly name = "CannotListen";
}

/** Where it should listen, and the variables that say so. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly variables: { readonly host: string; readonly port: string };
}

/** `error`, met while starting to listen, in words that help. */
export function explainListenError(error: unknown, address: ListenAddress): CannotListen {
  return new CannotListen(sentence(error, address), { cause: error });
}

function sentence(error: unknown, { host, port, variables }: ListenAddress): string {
  if (error instanceof Deno.errors.AddrInUse) {
    return `port ${port} is taken: stop what listens there, or set ${variables.port} to another`;
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return `this user may not listen on port ${port}: set ${variables.port} to 1024 or more, and let a reverse proxy take ${port}`;
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof Deno.errors.AddrNotAvailable || reason.includes("lookup")) {
    return `this machine has no address ${host} (${reason}): set ${variables.host} to one of its own, or to 0.0.0.0`;
  }
  return `it cannot listen on ${host} port ${port} (${reason}): set ${variables.host} and ${variables.port} to others`;
}
