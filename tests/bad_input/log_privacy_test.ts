/** No log line tells who asked for what: requests full of marks are made, and the marks are looked for in all that is written. */
import { assert, assertEquals } from "@std/assert";
import { createLog } from "../../src/log.ts";
import { openDatabase } from "../../src/storage/open_database.ts";
import { rawRequest } from "../support/raw_http.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { reservationBody, testApp, type TestAppOptions } from "../support/test_app.ts";

/** What must be in no log; whatever is written with it in another form holds a part of it. */
const MARKS = {
  name: "MarcaNombre",
  phone: "9987654321",
  address: "MarcaCalle",
  references: "MarcaPorton",
  comments: "MarcaAlergia",
  source: "MarcaAsistente",
  lat: "20.970417",
  lng: "89.620931",
  key: "MarcaClave",
  query: "MarcaConsulta",
  path: "MarcaRuta",
  header: "MarcaCabecera",
  host: "marcahost",
  method: "MARCAMETODO",
  field: "marcaCampo",
  id: "marca-id",
  broken: "MarcaRota",
  address4: "203.0.113.77",
} as const;

const reservation = (changes: Record<string, unknown> = {}) =>
  reservationBody({
    nombre: MARKS.name,
    telefono: MARKS.phone,
    comentarios: MARKS.comments,
    landing: MARKS.source,
    [MARKS.field]: MARKS.field,
    ...changes,
  });

const draft = (id: string, changes: Record<string, unknown> = {}) => ({
  lineas: [{ id, cantidad: 2, [MARKS.field]: 1 }],
  entrega: {
    modo: "domicilio",
    direccion: `${MARKS.address} 60`,
    referencias: MARKS.references,
    lat: Number(MARKS.lat),
    lng: -Number(MARKS.lng),
    ...changes,
  },
  comentarios: MARKS.comments,
});

const HEADERS = {
  "user-agent": MARKS.header,
  "cookie": `a=${MARKS.header}`,
  "authorization": `Bearer ${MARKS.header}`,
  "referer": `https://${MARKS.host}.example/${MARKS.path}`,
  "x-forwarded-for": MARKS.address4,
  "x-marca": MARKS.header,
} as const;

/** Sends requests with marked headers to the service at `base`, and counts the statuses of the answers. */
function marked(base: string) {
  const statuses = new Map<number, number>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { ...HEADERS, ...init.headers as Record<string, string> };
    const response = await fetch(`${base}${path}`, { ...init, headers });
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return { status: response.status, text };
  };
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    await ask(path, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { ask, post, statuses };
}

type Marked = ReturnType<typeof marked>;

/** Requests of every kind that change nothing, good and bad, marked wherever a mark can stand. */
async function askForEverything({ ask, post }: Marked, base: string): Promise<void> {
  const query = `x=${MARKS.query}&${MARKS.query}=1`;
  for (const path of ["/api/info", "/api/menu", "/api/disponibilidad", "/api/contacto"]) {
    await ask(`${path}?${query}`);
  }
  for (const path of ["/", "/openapi.json", "/healthz", "/pedido/", `/${MARKS.path}`]) {
    await ask(`${path}?${query}`);
  }
  await ask(`/api/info?lang=${MARKS.query}`);
  await ask(`/api/disponibilidad?dia=${MARKS.query}`);
  await ask(`/api/disponibilidad?dias=${MARKS.query}`);
  await ask(`/api/contacto?motivo=${MARKS.query}`);
  await ask(`/api/envio?lat=${MARKS.lat}&lng=-${MARKS.lng}`);
  await ask(`/api/envio?lat=${MARKS.lat}&lng=${MARKS.query}`);
  await ask(`/pedido/${MARKS.path}?${query}`);
  await ask(`/api/contacto/${MARKS.path}`, { method: "POST", body: MARKS.broken });
  await ask("/api/contacto", { method: "DELETE", body: MARKS.broken });
  await ask("/api/contacto", { method: "OPTIONS" });
  await ask("/api/info", { headers: { "if-none-match": `"${MARKS.header}"` } });
  for (const path of ["/api/reserva", "/api/pedido/borrador"]) {
    await post(path, `{"nombre":"${MARKS.broken}`);
    await post(path, MARKS.broken);
    await post(path, JSON.stringify(MARKS.broken));
    await post(path, JSON.stringify({ x: MARKS.broken.repeat(4_000) }));
  }
  await post("/api/reserva", reservation({ nombre: `${MARKS.name}\0` }));
  await post("/api/reserva", reservation({ telefono: `${MARKS.phone}00000000` }));
  await post("/api/reserva", reservation({ dia: MARKS.query, hora: MARKS.query }));
  await post("/api/reserva", reservation(), { "idempotency-key": MARKS.key.repeat(50) });
  await post("/api/pedido/borrador", draft(MARKS.id));
  await post("/api/pedido/borrador", draft(MARKS.id, { direccion: MARKS.address.repeat(99) }));
  await post("/api/pedido/borrador", draft(MARKS.id, { lat: MARKS.lat }));
  const port = Number(new URL(base).port);
  for (
    const request of [
      `${MARKS.method} /${MARKS.path} HTTP/1.1\r\nHost: ${MARKS.host}\r\n\r\n`,
      `GET /${MARKS.path} HTTP/1.1\r\nHost: ${MARKS.host} ${MARKS.host}\r\n\r\n`,
      `GET http://${MARKS.host}/${MARKS.path} HTTP/1.1\r\nHost: ${MARKS.host}\r\n\r\n`,
      `GET /${MARKS.path} ${MARKS.path} HTTP/1.1\r\nHost: ${MARKS.host}\r\n\r\n`,
      `${MARKS.broken}\r\n\r\n`,
    ]
  ) await rawRequest(request, { port });
}

