import { assert, assertEquals, assertLess, assertLessOrEqual, assertMatch } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { countRows } from "../operations/_checked_app.ts";
import { reservationBody, type TestApp, testApp } from "../support/test_app.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { META, MODERN, modernRpc, OLDER, olderRpc, origins, WHOLE_META } from "./_mcp.ts";

const RESERVE = { name: "createRestaurantReservation", arguments: reservationBody() };

/** A call that would hold a table, with its envelope changed. */
function reserving(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { jsonrpc: "2.0", id: 7, method: "tools/call", params: RESERVE, ...changes };
}

function modernly(_meta: Record<string, unknown>): Record<string, unknown> {
  return reserving({ params: { ...RESERVE, _meta } });
}

const WHOLE_HEADERS = {
  "mcp-protocol-version": MODERN,
  "mcp-method": "tools/call",
  "mcp-name": RESERVE.name,
};

/** Bodies that are not one message. */
const NO_MESSAGE: Readonly<Record<string, unknown>> = {
  "a batch": [reserving()],
  "an empty batch": [],
  "a text": '"tools/call"',
  "no jsonrpc": reserving({ jsonrpc: undefined }),
  "another jsonrpc": reserving({ jsonrpc: "1.0" }),
  "no method": reserving({ method: undefined }),
  "a null id": reserving({ id: null }),
  "an id that is a list": reserving({ id: [1] }),
  "params that are a list": reserving({ params: [] }),
};

/** A request, the status and code of its refusal, and its headers. */
type Wrong = readonly [body: unknown, status: number, code: number, headers?: SentHeaders];
type SentHeaders = Readonly<Record<string, string>>;

const whole = (headers: SentHeaders = {}) => ({ ...WHOLE_HEADERS, ...headers });
const ANOTHER = "2099-01-01";
const VERSION = `${META}protocolVersion`;
const LISTED = { ...RESERVE, arguments: [RESERVE.arguments] };

/** As a header has it: `reservación` in base64 of its UTF-8. */
const ENCODED = "=?base64?cmVzZXJ2YWNpw7Nu?=";

/** Headers that say something else than the message. */
const OTHER_HEADERS: Readonly<Record<string, SentHeaders>> = {
  "_meta without its headers": {},
  "another method in the header": whole({ "mcp-method": "tools/list" }),
  "another tool in the header": whole({ "mcp-name": "info" }),
  "a header that is not base64": whole({ "mcp-name": "=?base64?***?=" }),
};

const WRONG: Readonly<Record<string, Wrong>> = {
  "an unknown method": [reserving({ method: "tools/cal" }), 200, -32601],
  "an unknown tool": [reserving({ params: { ...RESERVE, name: "reservar" } }), 200, -32602],
  "no tool": [reserving({ params: {} }), 200, -32602],
  "arguments that are a list": [reserving({ params: LISTED }), 200, -32602],
  "an unknown version in the header alone": [
    reserving(),
    400,
    -32602,
    { "mcp-protocol-version": ANOTHER },
  ],
  "modern headers without _meta": [reserving(), 400, -32602, whole()],
  "_meta without capabilities": [modernly({ [VERSION]: MODERN }), 400, -32602, whole()],
  "_meta without a version": [modernly({ [`${META}clientCapabilities`]: {} }), 400, -32602, {}],
  "another version": [
    modernly({ ...WHOLE_META, [VERSION]: ANOTHER }),
    400,
    -32022,
    whole({ "mcp-protocol-version": ANOTHER }),
  ],
  ...Object.fromEntries(
    Object.entries(OTHER_HEADERS).map((
      [what, headers],
    ) => [what, [modernly(WHOLE_META), 400, -32020, headers] as const]),
  ),
  "an unknown tool, encoded in its header": [
    reserving({ params: { ...RESERVE, name: "reservación", _meta: WHOLE_META } }),
    400,
    -32602,
    whole({ "mcp-name": ENCODED }),
  ],
  "a modern unknown method": [
    { ...modernly(WHOLE_META), method: "initialize" },
    404,
    -32601,
    whole({ "mcp-method": "initialize" }),
  ],
};

const UNREADABLE: Readonly<Record<string, Wrong>> = {
  ...Object.fromEntries(
    Object.entries(NO_MESSAGE).map(([what, body]) => [what, [body, 400, -32600] as const]),
  ),
  "invalid JSON": ["{", 400, -32700],
  "a body over the limit": [reserving({ padding: "x".repeat(41_000) }), 413, -32600],
};

