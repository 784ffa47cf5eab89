/** Forms that are too large, slow, broken or full of tricks change nothing and lead nowhere; what is logged. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { exchange, rawRequest } from "../support/raw_http.ts";
import { formRequest, STAFF_KEY, testBoard } from "../support/test_board.ts";
import { assertNothingChanges, attackedBoard, changesOf, pagesOf } from "./_attacked.ts";

const FORM = "application/x-www-form-urlencoded";

const PHOTOS = [8_000_000, "sube después las demás"] as const;

Deno.test("a form over 64 KB is 413, one with a pasted menu over 2 MB, one of settings or with a file, which may hold images, over 8 MB and with what to do, however its length is declared; one of just 64 KB is read", async () => {
  await using board = await attackedBoard();
  await assertNothingChanges(board, async () => {
    for (const { path } of [...changesOf(board), { path: "/entrar" }]) {
      const [size, says] = {
        "/archivo": [8_000_000, "sobremesa import ARCHIVO"] as const,
        "/platillos": [2_000_000, "acorta los textos"] as const,
        "/presentacion": PHOTOS,
        "/ajustes/horario": PHOTOS,
        "/carta/0": PHOTOS,
      }[path] ?? [65_536, "acorta los textos"];
      const answer = await board.post(path, { comentarios: "x".repeat(size) });
      assertEquals(answer.status, 413, path);
      assertStringIncludes(answer.text, says);
    }
    const chunk = `1000\r\n${"x".repeat(4_096)}\r\n`;
    const { status } = await rawRequest(
      `POST /casa HTTP/1.1\r\nHost: a\r\nCookie: ${board.cookie}\r\nSec-Fetch-Site: same-origin\r\n` +
        `Content-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}0\r\n\r\n`,
      { port: board.port },
    );
    assertEquals(status, 413);
  });
  const rest = "accion=pausar&x=";
  const answer = await board.ask("/casa", {
    method: "POST",
    body: rest + "x".repeat(65_536 - rest.length),
    headers: { "content-type": FORM, "sec-fetch-site": "same-origin", cookie: board.cookie },
  });
  assertEquals(answer.status, 303);
});

Deno.test("a form that stalls is 400 once its time is up", async () => {
  await using board = await attackedBoard({ bodyTimeoutMs: 100 });
  await assertNothingChanges(board, async () => {
    const { answers } = await exchange(
      `POST /casa HTTP/1.1\r\nHost: a\r\nCookie: ${board.cookie}\r\nSec-Fetch-Site: same-origin\r\n` +
        `Content-Type: ${FORM}\r\nContent-Length: 1000\r\n\r\naccion=pausar`,
      { port: board.port },
    );
    assertEquals(answers[0]?.status, 400);
  });
});

/** A form of so many fields of a dish, as browsers send one that may hold photos. */
function dishForm(fields: number): FormData {
  const form = new FormData();
  for (let n = 0; n < fields; n++) form.append(`secciones.0.platillos.${n}.nombre`, "Papadzules");
  return form;
}

Deno.test("photos over a slow line arrive whole, although a form without photos would be late", async () => {
  await using board = await attackedBoard({ bodyTimeoutMs: 50 });
  const { headers, body } = new Response(dishForm(2));
  const late = body!.pipeThrough(
    new TransformStream({
      async transform(piece, controller) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        controller.enqueue(piece);
      },
    }),
  );
  const { status } = await board.ask("/carta/0", {
    method: "POST",
    body: late,
    headers: { ...Object.fromEntries(headers), origin: board.url, cookie: board.cookie },
  });
  assertEquals(status, 303);
});

Deno.test("without a session a form of a hundred dishes comes back to be sent again, a larger one does not", async () => {
  await using board = await attackedBoard();
  for (const [fields, isKept] of [[1_800, true], [2_200, false]] as const) {
    const { status, text } = await board.ask("/carta/0", {
      method: "POST",
      body: dishForm(fields),
      headers: { origin: board.url },
    });
    assertEquals(status, 403);
    assertEquals(text.includes(`platillos.${fields - 1}.nombre" value="Papadzules"`), isKept);
  }
});

