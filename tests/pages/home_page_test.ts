import { assert, assertEquals, assertLess, assertMatch, assertStringIncludes } from "@std/assert";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import { NO_DELIVERY } from "../../src/domain/tariff.ts";
import { gzipSync } from "node:zlib";
import { sampleRestaurant } from "../../src/restaurant/load.ts";
import { hoursOf, instantOf, testRestaurant } from "../support/restaurant_fixture.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { type TestApp, testApp, type TestAppOptions } from "../support/test_app.ts";
import { show } from "./_pages.ts";

async function structuredText(app: TestApp, path: string): Promise<string> {
  const { text } = await show(app, path);
  return /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!;
}

async function structuredData(app: TestApp, path: string) {
  return JSON.parse(await structuredText(app, path));
}

Deno.test("the first line says whether the restaurant is open, and until when or from when", async () => {
  const said: Readonly<Record<string, string>> = {
    "2026-03-10T12:00": "Cerrado; abre hoy a las 13:00.",
    "2026-03-10T20:00": "Abierto: la cocina cierra a las 22:00.",
    "2026-03-10T22:30": "Abierto: la cocina ya cerró; abre mañana a las 08:15.",
    "2026-03-10T23:30": "Cerrado; abre mañana a las 08:15.",
    "2026-03-15T21:00": "Cerrado; abre el martes 17 de marzo a las 13:00.",
    // Friday's service, after midnight.
    "2026-03-14T00:30": "Abierto: la cocina cierra a las 01:00.",
  };
  await using app = await testApp();
  for (const [local, text] of Object.entries(said)) {
    app.clock.set(instantOf(local));
    assertStringIncludes((await show(app, "/")).words, text, local);
  }
});

Deno.test("the week marks the day that people mean by today, after midnight too", async () => {
  await using app = await testApp();
  const today = async () => {
    const { text } = await show(app, "/");
    return /class="today" aria-current="date"\s*>\s*<th scope="row">(\S+)/.exec(text)?.[1];
  };
  assertEquals(await today(), "Martes");
  app.clock.set(instantOf("2026-03-14T00:30"));
  assertEquals(await today(), "Viernes");
  const { words } = await show(app, "/");
  assertMatch(
    words,
    /Viernes hoy .* Sábado .* Lunes Cerrado .*Miércoles 08:15 a 12:00 · 13:00 a 23:00/,
  );
});

/** When the page is read, which hours of that day are closed, and what the page says of the day. */
const CLOSED_HOURS: readonly (readonly [
  local: string,
  from: string,
  to: string,
  lines: readonly string[],
])[] = [
  ["2026-03-10T19:30", "20:00", "23:00", [
    "Abierto: la cocina cierra a las 20:00. " +
    "Las horas que quedan del martes 10 de marzo están cerradas.",
    "Hoy: 13:00 a 20:00",
  ]],
  ["2026-03-10T18:00", "19:00", "21:00", [
    "Abierto: la cocina cierra a las 22:00.",
    "Hoy: 13:00 a 19:00 · 21:00 a 23:00",
  ]],
  ["2026-03-10T19:30", "13:00", "23:00", [
    "Cerrado; abre mañana a las 08:15. El martes 10 de marzo está cerrado.",
    "Hoy: Cerrado",
  ]],
  ["2026-03-11T10:20", "13:00", "23:00", [
    "Abierto: la cocina cierra a las 11:00. " +
    "Las horas que quedan del miércoles 11 de marzo están cerradas.",
    "Hoy: 08:15 a 12:00",
  ]],
];

Deno.test("of today the page says what a closure by hours leaves of it", async () => {
  for (const [local, from, to, lines] of CLOSED_HOURS) {
    await using app = await testApp({ now: instantOf(local) });
    const [day] = local.split("T");
    const span = { from: `${day}T${from}`, to: `${day}T${to}` };
    await app.storage.closures.add({ kind: "span", ...span }, "");
    const { words } = await show(app, "/");
    for (const line of lines) assertStringIncludes(words, line);
  }
});

