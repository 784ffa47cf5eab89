/** /pedir: an order without an assistant, through the draft's own operation. */
import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { instantOf, restaurantWithToday, testRestaurant } from "../support/restaurant_fixture.ts";
import { type TestApp, testApp, type TestAppOptions } from "../support/test_app.ts";
import { filledIn, samplePicture, show, type Shown, shownBy } from "./_pages.ts";

type Fields = Readonly<Record<string, string>>;

const ADDRESS = "Calle 60 núm. 420 x 47 y 49, Centro";

const HOME = {
  "panuchos-3": "2",
  tortillas: "1",
  modo: "domicilio",
  texto: ADDRESS,
  referencias: "Portón negro",
  comentarios: "Sin cebolla",
  ...{ lat: "20.9745", lng: "-89.6212", buscado: ADDRESS },
};

async function send(
  app: TestApp,
  fields: Fields | string[][],
  { lang = "es", origin = app.url } = {},
): Promise<Shown> {
  const answer = await app.fetch(`/pedir?lang=${lang}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin },
    redirect: "manual",
  });
  return await shownBy(answer);
}

/** The page of the order that a sent form leads to. */
async function ordered(app: TestApp, { status, headers, words }: Shown): Promise<Shown> {
  assert(status === 303, `${status}: ${words}`);
  return await show(app, headers.get("location")!);
}

Deno.test("an order is delivered or picked up at the operation's price, on the order's own page", async () => {
  await using app = await testApp();
  const total = await send(app, { ...HOME, accion: "total" });
  assertEquals(total.status, 200);
  assertMatch(total.words, /Total IVA incluido \$\d+ MXN Envío: \$\d+\. .*Calle/);
  const home = await ordered(app, await send(app, { ...filledIn(total), accion: "enviar" }));
  for (
    const part of ["2 ×", "Panuchos", "Tortillas", ADDRESS, "Portón negro", "Sin cebolla"]
  ) {
    assertStringIncludes(home.words, part);
  }
  const sum = /\$\d+ MXN/.exec(total.words.replace(/.*Total/, ""))![0];
  assertStringIncludes(home.words, sum);
  const pickup = { "sopa-chica": "1", modo: "recoger", accion: "enviar" };
  const english = await ordered(app, await send(app, pickup, { lang: "en" }));
  assertMatch(english.words, /Review your order .*\$70 MXN/);
  const rows = await app.storage.database.read({ sql: "SELECT count(*) AS n FROM reservations" });
  assertEquals(Number(rows[0]!.n), 0, "nothing is stored");
});

Deno.test("words are looked up, and what they found is looked at before the order goes on", async () => {
  await using app = await testApp();
  const words = { ...HOME, texto: "Calle 58 núm. 3 por 59 y 61", accion: "enviar" };
  const found = await send(app, words);
  assertMatch(found.words, /revisa el punto .*Encontramos Calle 58 entre Calle 59 y Calle 61/);
  assertEquals(found.status, 200);
  const english = await send(app, words, { lang: "en" });
  assertMatch(english.words, /We found Calle 58 between Calle 59 and Calle 61, Centro/);
  const page = await ordered(app, await send(app, { ...filledIn(found), accion: "enviar" }));
  assertMatch(page.words, /Calle 58 núm\. 3 por 59 y 61 .*cae en Calle 58/);
});

/** What is sent, the status, the fields at fault and what the page says. */
const REFUSED: readonly (readonly [
  sent: Fields,
  status: number,
  fields: readonly string[],
  says: RegExp,
])[] = [
  [{ "panuchos-3": "", tortillas: "0" }, 400, ["_0"], /Tu pedido está vacío/],
  [
    { "panuchos-3": "1801", tortillas: "dos" },
    422,
    ["panuchos-3", "tortillas"],
    /Panuchos: escribe un número entero, hasta 1800\. Tortillas: escribe/,
  ],
  [{ "panuchos-3": "1800" }, 400, ["_0"], /Son demasiados renglones/],
  [{ retirado: "1" }, 422, [], /Ya no hay retirado: lo quitamos/],
  [{ texto: "" }, 400, ["texto"], /Escribe la calle y con cuál cruza/],
  [
    { texto: "", tortillas: "dos" },
    400,
    ["tortillas", "texto"],
    /entero, hasta 1800\. Escribe la calle/,
  ],
  [{ texto: "Calle 60, ".repeat(40).trim() }, 400, ["texto"], /Acorta la dirección/],
  [{ texto: "Por la iglesia" }, 400, ["texto"], /No encontramos un solo lugar así/],
  [{ texto: "https://maps.app.goo.gl/x" }, 400, ["texto"], /no lo abrimos/],
  [{ texto: "19.43, -99.13" }, 422, ["texto"], /Hasta ahí no llegamos.*WhatsApp/],
  [{ texto: "20.99, -89.66" }, 503, ["texto"], /No hay calle que llegue hasta ahí.*WhatsApp/],
  [
    { texto: "Por la iglesia", comentarios: "x".repeat(301) },
    400,
    ["texto", "comentarios"],
    /Máximo 300 caracteres/,
  ],
  [
    { referencias: "a\u0007", comentarios: "\u0007" },
    400,
    ["referencias", "comentarios"],
    /caracteres que no se pueden enviar/,
  ],
  [{ modo: "dron" }, 400, ["modo"], /Algo no se pudo leer/],
];

Deno.test("what is refused is said in words for people, beside its field, and everything typed stays in each language", async () => {
  await using app = await testApp();
  for (const [changes, status, fields, says] of REFUSED) {
    const sent = { ...HOME, ...changes, accion: "total" };
    const what = JSON.stringify(changes).slice(0, 80);
    const shown = await send(app, sent);
    assertEquals(shown.status, status, what);
    assertMatch(shown.words, says, what);
    assertMatch(shown.text, /<title>Error: Haz tu pedido/, what);
    const told = [...shown.text.matchAll(/<li><a href="#([^"]*)">/g)].map(([, field]) => field);
    assertEquals<readonly unknown[]>(told, fields, `in the page's order: ${what}`);
    const names = ["panuchos-3", "tortillas", "texto", "referencias", "comentarios"] as const;
    const kept = (page: Shown) => names.map((name) => filledIn(page)[name]);
    const typed = names.map((name) => sent[name]);
    assertEquals(kept(shown), typed, what);
    const english = await send(app, { ...filledIn(shown), accion: "idioma" }, { lang: "en" });
    assertEquals([english.status, kept(english)], [200, typed], what);
    assertStringIncludes(english.words, "Place an order", what);
  }
});

