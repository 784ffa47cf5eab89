/** /envio: the ways to say where, and what a guest learns, each through the operations and within their limits. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { addressTown } from "../streets/_address_town.ts";
import { mapOf } from "../streets/_map_files.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import { filledIn, show } from "./_pages.ts";

async function ask(app: TestApp, fields: Readonly<Record<string, string>>, lang = "es") {
  return await show(app, `/envio?${new URLSearchParams({ lang, ...fields })}`);
}

/** What is typed, the status, and what the page says. */
const SAID: readonly (readonly [texto: string, status: number, says: RegExp])[] = [
  ["Calle 58 por 59 y 61", 200, /Sí llegamos: \$\d+ .*cae en Calle 58.*minutos.* km .*Pedir/],
  ["20.9745, -89.6212", 200, /Sí llegamos: \$/],
  ["Aquí: https://maps.google.com/?q=20.9745,-89.6212", 200, /Sí llegamos: \$/],
  [
    "https://maps.app.goo.gl/x",
    422,
    /no lo abrimos\. Ábrelo y copia el enlace largo, o comparte tu ubicación/,
  ],
  [
    "https://maps.google.com/?q=Calle+58+por+59",
    200,
    /Sí llegamos: \$.* Calle 58 y Calle 59, .*Mérida/,
  ],
  ["20,9745 -89,6212", 200, /Sí llegamos: \$/],
  ["76GGX9FH+QG", 200, /Sí llegamos: \$/],
  ["Por la iglesia", 422, /No encontramos un solo lugar así/],
  ["58 por 59, Progreso", 422, /Esa calle está, pero no encontramos «Progreso»/],
  ["x".repeat(301), 422, /Acorta la dirección/],
  ["", 422, /Escribe la calle y con cuál cruza/],
  ["19.4326, -99.1332", 200, /Hasta ahí no llegamos\. .*escribirnos.*WhatsApp.*Recoger/],
  // In the radius, without a street.
  ["20.99, -89.66", 200, /No hay calle que llegue hasta ahí .*escríbenos.*WhatsApp.*Recoger/],
];

/** WhatsApp with the place, and pick-up. */
const OTHER_WAYS =
  /wa\.me\/\d+\?text=Hola%2C%20quiero%20hacer%20un%20pedido\.(%0A[^"]{1,300})?"[^]*modo=recoger"/;

Deno.test("each way to say where leads to the price, or to what else can be done", async () => {
  await using app = await testApp();
  for (const [texto, status, says] of SAID) {
    const shown = await ask(app, { texto });
    assertEquals(shown.status, status, texto);
    assertMatch(shown.words, says, texto);
    assertEquals(/<title>Error: /.test(shown.text), status === 422, texto);
    if (!/Sí llegamos/.test(shown.words)) assertMatch(shown.text, OTHER_WAYS, texto);
    if (status === 422) assertMatch(shown.text, /autofocus[^]*?<a href="#texto">/, texto);
    assertEquals(filledIn(shown).texto, texto, "what was typed stays");
    assertMatch(shown.text, /<a class="language" href="\?lang=en&amp;texto=/, "in each language");
  }
  const first = await show(app, "/envio");
  assertEquals([first.status, first.words.includes("Escribe la calle y")], [200, false]);
  const said = { direccion: "Calle 60 #420", referencias: "Portón negro" };
  const { text } = await ask(app, { ...said, lat: "20.9745", lng: "-89.6212" });
  const [, english = ""] = /class="language" href="([^"]+)"/.exec(text)!;
  const linked = await show(app, `/envio${english.replaceAll("&amp;", "&")}`);
  assertMatch(linked.words, /We deliver there: \$/);
  const [, order = ""] = /class="send" href="([^"]+)"/.exec(linked.text)!;
  const { texto, referencias } = filledIn(await show(app, order.replaceAll("&amp;", "&")));
  assertEquals([texto, referencias], [said.direccion, said.referencias]);
});

