/** Clients that send the beginning of a body and then nothing more. */
import { connect } from "node:http2";

/** How the body is announced: over HTTP/1.1 by its length or in chunks, over HTTP/2 by nothing. */
export type Framing = "Content-Length" | "chunked" | "HTTP/2";

export interface StalledBodies extends AsyncDisposable {
  /** The number of requests without an answer whose connection is open. */
  readonly waiting: number;
}

const PATH = "/api/reserva";
const BEGUN = '{"dia":';
const ANNOUNCED = {
  "Content-Length": `Content-Length: 2000\r\n\r\n${BEGUN}`,
  chunked: `Transfer-Encoding: chunked\r\n\r\n${BEGUN.length}\r\n${BEGUN}\r\n`,
};

/** Sends `count` requests to `url`. Disposing disconnects them. */
export async function stalledBodies(
  url: string,
  count: number,
  framing: Framing,
): Promise<StalledBodies> {
  let waiting = count;
  await using open = new AsyncDisposableStack();
  const onEnd = () => void waiting--;
  if (framing === "HTTP/2") {
    const sessions = Math.ceil(count / STREAMS);
    for (let n = 0; n < sessions; n++) open.use(await streams(url, count / sessions, onEnd));
  } else {
    for (let n = 0; n < count; n++) open.use(await request(url, ANNOUNCED[framing], onEnd));
  }
  const all = open.move();
  return {
    get waiting() {
      return waiting;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** A request on a connection of its own. */
async function request(url: string, rest: string, onEnd: () => void): Promise<AsyncDisposable> {
  const { hostname, port, host } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const text = `POST ${PATH} HTTP/1.1\r\nHost: ${host}\r\n${rest}`;
  await connection.write(new TextEncoder().encode(text));
  const ended = connection.read(new Uint8Array(1)).catch(() => null).then(onEnd);
  return {
    async [Symbol.asyncDispose]() {
      connection.close();
      await ended;
    },
  };
}

/** The streams of one session: Deno admits 200. */
const STREAMS = 100;

async function streams(url: string, count: number, onEnd: () => void): Promise<AsyncDisposable> {
  const session = connect(url);
  const closed = new Promise<void>((resolve) => session.once("close", resolve));
  await new Promise((resolve, reject) => session.once("connect", resolve).once("error", reject));
  for (let n = 0; n < count; n++) {
    const stream = session.request({ ":method": "POST", ":path": PATH });
    new Promise((resolve) => stream.once("response", resolve).once("close", resolve)).then(onEnd);
    // Disconnecting is an error of each stream.
    stream.on("error", () => {}).resume().write(BEGUN);
  }
  return {
    async [Symbol.asyncDispose]() {
      session.destroy();
      await closed;
    },
  };
}