Deno.test("a closed kitchen says when it opens before the form is filled in, and with its answers; an open one nothing", async () => {
  await using app = await testApp();
  const said = (...pages: Shown[]) =>
    pages.map(({ text }) => /role="note">([^<]*)/.exec(text)?.[1] ?? null);
  const es = "Cerrado; abre hoy a las 13:00.";
  const look = () =>
    Promise.all(["/pedir", "/envio", "/pedir?lang=en"].map((path) => show(app, path)));
  assertEquals(said(...await look()), [es, es, "Closed; opens today at 13:00."]);
  const answers = [await send(app, { accion: "total" }), await send(app, { ...HOME })];
  assertEquals(said(...answers), [es, es]);
  app.clock.advance(2 * 3_600_000);
  assertEquals(said(...await look()), [null, null, null]);
});

const NO_PRICES = { deps: () => ({ hasPrices: () => false }) };
const DOWN = { deps: () => ({ planner: { plan: () => Promise.reject(new Error("down")) } }) };
const SPENT = { tokens: 0, seconds: 60 };
const UNKNOWN = "Por la iglesia";

/** Dishes of an order that are gone when it is sent: sold out, of a menu that is over, deleted. */
const GONE = { "sopa-chica": "3", "dia-20260309-1-1": "1", retirado: "dos" };

const NAMED = [
  ["es", /Ya no hay ([^:]*): lo quitamos/g],
  ["en", /There is no more ([^:]*): we took it off/g],
] as const;