for (
  const [what, [body, status, code, headers = OLDER]] of Object.entries({ ...WRONG, ...UNREADABLE })
) {
  Deno.test(`refused with ${code}, and no table is held: ${what}`, async () => {
    await using app = await testApp();
    const answer = await app.post("/mcp", body, headers);
    const id = what in UNREADABLE ? null : 7;
    assertEquals([answer.status, answer.body.error.code, answer.body.id], [status, code, id]);
    assertEquals(answer.headers.get("access-control-allow-origin"), null);
    assertEquals(await countRows(app, "reservations"), 0);
  });
}

Deno.test("what a client adds around the arguments takes nothing from their room", async () => {
  await using app = await testApp();
  const { status } = await app.post("/mcp", reserving({ padding: "x".repeat(39_000) }), OLDER);
  assertEquals([status, await countRows(app, "reservations")], [200, 1]);
});

Deno.test("a notification is taken without an answer, and calls no tool", async () => {
  await using app = await testApp();
  const { status, text } = await app.post("/mcp", reserving({ id: undefined }), OLDER);
  assertEquals([status, text], [202, ""]);
  assertEquals(await countRows(app, "reservations"), 0);
});

Deno.test("pages of the service itself may call, those of other origins may not", async () => {
  await using app = await testApp();
  const own = { ...OLDER, origin: app.url };
  const called = await app.post("/mcp", reserving(), own);
  assertEquals([called.status, called.headers.get("access-control-allow-origin")], [200, app.url]);
  // Deno 2.6, of which executables are made, compresses by itself and says so.
  assertEquals(called.headers.get("vary")?.replace("Accept-Encoding, ", ""), "Origin");
  const preflight = await app.get("/mcp", { method: "OPTIONS", headers: own });
  assertEquals([preflight.status, preflight.headers.get("vary")], [204, "Origin"]);
  assert(preflight.headers.get("access-control-allow-headers")?.includes("mcp-method"));
  const before = await countRows(app, "reservations");
  for (const origin of ["https://evil.example", "null", `${app.url}.evil.example`]) {
    for (const method of ["POST", "OPTIONS", "GET"]) {
      const body = method === "POST" ? JSON.stringify(reserving()) : undefined;
      const { status, headers } = await app.get("/mcp", { method, body, headers: { origin } });
      assertEquals([status, headers.get("access-control-allow-origin")], [403, null]);
    }
  }
  assertEquals(await countRows(app, "reservations"), before);
});

Deno.test("other methods are refused with a list of the allowed ones", async () => {
  await using app = await testApp();
  for (const method of ["GET", "DELETE", "PUT"]) {
    const { status, headers } = await app.get("/mcp", { method });
    assertEquals([status, headers.get("allow")], [405, "POST, OPTIONS"]);
  }
});

Deno.test("an older client gets the revision it requests, or the newest older one", async () => {
  await using app = await testApp();
  const agreed = ["2025-06-18", "2025-03-26", ["1999-01-01", "2025-11-25"]];
  for (const [requested, answered = requested] of agreed.map((each) => [each].flat())) {
    const { body } = await olderRpc(app, "initialize", { protocolVersion: requested });
    assertEquals(body.result.protocolVersion, answered);
  }
});

Deno.test("an older client's version in the header alone makes no difference, nor does a slash after the address", async () => {
  await using app = await testApp();
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  for (const version of ["2025-06-18", "2025-03-26", "2024-11-05"]) {
    const headers = { "mcp-protocol-version": version };
    const { status, body } = await app.post("/mcp/", list, headers);
    assertEquals([status, body.result.tools.length], [200, 8]);
  }
});

Deno.test("an older client that asks for resources and prompts gets empty lists", async () => {
  await using app = await testApp();
  const empty = {
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "prompts/list": "prompts",
  };
  for (const [method, name] of Object.entries(empty)) {
    const { status, body } = await olderRpc(app, method);
    assertEquals([status, body.result], [200, { [name]: [] }]);
  }
});

Deno.test("the instructions fit in 512 characters and name the restaurant", async () => {
  await using app = await testApp();
  const { body: { result } } = await modernRpc(app, "server/discover");
  assert(result.instructions.includes(app.deps.restaurant().name));
  assertLess(result.instructions.length, 512);
  assertEquals(result.supportedVersions, [MODERN, "2025-11-25", "2025-06-18", "2025-03-26"]);
});