Deno.test("among several places one is chosen, a point does not outlive the words that it was found for, and a misspelt street is asked about", async () => {
  const { locate } = await mapOf(addressTown());
  await using app = await testApp({ deps: () => ({ locate }) });
  const shown = await ask(app, { texto: "Calle 1 y Calle 3" });
  assertStringIncludes(shown.words, "Hay varios lugares así: elige el tuyo.");
  const points = [...shown.text.matchAll(/name="punto" value="([^"]+)"/g)].map(([, point]) =>
    point!
  );
  assertEquals(points.length, 2);
  const chosen = await ask(app, { ...filledIn(shown), punto: points[1]! });
  const { lat, lng, buscado } = filledIn(chosen);
  assertEquals([`${lat}, ${lng}`, buscado], [points[1], "Calle 1 y Calle 3"]);
  const changed = await ask(app, { ...filledIn(chosen), texto: "Calle 1 y Calle 99" });
  assertEquals([changed.status, filledIn(changed).lat], [422, undefined]);
  const misspelt = { texto: "Paseo de Montjo x 59" };
  assertMatch((await ask(app, misspelt)).words, /¿Quisiste decir Paseo de Montejo\?/);
  assertMatch((await ask(app, misspelt, "en")).words, /Did you mean Paseo de Montejo\?/);
});

Deno.test("a search costs one of ubicacion's, a price one of envio's, and a limit is a page that says how long", async () => {
  const once = { tokens: 1, seconds: 60 };
  await using app = await testApp({ limits: { ubicacion: once, envio: once } });
  assertEquals((await ask(app, { texto: "58 por 59" })).status, 200);
  for (const texto of ["58 por 61", "20.9745, -89.6212"]) {
    const { status, headers, words } = await ask(app, { texto });
    assertEquals([status, headers.get("retry-after")], [429, "60"], texto);
    assertStringIncludes(words, "Espera un minuto", texto);
  }
});

Deno.test("a point that lies in the radius once corrected is asked about, and priced once it is sent again", async () => {
  await using app = await testApp();
  for (const [texto, lang] of [["-89.6212, 20.9745", "en"], ["20,9745 89,6212", "es"]] as const) {
    const asked = await ask(app, { texto }, lang);
    assertEquals([asked.status, filledIn(asked).texto], [422, "20.9745, -89.6212"]);
    assertMatch(
      asked.words,
      lang === "en" ? /far away: with its numbers swapped/ : /al revés u otro signo/,
    );
    assertMatch((await ask(app, filledIn(asked))).words, /(Sí llegamos|We deliver there): \$/);
  }
});

Deno.test("a price fails for a cause that is told, and nothing is asked that cannot help", async () => {
  const down = () => ({ planner: { plan: () => Promise.reject(new Error("down")) } });
  await using broken = await testApp({ deps: down });
  const texto = "20.9745, -89.6212";
  assertMatch(
    (await ask(broken, { texto })).words,
    /no podemos calcular envíos.*WhatsApp.*Recoger/,
  );
  await using bare = await testApp({ deps: () => ({ hasPrices: () => false }) });
  for (
    const [lang, says] of [["es", /se cotiza por WhatsApp/], ["en", /quoted on WhatsApp/]] as const
  ) {
    for (const query of ["", `&texto=${texto}`]) {
      const { status, text, words } = await show(bare, `/envio?lang=${lang}${query}`);
      assertEquals([status, text.includes("<form")], [200, false]);
      assertMatch(words, says);
      assertMatch(text, /https:\/\/wa\.me\/.*href="\/pedir\?lang=..&amp;modo=recoger"/s);
    }
    assertMatch((await show(bare, `/?lang=${lang}`)).words, says);
  }
});

Deno.test("with a routing engine and no map a point is asked for, and never a street", async () => {
  const deps = () => ({ locate: () => Promise.resolve(null), findsAddresses: () => false });
  await using app = await testApp({ deps });
  for (const path of ["/envio?texto=", "/envio?texto=58+por+59", "/envio", "/pedir"]) {
    const { status, words } = await show(app, path);
    assertEquals(/Calle y con|Escribe la calle/.exec(words), null, path);
    assertMatch(words, /¿A dónde\? Coordenadas, o el enlace de un mapa/, path);
    if (!path.includes("?")) continue;
    assertEquals(status, 422);
    assertMatch(words, /no podemos buscar por calle: pega/, path);
  }
  assertMatch((await ask(app, { texto: "20.9745, -89.6212" })).words, /Sí llegamos: \$/);
});