/** What is sent, to which service, and whether the page that comes back has a link to WhatsApp. */
const WAYS: readonly (readonly [sent: Fields, link?: boolean, options?: TestAppOptions])[] = [
  [{ accion: "idioma" }],
  [{ accion: "total" }],
  [{ accion: "enviar" }],
  [{ accion: "enviar", modo: "recoger" }],
  [{ accion: "enviar", modo: "dron" }],
  [{ accion: "enviar", comentarios: "x".repeat(301) }],
  [{ accion: "enviar" }, false, { limits: { borrador: SPENT } }],
  [{ accion: "enviar", texto: "58 por 59" }],
  [{ accion: "enviar", texto: "" }],
  [{ accion: "enviar", texto: UNKNOWN }, true],
  [{ accion: "enviar", texto: UNKNOWN, tortillas: "dos" }],
  [{ accion: "enviar", texto: "https://maps.app.goo.gl/x" }, true],
  [{ accion: "enviar", texto: "58 por 59" }, true, { limits: { ubicacion: SPENT } }],
  [{ accion: "enviar", texto: "19.43, -99.13" }],
  [{ accion: "enviar" }, false, DOWN],
  [{ accion: "buscar" }],
  [{ accion: "buscar", texto: "58 por 59" }],
  [{ accion: "buscar", texto: "" }],
  [{ accion: "buscar", texto: UNKNOWN }, true],
  [{ accion: "buscar", punto: "20.974500, -89.621200" }],
  [{ accion: "enviar" }, false, NO_PRICES],
  [{ accion: "enviar", texto: "" }, false, NO_PRICES],
];

Deno.test("each dish that is gone while one orders is named once, whichever way the form comes back, and the rest stays", async () => {
  const restaurant = restaurantWithToday("2026-03-09");
  const names = ["Sopa de lima (chica)", "Puchero", "retirado"];
  const kept = ["panuchos-3", "tortillas", "texto", "referencias", "comentarios"];
  for (const [changes, isLinked = false, options] of WAYS) {
    await using app = await testApp({ restaurant, ...options });
    await app.storage.switches.by("Lupe").soldOut("sopa-de-lima", null);
    await app.storage.poll.refresh();
    const sent: Fields = { ...HOME, ...GONE, ...changes };
    const what = JSON.stringify([changes, Object.keys(options ?? {})]).slice(0, 120);
    for (const [lang, words] of NAMED) {
      const told = ({ words: said }: Shown) => [...said.matchAll(words)].map(([, name]) => name);
      const shown = await send(app, sent, { lang });
      assertEquals(told(shown), names, what);
      const left = filledIn(shown);
      assertEquals(kept.map((name) => left[name]), kept.map((name) => sent[name]), what);
      assertEquals(Object.keys(GONE).filter((id) => id in left), [], what);
      const message = composed(shown);
      assertEquals(message !== null, isLinked, what);
      for (const part of isLinked ? ["2 × ", "1 × ", "$205", sent.texto!, "Sin cebolla"] : []) {
        assertStringIncludes(message!, part, what);
      }
      assertEquals(told(await send(app, { ...left, accion: "idioma" }, { lang })), [], what);
    }
  }
});

Deno.test("a draft that adds up lines of a dish is corrected in the form, or prepared anew, and ordered as it was", async () => {
  await using app = await testApp();
  const lineas = Array.from({ length: 60 }, () => ({ id: "panuchos", cantidad: 30 }));
  lineas[59] = { id: "tortillas", cantidad: 29 };
  const sent = { lineas, entrega: { modo: "recoger" } };
  const { total, confirmar_en } = (await app.post("/api/pedido/borrador", sent)).body;
  const path = confirmar_en.slice(app.url.length);
  for (const hours of [0, 1]) {
    app.clock.advance(hours * 3_600_000);
    const [, link] = /href="(\/pedir\?[^"]*=1770[^"]*)"/.exec((await show(app, path)).text)!;
    const form = await show(app, link!.replaceAll("&amp;", "&"));
    assertEquals(form.words.includes("Todavía falta"), false, form.words);
    const page = await ordered(app, await send(app, { ...filledIn(form), accion: "enviar" }));
    assertStringIncludes(page.words, `$${total.toLocaleString("en-US")} MXN`);
  }
});

