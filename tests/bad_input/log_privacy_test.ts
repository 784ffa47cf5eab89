/** No log line names a guest or what a guest sent: requests carry marks, and no mark may be in the logs. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createLog } from "../../src/log.ts";
import { openDatabase } from "../../src/storage/database/open_database.ts";
import { rawRequest } from "../support/raw_http.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { reservationBody, testApp, type TestAppOptions } from "../support/test_app.ts";

/** Texts that must not be in any log; a text that contains one in another form contains a part of it. */
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

/** Sends requests with marked headers to `base`, and counts the statuses of the answers. */
function markedClient(base: string) {
  const statuses = new Map<number, number>();
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { ...HEADERS, ...init.headers as Record<string, string> };
    const response = await fetch(`${base}${path}`, { ...init, headers });
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return { status: response.status, text };
  };
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    await send(path, {
      method: "POST",
      headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { send, post, statuses };
}

type MarkedClient = ReturnType<typeof markedClient>;

const QUERY = `x=${MARKS.query}&${MARKS.query}=1`;
const PAGES = ["/", "/openapi.json", "/healthz", "/pedido/", `/${MARKS.path}`];
const TEXTS = [MARKS.address, `58 x 59, ${MARKS.address}`, MARKS.address.repeat(40)];

/** Addresses to read, valid and invalid. */
const READ: readonly string[] = [
  ...["/api/info", "/api/menu", "/api/disponibilidad", "/api/contacto", ...PAGES]
    .map((path) => `${path}?${QUERY}`),
  `/api/info?lang=${MARKS.query}`,
  `/api/disponibilidad?dia=${MARKS.query}`,
  `/api/disponibilidad?dias=${MARKS.query}`,
  `/api/contacto?motivo=${MARKS.query}`,
  `/api/envio?lat=${MARKS.lat}&lng=-${MARKS.lng}`,
  `/api/envio?lat=${MARKS.lat}&lng=${MARKS.query}`,
  ...TEXTS.map((texto) => `/api/ubicacion?${new URLSearchParams({ texto })}`),
  `/envio?texto=${MARKS.address}&lang=${MARKS.query}`,
  `/envio?lat=${MARKS.lat}&lng=-${MARKS.lng}`,
  `/pedido/${MARKS.path}?${QUERY}`,
];

/** Heads of requests that no client would send. */
const HEADS: readonly string[] = [
  `${MARKS.method} /${MARKS.path} HTTP/1.1\r\nHost: ${MARKS.host}`,
  `GET /${MARKS.path} HTTP/1.1\r\nHost: ${MARKS.host} ${MARKS.host}`,
  `GET http://${MARKS.host}/${MARKS.path} HTTP/1.1\r\nHost: ${MARKS.host}`,
  `GET /${MARKS.path} ${MARKS.path} HTTP/1.1\r\nHost: ${MARKS.host}`,
  MARKS.broken,
];

/** Sends valid and invalid requests of every kind that change nothing, with marks wherever possible. */
async function sendEveryKind({ send, post }: MarkedClient, base: string): Promise<void> {
  for (const path of READ) await send(path);
  const ordered = { [MARKS.id]: "1", modo: "domicilio", texto: MARKS.address };
  const words = { referencias: MARKS.references, comentarios: MARKS.comments };
  for (const accion of ["buscar", "total", "enviar"]) {
    const body = new URLSearchParams({ ...ordered, ...words, accion });
    await send("/pedir", { method: "POST", body, headers: { "sec-fetch-site": "same-origin" } });
  }
  await send(`/api/contacto/${MARKS.path}`, { method: "POST", body: MARKS.broken });
  await send("/api/contacto", { method: "DELETE", body: MARKS.broken });
  await send("/api/contacto", { method: "OPTIONS" });
  await send("/api/info", { headers: { "if-none-match": `"${MARKS.header}"` } });
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
  for (const head of HEADS) {
    await rawRequest(`${head}\r\n\r\n`, { port: Number(new URL(base).port) });
  }
}

function assertNoMarks(written: string, more: readonly string[] = []): void {
  for (const mark of [...Object.values(MARKS), ...more]) {
    const found = written.split("\n").find((line) =>
      line.toLowerCase().includes(mark.toLowerCase())
    );
    assertEquals(found, undefined, `${mark} was written`);
  }
}

Deno.test("the service's log names no guest, whatever is requested and however it ends", async () => {
  await using service = await startServiceProcess({
    env: { LOG_LEVEL: "debug", RATE_LIMIT_ENVIO: "3/3600" },
  });
  const client = markedClient(service.url);
  const { send, post, statuses } = client;
  await sendEveryKind(client, service.url);

  const { dias } = JSON.parse((await send("/api/disponibilidad")).text);
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

  const { secciones } = JSON.parse((await send("/api/menu")).text);
  const drafted = await post(
    "/api/pedido/borrador",
    draft(secciones[0].platillos[0].presentaciones[0].id),
  );
  assertEquals(drafted.status, 200, drafted.text);
  const token = JSON.parse(drafted.text).confirmar_en.split("/").at(-1);
  await send(`/pedido/${token}`);
  await send(`/pedido/${token.slice(0, -4)}`);
  for (let round = 0; round < 3; round++) {
    await send(`/api/envio?lat=${MARKS.lat}&lng=-${MARKS.lng}`);
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

/** Each part that handles requests, made to fail in its own way. */
const BROKEN: Readonly<Record<string, TestAppOptions["deps"]>> = {
  storage: () => ({
    reservations: {
      reserve: () => Promise.reject(new Error("unexpected")),
      findReplay: () => Promise.reject(new Error("unexpected")),
      findOwn: () => Promise.reject(new Error("unexpected")),
      findAsked: () => Promise.reject(new Error("unexpected")),
      findMade: () => Promise.resolve(null),
    },
  }),
  planner: () => ({ planner: { plan: () => Promise.reject(new Error("unexpected")) } }),
  addresses: () => ({ locate: () => Promise.reject(new Error("unexpected")) }),
  restaurant: () => ({
    restaurant: () => {
      throw new TypeError("unexpected");
    },
  }),
  clock: () => ({ now: () => NaN }),
  randomness: () => ({
    randomBytes() {
      throw new Error("there is no randomness");
    },
  }),
};

for (const [part, deps] of Object.entries(BROKEN)) {
  for (const terminal of [false, true]) {
    Deno.test(`when the ${part} fails unexpectedly, the ${terminal ? "text" : "JSON"} log names no guest`, async () => {
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
      const client = markedClient(app.url);
      await sendEveryKind(client, app.url);
      await client.post("/api/reserva", reservation());
      await client.post("/api/pedido/borrador", draft("panuchos"));
      await log.flush();
      const text = written.join("");
      assertMatch(text, / error |"error"/);
      assertNoMarks(text);
      const fails = part === "planner" ? 503 : 500;
      assert((client.statuses.get(fails) ?? 0) > 0, `no ${fails} among ${[...client.statuses]}`);
    });
  }
}

/** Removes the reservations' table while the service runs. */
async function breakDatabase(url: string): Promise<void> {
  const database = await openDatabase({ url, now: () => 0 });
  await database.write([{ sql: "ALTER TABLE reservations RENAME TO elsewhere" }]);
  await database.close();
}
