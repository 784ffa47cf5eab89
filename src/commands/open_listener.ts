import type { Listener } from "../http/listener.ts";
import { type Server, type ServerOptions, startServer } from "../http/server.ts";
import { explainListenError, type ListenAddress } from "./cannot_listen.ts";

/**
 * Listens at `address`.
 * @throws {CannotListen} whose message says which variable to change
 */
export function openListener(
  listener: Listener,
  address: ListenAddress,
  options: Pick<ServerOptions, "onBroken">,
): Server {
  const { host: hostname, port } = address;
  try {
    return startServer(listener, { hostname, port, ...options });
  } catch (error) {
    throw explainListenError(error, address);
  }
}