Deno.test("a link or a form with a field twice is told what is wrong with its lines too, and the rest is ordered", async () => {
  await using app = await testApp();
  await app.storage.switches.by("Lupe").soldOut("panuchos", null);
  await app.storage.poll.refresh();
  const linked = await show(app, "/pedir?panuchos=2&tortillas=1&fbclid=2");
  assertMatch(
    linked.words,
    /Todavía falta algo Ya no hay Panuchos: lo quitamos de tu pedido\. Cerrado/,
  );
  assertStringIncludes(linked.words, "Panuchos agotado");
  const many = await show(app, "/pedir?panuchos-3=1801&tortillas=1801");
  assertMatch(many.words, /algo Ya no hay Panuchos: .* Tortillas: escribe un número entero/);
  const twice = await send(app, [...Object.entries(HOME), ["panuchos-3", "2"]]);
  assertMatch(
    twice.words,
    /algo Ya no hay Panuchos: lo quitamos de tu pedido\. Hay datos repetidos/,
  );
  for (const page of [linked, twice]) {
    const left = filledIn(page);
    assertEquals([left["panuchos-3"], left.tortillas], [undefined, "1"]);
    assertEquals((await send(app, { ...left, modo: "recoger", accion: "enviar" })).status, 303);
  }
});

Deno.test("an order that is sent after today's menu has ended loses that dish alone, by its name", async () => {
  const restaurant = restaurantWithToday("2026-03-10");
  await using app = await testApp({ restaurant, now: instantOf("2026-03-10T23:59") });
  const { text } = await show(app, "/pedir");
  assertMatch(text, /name="dia-20260310-1-1"[^]*name="panuchos-3"/);
  app.clock.advance(60_000);
  const { status, words } = await send(app, { ...HOME, "dia-20260310-1-1": "1", accion: "total" });
  assertEquals(status, 422);
  assertStringIncludes(words, "Ya no hay Puchero: lo quitamos de tu pedido.");
});

Deno.test("the total and sending cost one of the draft's each, a search one of ubicacion's and its price one of envio's, and a changed language none", async () => {
  const two = { tokens: 2, seconds: 120 };
  await using app = await testApp({
    limits: { borrador: two, envio: two, ubicacion: { tokens: 1, seconds: 60 } },
  });
  const found = await send(app, { ...HOME, texto: "58 por 59", accion: "buscar" });
  const kept = filledIn(found);
  for (const accion of ["buscar", "idioma", "total"]) {
    assertEquals((await send(app, { ...kept, accion })).status, 200, accion);
  }
  assertEquals((await send(app, { ...kept, accion: "enviar" })).status, 303);
  const over = await send(app, { ...kept, accion: "enviar" });
  assertEquals([over.status, over.headers.get("retry-after")], [429, "60"]);
  assertStringIncludes(over.words, "muchas veces seguidas");
  assertEquals(filledIn(over), kept);
  for (const texto of ["58 por 59", "58 por 61"]) {
    const other = await send(app, { ...kept, texto, accion: "buscar" });
    assertEquals([other.status, other.headers.get("retry-after")], [429, "60"], texto);
  }
});

Deno.test("what helps a courier goes from the search into its own field, and with its words, but never over what is typed there", async () => {
  await using app = await testApp();
  const texto = "58 #480 altos por 59, frente al parque";
  const helps = "altos, frente al parque";
  for (const [typed, kept] of [["", helps], ["Portón", "Portón"]] as const) {
    const fields = { ...HOME, referencias: typed, texto, accion: "buscar" };
    assertEquals(filledIn(await send(app, fields)).referencias, kept);
  }
  const quoted = await show(app, `/envio?${new URLSearchParams({ texto })}`);
  const again = await show(app, `/envio?${new URLSearchParams(filledIn(quoted))}`);
  for (const { text } of [quoted, again]) {
    const [, order] = /class="send" href="(\/pedir\?[^"]+)"/.exec(text)!;
    const linked = filledIn(await show(app, order!.replaceAll("&amp;", "&")));
    assertEquals([linked.texto, linked.referencias], [texto, helps]);
    const filled = { ...linked, "panuchos-3": "1" };
    for (
      const [changes, referencias] of [
        [{}, helps],
        [{ punto: "20.9745, -89.6212" }, helps],
        [{ texto: "60 por 57, casa azul" }, "casa azul"],
        [{ texto: "60 por 57" }, ""],
        [{ texto: "Por la iglesia" }, ""],
        [{ texto: "20.9745, -89.6212" }, ""],
        [{ texto: "60 por 57, casa azul", referencias: `${helps} 2` }, `${helps} 2`],
      ] as const
    ) {
      const shown = await send(app, { ...filled, ...changes, accion: "buscar" });
      assertEquals(filledIn(shown).referencias, referencias, JSON.stringify(changes));
    }
  }
});

