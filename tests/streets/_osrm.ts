/** An OSRM whose answers a test scripts, and that records its requests; and the ends of the routes asked for. */
import type { LatLng } from "../../src/domain/location.ts";
import type { PlannedRoute } from "../../src/ports/streets.ts";

export const NO_ROUTE: PlannedRoute = { kind: "no_route", street: null, metersToStreet: null };

/** Their digits must not appear in any message. */
export const FROM: LatLng = { lat: 20.96701, lng: -89.62371 };
export const TO: LatLng = { lat: 20.97452, lng: -89.62123 };

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
}

export interface ScriptedOsrm extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Answers each request from now on. */
  answer: (request: ReceivedRequest) => Response | Promise<Response>;
}

/** Starts it on a free port. */
export function scriptedOsrm(
  answer: ScriptedOsrm["answer"] = () => new Response(null, { status: 500 }),
): ScriptedOsrm {
  const requests: ReceivedRequest[] = [];
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve(options, async (request) => {
    const { pathname, search } = new URL(request.url);
    const received = { method: request.method, target: pathname + search };
    requests.push(received);
    return await osrm.answer(received);
  });
  const osrm: ScriptedOsrm = {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    answer,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return osrm;
}

interface RawOsrm extends AsyncDisposable {
  readonly url: string;
  /** Requests read so far. */
  readonly received: number;
}

/** Reads each request, sends `bytes`, which need not be HTTP, and closes the connection. */
export function rawOsrm(bytes: string): RawOsrm {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let received = 0;
  const serve = async () => {
    for await (const connection of listener) {
      if (await connection.read(new Uint8Array(65_536)) !== null) received++;
      await connection.write(new TextEncoder().encode(bytes)).catch(() => {});
      connection.close();
    }
  };
  const served = serve();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    get received() {
      return received;
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      await served;
    },
  };
}

/** A JSON answer. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}
