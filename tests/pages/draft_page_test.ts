import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { addDays } from "../../src/domain/local_time.ts";
import { linkCode } from "../../src/domain/menu.ts";
import type { Closure, LiveState } from "../../src/domain/schedule/services.ts";
import { createRouter } from "../../src/http/router.ts";
import type { PageDeps } from "../../src/pages/layout.ts";
import { framing, pageRoutes } from "../../src/pages/pages.ts";
import { addressTown, area } from "../streets/_address_town.ts";
import { mapOf } from "../streets/_map_files.ts";
import { at } from "../streets/_small_graphs.ts";
import { restaurantWithToday, testRestaurant, testState } from "../support/restaurant_fixture.ts";
import { HOME_DRAFT, NOW, pageDeps, PICKUP_DRAFT, sealed } from "./_draft_samples.ts";

interface Shown extends Partial<PageDeps> {
  readonly lang?: "es" | "en";
}

async function shown(draft = HOME_DRAFT, options: Shown = {}) {
  return await read(sealed(draft), options);
}

async function read(token: string, { lang = "es", ...deps }: Shown = {}) {
  const pathname = `/pedido/${token}`;
  const match = createRouter(pageRoutes(pageDeps(deps), framing([])))("GET", pathname);
  assertEquals(match.path, token === "" ? "/pedido/" : "/pedido/{token}", "what is logged");
  const request = new Request("https://mesa.example");
  const target = { pathname, search: `?lang=${lang}` };
  const { status, headers, body } = await match.answer({ request, target, peer: () => "::1" });
  const markup = body ?? "";
  const text = markup.replace(/<style>.*?<\/style>|<[^>]+>/gs, " ").replace(/\s+/g, " ");
  return { status, headers, markup, text };
}

/** The text that the page's link to WhatsApp carries. */
function messageIn(markup: string): string {
  const [, href] = /href="(https:\/\/wa\.me\/[^"]+)"/.exec(markup) ?? [];
  return new URL(href!.replaceAll("&#39;", "'").replaceAll("&amp;", "&")).searchParams.get("text")!;
}

Deno.test("a delivery shows its lines, amounts, address, street, distance, minutes and total", async () => {
  const { status, text } = await shown();
  assertEquals(status, 200);
  for (
    const part of [
      "La Prueba",
      "Panuchos",
      "$95 c/u",
      "$190",
      "Sopa de lima (grande)",
      "Tortillas",
      "Sin cebolla en la sopa, por favor.",
      "Calle 55 #512-B x 64 y 66, Barrio de Santiago, 97000 Mérida",
      "Portón negro, tocar dos veces",
      "El punto del mapa cae en",
      "2.4 km",
      "$45",
      "35 a 50 minutos",
      "$379",
      "IVA incluido",
      "20:28",
      "quedan 28 minutos",
    ]
  ) assertStringIncludes(text, part);
  const nameless = { ...HOME_DRAFT.delivery, street: null } as typeof HOME_DRAFT.delivery;
  const other = await shown({ ...HOME_DRAFT, delivery: nameless });
  assertMatch(other.text, /El punto del mapa cae en\s+una calle sin nombre/);
});

Deno.test("a pickup shows the restaurant's address and charges no delivery", async () => {
  const { text } = await shown(PICKUP_DRAFT);
  assertStringIncludes(text, "Recoger en el restaurante");
  assertStringIncludes(text, "Calle 60 500, Centro, Mérida");
  assertStringIncludes(text, "$334");
  assert(!text.includes("Envío") && !text.includes("Comentarios"));
});

Deno.test("prices are those that were quoted, names those of the menu while it has the dish", async () => {
  const lines = [
    { code: linkCode("panuchos-3"), quantity: 1, priceCents: 7_000 },
    { code: linkCode("platillo-retirado"), quantity: 1, priceCents: 3_000 },
  ];
  const { text } = await shown({ ...PICKUP_DRAFT, lines });
  assertStringIncludes(text, "$70");
  assertStringIncludes(text, "Platillo que ya no está en el menú");
  assertStringIncludes(text, "$100");
});

