/** A listener that restarts and shuts down gracefully. */
import { activeSet, within } from "../in_progress.ts";
import type { Listener } from "./router.ts";

export interface ServerOptions {
  readonly hostname: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Called when the listener breaks. Without a stack: Deno 2.9 opens files to write one, and exits if it cannot. */
  onBroken(reason: string): void;
}

export interface Server {
  readonly port: number;
  /** Waits for the answers under way, at most `withinMs` milliseconds, and takes no more connections. */
  shutdown(withinMs: number): Promise<void>;
}

const LOOK_MS = 500;

/**
 * Gives every request to `listener`. Too many open files end the runtime's listener while its connections live on, and
 * Deno 2.6 reports it only when the last of them ends. So the port is tried: it is taken while the listener lives.
 */
export function startServer(listener: Listener, options: ServerOptions): Server {
  const { hostname, onBroken } = options;
  const underWay = activeSet<Promise<Response>>();
  const servers = new Set<Deno.HttpServer>();
  const answer = (
    request: Request,
    info: Deno.ServeHandlerInfo,
  ): Response | Promise<Response> => {
    const response = listener(request, () => (info.remoteAddr as Deno.NetAddr).hostname);
    if (!(response instanceof Promise)) return response;
    const remove = underWay.add(response);
    response.then(remove, remove);
    return response;
  };
  const listen = (port: number): Deno.HttpServer => {
    const server = Deno.serve({ hostname, port, onListen: () => {} }, answer);
    servers.add(server);
    // What ended it shows when the port is tried again.
    server.finished.catch(() => {}).finally(() => servers.delete(server));
    return server;
  };
  const { port } = listen(options.port).addr as Deno.NetAddr;
  const looking = setInterval(listeningAgain(() => listen(port), onBroken), LOOK_MS);

  return {
    port,
    async shutdown(withinMs) {
      clearInterval(looking);
      const end = performance.now() + withinMs;
      // Once it shuts down, the runtime reads no more of a body, so those under way come first.
      await within(withinMs / 2, Promise.allSettled(underWay.items()));
      // A client that stalls within its body would delay the end for ever.
      const ended = [...servers].map((server) => server.shutdown().catch(() => {}));
      await within(Math.max(0, end - performance.now()), Promise.all(ended));
    },
  };
}

/** Restarts a dead listener. Only the first of several errors in a row is reported. */
function listeningAgain(
  listen: () => Deno.HttpServer,
  onBroken: (reason: string) => void,
): () => void {
  let failing = false;
  return () => {
    try {
      listen();
      failing = false;
    } catch (error) {
      const reported = failing;
      failing = !(error instanceof Deno.errors.AddrInUse);
      if (failing && !reported) onBroken(String(error));
      return;
    }
    onBroken("the listener was gone, as happens with too many open files");
  };
}