Deno.test("closures are announced on the page, in its structured data and in llms.txt, with the reasons that all may read", async () => {
  await using app = await testApp();
  const { closures } = app.storage;
  await closures.add({ kind: "day", day: "2026-03-10" }, "plaga");
  await closures.add({ kind: "span", from: "2026-03-14T19:00", to: "2026-03-15T02:00" }, "boda");
  await closures.add({ kind: "days", from: "2026-06-05", to: "2026-06-07" }, "Por <obra>", true);
  await closures.add({ kind: "day", day: "2026-06-09" }, "lejos", true);
  const { text, words } = await show(app, "/");
  assertStringIncludes(words, "Martes hoy Cerrado");
  for (
    const line of [
      "Cerrado el martes 10 de marzo",
      "Cerrado el sábado 14 de marzo, de 19:00 a 02:00",
      "Cerrado del viernes 5 de junio al domingo 7 de junio: Por &lt;obra&gt;",
    ]
  ) assertStringIncludes(words, line);
  const llms = (await app.get("/llms.txt")).text;
  assertStringIncludes(
    llms,
    "Closed: 2026-03-10; 2026-03-14T19:00 to 2026-03-15T02:00; " +
      "2026-06-05 through 2026-06-07 (Por <obra>).",
  );
  for (const said of [text, llms]) assert(!/plaga|boda|lejos/.test(said), said);
  const special = (await structuredData(app, "/")).specialOpeningHoursSpecification;
  const hours = (day: string, opens: string, closes: string) => {
    return {
      ...{ "@type": "OpeningHoursSpecification", validFrom: day, validThrough: day },
      ...{ opens, closes },
    };
  };
  assertEquals(special, [
    hours("2026-03-10", "00:00", "00:00"),
    hours("2026-03-14", "13:00", "19:00"),
    hours("2026-06-05", "00:00", "00:00"),
    hours("2026-06-06", "00:00", "00:00"),
    hours("2026-06-07", "00:00", "00:00"),
  ]);
  // Between two closed hours, of the Friday's service and of the next.
  const [from, to] = ["2026-03-14T01:00", "2026-03-14T14:00"];
  await closures.add({ kind: "span", from, to }, "");
  assertEquals((await structuredData(app, "/")).specialOpeningHoursSpecification.slice(1, 3), [
    hours("2026-03-13", "13:00", "01:00"),
    hours("2026-03-14", "14:00", "19:00"),
  ]);
});

Deno.test("what a closure cuts off after midnight stands under its own day, with the usual hours of that", async () => {
  await using app = await testApp();
  const [from, to] = ["2026-03-13T20:00", "2026-03-14T00:30"];
  await app.storage.closures.add({ kind: "span", from, to }, "");
  const { specialOpeningHoursSpecification: special } = await structuredData(app, "/");
  const times = special.map((
    { validFrom, validThrough, opens, closes }: Record<string, string>,
  ) => [
    ...new Set([validFrom, validThrough]),
    opens,
    closes,
  ]);
  assertEquals(times, [
    ["2026-03-13", "13:00", "20:00"],
    ["2026-03-14", "00:30", "02:00"],
    ["2026-03-14", "13:00", "02:00"],
  ]);
});

Deno.test("a kitchen that never closes has no closing hour", async () => {
  const hours = Array.from({ length: 7 }, () => hoursOf(["00:00-12:00", "12:00-00:00"], 0));
  await using app = await testApp({ restaurant: testRestaurant({ hours }) });
  assertStringIncludes((await show(app, "/")).words, " Abierto. ");
  assertEquals((await app.get("/api/info")).body.ahora.cocina_cierra, null);
});

Deno.test("an empty or hidden menu offers neither a menu nor an order, and where it would be it says so", async () => {
  const { menu: { sections: [all], additions } } = testRestaurant();
  for (
    const section of [{ ...all!, dishes: [] }, { ...all!, visible: "hidden" as const }, {
      ...all!,
      visible: "2026-03-09",
    }]
  ) await assertOffersNothing({ sections: [section], additions });
});

async function assertOffersNothing(menu: Restaurant["menu"]): Promise<void> {
  await using app = await testApp({ restaurant: testRestaurant({ menu }) });
  for (
    const path of ["/", "/carta", "/pedir", "/envio", "/envio?texto=20.9745,-89.6212", "/no-existe"]
  ) {
    const { text, words, status } = await show(app, path, { accept: "text/html" });
    assertEquals([text.match(/href="\/(pedir|carta)[?"]/g), status], [
      null,
      path === "/no-existe" ? 404 : 200,
    ], path);
    const isEmpty = path === "/carta" || path === "/pedir";
    assertEquals(words.includes("La carta todavía no está aquí."), isEmpty, path);
    if (isEmpty) assert(!/<form|Secciones/.test(text), path);
    if (!path.startsWith("/envio")) assertStringIncludes(text, 'href="/reservar?lang=es"');
  }
  assertEquals((await structuredData(app, "/")).hasMenu, undefined);
}