Deno.test("a dish that is sold out or no longer served is told beside its name", async () => {
  const codes = ["panuchos-3", "pozole-1", "tortillas"].map(linkCode);
  const lines = codes.map((code) => ({ code, quantity: 1, priceCents: 7_000 }));
  const restaurant = restaurantWithToday("2026-03-10");
  const soldOut = [{ dishId: "panuchos", serviceDay: null }];
  const { text, markup } = await shown({ ...PICKUP_DRAFT, lines }, {
    restaurant: () => restaurant,
    state: () => testState({ soldOut }),
  });
  assertMatch(text, /Panuchos agotado \$70.* Pozole ya no se sirve \$70.* Tortillas \$70/);
  assertEquals(markup.match(/<small><strong>/g)?.length, 2);
});

Deno.test("the one button opens WhatsApp with the order and the link, beside a link to the point on a map", async () => {
  const token = sealed(HOME_DRAFT);
  const { markup } = await read(token);
  const [map, ...links] = [...markup.matchAll(/href="(https?:[^"]*)/g)].map(([, href]) => href)
    .toSorted((one, other) => one!.length - other!.length);
  assertEquals(map, "https://www.google.com/maps/search/?api=1&amp;query=20.9712,-89.6291");
  assertEquals(links.length, 1);
  assertStringIncludes(markup, 'href="https://wa.me/529991234567?text=');
  const message = messageIn(markup);
  assertStringIncludes(message, "2 × Panuchos: $190");
  assert(message.endsWith(`\nhttps://mesa.example/pedido/${token}`), message);
});

Deno.test("what a guest typed stays text, in the page and in the message", async () => {
  const said = `<script>alert("x")</script>'&amp;`;
  const { markup } = await shown({
    ...HOME_DRAFT,
    delivery: {
      ...HOME_DRAFT.delivery,
      mode: "domicilio",
      address: said,
      references: said,
    } as never,
    comments: said,
  });
  assert(!markup.includes("<script"));
  const escaped = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;amp;";
  assertEquals(markup.split(escaped).length - 1, 3);
  assertEquals(messageIn(markup).split(said).length - 1, 3);
});

Deno.test("texts of guests are isolated, so that right-to-left ones turn nothing else around", async () => {
  const { markup } = await shown({ ...HOME_DRAFT, comments: "مرحبا \u202e" });
  assertStringIncludes(markup, '<p class="said" dir="auto">مرحبا \u202e</p>');
  assertStringIncludes(markup, '<dd class="said" dir="auto">Calle 55');
  assertStringIncludes(markup, "<bdi>Panuchos</bdi>");
});

/** What the page says of the kitchen, in both languages, on Saturday at 20:00. */
async function kitchenNotices(switched: Partial<LiveState>): Promise<string[]> {
  const state = testState(switched);
  const pages = await Promise.all(
    (["es", "en"] as const).map((lang) => shown(HOME_DRAFT, { lang, state: () => state })),
  );
  return pages.flatMap(({ markup }) => /role="note">([^<]*)/.exec(markup)?.[1] ?? []);
}

function closedDays(count: number): Closure[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    kind: "day",
    day: addDays("2026-08-01", id),
    reason: "Obra",
    isPublic: false,
  }));
}

Deno.test("a closed kitchen says when it opens, an open one nothing, one that opens in no 90 days that it is closed", async () => {
  assertEquals(await kitchenNotices({}), []);
  assertEquals(await kitchenNotices({ closures: closedDays(92) }), [
    "Cerrado.",
    "Closed.",
  ]);
  const untilTen: Closure = {
    id: 1,
    kind: "span",
    from: "2026-08-01T19:00",
    to: "2026-08-01T22:00",
    reason: "Apagón",
    isPublic: false,
  };
  assertEquals(await kitchenNotices({ closures: [untilTen] }), [
    "Cerrado; abre hoy a las 22:00.",
    "Closed; opens today at 22:00.",
  ]);
  assertEquals(await kitchenNotices({ closures: closedDays(2) }), [
    "Cerrado; abre el martes 4 de agosto a las 13:00.",
    "Closed; opens on Tuesday, August 4, at 13:00.",
  ]);
});

