/** No trick with paths reaches the board through the public listener, nor the API through the board's. */
import { assert, assertEquals } from "@std/assert";
import { exchange, type RawAnswer, rawRequest } from "../support/raw_http.ts";
import { reservationBody } from "../support/test_app.ts";
import {
  assertNothingChanges,
  assertTellsNothing,
  type AttackedBoard,
  attackedBoard,
  changesOf,
  pagesOf,
} from "./_attacked.ts";

/** Other ways to write the target of a request for `path`, with headers that some servers heed. */
function tricks(
  path: string,
  board: AttackedBoard,
): readonly { target: string; headers: string }[] {
  const bare = path.slice(1);
  const staff = `127.0.0.1:${board.port}`;
  const targets = [
    path,
    `/${path}`,
    `///${bare}`,
    `/.${path}`,
    `/..${path}`,
    `/api/..${path}`,
    `/api/../..${path}`,
    `/pedido/..${path}`,
    `/api/%2e%2e${path}`,
    `/api/..%2f${bare}`,
    `/%2f${bare}`,
    `/%2e${path}`,
    `/pedido/%2e%2e%2f${bare}`,
    `/pedido/..%5c${bare}`,
    `/\\${bare}`,
    `${path}/`,
    `${path}%00`,
    `${path}%20`,
    `${path};a=b`,
    `/api/info?${path}`,
    `/?x=${path}`,
    `http://${staff}${path}`,
    `http://${staff}/${path}`,
    `https://tablero.example${path}`,
    `http://u@${staff}${path}`,
    `//${staff}${path}`,
    bare === "" ? "*" : bare,
  ];
  const headers = [
    "",
    `X-Original-URL: ${path}\r\nX-Rewrite-URL: ${path}\r\n`,
    `X-Forwarded-Host: ${staff}\r\nX-Forwarded-Port: ${board.port}\r\nX-Forwarded-Prefix: /\r\nForwarded: host=${staff}\r\n`,
  ];
  return [
    ...targets.map((target) => ({ target, headers: "" })),
    ...headers.flatMap((lines) => ["/", "/api/info"].map((target) => ({ target, headers: lines }))),
  ];
}

const HOSTS = (board: AttackedBoard) => [
  `127.0.0.1:${board.app.port}`,
  `127.0.0.1:${board.port}`,
  `127.0.0.1:${board.port}/reserva/${board.folios[0]}?`,
  "tablero.example",
];

Deno.test("no request to the public listener shows a page of the board, signed in or not", async () => {
  await using board = await attackedBoard();
  await assertNothingChanges(board, async () => {
    const paths = [...pagesOf(board).filter((path) => path !== "/"), "/entrar", "/tablero.js"];
    for (const path of paths) {
      for (const { target, headers } of tricks(path, board)) {
        for (const host of target === path ? HOSTS(board) : HOSTS(board).slice(0, 2)) {
          const text =
            `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${board.cookie}\r\n${headers}\r\n`;
          await assertPublic(board, text, `${target} at ${host}`);
        }
      }
    }
  });
  assertEquals(board.requests.filter(({ route }) => route !== "/entrar"), [], "it was never asked");
});

Deno.test("no request to the public listener changes anything that only staff change", async () => {
  await using board = await attackedBoard();
  await assertNothingChanges(board, async () => {
    for (const { path, form } of changesOf(board)) {
      const body = String(new URLSearchParams(form as Record<string, string>));
      for (const { target, headers } of tricks(path, board)) {
        const text = `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${board.port}\r\n` +
          `Cookie: ${board.cookie}\r\nSec-Fetch-Site: same-origin\r\nOrigin: ${board.url}\r\n${headers}` +
          "Content-Type: application/x-www-form-urlencoded\r\n" +
          `Content-Length: ${body.length}\r\n\r\n${body}`;
        await assertPublic(board, text, `POST ${target}`);
      }
    }
  });
});

/** Fails unless the public listener answers, as for a path that it does not know or as one of its own. */
async function assertPublic(board: AttackedBoard, request: string, what: string): Promise<void> {
  const seen = board.app.requests.length;
  const { status, headers, text } = await answerTo(request, board.app.port) ?? CLOSED;
  // An answer names the parameters that it did not read, which are part of the trick.
  const own = text.replace(/"ignorados":\[[^\]]*\]/, "");
  assertTellsNothing(own, what);
  assert(!own.includes("tablero"), `${what}: ${own.slice(0, 200)}`);
  assertEquals(headers["set-cookie"], undefined, what);
  assert([200, 400, 404, 405, 422].includes(status), `${what}: ${status}`);
  const routes = board.app.requests.slice(seen).map(({ route }) => route);
  assert(routes.every((route) => PUBLIC_ROUTES.has(route)), `${what}: ${routes}`);
}

/** Null if the connection was closed without an answer, as after a malformed target. */
async function answerTo(request: string, port: number): Promise<RawAnswer | null> {
  const { answers, closed } = await exchange(request, { port });
  assert(answers.length === 1 || closed, "an answer or an end");
  return answers[0] ?? null;
}

const CLOSED: RawAnswer = { status: 400, headers: {}, text: "" };

const PUBLIC_ROUTES = new Set([
  "(none)",
  "/",
  "/pedido",
  "/pedido/",
  "/pedido/{token}",
  "/api/info",
]);

Deno.test("the public API is not reached through the board's listener", async () => {
  await using board = await attackedBoard();
  await assertNothingChanges(board, async () => {
    const paths = ["/api/info", "/api/menu", "/openapi.json", "/healthz", "/api/disponibilidad"];
    for (const path of paths) {
      for (
        const { target, headers } of tricks(path, board).filter(({ target }) => target !== "/")
      ) {
        const answer = await answerTo(
          `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${board.app.port}\r\n${headers}\r\n`,
          board.port,
        );
        if (answer === null || target.startsWith("/?")) continue;
        // A path of the board's own leads to the page to sign in.
        const toSignIn = answer.headers["location"]?.startsWith("/entrar") ?? false;
        const allowed = answer.status === 303 ? toSignIn : [400, 404].includes(answer.status);
        assert(allowed, `${target}: ${answer.status}`);
        assert(!answer.text.startsWith("{"), target);
      }
    }
    for (const cookie of ["", board.cookie]) {
      const answer = await board.ask("/api/reserva", {
        method: "POST",
        body: JSON.stringify(reservationBody()),
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie },
      });
      assertEquals(answer.status, 404);
    }
  });
});

Deno.test("a malformed Host is refused by the board as by the API, in its own words", async () => {
  await using board = await attackedBoard();
  for (const host of ["a b", `127.0.0.1/reserva/${board.folios[0]}?`, "a@b", "%zz"]) {
    const { status, headers, text } = await rawRequest(
      `GET /nada HTTP/1.1\r\nHost: ${host}\r\nCookie: ${board.cookie}\r\n\r\n`,
      { port: board.port },
    );
    assertEquals([status, headers["content-type"]], [400, "text/html; charset=utf-8"], host);
    assertTellsNothing(text, host);
  }
});
