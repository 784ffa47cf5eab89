/** A TCP relay that injects the faults of bad networks. */

/**
 * What happens to a request.
 * - `relay`: no fault
 * - `cut_before_answer`: the server gets the request; the connection is cut when the answer arrives, before its first byte
 * - `cut_within_answer`: the same, after the answer's first 20 bytes
 * - `swallow`: the server does not get the request, and no answer comes
 * - `hold_answer`: the server gets the request, its answer is held back
 * - `refuse`: the connection is closed before the server gets the request
 */
export type Fault =
  | "relay"
  | "cut_before_answer"
  | "cut_within_answer"
  | "swallow"
  | "hold_answer"
  | "refuse";

export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Chooses the fault of a request by its bytes, read as Latin-1. */
  fault: (request: string) => Fault;
  /** Number of requests with a fault. */
  readonly hits: number;
}

/** Relays connections to `port` on 127.0.0.1. */
export function startTcpProxy(port: number): TcpProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  const tasks = new Set<Promise<void>>();
  const proxy = {
    port: listener.addr.port,
    url: `http://127.0.0.1:${listener.addr.port}`,
    fault: (_request: string): Fault => "relay",
    hits: 0,
    async [Symbol.asyncDispose]() {
      listener.close();
      open.forEach(close);
      await Promise.all(tasks);
    },
  };
  const meets = (bytes: Uint8Array): Fault => {
    const fault = proxy.fault(new TextDecoder("latin1").decode(bytes));
    if (fault === "relay") return fault;
    proxy.hits++;
    return fault;
  };
  const serve = async (client: Deno.TcpConn): Promise<void> => {
    open.add(client);
    const server = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
    if (server === null) return close(client);
    open.add(server);
    const exchange = { fault: "relay" as Fault };
    await Promise.all([
      pump(client, server, (bytes) => {
        if (exchange.fault === "relay") exchange.fault = meets(bytes);
        if (exchange.fault === "refuse") return { last: new Uint8Array() };
        return exchange.fault === "swallow" ? new Uint8Array() : bytes;
      }),
      pump(server, client, (bytes) => answerUnder(exchange.fault, bytes)),
    ]);
    [client, server].forEach((connection) => {
      close(connection);
      open.delete(connection);
    });
  };
  const accept = async () => {
    for await (const connection of listener) {
      const task = serve(connection).finally(() => tasks.delete(task));
      tasks.add(task);
    }
  };
  tasks.add(accept());
  return proxy;
}

/** The bytes of an answer to pass on; `last` if the connection is cut after them. */
function answerUnder(fault: Fault, bytes: Uint8Array): Uint8Array | { last: Uint8Array } {
  if (fault === "cut_before_answer") return { last: new Uint8Array() };
  if (fault === "cut_within_answer") return { last: bytes.subarray(0, 20) };
  return fault === "hold_answer" ? new Uint8Array() : bytes;
}

async function pump(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  pass: (bytes: Uint8Array) => Uint8Array | { last: Uint8Array },
): Promise<void> {
  const buffer = new Uint8Array(65_536);
  try {
    for (let count; (count = await from.read(buffer)) !== null;) {
      const passed = pass(buffer.slice(0, count));
      const bytes = "last" in passed ? passed.last : passed;
      for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
      if ("last" in passed) break;
    }
  } catch {
    // The other direction, or the test, has closed the connection.
  }
  close(from);
  close(to);
}

function close(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It was closed already.
  }
}
