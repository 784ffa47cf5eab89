/** What the board answers where it shows no page of its own, and what it logs. */
import { assert, assertEquals } from "@std/assert";
import { formRequest, testBoard } from "../support/test_board.ts";
import { assertTellsNothing, attackedBoard, changesOf, pagesOf } from "./_attacked.ts";

Deno.test("what is not there is a page that says so, signed in or not", async () => {
  await using board = await attackedBoard();
  for (const cookie of ["", board.cookie]) {
    const answer = await board.fetch("/nada", { headers: { cookie } });
    assertEquals([answer.status, answer.headers.get("content-type")], [
      404,
      "text/html; charset=utf-8",
    ]);
    assertTellsNothing(await answer.text(), "/nada");
  }
});

Deno.test("OPTIONS lists the methods and grants nothing", async () => {
  await using board = await attackedBoard();
  const answer = await board.fetch("/casa", {
    method: "OPTIONS",
    headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
  });
  await answer.body?.cancel();
  assertEquals([answer.status, answer.headers.get("allow")], [204, "GET, HEAD, POST, OPTIONS"]);
  for (const [name] of answer.headers) assert(!name.startsWith("access-control-"), name);
});

Deno.test("HEAD is answered as GET, without a body and without opening a stream", async () => {
  await using board = await attackedBoard();
  const headers = { cookie: board.cookie };
  for (const path of [...pagesOf(board), "/entrar", "/nada"]) {
    const [head, get] = await Promise.all(
      ["HEAD", "GET"].map((method) => board.fetch(path, { method, headers })),
    );
    assertEquals(head!.status, get!.status, path);
    assertEquals(head!.headers.get("content-type"), get!.headers.get("content-type"), path);
    assertEquals(await head!.text(), "");
    await get!.body?.cancel();
  }
});

Deno.test("a failure within is a page without what failed, and the log has the cause", async () => {
  const failure = new Error("the secret cause");
  await using board = await testBoard({
    staffDeps: ({ book }) => ({ book: { ...book, search: () => Promise.reject(failure) } }),
  });
  const answer = await board.get("/buscar?q=Ana");
  assertEquals([answer.status, answer.headers.get("content-type")], [
    500,
    "text/html; charset=utf-8",
  ]);
  assert(!answer.text.includes("secret") && answer.text.includes("Algo falló"));
  assertEquals(board.errors, [{ error: failure, where: "/buscar" }]);
});

Deno.test("the log holds no folio, no query, no name and nothing that was typed", async () => {
  await using board = await attackedBoard();
  const headers = { cookie: board.cookie };
  for (
    const path of [...pagesOf(board), "/buscar?q=Guadalupe", "/nada/Guadalupe", "/entrar?volver=/x"]
  ) {
    await (await board.fetch(path, { headers })).body?.cancel();
  }
  for (const { path, form } of changesOf(board)) {
    await (await board.fetch(path, formRequest(form, headers))).body?.cancel();
  }
  await (await board.fetch("/", { method: "GUADALUPE" })).body?.cancel();
  const known = new Set(["GET", "HEAD", "POST", "OPTIONS", "(other)"]);
  for (const { method, route } of board.requests) {
    assert(known.has(method), method);
    assert(/^(\(none\)|\/[a-z.]*(\/\{[a-z]+\})?)$/.test(route), route);
  }
  const routes = new Set(board.requests.map(({ route }) => route));
  assert(routes.has("/reserva/{folio}") && routes.has("(none)") && routes.has("/buscar"));
});

Deno.test("a tablet of 2018 can show the board: style and script ask for nothing newer than Safari 16", async () => {
  await using board = await testBoard();
  const style = (await board.get("/tablero.css")).text.replace(/\/\*[^]*?\*\//g, "");
  const script = (await board.get("/tablero.js")).text;
  assert(!/light-dark\(|@container|color-mix\(|^\s*&/m.test(style));
  assert(!/checkVisibility|Promise\.withResolvers|Object\.groupBy|toSorted/.test(script));
});
