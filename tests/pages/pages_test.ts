import { assertEquals, assertStringIncludes } from "@std/assert";
import { createRouter, type Route } from "../../src/http/router.ts";
import { pageRoutes } from "../../src/pages/pages.ts";
import { instantOf, testRestaurant } from "../support/restaurant_fixture.ts";
import { HOME_DRAFT, NOW, pageDeps, sealed } from "./_draft_samples.ts";

/** Drafts ask no operation. */
const NO_OPERATION: Route = {
  method: "POST",
  path: "/api/reserva",
  answer: () => Promise.reject(new Error("a draft has asked an operation")),
};

async function get(pathname: string, { search = "", now = NOW, method = "GET" } = {}) {
  const restaurant = testRestaurant({ privacyNotice: "https://casa.example/privacidad?a=1&b=2" });
  const deps = pageDeps({ now: () => now, restaurant: () => restaurant });
  const find = createRouter(pageRoutes(deps, NO_OPERATION));
  const request = new Request(`http://127.0.0.1${pathname}`);
  const match = find(method, pathname);
  const answer = await match.answer({
    request,
    target: { pathname, search },
    peer: () => "127.0.0.1",
  });
  return {
    status: answer.status,
    route: match.path,
    headers: answer.headers,
    text: answer.body ?? "",
  };
}

Deno.test("a draft's link opens its page, logged without its token", async () => {
  const { status, route, text } = await get(`/pedido/${await sealed(HOME_DRAFT)}`);
  assertEquals([status, route], [200, "/pedido/{token}"]);
  assertStringIncludes(text, "$379.00");
});

Deno.test("a link with escaped blanks opens, one with broken escapes says it is incomplete", async () => {
  const token = await sealed(HOME_DRAFT);
  assertEquals((await get(`/pedido/%20${token}%E2%80%9D`)).status, 200);
  assertEquals((await get(`/pedido/${token}%E2%`)).status, 404);
  assertEquals((await get(`/pedido/%`)).status, 404);
});

Deno.test("a link without its token says it is incomplete", async () => {
  for (const path of ["/pedido", "/pedido/"]) {
    const { status, text } = await get(path);
    assertEquals(status, 404);
    assertStringIncludes(text, "El enlace está incompleto");
  }
});

Deno.test("lang=en asks for English, the first one counts, any other is Spanish", async () => {
  const path = `/pedido/${await sealed(HOME_DRAFT)}`;
  for (
    const [search, language] of [
      ["", "es"],
      ["?lang=en", "en"],
      ["?lang=fr", "es"],
      ["?lang=en&lang=es", "en"],
      ["?lang=%", "es"],
    ] as const
  ) {
    assertEquals((await get(path, { search })).headers["content-language"], language, search);
  }
});

Deno.test("the page knows from the hours when the closed kitchen opens", async () => {
  const now = instantOf("2026-08-03T10:00");
  const draft = { ...HOME_DRAFT, expiresAt: now + 60_000 };
  const { text } = await get(`/pedido/${await sealed(draft)}`, { now });
  assertStringIncludes(text, "La cocina está cerrada en este momento. Abre mañana a las 13:00.");
});

Deno.test("pages are read only: other methods are refused", async () => {
  for (const path of ["/", `/pedido/${await sealed(HOME_DRAFT)}`]) {
    const { status, headers } = await get(path, { method: "POST" });
    assertEquals([status, headers.allow], [405, "GET, HEAD, OPTIONS"]);
  }
});