Deno.test("what is not a form, or not UTF-8, is refused", async () => {
  await using board = await attackedBoard();
  const post = async (body: BodyInit, type: string) => {
    const headers = { "content-type": type, "sec-fetch-site": "same-origin", cookie: board.cookie };
    return (await board.ask("/casa", { method: "POST", body, headers })).status;
  };
  await assertNothingChanges(board, async () => {
    for (const type of ["text/plain", "application/json", "", `x${FORM}`]) {
      assertEquals(await post("accion=pausar", type), 415, type);
    }
    // Deno 2.6 reads a broken multipart body as a form without fields.
    const multipart = await post("accion=pausar", "multipart/form-data; boundary=x");
    assert(multipart === 415 || multipart === 422, `${multipart}`);
    const broken = [
      "accion=pausar&x=%FF",
      "accion=pausar&x=%C3",
      "accion=pausar&x=%ED%A0%80",
      new Uint8Array([...new TextEncoder().encode("accion=pausar&x="), 0xff]),
    ];
    for (const body of broken) assertEquals(await post(body, FORM), 400, String(body));
  });
  assertEquals(await post("accion=pausar", `${FORM};charset=UTF-8`), 303);
});

const ELSEWHERE = [
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/%0d%0aLocation: https://evil.example\r\nSet-Cookie: a=b",
  "/\r\nSet-Cookie: a=b",
  "/\n",
  "javascript:alert(1)",
  "data:text/html,x",
  "evil.example",
  "@evil.example",
  "",
  " /buscar",
  "/ñ",
  `/${"x".repeat(3_000)}`,
];

Deno.test("`volver` leads nowhere but to the board, and breaks no header", async () => {
  await using board = await attackedBoard();
  for (const [n, volver] of ELSEWHERE.entries()) {
    const form = { clave: STAFF_KEY, nombre: "Wendy", volver };
    // Each from a device of its own: signing in so often would have to wait.
    const cookie = (await board.signIn(`Equipo ${n}`)).cookie;
    const signedIn = await board.ask("/entrar", formRequest(form));
    const renamed = await board.ask("/entrar", formRequest({ ...form, clave: "" }, { cookie }));
    for (const { status, headers, location } of [signedIn, renamed]) {
      assertEquals([status, location], [303, "/"], JSON.stringify(volver));
      assert(headers.getSetCookie().every((cookie) => cookie.startsWith("sobremesa_")));
    }
    board.clock.advance(60_000);
    const { text } = await board.ask(`/entrar?volver=${encodeURIComponent(volver.toWellFormed())}`);
    assert(text.includes('name="volver" value="/"'), volver);
    assert(!text.includes("evil.example"), volver);
  }
});

Deno.test("a name is one plain line of 1 to 60 visible characters, or nobody is signed in and no key is tried", async () => {
  await using board = await attackedBoard();
  const wrong = ["", "   ", "\u200b", "x".repeat(61), "a\nb", "a\0b", "\u2028", "x".repeat(5_000)];
  for (const nombre of wrong) {
    for (const cookie of [board.cookie, ""]) {
      const form = { clave: STAFF_KEY, nombre, volver: "/" };
      const { status, headers, text } = await board.ask("/entrar", formRequest(form, { cookie }));
      assertEquals([status, headers.getSetCookie()], [422, []], JSON.stringify(nombre));
      assert(!text.includes(STAFF_KEY), "the key is not shown again");
    }
  }
  const longest = "🦆".repeat(60);
  const answer = await board.post("/entrar", { nombre: longest, volver: "/" });
  assertEquals(answer.status, 303);
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
    await board.ask(path, { headers });
  }
  for (const { path, form } of changesOf(board)) {
    await board.ask(path, formRequest(form, headers));
  }
  await board.ask("/", { method: "GUADALUPE" });
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
  const modules = ["tablero", "page", "day", "rows", "shift"].map((name) => `/${name}.js`);
  const script = (await Promise.all(modules.map((path) => board.get(path))))
    .map(({ text }) => text).join("\n");
  assert(!/light-dark\(|@container|color-mix\(|^\s*&/m.test(style));
  assert(!/checkVisibility|Promise\.withResolvers|Object\.groupBy|toSorted/.test(script));
});