Deno.test("pages of the sample say MUESTRA, those of a file with some of its data SIN TERMINAR, others neither", async () => {
  const restaurant = testRestaurant({ sample: true });
  assertStringIncludes((await shown(HOME_DRAFT, { restaurant: () => restaurant })).text, "MUESTRA");
  const unfinished = testRestaurant({ leftovers: ["el nombre"] });
  const { text } = await shown(HOME_DRAFT, { restaurant: () => unfinished });
  assertStringIncludes(text, "SIN TERMINAR");
  assert(!/MUESTRA|SIN TERMINAR/.test((await shown()).text));
});

Deno.test("a link holds its prices to its last millisecond, and says that it does and since when", async () => {
  const { status, text } = await shown(HOME_DRAFT, { now: () => HOME_DRAFT.expiresAt - 1 });
  assertEquals(status, 200);
  assertStringIncludes(text, "Vigente. Se preparó hoy a las 19:58. Precios fijos hasta las 20:28");
  assertStringIncludes(text, "queda 1 minuto.");
  const english = await shown(HOME_DRAFT, { lang: "en" });
  assertStringIncludes(english.text, "Valid. Prepared today at 19:58.");
});

Deno.test("for seven days after it expired a link shows what was priced when, and offers no sending", async () => {
  const { expiresAt } = HOME_DRAFT;
  const week = 7 * 86_400_000;
  for (const now of [expiresAt, expiresAt + week]) {
    const { status, text, markup } = await shown(HOME_DRAFT, { now: () => now });
    assertEquals(status, 410);
    const day = now === expiresAt ? "hoy" : "el sábado 1 de agosto";
    assertStringIncludes(text, "Este enlace ya venció");
    assertStringIncludes(text, `Vencido. Se preparó ${day} a las 19:58.`);
    assertStringIncludes(text, "Los precios eran válidos hasta las 20:28");
    for (const part of ["Panuchos", "$379", "Calle 55 #512-B"]) {
      assertStringIncludes(text, part);
    }
    assertStringIncludes(messageIn(markup), "quiero hacer un pedido");
    assert(!/Enviar por WhatsApp|antes de enviarlo/.test(markup), "it is sent no more");
  }
  const { status, text, markup } = await shown(HOME_DRAFT, { now: () => expiresAt + week + 1 });
  assertEquals([status, formLink(markup, "Preparar de nuevo")], [410, { lang: "es" }]);
  assert(!text.includes("Panuchos") && !text.includes("Calle 55"));
});

/** The address of the order form under `label`, as its query. */
function formLink(markup: string, label: string): Readonly<Record<string, string>> {
  const links = [...markup.matchAll(/href="(\/pedir[^"]*)"[^>]*>([^<]*)</g)];
  const [, href = ""] = links.find(([, , text]) => text === label) ?? [];
  return Object.fromEntries(
    new URL(href.replaceAll("&amp;", "&"), "https://x.example").searchParams,
  );
}

const LINES = { "panuchos-3": "2", "sopa-grande": "1", tortillas: "3" };

Deno.test("a draft is corrected in the filled form; an expired one is prepared anew, without address or comments", async () => {
  assertEquals(formLink((await shown()).markup, "Corregir el pedido"), {
    lang: "es",
    ...LINES,
    modo: "domicilio",
    comentarios: "Sin cebolla en la sopa, por favor.",
    direccion: "Calle 55 #512-B x 64 y 66, Barrio de Santiago, 97000 Mérida",
    referencias: "Portón negro, tocar dos veces",
    lat: "20.9712",
    lng: "-89.6291",
  });
  const pickup = await shown({ ...PICKUP_DRAFT, comments: null }, { lang: "en" });
  assertEquals(formLink(pickup.markup, "Correct the order"), {
    lang: "en",
    ...LINES,
    modo: "recoger",
  });
  const retired = { code: linkCode("retirado"), quantity: 1, priceCents: 100 };
  const draft = { ...HOME_DRAFT, lines: [...HOME_DRAFT.lines, retired] };
  const { markup } = await shown(draft, { now: () => HOME_DRAFT.expiresAt + 7 * 86_400_000 });
  assertEquals(formLink(markup, "Preparar de nuevo"), { lang: "es", ...LINES, modo: "domicilio" });
  assert(!markup.includes("Corregir el pedido"));
});