Deno.test("a restaurant without hours opens soon: no page offers a table, and none says that it is closed", async () => {
  const closed = Array.from({ length: 7 }, () => hoursOf([]));
  await using app = await testApp({ restaurant: testRestaurant({ hours: closed }) });
  for (const [lang, soon] of [["es", "Abrimos pronto."], ["en", "Opening soon."]] as const) {
    for (const path of ["/", "/carta", "/reservar", "/no-existe"]) {
      const { text, words } = await show(app, `${path}?lang=${lang}`, { accept: "text/html" });
      assertEquals(text.match(/href="\/reservar[?"]|<form/g), null, path);
      assert(!/Cerrado|Closed/.test(words), words);
      if (path !== "/" && path !== "/reservar") continue;
      assertStringIncludes(words, soon);
      assertStringIncludes(text, "https://wa.me/529991234567", "what is there is shown");
    }
  }
  const today = [{ date: "2026-03-10", services: hoursOf(["13:00-23:00"]).services, reason: null }];
  await using special = await testApp({
    restaurant: testRestaurant({ hours: closed, specialDays: today }),
  });
  assertStringIncludes((await show(special, "/")).text, 'href="/reservar?lang=es"');
});

Deno.test("it says why no table can be reserved tonight, but for the usual hours", async () => {
  await using app = await testApp();
  const tonight = async () => (await show(app, "/")).words;
  assert(!/reserva en línea|está cerrado/.test(await tonight()));
  await app.storage.switches.pause({ night: "2026-03-10", until: instantOf("2026-03-10T21:00") });
  assertStringIncludes(
    await tonight(),
    "Para el martes 10 de marzo no se reserva en línea hasta las 21:00.",
  );
  await app.storage.closures.add({ kind: "day", day: "2026-03-10" }, "Boda", true);
  assertStringIncludes(await tonight(), "El martes 10 de marzo está cerrado: Boda.");
  assertStringIncludes(await tonight(), "Próximos cierres Cerrado el martes 10 de marzo: Boda");
  const offersTable = async (path: string) =>
    /href="\/reservar[?"]|"acceptsReservations":true/
      .test((await show(app, path, { accept: "text/html" })).text);
  for (const isPaused of [false, true]) {
    if (isPaused) await app.storage.switches.pause(null);
    for (const path of ["/", "/carta", "/no-existe"]) {
      assertEquals(await offersTable(path), !isPaused, `${path} ${isPaused}`);
    }
  }
});

