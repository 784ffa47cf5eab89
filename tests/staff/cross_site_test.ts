/** No other site makes a signed-in browser change anything, and none frames or reads the board. */
import { assert, assertEquals } from "@std/assert";
import { formRequest, STAFF_KEY, type TestBoard } from "../support/test_board.ts";
import {
  assertNothingChanges,
  attackedBoard,
  type Change,
  changesOf,
  pagesOf,
} from "./_attacked.ts";

/** Every form there is, that to sign in and out among them. */
function everyForm(board: Parameters<typeof changesOf>[0]): readonly Change[] {
  return [
    ...changesOf(board),
    { path: "/entrar", form: { clave: STAFF_KEY, nombre: "Mallory" } },
    { path: "/salir", form: {} },
  ];
}

function post(board: TestBoard, { path, form }: Change, headers: Record<string, string>) {
  const { method, body } = formRequest(form);
  return board.ask(path, { method, body, headers: { cookie: board.cookie, ...headers } });
}

Deno.test("a form of another site, of another port or of no origin changes nothing", async () => {
  await using board = await attackedBoard();
  const own = board.url;
  const foreign: readonly Record<string, string>[] = [
    {},
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "" },
    { "sec-fetch-site": "SAME-ORIGIN" },
    { "sec-fetch-site": "same-origin, cross-site" },
    { "sec-fetch-site": "cross-site", origin: own },
    { "sec-fetch-site": "none", origin: own },
    { origin: "null" },
    { origin: "https://evil.example" },
    { origin: board.app.url },
    { origin: `${own}.evil.example` },
    { origin: `${own}/` },
    { origin: own.replace("http:", "https:") },
    { origin: own.replace("127.0.0.1", "localhost") },
    { referer: `${own}/` },
    { "x-requested-with": "XMLHttpRequest", referer: own },
  ];
  await assertNothingChanges(board, async () => {
    for (const headers of foreign) {
      for (const change of everyForm(board)) {
        const answer = await post(board, change, headers);
        assertEquals(answer.status, 403, `${change.path} ${JSON.stringify(headers)}`);
        assertEquals(answer.headers.getSetCookie(), []);
      }
    }
  });
});

Deno.test("a browser that sends no Sec-Fetch-Site is known by its Origin, which is that of STAFF_BASE_URL whatever Host says", async () => {
  await using board = await attackedBoard();
  const [change] = changesOf(board);
  assertEquals((await post(board, change!, { origin: board.url })).status, 303);
  await using behindProxy = await attackedBoard({ staffUrl: "https://tablero.example" });
  const [other] = changesOf(behindProxy);
  const refused = await post(behindProxy, other!, { origin: behindProxy.url });
  assertEquals(refused.status, 403);
  assert(refused.text.includes("Ábrelo en https://tablero.example y"));
  const taken = await post(behindProxy, other!, { origin: "https://tablero.example" });
  assertEquals(taken.status, 303);
});

Deno.test("no page is changed by looking: GET and HEAD leave every row as it was", async () => {
  await using board = await attackedBoard();
  const [folio] = board.folios;
  const tempting = [
    `/reserva/${folio}?accion=llego&version=1`,
    `/visto?folio=${folio}`,
    "/casa?accion=pausar",
    "/cierres?dia=2026-03-14&motivo=Boda",
    "/borrar?telefono=9995550101&accion=borrar&por_venir=si",
    "/salir",
    `/entrar?clave=${encodeURIComponent(STAFF_KEY)}&nombre=Mallory`,
  ];
  await assertNothingChanges(board, async () => {
    for (const path of [...pagesOf(board), ...tempting]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await board.ask(path, { method, headers: { cookie: board.cookie } });
        assertEquals(answer.headers.getSetCookie(), [], path);
      }
    }
  });
});

Deno.test("no answer of the board may be framed, kept, read by other sites or run scripts of theirs", async () => {
  await using board = await attackedBoard();
  const get = (path: string, init: RequestInit = {}) =>
    board.ask(path, { ...init, headers: { cookie: board.cookie, origin: "https://evil.example" } });
  const pages = [...pagesOf(board), "/entrar", "/nada"];
  for (const path of pages) {
    const { headers } = await get(path);
    assertEquals(headers.get("cache-control"), "no-store", path);
    assertEquals(headers.get("x-content-type-options"), "nosniff", path);
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    const policy = headers.get("content-security-policy") ?? "";
    for (
      const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]
    ) assert(policy.split("; ").includes(rule), `${path}: ${rule}`);
    assert(!/unsafe|http|\*/.test(policy), policy);
    assertEquals(headers.get("x-frame-options"), "DENY", path);
  }
  const [change] = changesOf(board);
  const answers = [
    ...await Promise.all([...pages, "/tablero.css", "/tablero.js"].map((path) => get(path))),
    ...await Promise.all(
      ["/", "/nada", change!.path].map((path) => get(path, { method: "OPTIONS" })),
    ),
    await get("/", { method: "DELETE" }),
    await post(board, change!, { origin: "https://evil.example" }),
    await board.ask("/", { headers: { origin: "https://evil.example" } }),
  ];
  for (const [n, { headers }] of answers.entries()) {
    for (const [name] of headers) assert(!name.startsWith("access-control-"), `${n} ${name}`);
  }
});