Deno.test("page and message name the town of the map at the point, else the restaurant's own", async () => {
  for (
    const [town, said] of [[null, "Calle 55, Mérida"], ["Progreso", "Calle 55, Progreso"]] as const
  ) {
    const { text, markup } = await shown(HOME_DRAFT, { townAt: () => town });
    assertStringIncludes(text, said);
    assertStringIncludes(messageIn(markup), `Ubicación (${said}): https://`);
  }
});

Deno.test("a town, a colonia or words after the last comma that are not at the pin are told to the person", async () => {
  const graph = {
    ...addressTown(),
    areas: [area("Centro", 0, 150, 220), area("Progreso", 0, 30_000, 500, true)],
  };
  const { locate } = await mapOf(graph);
  for (
    const [address, said] of [
      ["Calle 58 por 59 y 61, Centro, Mérida", null],
      ["Calle 58 #420 por 59 y 61, portón negro", null],
      ["Calle 58 por 59, Progreso", "Progreso"],
      ["Calle 58 por 59: https://maps.app.goo.gl/x", null],
      ["Calle 1 por 2 Progreso", "Progreso"],
      ["Calle 58 por 59, Col. Itzimná", "Col. Itzimná"],
    ] as const
  ) {
    const delivery = { ...HOME_DRAFT.delivery, address, destination: at(0, 250) };
    const { text } = await shown({ ...HOME_DRAFT, delivery }, { locate });
    const told = /La dirección dice «([^»]*)», y este punto no está ahí/.exec(text)?.[1] ?? null;
    assertEquals(told, said, address);
  }
});

Deno.test("a cut or changed link says that it is incomplete, and how to write to the restaurant", async () => {
  const token = sealed(HOME_DRAFT);
  for (const bad of [token.slice(0, -1), `A${token}`, "", "%", "<b>", "x".repeat(9_000)]) {
    const { status, text, markup } = await read(bad);
    assertEquals(status, 404);
    assertStringIncludes(text, "El enlace está incompleto");
    assertStringIncludes(messageIn(markup), "quiero hacer un pedido");
    assert(!markup.includes("<b>"));
  }
});

Deno.test("blanks and punctuation that people copy along do no harm", async () => {
  const token = sealed(HOME_DRAFT);
  const halves = [token.slice(0, 60), token.slice(60)];
  for (
    const copied of [
      `${token}.`,
      `(${token})`,
      ` ${token},\n`,
      `«${token}»`,
      halves.join("\n"),
      `%20${token}%E2%80%9D`,
      `${token}%E2%`,
    ]
  ) {
    const { status, markup } = await read(copied);
    assertEquals(status, 200, copied);
    assert(messageIn(markup).endsWith(`/pedido/${token}`));
  }
});

Deno.test("every page forbids scripts, frames, forms, caches, indexing and referrers", async () => {
  const pages = [
    await shown(),
    await shown(HOME_DRAFT, { now: () => NOW + 1e9 }),
    await read("cut"),
  ];
  for (const { headers, markup } of pages) {
    const [, style] = /<style>(.*?)<\/style>/s.exec(markup)!;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    assertEquals(headers, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        `default-src 'none'; img-src 'self' data:; style-src 'sha256-${hash}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-language": "es",
    });
    assert(!/ style="| on\w+="|<script|<form/.test(markup));
  }
});

Deno.test("a picture of the route has its place above the address", async () => {
  assert(!(await shown()).markup.includes("<figure"));
  const { markup } = await shown(HOME_DRAFT, { routePicture: () => "<svg></svg>" });
  assertMatch(markup, /<figure class="route"><svg><\/svg><\/figure>\s*<dl>/);
});