Deno.test("it leads to a table, the menu, a map, a phone, WhatsApp, and programs to the API", async () => {
  const restaurant = testRestaurant({ privacyNotice: "https://casa.example/privacidad?a=1&b=2" });
  await using app = await testApp({ restaurant });
  const { text, words } = await show(app, "/");
  for (
    const link of [
      "/reservar?lang=es",
      "https://wa.me/529991234567?text=Hola%2C%20tengo%20una%20duda.",
      "/carta?lang=es",
      "https://www.google.com/maps/search/?api=1&amp;query=20.967,-89.6237",
      "tel:+529991234567",
      "https://casa.example/privacidad?a=1&amp;b=2",
      "/docs",
    ]
  ) assertStringIncludes(text, `href="${link}"`);
  assertStringIncludes(words, "Llamar: 999 123 4567 ");
  assertMatch(words, / Para asistentes /);
  assertMatch(text, /<li><a href="https:\/\/casa\.example/);
  assertStringIncludes(words, "El envío cuesta $40 hasta 3 km de recorrido");
  assertStringIncludes(words, "4.6 de 5, según 321 opiniones en Google");
  assertStringIncludes(words, "¿Hay estacionamiento? Sí, con valet.");
});

Deno.test("the language is the address's, else the browser's, else Spanish", async () => {
  await using app = await testApp();
  const asked = [
    ["/", "", "es"],
    ["/", "en-US,en;q=0.9", "en"],
    ["/", "fr,en;q=0.5,es;q=0.4", "en"],
    ["/", "fr", "es"],
    ["/?lang=en", "es", "en"],
    ["/?lang=es", "en", "es"],
    ["/?lang=en-GB", "es", "en"],
    ["/?lang=fr", "en", "en"],
    ["/carta", "en", "en"],
    ["/?lang=en&lang=es", "", "en"],
    ["/?lang=%", "", "es"],
  ] as const;
  for (const [path, accepts, language] of asked) {
    const { headers, text } = await show(app, path, accepts ? { "accept-language": accepts } : {});
    const what = `${path} ${accepts}`;
    assertEquals(headers.get("content-language"), language, what);
    assertMatch(headers.get("vary")!, /Accept-Language/);
    assertStringIncludes(text, `<html lang="${language}">`);
    const [page] = path.split("?");
    assertStringIncludes(text, `rel="canonical" href="${app.url}${page}?lang=${language}"`);
    for (const other of ["es", "en"]) {
      assertStringIncludes(text, `hreflang="${other}" href="${app.url}${page}?lang=${other}"`);
    }
  }
});

Deno.test("a page is not sent again until what it shows has changed", async () => {
  await using app = await testApp();
  for (const path of ["/", "/carta"]) {
    const etag = (await show(app, path)).headers.get("etag")!;
    const again = await app.fetch(path, { headers: { "if-none-match": etag } });
    assertEquals([again.status, again.headers.get("cache-control")], [304, "no-cache"]);
    assertMatch(again.headers.get("vary")!, /Accept-Language/);
    await again.body?.cancel();
  }
  const before = (await show(app, "/carta")).headers.get("etag")!;
  await app.storage.switches.soldOut("panuchos", null);
  const { status, words } = await show(app, "/carta", { "if-none-match": before });
  assertEquals(status, 200);
  assertMatch(words, /Panuchos favorito agotado \$95/);
});

Deno.test("search engines find a real restaurant, and never the sample, invented data or a draft", async () => {
  const pages = ["/", "/carta", "/pedido/x"];
  const indexed = async (options: TestAppOptions) => {
    await using app = await testApp(options);
    return await Promise.all(pages.map(async (path) => {
      const { headers, text } = await show(app, path);
      const isHidden = headers.get("x-robots-tag") === "noindex";
      assertEquals(/<meta name="robots" content="noindex">/.test(text), isHidden);
      return !isHidden;
    }));
  };
  assertEquals(await indexed({}), [true, true, false]);
  const sample = testRestaurant({ sample: true });
  assertEquals(await indexed({ restaurant: sample }), [false, false, false]);
  const unfinished = testRestaurant({ leftovers: ["el nombre"] });
  assertEquals(await indexed({ restaurant: unfinished }), [false, false, false]);
});

Deno.test("search engines and previews of links read what there is: no menu, table or delivery where there is none", async () => {
  const described = async (app: TestApp, lang: string) => {
    const { text } = await show(app, `/?lang=${lang}`);
    const pattern = /<meta (?:name="|property="og:)description" content="([^"]*)"/g;
    return [...text.matchAll(pattern)].map(([, description]) => description);
  };
  const place = "La Prueba, Calle 60 500, Centro, Mérida.";
  await using app = await testApp();
  const all = `${place} Horario, carta con precios, reservaciones, entrega a domicilio.`;
  assertEquals(await described(app, "es"), [all, all]);
  await app.storage.switches.pause(null);
  const unreserved = `${place} Hours, menu with prices, delivery.`;
  assertEquals(await described(app, "en"), [unreserved, unreserved]);
  const menu = { sections: [], additions: [] };
  const bare = testRestaurant({ menu, tariff: NO_DELIVERY });
  await using other = await testApp({ restaurant: bare });
  assertEquals(await described(other, "es"), Array(2).fill(`${place} Horario, reservaciones.`));
});

Deno.test("structured data names the restaurant, its hours and its menu, and no text can end it", async () => {
  const name = "Casa </script><b>Ceiba";
  await using app = await testApp({ restaurant: testRestaurant({ name }) });
  const restaurant = await structuredData(app, "/");
  assertEquals([restaurant["@type"], restaurant.name], ["Restaurant", name]);
  const { url, hasMenu, potentialAction: { target } } = restaurant;
  const pages = ["/", "/carta", "/reservar"].map((path) => app.url + path);
  assertEquals([url, hasMenu, target.urlTemplate], pages);
  assertEquals(restaurant.aggregateRating, undefined);
  assertEquals(restaurant.openingHoursSpecification[0], {
    "@type": "OpeningHoursSpecification",
    dayOfWeek: "https://schema.org/Tuesday",
    opens: "13:00",
    closes: "23:00",
  });
  const [section] = (await structuredData(app, "/carta?lang=en")).hasMenuSection;
  assertEquals(section.hasMenuItem[0].description, "With beans and turkey.");
  assertEquals(section.hasMenuItem[0].offers, [
    { "@type": "Offer", price: "95.00", priceCurrency: "MXN" },
  ]);
  const names = section.hasMenuItem[1].offers.map(({ name }: { name: string }) => name);
  assertEquals(names, ["chica", "grande"]);
});

Deno.test("each page takes 14 kB at most, compressed, beside the face of its headings and the photo", async () => {
  await using app = await testApp({ restaurant: sampleRestaurant() });
  for (const path of ["/", "/carta", "/reservar", "/pedir", "/envio"]) {
    const { text, headers } = await show(app, path);
    assertLess(gzipSync(text).length, 14_000, path);
    const [, style = ""] = /<style>([^]*)<\/style>/.exec(text)!;
    assert(!style.includes("/*"), `${path}: a comment is sent`);
    const [, face = ""] = /<link rel="preload" as="font"[^>]* href="([^"]*)" crossorigin>/.exec(
      text,
    )!;
    assertStringIncludes(style, `src: url(${face}) format("woff2")`);
    assertStringIncludes(headers.get("content-security-policy")!, "font-src 'self';");
    const sent = await app.fetch(face);
    assertEquals([sent.headers.get("content-type"), sent.headers.get("cache-control")], [
      "font/woff2",
      "public, max-age=31536000, immutable",
    ]);
    assertLess((await sent.bytes()).length, 30_000);
  }
});

