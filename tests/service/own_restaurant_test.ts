import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { rawRequest } from "../support/raw_http.ts";
import { post } from "./_guests.ts";
import { BASE_URL, startOwnRestaurant } from "./_own_restaurant.ts";

/** Two streets from the sample restaurant, on the sample map. */
const NEAR = { lat: 20.9671, lng: -89.6237 };

Deno.test("a restaurant without a map gets no invented price: quotes have none, drafts fail with sin_ruta", async () => {
  await using own = await startOwnRestaurant(["nombre", "La Casa"]);
  const { url, lines } = own.service;
  const quote = await fetch(`${url}/api/envio?lat=${NEAR.lat}&lng=${NEAR.lng}`);
  const { cotizado, cubierto, costo, km, entrega_min, entrega_max } = await quote.json();
  assertEquals(quote.status, 200);
  assertEquals({ cotizado, cubierto, costo, km, entrega_min, entrega_max }, {
    cotizado: false,
    cubierto: true,
    costo: null,
    km: null,
    entrega_min: null,
    entrega_max: null,
  });
  const home = { modo: "domicilio", direccion: "Calle 60 núm. 420", ...NEAR };
  const { status, body } = await post(`${url}/api/pedido/borrador`, draft(home));
  assertEquals([status, body.ok, body.motivo], [503, false, "sin_ruta"]);
  assertStringIncludes(body.whatsapp, "https://wa.me/");
  assert(!lines.join("\n").includes("MUESTRA"), "the log takes it for the sample");
});

Deno.test("a file that still holds data of the sample is served with a bar, and a warning that lists it", async () => {
  await using own = await startOwnRestaurant(["nombre", "La Casa"], ["calificacion", undefined]);
  const { leftovers, level } = await own.service.logged(({ message }) =>
    message.startsWith("SIN TERMINAR: ")
  );
  assertEquals([level, leftovers], ["warn", "el teléfono, 62 platillos"]);
  const [home, board, info] = await Promise.all(
    [`${own.service.url}/`, `${own.service.staffUrl}/entrar`, `${own.service.url}/api/info`]
      .map(async (url) => (await fetch(url)).text()),
  );
  assertStringIncludes(home!, "SIN TERMINAR");
  assertStringIncludes(board!, "SIN TERMINAR</strong> Aún trae de la muestra el teléfono, 62 plat");
  const { calificacion, muestra } = JSON.parse(info!);
  assertEquals(calificacion, { puntaje: 0, total: 0, fuente: "" });
  assertEquals(muestra, undefined);
  assert(!/opiniones/.test(home!), "a page shows a rating, but there is none");
});

Deno.test("links begin with BASE_URL, whatever the request's Host header", async () => {
  await using own = await startOwnRestaurant();
  const port = Number(new URL(own.service.url).port);
  const body = draft({ modo: "recoger" });
  const length = new TextEncoder().encode(body).length;
  const posted = await rawRequest(
    `POST /api/pedido/borrador HTTP/1.1\r\nHost: evil.example\r\nContent-Length: ${length}\r\n` +
      `X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\n\r\n${body}`,
    { port },
  );
  const link: string = JSON.parse(posted.text).confirmar_en;
  assertEquals(link.slice(0, link.lastIndexOf("/")), `${BASE_URL}/pedido`);
  const described = await rawRequest(
    "GET /openapi.json HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    { port },
  );
  assertEquals(JSON.parse(described.text).servers, [{ url: BASE_URL }]);
  assert(!`${posted.text}${described.text}`.includes("evil"));
  const page = await fetch(link.replace(BASE_URL, own.service.url));
  assertEquals(page.status, 200);
  const html = await page.text();
  assertStringIncludes(html, encodeURIComponent(link));
  assert(!html.includes("MUESTRA"), "the page takes it for the sample");
});

function draft(entrega: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ lineas: [{ id: "panuchos-3", cantidad: 1 }], entrega });
}