function assertNoMarks(written: string, more: readonly string[] = []): void {
  for (const mark of [...Object.values(MARKS), ...more]) {
    const found = written.split("\n").find((line) =>
      line.toLowerCase().includes(mark.toLowerCase())
    );
    assertEquals(found, undefined, `${mark} was written`);
  }
}

Deno.test("whatever is asked of the running service and however it ends, its log names no guest", async () => {
  await using service = await startServiceProcess({
    env: { LOG_LEVEL: "debug", RATE_LIMIT_ENVIO: "3/3600" },
  });
  const asking = marked(service.url);
  const { ask, post, statuses } = asking;
  await askForEverything(asking, service.url);

  const { dias } = JSON.parse((await ask("/api/disponibilidad")).text);
  const { dia, horas_reservables: [hora] } = dias.findLast(
    ({ horas_reservables }: { horas_reservables: string[] }) => horas_reservables.length > 0,
  );
  const held = await post("/api/reserva", reservation({ dia, hora }), {
    "idempotency-key": MARKS.key,
  });
  await post("/api/reserva", reservation({ dia, hora }), { "idempotency-key": MARKS.key });
  await post("/api/reserva", reservation({ dia, hora, personas: 9 }), {
    "idempotency-key": MARKS.key,
  });
  const { folio } = JSON.parse(held.text);
  assertEquals(held.status, 200);

  const { secciones } = JSON.parse((await ask("/api/menu")).text);
  const linked = await post(
    "/api/pedido/borrador",
    draft(secciones[0].platillos[0].presentaciones[0].id),
  );
  assertEquals(linked.status, 200, linked.text);
  const token = JSON.parse(linked.text).confirmar_en.split("/").at(-1);
  await ask(`/pedido/${token}`);
  await ask(`/pedido/${token.slice(0, -4)}`);
  for (let round = 0; round < 3; round++) {
    await ask(`/api/envio?lat=${MARKS.lat}&lng=-${MARKS.lng}`);
  }

  await breakDatabase(`file:${service.dataDir}/sobremesa.db`);
  const lost = await post("/api/reserva", reservation({ dia, hora, personas: 7 }));
  assertEquals([lost.status, JSON.parse(lost.text).motivo], [502, "base"]);
  await service.stop();

  for (const status of [200, 204, 400, 404, 405, 413, 422, 429, 502]) {
    assert((statuses.get(status) ?? 0) > 0, `no ${status} among ${[...statuses]}`);
  }
  const requests = service.lines.filter((line) => line.includes('"message":"request"'));
  assert(requests.length > 45, `${requests.length} requests logged`);
  assert(service.lines.some((line) => line.includes('"level":"error"')), "no error logged");
  assertNoMarks([...service.lines, ...service.errorLines].join("\n"), [
    folio,
    token,
    token.slice(0, 16),
    token.slice(-16),
  ]);
});

/** Every part that requests reach fails, each in a way of its own. */
const BROKEN: Readonly<Record<string, TestAppOptions["deps"]>> = {
  storage: () => ({
    reservations: {
      reserve: () => Promise.reject(new Error("unforeseen")),
      findReplay: () => Promise.reject(new Error("unforeseen")),
      findMade: () => Promise.resolve(null),
    },
  }),
  planner: () => ({ planner: { plan: () => Promise.reject(new Error("unforeseen")) } }),
  restaurant: () => ({
    restaurant: () => {
      throw new TypeError("unforeseen");
    },
  }),
  clock: () => ({ now: () => NaN }),
  randomness: () => ({ randomBytes: () => new Uint8Array(0) }),
};

for (const [part, deps] of Object.entries(BROKEN)) {
  for (const terminal of [false, true]) {
    Deno.test(`when the ${part} fails in an unforeseen way, the ${terminal ? "text" : "JSON"} log names no guest`, async () => {
      const written: string[] = [];
      const log = createLog({
        level: "debug",
        terminal,
        now: () => 0,
        write: (bytes) => Promise.resolve(void written.push(new TextDecoder().decode(bytes))),
      });
      await using app = await testApp({
        deps: (real) => ({
          onPlannerError: (error) => log.error("the route planner failed", error),
          ...deps?.(real),
        }),
        app: {
          logRequest: log.request,
          onInternalError: (error, where) => log.error(`${where} failed`, error),
        },
      });
      const asking = marked(app.url);
      await askForEverything(asking, app.url);
      await asking.post("/api/reserva", reservation());
      await asking.post("/api/pedido/borrador", draft("panuchos"));
      await log.flush();
      const text = written.join("");
      assert(
        text.split("\n").filter((line) => line.includes(" error ") || line.includes('"error"'))
          .length > 0,
      );
      assertNoMarks(text);
      const fails = part === "planner" ? 503 : 500;
      assert((asking.statuses.get(fails) ?? 0) > 0, `no ${fails} among ${[...asking.statuses]}`);
    });
  }
}

/** Takes the reservations' table away under the running service. */
async function breakDatabase(url: string): Promise<void> {
  const database = await openDatabase({ url, now: () => 0 });
  await database.write([{ sql: "ALTER TABLE reservations RENAME TO elsewhere" }]);
  await database.close();
}