Deno.test("the point is drawn on the map once a search or a total has counted, and never for nothing", async () => {
  await using app = await testApp({ deps: () => ({ routePicture: samplePicture }) });
  const drawn = ({ text }: Shown) => text.split("<svg").length - 1;
  const found = await send(app, { ...HOME, texto: "58 por 59", accion: "buscar" });
  assertEquals(drawn(found), 1, "found");
  assertEquals(drawn(await send(app, { ...filledIn(found), accion: "total" })), 1, "priced");
  assertEquals(drawn(await send(app, { ...filledIn(found), accion: "idioma" })), 0, "free");
  assertEquals(drawn(await show(app, "/pedir?lat=20.9745&lng=-89.6212")), 0);
  assertEquals(drawn(await show(app, "/envio?lat=20.9745&lng=-89.6212")), 1);
});

Deno.test("a point of the device or of a link is shown by its street for one of envio's, and leaves words as they are, but no other point", async () => {
  const deps = () => ({ routePicture: samplePicture });
  await using app = await testApp({ deps, limits: { envio: { tokens: 4, seconds: 120 } } });
  const punto = "20.974500, -89.621200";
  for (
    const [typed, texto, address] of [
      [ADDRESS, ADDRESS, ADDRESS],
      ["", punto, "20.9745, -89.6212"],
      ["20.970000, -89.620000", punto, "20.9745, -89.6212"],
      ["https://maps.app.goo.gl/x", punto, "20.9745, -89.6212"],
    ] as const
  ) {
    const shown = await send(app, { ...HOME, texto: typed, punto });
    assertMatch(shown.words, /revisa el punto .*Encontramos Calle \d+.*Mérida/);
    assertStringIncludes(shown.text, "<svg");
    const filled = filledIn(shown);
    assertEquals(filled.texto, texto);
    const page = await ordered(app, await send(app, { ...filled, accion: "enviar" }));
    assertStringIncludes(page.text, address);
    assertStringIncludes(composed(page)!, "20.9745,-89.6212");
  }
  const over = await send(app, { ...HOME, punto });
  assertEquals([over.status, filledIn(over).texto], [429, ADDRESS]);
  const route = {
    kind: "route",
    meters: 900,
    seconds: 90,
    street: null,
    metersToStreet: 1,
  } as const;
  await using nameless = await testApp({ deps: () => ({ planner: { plan: () => route } }) });
  assertMatch(
    (await send(nameless, { ...HOME, punto })).words,
    /Encontramos una calle sin nombre,/,
  );
  const check = "El punto del mapa cae en una calle sin nombre, Mérida";
  const priced = await send(nameless, { ...HOME, texto: punto, accion: "total" });
  for (const page of [priced, await show(nameless, `/envio?texto=${punto}`)]) {
    assertStringIncludes(page.words, check);
  }
});

/** The fields of a link that say where, what the question then holds, and what it is ordered to. */
const LINKS: readonly (readonly [said: Fields, texto: string, point: string | null])[] = [
  [{ direccion: ADDRESS, lat: "20.9745", lng: "-89.6212" }, ADDRESS, "20.9745,-89.6212"],
  [{ direccion: ADDRESS, texto: "20.9745, -89.6212" }, ADDRESS, "20.9745,-89.6212"],
  [{ texto: ADDRESS, lat: "20.9745", lng: "-89.6212" }, ADDRESS, "20.9745,-89.6212"],
  [{ direccion: "58 por 59" }, "58 por 59", null],
  [{ direccion: "Altos", texto: "58 por 59" }, "Altos, 58 por 59", null],
  [
    { direccion: ADDRESS, texto: "https://maps.app.goo.gl/x" },
    `${ADDRESS}, https://maps.app.goo.gl/x`,
    null,
  ],
];

