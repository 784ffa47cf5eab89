/** A listener that comes back by itself and ends in an orderly way. */
import type { Listener } from "./listener.ts";

export interface ServerOptions {
  readonly hostname: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Told when the listener broke (too many open files, say); it listens again after a moment. */
  onBroken(error: unknown): void;
}

export interface Server {
  /** The port that was taken. */
  readonly port: number;
  /** Takes no more connections and waits for the answers under way, at most `withinMs` milliseconds. */
  shutdown(withinMs: number): Promise<void>;
}

const PAUSE_MS = 250;

/**
 * Listens, and gives every request to `listener`.
 * @throws {Deno.errors.AddrInUse} and others that `Deno.serve` throws, where it cannot listen at the start
 */
export function startServer(listener: Listener, options: ServerOptions): Server {
  const { hostname, onBroken } = options;
  const listen = (port: number) =>
    Deno.serve(
      { hostname, port, onListen: () => {} },
      (request, info) => listener(request, () => (info.remoteAddr as Deno.NetAddr).hostname),
    );
  let server = listen(options.port);
  const { port } = server.addr as Deno.NetAddr;
  let ending = false;

  const watch = async (): Promise<void> => {
    while (!ending) {
      await server.finished.catch(onBroken);
      if (ending) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (ending) return;
      try {
        server = listen(port);
      } catch (error) {
        onBroken(error);
      }
    }
  };
  const watching = watch();

  return {
    port,
    async shutdown(withinMs) {
      ending = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      // A client that stalls in the middle of its body would hold the end up for ever.
      const limit = new Promise<void>((resolve) => timer = setTimeout(resolve, withinMs));
      await Promise.race([server.shutdown().catch(onBroken).then(() => watching), limit]);
      clearTimeout(timer);
    },
  };
}