Deno.test("three dishes stand for the menu: favourites, then what is featured, none that is sold out, from the lowest price", async () => {
  await using app = await testApp({ restaurant: sampleRestaurant() });
  const dishes = async () => {
    const { text } = await show(app, "/?lang=es");
    const [, list = ""] = /<ul class="dishes">([^]*?)<\/ul>/.exec(text)!;
    assertStringIncludes(text, '<a href="/carta?lang=es">Toda la carta</a>');
    return [...list.matchAll(/<strong>(.*?)<\/strong><span class="price">(.*?)</g)]
      .map(([, name, price]) => `${name} ${price}`);
  };
  const shown = await dishes();
  assertEquals([shown.length, shown[0]], [3, "Papadzules desde $98"]);
  await app.storage.switches.soldOut("papadzules", null);
  assertEquals((await dishes()).slice(0, 2), shown.slice(1));
});

Deno.test("the menu shows each presentation's price", async () => {
  await using app = await testApp();
  const text = (await show(app, "/carta")).words;
  assertMatch(text, /Panuchos favorito \$95 Con frijol y pavo\./);
  assertMatch(
    text,
    /Sopa de lima especialidad Caldo de pavo con lima\. chica \$70 grande \$99/,
  );
  assertMatch(text, /Adiciones Tortillas \$15/);
  assertEquals(
    (await show(app, "/menu")).headers.get("etag"),
    (await show(app, "/carta")).headers.get("etag"),
  );
});

Deno.test("no page writes centavos where the menu has none; one price with centavos gives each two digits", async () => {
  const { menu, tariff } = testRestaurant();
  const additions = menu.additions.map((one) => ({ ...one, priceCents: 1_550 }));
  const shown: readonly (readonly [Partial<Restaurant>, RegExp])[] = [
    [{}, /^\$[\d,]+$/],
    [{ menu: { ...menu, additions } }, /^\$[\d,]+\.\d\d$/],
    // An amount keeps its own centavos.
    [{ tariff: { ...tariff, baseCents: 4_050 } }, /^\$(?:[\d,]+|40\.50|135\.50)$/],
  ];
  const entrega = { modo: "domicilio", direccion: "Calle 58", lat: 20.9745, lng: -89.6212 };
  const draft = { lineas: [{ id: "panuchos", cantidad: 1 }], entrega };
  for (const [own, form] of shown) {
    await using app = await testApp({ restaurant: testRestaurant(own) });
    const { pathname } = new URL((await app.post("/api/pedido/borrador", draft)).body.confirmar_en);
    for (const path of ["/", "/carta", "/pedir", "/envio?texto=20.9745,-89.6212", pathname]) {
      const amounts = (await show(app, path)).words.match(/\$\d[\d,]*(?:\.\d+)?/g);
      for (const amount of amounts!) assertMatch(amount, form, path);
    }
  }
});

/** Checked by a process of its own: as a package it would bring a megabyte of types into every check. */
const TYPES = 'import type { Menu, Restaurant, WithContext } from "npm:schema-dts@2.1.0";';

Deno.test("structured data is of schema.org's vocabulary, as the types of schema-dts know it", async () => {
  await using app = await testApp({ restaurant: sampleRestaurant() });
  const [home, menu] = [await structuredText(app, "/"), await structuredText(app, "/carta")];
  await using folder = await tempFolder();
  const statements = [
    TYPES,
    `export const home: WithContext<Restaurant> = ${home};`,
    `export const menu: WithContext<Menu> = ${menu};`,
    "// @ts-expect-error no word of the vocabulary: the types can tell",
    `export const bad: WithContext<Menu> = { ...menu, "@type": "Carta" };`,
  ];
  await Deno.writeTextFile(`${folder.path}/data.ts`, statements.join("\n"));
  const args = ["check", "--no-config", "--no-lock", "data.ts"];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: folder.path })
    .output();
  assert(success, new TextDecoder().decode(stderr));
});
