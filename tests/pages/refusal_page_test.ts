/** Wrong addresses, wrong methods and faults: a page with the way on for browsers, the error body for programs. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { testApp } from "../support/test_app.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };

/** What is answered, to a browser and to others. */
const REFUSED: readonly (readonly [
  request: string,
  status: number,
  browser: "page" | "json",
  title?: string,
])[] = [
  ["GET /nada", 404, "page", "Esta página no existe"],
  ["GET /nada?lang=en", 404, "page", "This page does not exist"],
  ["GET //nada.example/", 404, "page", "Esta página no existe"],
  ["GET /carta/postres", 404, "page", "Esta página no existe"],
  // A restaurant without a notice.
  ["GET /aviso", 404, "page", "Esta página no existe"],
  ["POST /carta", 405, "page", "Eso no se puede hacer aquí"],
  ["GET /api/nada", 404, "json"],
  ["GET /api/info/", 404, "json"],
  ["GET /API/info", 404, "json"],
  ["GET /api/reserva", 405, "json"],
  ["GET /openapi.json/", 404, "json"],
  ["POST /openapi.json", 405, "json"],
];

Deno.test("what is not there is a page for browsers, with the way on, and JSON for programs and on their paths", async () => {
  await using app = await testApp();
  for (const [request, status, browser, title] of REFUSED) {
    const [method, path] = request.split(" ") as [string, string];
    const asked = { method, redirect: "manual" } as const;
    const plain = await app.get(path, asked);
    assertEquals([plain.status, plain.body?.ok], [status, false], request);
    const shown = await app.get(path, { ...asked, headers: BROWSER });
    assertEquals([shown.status, shown.body === null], [status, browser === "page"], request);
    assertEquals(shown.headers.get("allow"), plain.headers.get("allow"), request);
    if (title === undefined) continue;
    assertStringIncludes(shown.text, `<h1>${title}</h1>`, request);
    const lang = path.endsWith("lang=en") ? "en" : "es";
    assertEquals(shown.headers.get("content-language"), lang, request);
    for (const way of ["/", "/carta", "/reservar"]) {
      assertStringIncludes(shown.text, `href="${way}?lang=${lang}"`, request);
    }
  }
});

Deno.test("a fault is a page that offers to write, even one in what the page shows is an answer", async () => {
  let faults = 0;
  await using app = await testApp({
    deps: ({ restaurant }) => ({
      restaurant: () => {
        if (faults-- > 0) throw new Error("no restaurant");
        return restaurant();
      },
    }),
  });
  faults = 1;
  const { status, text } = await app.get("/reservar", { headers: BROWSER });
  assertEquals(status, 500);
  assertMatch(text, /<h1>Algo salió mal<\/h1>[^]*href="https:\/\/wa\.me\//);
  faults = 9;
  const { status: worse, body } = await app.get("/reservar", { headers: BROWSER });
  assertEquals([worse, body.error], [500, "error_interno"]);
});

/** Addresses that lead on, and where; null for those that do not. */
const LEADS: readonly (readonly [path: string, to: string | null])[] = [
  ["/carta/", "/carta"],
  ["/Reservar", "/reservar"],
  ["/RESERVAR/?dia=2026-03-12&lang=en", "/reservar?dia=2026-03-12&lang=en"],
  ["/Pedido/Ab-C", "/pedido/Ab-C"],
  ["/carta//", null],
  ["/Nada/", null],
  ["//carta/", null],
  ["/API/info", null],
];

Deno.test("a trailing slash or capitals in the first segment lead on, with the query, to paths that are there", async () => {
  await using app = await testApp();
  for (const [path, to] of LEADS) {
    const answer = await app.fetch(path, { redirect: "manual", headers: BROWSER });
    await answer.body?.cancel();
    const led = [answer.status, answer.headers.get("location")];
    assertEquals(led, to === null ? [404, null] : [308, to], path);
  }
});

Deno.test("what a page's own handler refuses stays a page, whatever Accept says", async () => {
  await using app = await testApp();
  for (const path of ["/pedido/cut", "/reservada/cut", "/pedido/"]) {
    const { status, text } = await app.get(path, { headers: { accept: "application/json" } });
    assertEquals([status, text.startsWith("<!DOCTYPE html>")], [404, true], path);
  }
  const foreign = await app.get("/reservar", { method: "POST", body: new URLSearchParams() });
  assert(foreign.status === 403 && foreign.text.startsWith("<!DOCTYPE html>"));
});