Deno.test("links that name address, place and point apart fill in the one question, and lose nothing", async () => {
  await using app = await testApp();
  for (const [said, texto, point] of LINKS) {
    const query = new URLSearchParams({ "panuchos-3": "1", referencias: "Portón", ...said });
    const filled = filledIn(await show(app, `/pedir?${query}`));
    assertEquals([filled.texto, filled.referencias, filled.direccion], [
      texto,
      "Portón",
      undefined,
    ]);
    if (point === null) continue;
    const page = await ordered(app, await send(app, { ...filled, accion: "enviar" }));
    assertStringIncludes(page.words, ADDRESS);
    assertStringIncludes(composed(page)!, point);
  }
});

Deno.test("a form of another site, which is told the right address, or one that is garbled, orders nothing", async () => {
  await using app = await testApp({ limits: { borrador: { tokens: 1, seconds: 60 } } });
  const foreign = await send(app, { ...HOME, accion: "enviar" }, {
    origin: "https://evil.example",
  });
  assertEquals([foreign.status, foreign.words.includes("Llénalo aquí")], [403, true]);
  assertStringIncludes(foreign.text, `<a href="${app.url}/pedir">${app.url}/pedir</a>`);
  const twice = await app.fetch("/pedir", {
    method: "POST",
    body: new URLSearchParams([...Object.entries(HOME), ["tortillas", "2"]]),
    headers: { origin: app.url },
  });
  const { status, words } = await shownBy(twice);
  assertEquals([status, words.includes("Hay datos repetidos")], [400, true]);
  assert(!words.includes(app.url));
  assertEquals(
    (await send(app, { ...HOME, accion: "total" })).status,
    200,
    "neither cost anything",
  );
});

Deno.test("a link fills the form in, and /envio, home and menu lead to it", async () => {
  await using app = await testApp();
  for (const sent of ["panuchos-3=2", "panuchos=2", "panuchos=1&panuchos-3=1"]) {
    const filled = filledIn(await show(app, `/pedir?${sent}&modo=recoger&lat=20.97&lng=-89.62`));
    assertEquals(
      [filled["panuchos-3"], filled.modo, filled.texto],
      ["2", "recoger", "20.97, -89.62"],
    );
  }
  for (const path of ["/", "/carta", "/envio", "/nada"]) {
    const answer = await app.fetch(path, { headers: { accept: "text/html" } });
    assertStringIncludes(await answer.text(), 'href="/pedir?lang=es"', path);
  }
  for (const path of ["/", "/carta", "/pedir"]) {
    assertStringIncludes((await show(app, path)).text, 'href="/envio?lang=es"', path);
  }
});

