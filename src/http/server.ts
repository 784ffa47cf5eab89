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
  /** Waits for the answers under way and takes no more connections then, at most `withinMs` milliseconds long. */
  shutdown(withinMs: number): Promise<void>;
}

const PAUSE_MS = 250;

/**
 * Listens, and gives every request to `listener`.
 * @throws {Deno.errors.AddrInUse} and others that `Deno.serve` throws, where it cannot listen at the start
 */
export function startServer(listener: Listener, options: ServerOptions): Server {
  const { hostname, onBroken } = options;
  const underWay = new Set<Promise<Response>>();
  const answer = (request: Request, info: Deno.ServeHandlerInfo): Response | Promise<Response> => {
    const response = listener(request, () => (info.remoteAddr as Deno.NetAddr).hostname);
    if (response instanceof Promise) keepUntilSettled(underWay, response);
    return response;
  };
  const listen = (port: number) => Deno.serve({ hostname, port, onListen: () => {} }, answer);
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
      const end = performance.now() + withinMs;
      // Once it shuts down, the runtime reads no more of a body: those that are on their way come first.
      await within(withinMs / 2, Promise.allSettled(underWay));
      // A client that stalls in the middle of its body would hold the end up for ever.
      const ended = server.shutdown().catch(onBroken).then(() => watching);
      await within(Math.max(0, end - performance.now()), ended);
    },
  };
}

function keepUntilSettled<T>(set: Set<Promise<T>>, promise: Promise<T>): void {
  const forget = () => set.delete(promise);
  set.add(promise);
  promise.then(forget, forget);
}

async function within(ms: number, done: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  await Promise.race([done, limit]);
  clearTimeout(timer);
}
