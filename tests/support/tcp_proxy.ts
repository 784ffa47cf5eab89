/** A TCP relay that injects the faults of bad networks. */

/**
 * What happens to a request.
 * - `relay`: no fault
 * - `cut_before_answer`: the server gets the request; the connection is cut before the first byte of the answer
 * - `cut_within_answer`: the same, after the answer's first 20 bytes
 * - `swallow`: the server does not get the request, and no answer comes
 * - `hold_answer`: the server gets the request, its answer is held back
 * - `hold_request`: the server gets it when {@linkcode TcpProxy.release} is called, even if the client has gone by then
 * - `hold_and_cut`: the same, and the client's connection is cut at once
 * - `refuse`: the connection is closed before the server gets the request
 */
export type Fault =
  | "relay"
  | "cut_before_answer"
  | "cut_within_answer"
  | "swallow"
  | "hold_answer"
  | "hold_request"
  | "hold_and_cut"
  | "refuse";

export interface TcpProxy extends AsyncDisposable {
  readonly url: string;
  /** Chooses the fault of a request by its bytes, read as Latin-1. */
  fault: (request: string) => Fault;
  /** Number of requests with a fault. */
  readonly hits: number;
  /** Lets the requests that are held arrive; resolves once the server has answered them. */
  release(): Promise<void>;
}

/** A connection's fault, and what ends the wait for the answer to a request that was held. */
interface Exchange {
  fault: Fault;
  answered: PromiseWithResolvers<void> | null;
}

/** Relays connections to `port` on 127.0.0.1. */
export function startTcpProxy(port: number): TcpProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  const tasks = new Set<Promise<void>>();
  let gate = Promise.withResolvers<void>();
  const late: Promise<void>[] = [];
  const proxy = {
    url: `http://127.0.0.1:${listener.addr.port}`,
    fault: (_request: string): Fault => "relay",
    hits: 0,
    async release() {
      gate.resolve();
      gate = Promise.withResolvers();
      await Promise.all(late.splice(0));
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      gate.resolve();
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
    const exchange: Exchange = { fault: "relay", answered: null };
    const there = async (bytes: Uint8Array) => {
      if (exchange.fault === "relay") exchange.fault = meets(bytes);
      if (exchange.fault === "refuse") return { last: new Uint8Array() };
      if (exchange.fault === "hold_and_cut") close(client);
      if (["hold_request", "hold_and_cut"].includes(exchange.fault)) {
        exchange.fault = "relay";
        exchange.answered = Promise.withResolvers();
        late.push(exchange.answered.promise);
        await gate.promise;
      }
      return exchange.fault === "swallow" ? new Uint8Array() : bytes;
    };
    const back = (bytes: Uint8Array) => {
      exchange.answered?.resolve();
      return answerUnder(exchange.fault, bytes);
    };
    await Promise.all([
      pump(client, server, there, () => exchange.answered?.promise),
      pump(server, client, back).finally(() => exchange.answered?.resolve()),
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

type Passed = Uint8Array | { last: Uint8Array };

/** @param ended awaited before the connections are closed */
async function pump(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  pass: (bytes: Uint8Array) => Passed | Promise<Passed>,
  ended: () => Promise<void> | undefined = () => undefined,
): Promise<void> {
  const buffer = new Uint8Array(65_536);
  try {
    for (let count; (count = await from.read(buffer)) !== null;) {
      const passed = await pass(buffer.slice(0, count));
      const bytes = "last" in passed ? passed.last : passed;
      for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
      if ("last" in passed) break;
    }
  } catch {
    // The other direction, or the test, has closed the connection.
  }
  await ended();
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