Deno.test("English names of the menu are for pages in English, refusals too; the restaurant is written to in its own", async () => {
  await using app = await testApp({ restaurant: sampleRestaurant() });
  const [own, english] = [["Antojitos", "orden de 3", "Cebolla morada"], [
    "Small bites",
    "order of 3",
    "Pickled red onion",
  ]];
  for (const path of ["/carta", "/pedir"]) {
    for (const [lang, said, unsaid] of [["es", own, english], ["en", english, own]] as const) {
      const { text } = await show(app, `${path}?lang=${lang}`);
      for (const name of said) assertStringIncludes(text, name);
      for (const name of unsaid) assert(!text.includes(name), `${path}: ${name}`);
    }
  }
  const order = { "panuchos-3": "2", modo: "recoger", accion: "enviar" };
  const { words, text } = await ordered(app, await send(app, order, { lang: "en" }));
  assertStringIncludes(words, "Panuchos (order of 3)");
  const [, message] = /wa\.me\/\d+\?text=([^"]*)/.exec(text)!;
  assertStringIncludes(decodeURIComponent(message!), "Panuchos (orden de 3)");
  const refused = await send(app, { ...order, "panuchos-3": "1801" }, { lang: "en" });
  assertStringIncludes(refused.words, "Panuchos (order of 3): ");
});

/** The texts of the order that the page's links to WhatsApp carry. */
function allComposed({ text }: Shown): readonly string[] {
  return [...text.matchAll(/href="https:\/\/wa\.me\/\d+\?text=([^"]*)"/g)]
    .map(([, href]) => decodeURIComponent(href!.replaceAll("&#39;", "'")));
}

/** The one of them; null without one. */
function composed(page: Shown): string | null {
  const [text = null, ...others] = allComposed(page);
  assertEquals(others, []);
  return text;
}

const SMALL = {
  restaurant: { ...testRestaurant(), tariff: { ...testRestaurant().tariff, maxRadiusKm: 0.2 } },
};
const LONG_LINK = `https://maps.app.goo.gl/x?g_st=${"x".repeat(300)}`;
const IN_TOWN = "Ubicación (Mérida): https";

/** What is sent, to which service, what the page says, and what the message says of the point. */
const LOST: readonly (readonly [
  sent: Fields,
  options: TestAppOptions | undefined,
  says: RegExp,
  pin?: string,
])[] = [
  [{ texto: "Por la iglesia" }, undefined, /No encontramos un solo lugar/],
  [{ texto: "https://maps.app.goo.gl/x" }, undefined, /copia el enlace largo, o comparte/],
  [{ texto: LONG_LINK }, undefined, /copia el enlace largo, o comparte/],
  [{ texto: "Por la casa 3 https://maps.app.goo.gl/x" }, undefined, /No encontramos un solo lugar/],
  [{ texto: "19.43, -99.13" }, undefined, /Hasta ahí no llegamos/, "Ubicación: https"],
  [{ texto: "20.99, -89.66" }, undefined, /No hay calle que llegue hasta ahí/, IN_TOWN],
  [{ texto: "Calle 58 por 59" }, SMALL, /Hasta ahí no llegamos/, "Ubicación: https"],
  [{}, DOWN, /no podemos calcular envíos/, IN_TOWN],
  [{}, NO_PRICES, /se cotiza por WhatsApp: mándanos tu pedido/],
  [{ texto: LONG_LINK }, NO_PRICES, /se cotiza por WhatsApp: mándanos tu pedido/],
  [{ texto: "-89.6212, 20.9745" }, NO_PRICES, /queda muy lejos: .* Si es ahí, intenta otra vez/],
];

Deno.test("where no price can be given, a search and the order say why, WhatsApp carries the whole order, or it is picked up", async () => {
  for (const [changes, options, says, pin = "por cotizar"] of LOST) {
    for (const accion of ["buscar", "enviar"]) {
      await using app = await testApp(options);
      const shown = await send(app, { ...HOME, ...changes, accion });
      const what = `${accion} ${JSON.stringify(changes)}${says}`;
      assertMatch(shown.words, says, what);
      const message = composed(shown)!;
      const address = (changes.texto ?? ADDRESS).slice(0, 300);
      for (
        const part of [
          ...["Quiero hacer este pedido", "2 × Panuchos: $190", "1 × Tortillas: $15"],
          ...[address, "Portón negro", "Sin cebolla", "Total: $205"],
          ...["por cotizar", pin],
        ]
      ) assertStringIncludes(message, part, what);
      const total = await send(app, { ...filledIn(shown), modo: "recoger", accion: "total" });
      assertMatch(
        total.words,
        /Total IVA incluido \$205 MXN.*Revisar y enviar por WhatsApp/,
        what,
      );
      const page = await ordered(app, await send(app, { ...filledIn(total), accion: "enviar" }));
      assertStringIncludes(page.words, "Recoger en el restaurante");
    }
  }
});

Deno.test("a long order without a price is written out whole, in several messages if it must", async () => {
  for (const options of [DOWN, NO_PRICES]) {
    await using app = await testApp({ restaurant: sampleRestaurant(), ...options });
    const ids = Object.keys(filledIn(await show(app, "/pedir"))).filter((id) => /-/.test(id));
    for (const [count, length, messages] of [[34, 20, 1], [60, 20, 2], [60, 300, 3]] as const) {
      const lines = Object.fromEntries(ids.slice(0, count).map((id) => [id, "2"]));
      const [address, references, comments] = ["Calle 60 ", "Portón ", "Alergia a la nuez "]
        .map((text) => text + "🌶".repeat(length - text.length));
      const said = { direccion: address!, referencias: references!, comentarios: comments! };
      const home = { modo: "domicilio", texto: "20.969, -89.621", ...said };
      const page = await send(app, { ...lines, ...home, accion: "total" });
      const sent = allComposed(page);
      assertEquals(sent.length, messages, `${count} dishes, texts of ${length}`);
      for (const message of sent) assertLess(message.length, 1_800);
      const all = sent.join("\n");
      for (const text of Object.values(said)) assertStringIncludes(all, text);
      assertEquals(all.match(/^2 × /gm)?.length, count);
      const buttons = [
        ...page.words.matchAll(/Enviar el pedido por WhatsApp(?: \((\d) de \d\))?/g),
      ];
      const numbers = sent.map((_, nth) => messages > 1 ? `${nth + 1}` : undefined);
      assertEquals(buttons.map(([, nth]) => nth), numbers);
    }
  }
});

Deno.test("an order to a house that has stopped delivering is told so, and can be picked up", async () => {
  let maxRadiusKm = 5;
  const { tariff, ...own } = testRestaurant();
  const restaurant = () => ({ ...own, tariff: { ...tariff, maxRadiusKm } });
  for (const hasPrices of [true, false]) {
    await using app = await testApp({ deps: () => ({ restaurant, hasPrices: () => hasPrices }) });
    for (const texto of [ADDRESS, "Por la iglesia", ""]) {
      maxRadiusKm = 5;
      const open = filledIn(await show(app, "/pedir?modo=domicilio&panuchos-3=2"));
      maxRadiusKm = 0;
      const shown = await send(app, { ...open, texto, accion: "enviar" });
      assertEquals([shown.status, composed(shown)], [422, null], texto);
      assertMatch(shown.text, /<li>No entregamos a domicilio: puedes pasar por tu pedido\.<\/li>/);
      const again = await send(app, { ...filledIn(shown), accion: "enviar" });
      assertStringIncludes((await ordered(app, again)).words, "Recoger en el restaurante");
    }
  }
});

Deno.test("without a map and an engine the form preselects pick-up, and asks for an address but no point", async () => {
  await using app = await testApp(NO_PRICES);
  const shown = await show(app, "/pedir");
  assertEquals(filledIn(shown).modo, "recoger");
  assertEquals(/value="buscar"|name="punto"/.exec(shown.text), null);
  assertStringIncludes(shown.words, "A domicilio: se cotiza por WhatsApp");
  // The search is of a page that was opened when there were prices.
  for (const accion of ["buscar", "enviar"]) {
    assertEquals((await send(app, { ...HOME, accion })).status, 200, accion);
  }
  const english = await send(app, { ...HOME, accion: "total" }, { lang: "en" });
  assertEquals(english.status, 200);
  assertEquals(filledIn(english).texto, ADDRESS, "the same question, in words alone");
  assertMatch(english.words, /Delivery is quoted on WhatsApp: send us your order.*Send the order/);
  for (
    const [changes, says] of [
      [{ tortillas: "dos" }, /Tortillas: escribe un número entero/],
      [{ referencias: "x".repeat(301) }, /<a href="#referencias">Máximo 300 caracteres/],
      [{ texto: "x".repeat(301) }, /<a href="#texto">Máximo 300 caracteres/],
    ] as const
  ) {
    const wrong = await send(app, { ...HOME, ...changes, accion: "total" });
    assertMatch(wrong.text, says);
    assertEquals(composed(wrong), null, "not before that is mended");
  }
  for (const texto of ["-89.6212, 20.9745", "20.9745, 89.6212"]) {
    const asked = filledIn(await send(app, { ...HOME, texto, accion: "total" }));
    assertEquals(asked.texto, "20.9745, -89.6212", "a point by mistake far away");
    const quoted = await send(app, { ...asked, accion: "enviar" });
    assertEquals(quoted.status, 200);
    assertStringIncludes(composed(quoted)!, IN_TOWN);
  }
  const blank = await send(app, { ...HOME, texto: " ", accion: "enviar" });
  assertEquals([blank.status, composed(blank)], [400, null]);
  assertMatch(blank.text, /<li><a href="#texto">Escribe la calle y con cuál cruza/);
});
