/** Clients that keep a connection and send or read very slowly. */

interface Slowness {
  readonly begins: string;
  /** Text that it sends once a second after that. */
  readonly drips: string;
  /** Whether it finishes its request. Then it reads slowly: a kilobyte a second. */
  readonly finishes: boolean;
}

/** Each kind of slow client, for `host`. */
function kinds(host: string): readonly Slowness[] {
  const header = `Host: ${host}\r\n`;
  const body = `POST /api/reserva HTTP/1.1\r\n${header}Content-Length: 2000\r\n\r\n{`;
  return [
    { begins: "", drips: "", finishes: false },
    { begins: `GET /api/info HTTP/1.1\r\n${header}X-Slow: `, drips: "a", finishes: false },
    { begins: `GET /api/info HTTP/1.1\r\n${header}`, drips: "", finishes: false },
    { begins: body, drips: " ", finishes: false },
    { begins: `GET /openapi.json HTTP/1.1\r\n${header}\r\n`, drips: "", finishes: true },
  ];
}

interface SlowClients extends AsyncDisposable {
  /** Number of connected clients that never finish a request. */
  readonly unfinished: number;
}

const DRIP_MS = 1_000;
const encoder = new TextEncoder();

/** Connects `count` clients of all kinds to `port`. Disposing disconnects them. */
export async function slowClients(port: number, count: number): Promise<SlowClients> {
  const slownesses = kinds(`127.0.0.1:${port}`);
  const open = new Map<Deno.TcpConn, Slowness>();
  const leave = (connection: Deno.TcpConn) => {
    if (open.delete(connection)) connection.close();
  };
  const send = async (connection: Deno.TcpConn, text: string) => {
    if (text === "") return;
    await connection.write(encoder.encode(text)).catch(() => leave(connection));
  };
  const read = async (connection: Deno.TcpConn, { finishes }: Slowness) => {
    const buffer = new Uint8Array(1_024);
    while (await connection.read(buffer).catch(() => null) !== null) {
      if (finishes) await new Promise((resolve) => setTimeout(resolve, DRIP_MS));
    }
    leave(connection);
  };
  const reading: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const slowness = slownesses[n % slownesses.length]!;
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    open.set(connection, slowness);
    reading.push(read(connection, slowness));
    void send(connection, slowness.begins);
  }
  const timer = setInterval(() => {
    for (const [connection, { drips }] of open) void send(connection, drips);
  }, DRIP_MS);
  return {
    get unfinished() {
      return [...open.values()].filter(({ finishes }) => !finishes).length;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      for (const connection of [...open.keys()]) leave(connection);
      await Promise.all(reading);
    },
  };
}