Deno.test("in a list of servers it is known by the restaurant's name and its site, in both modes", async () => {
  let restaurant = testRestaurant({ name: "La Otra" });
  await using app = await testApp({ deps: () => ({ restaurant: () => restaurant }) });
  const known = async () => [
    (await modernRpc(app, "server/discover")).body.result._meta[`${META}serverInfo`],
    (await olderRpc(app, "initialize", {})).body.result.serverInfo,
  ];
  const info = { name: "sobremesa", version: "1.0.0", websiteUrl: app.url };
  assertEquals(await known(), [{ ...info, title: "La Otra" }, { ...info, title: "La Otra" }]);
  restaurant = testRestaurant({ name: "La Nueva" });
  assertEquals((await known()).map(({ title }) => title), ["La Nueva", "La Nueva"]);
});

Deno.test("what an assistant reads first says within 300 characters not to reserve again", async () => {
  await using app = await testApp({ restaurant: testRestaurant({ name: "x".repeat(120) }) });
  const { body: { result } } = await modernRpc(app, "server/discover");
  const tools = (await modernRpc(app, "tools/list")).body.result.tools;
  const tool = tools.find(({ name }: { name: string }) => name === RESERVE.name).description;
  const { paths, info } = (await app.get("/openapi.json")).body;
  const operation = paths["/api/reserva"].post.description;
  for (const text of [result.instructions, tool, operation, info.description]) {
    assertMatch(
      text.slice(0, 300),
      /to change.* or add.*never .*again.*give the person .*whatsapp link/i,
    );
  }
});

Deno.test("only the reservation changes anything, and a repeat changes nothing", async () => {
  await using app = await testApp();
  const { body: { result } } = await modernRpc(app, "tools/list");
  for (const { name, annotations } of result.tools) {
    assertEquals([name, annotations], [name, {
      readOnlyHint: name !== RESERVE.name,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    }]);
  }
  const folios = [await call(app), await call(app)].map(({ folio }) => folio);
  assertEquals(folios[0], folios[1]);
  assertEquals(await countRows(app, "reservations"), 1);
});

Deno.test("a client's name becomes the origin, cleaned and cut to the limit of landing, which itself comes first", async () => {
  const names = {
    "  Mesa\u0000\nBot\u{d800} ": "Mesa Bot",
    ["é".repeat(200)]: "é".repeat(120),
    " \u200b": "MCP",
  };
  for (const [name, origin] of Object.entries(names)) {
    await using app = await testApp();
    const _meta = { ...WHOLE_META, [`${META}clientInfo`]: { name, version: "1" } };
    await app.post("/mcp", modernly(_meta), WHOLE_HEADERS);
    const sent = reservationBody({ landing: "Asistente", telefono: "9997654321" });
    const params = { ...RESERVE, arguments: sent, _meta };
    await app.post("/mcp", reserving({ params }), WHOLE_HEADERS);
    assertEquals(await origins(app), [origin, "Asistente"]);
  }
});

Deno.test("a guest's address counts as over HTTP, behind a trusted proxy too", async () => {
  const limits = { reserva: { tokens: 1, seconds: 60 } };
  await using app = await testApp({ limits, proxies: ["127.0.0.1"] });
  const from = async (address: string) => {
    const headers = { ...OLDER, "x-forwarded-for": address };
    return (await app.post("/mcp", reserving(), headers)).body.result.isError ?? false;
  };
  assertEquals([await from("192.0.2.1"), await from("192.0.2.1")], [false, true]);
  assertEquals(await from("192.0.2.2"), false);
});

async function call(app: TestApp): Promise<{ readonly folio: string }> {
  const { body } = await modernRpc(app, "tools/call", RESERVE);
  return body.result.structuredContent;
}

Deno.test("tools say in their descriptions what their answers must be told, and all fit in 4,500 tokens", async () => {
  await using app = await testApp();
  const { body: { result } } = await modernRpc(app, "tools/list");
  assertLessOrEqual(countTokens(JSON.stringify(result.tools)), 4_500);
  const told = {
    getAvailableReservationTimes: ["horas_reservables: .*after midnight .* the day on which"],
    envio: ["calle: .*wrong pin", "cocina_abierta: .*tell the person"],
    pedidoBorrador: ["confirmar_en: .*unchanged", "expira_en_minutos: .*tell the person"],
    createRestaurantReservation: [
      "noche_del: .*tell the person",
      "segunda_mesa: .*Ask the person if both",
      "comprobante: .*48 hours.*unchanged",
      "ignorados: .*do not reserve again",
    ],
  };
  for (const [name, sentences] of Object.entries(told)) {
    const { description } = result.tools.find((tool: { name: string }) => tool.name === name);
    for (const sentence of sentences) assertMatch(description, new RegExp(sentence));
  }
});
