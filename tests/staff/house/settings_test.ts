/** Ajustes: each part of the restaurant's file in a form that the file's schema makes. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { normalisePhone, shownPhone } from "../../../src/domain/contact.ts";
import { SAMPLE_FILE_TEXT, sampleRestaurant } from "../../../src/restaurant/load.ts";
import { mapStreets } from "../../../src/service/streets.ts";
import { editedSample } from "../../support/edited_sample.ts";
import { instantOf, pricesOn } from "../../support/restaurant_fixture.ts";
import {
  type BoardAnswer,
  quietSource,
  type TestBoard,
  testBoard,
} from "../../support/test_board.ts";
import {
  assertSays,
  formFields,
  sampleReservation,
  SATURDAY,
  unescaped,
  wordsOf,
} from "../_board_pages.ts";
import { holdAnswer, holdPages, testInBrowser, WITHOUT_SCRIPT } from "../_browser.ts";

/** Types into the page of a part and saves it, after a look where that is needed. @returns what changes */
async function save(
  board: TestBoard,
  path: string,
  typed: Readonly<Record<string, string>>,
): Promise<string> {
  const form = { version: String(board.deps.restaurantBook.served().version), ...typed };
  const shown = await board.post(path, { ...form, accion: "revisar" });
  assertEquals(shown.status, 200, wordsOf(shown.text));
  const saved = await board.post(path, { ...form, accion: "guardar" });
  const isAsked = saved.status === 200;
  const { status, location } = isAsked ? await answerShown(board, path, saved) : saved;
  const { version } = board.deps.restaurantBook.served();
  assertEquals([status, location], [303, `${path}?hecho=${version}`]);
  return wordsOf(shown.text);
}

/** Saves the change that the page of `answer` shows, with the answers to its questions. */
async function answerShown(
  board: TestBoard,
  path: string,
  { text }: BoardAnswer,
  ...answers: readonly (readonly [name: string, value: string])[]
): Promise<BoardAnswer> {
  const hidden = Object.entries(fieldsIn(text.slice(text.indexOf("<main"))));
  return await board.post(path, [...hidden, ...answers, ["accion", "guardar"]]);
}

function file({ deps }: TestBoard) {
  return JSON.parse(deps.restaurantBook.served().text);
}

/** A value for each kind of field: what is typed, the change that is shown, and the file's value. */
const CHANGES: readonly (readonly [
  path: string,
  typed: Readonly<Record<string, string>>,
  says: string,
  place: string,
  value: unknown,
])[] = [
  [
    "horario",
    { "horario.lunes": "13-17 y 19 a 1:30" },
    "Horario, lunes: cerrado → 13:00-17:00, 19:00-01:30",
    "horario.lunes",
    [{ abre: "13:00", cierra: "17:00" }, { abre: "19:00", cierra: "01:30" }],
  ],
  ["horario", { "horario.martes": "" }, "13:00-23:00 → cerrado", "horario.martes", []],
  [
    "horario",
    { "cocina.por_dia.domingo": "", "cocina.por_dia.lunes": "45 min" },
    "otros minutos, lunes: nuevo: 45",
    "cocina.por_dia",
    { lunes: 45 },
  ],
  [
    "especiales",
    {
      "dias_especiales.0.fecha": "25/12",
      "dias_especiales.0.servicios": "",
      "dias_especiales.0.motivo": "Navidad",
      "dias_especiales.1.fecha": "16/3/2026",
      "dias_especiales.1.servicios": "13-17",
    },
    "nuevo: 25/12, cerrado, Navidad",
    "dias_especiales",
    [
      { fecha: "12-25", servicios: [], motivo: "Navidad" },
      { fecha: "2026-03-16", servicios: [{ abre: "13:00", cierra: "17:00" }] },
    ],
  ],
  [
    "contacto",
    { ubicacion: "https://www.google.com/maps/@20.9672,-89.6237,17z" },
    "Ubicación: 20.969, -89.621 → 20.9672, -89.6237 Ver el lugar nuevo en el mapa",
    "ubicacion",
    { lat: 20.9672, lng: -89.6237 },
  ],
  [
    "contacto",
    { telefono: "(999) 123 45 67" },
    "Teléfono: +52 999 000 0000 → +529991234567",
    "telefono",
    "+529991234567",
  ],
  ["contacto", { valet: "no" }, "Valet parking: sí → no", "valet", false],
  [
    "contacto",
    { "calificacion.puntaje": "", "calificacion.total": "", "calificacion.fuente": "" },
    "Calificación, Cuántas opiniones: 1284 → se quita",
    "calificacion",
    undefined,
  ],
  [
    "envio",
    { "envio.base_costo": "$1,040.50" },
    "Costo base en pesos: $25.00 → $1040.50",
    "envio.base_costo",
    1040.5,
  ],
  ["envio", { ruta: "corta" }, "Qué ruta se cobra: equilibrada → corta", "ruta", "corta"],
  [
    "reservas",
    { "reservas.cupo_por_horario": "40", "reservas.anticipacion_minutos": "15" },
    "llegar a una misma hora: nuevo: 40",
    "reservas",
    { margen_minutos: 30, anticipacion_minutos: 15, cupo_por_horario: 40 },
  ],
  [
    "preguntas",
    {
      "preguntas_frecuentes.8.pregunta.es": "¿Hay wifi?",
      "preguntas_frecuentes.8.pregunta.en": "",
      "preguntas_frecuentes.8.respuesta.es": "Sí.\r\nGratis.",
      "preguntas_frecuentes.8.respuesta.en": "Yes.",
      "preguntas_frecuentes.8.orden": "1",
      "preguntas_frecuentes.9.pregunta.es": " ",
      "preguntas_frecuentes.9.orden": "10",
    },
    "¿Hay wifi?: nuevo: ¿Hay wifi?, ¿Hay wifi?, Sí. Gratis., Yes.",
    "preguntas_frecuentes.0",
    {
      id: "hay-wifi",
      pregunta: { es: "¿Hay wifi?", en: "¿Hay wifi?" },
      respuesta: { es: "Sí.\nGratis.", en: "Yes." },
    },
  ],
  [
    "secciones",
    { "secciones.6.nombre": "Bebidas y café", "secciones.6.orden": "1" },
    "Secciones, orden",
    "secciones.0.nombre",
    "Bebidas y café",
  ],
  [
    "preguntas",
    { "preguntas_frecuentes.7.quitar": "sí" },
    "¿Reciben grupos grandes?: ¿Reciben grupos grandes?, Do you take large groups?,",
    "preguntas_frecuentes.length",
    7,
  ],
  [
    "secciones",
    { "secciones.7.nombre": "Vinos", "secciones.7.nombre_en": "", "secciones.7.orden": "1" },
    "Vinos: nuevo: Vinos",
    "secciones.0",
    { id: "vinos", nombre: "Vinos", platillos: [] },
  ],
  [
    "secciones",
    { "secciones.1.visible": "oculta" },
    "Se muestra: siempre → oculta",
    "secciones.1.visible",
    "oculta",
  ],
  [
    "secciones",
    { "secciones.0.visible": "hasta el final de hoy" },
    "Se muestra: siempre → hasta el 10/03/2026",
    "secciones.0.visible",
    "2026-03-10",
  ],
  [
    "extras",
    { "adiciones.11.nombre": "Pan de ajo", "adiciones.11.precio": "35" },
    "Extras, Pan de ajo: nuevo: Pan de ajo, $35.00",
    "adiciones.11",
    { id: "pan-de-ajo", nombre: "Pan de ajo", precio: 35 },
  ],
  [
    "extras",
    { "adiciones.0.precio": "", "adiciones.0.nombre": "", "adiciones.0.nombre_en": "" },
    "→ se quita",
    "adiciones.length",
    JSON.parse(SAMPLE_FILE_TEXT).adiciones.length - 1,
  ],
];

for (const [path, typed, says, place, value] of CHANGES) {
  const what = Object.entries(typed).map(([name, text]) => `${name} "${text}"`).join(", ");
  Deno.test(`${what} is shown as the change that it is, and then is in the file`, async () => {
    await using board = await testBoard({ source: quietSource() });
    assertStringIncludes(await save(board, `/ajustes/${path}`, typed), says);
    const found = place.split(".").reduce((inner, key) => inner?.[key], file(board));
    assertEquals(found, value);
  });
}

Deno.test("a new dish needs a name and a price: a missing one is told, and a description is none", async () => {
  await using board = await testBoard({ source: quietSource() });
  const { version, restaurant: { menu } } = board.deps.restaurantBook.served();
  const row = `secciones.0.platillos.${menu.sections[0]!.dishes.length}`;
  const typed = { version: String(version), accion: "revisar", [`${row}.nombre`]: "Café de olla" };
  const sold = `${row}.presentaciones.0`;
  const named = { ...typed, [`${row}.descripcion.es`]: "", [`${sold}.etiqueta`]: "" };
  const nameless = { [`${row}.nombre`]: "", [`${row}.descripcion.es`]: "De olla." };
  const unpriced = { [`${sold}.precio`]: "" };
  for (
    const [wrong, ...fields] of [
      [unpriced, `${sold}.precio`],
      [{ ...unpriced, ...nameless }, `${row}.nombre`, `${sold}.precio`],
    ] as const
  ) {
    const refused = await board.post("/carta/0", { ...named, ...wrong });
    const told = [...refused.text.matchAll(/<li><a href="#([^"]+)"/g)].map(([, field]) => field);
    assertEquals([refused.status, ...told], [422, ...fields], "all that is wrong at once");
  }
  await save(board, "/carta/0", { ...named, [`${sold}.precio`]: "38" });
  const { body } = await board.app.get("/api/menu");
  const dish = body.secciones[0].platillos.at(-1);
  assertEquals([dish.nombre, dish.descripcion], ["Café de olla", ""]);
  const page = await board.app.fetch("/carta");
  assert(!(await page.text()).includes("<p></p>"), "no empty line stands for a description");
});

Deno.test("a dish that is new to the menu can be ordered, though one of its name was sold out when it was removed", async () => {
  await using board = await testBoard({ source: quietSource() });
  const first = async () => (await board.app.get("/api/menu")).body.secciones[0].platillos;
  const [{ id, nombre }] = await first();
  const { restaurant: { menu } } = board.deps.restaurantBook.served();
  const row = `secciones.0.platillos.${menu.sections[0]!.dishes.length - 1}`;
  await board.post("/casa", { accion: "agotado_hasta", platillo: id });
  await save(board, "/carta/0", { "secciones.0.platillos.0.quitar": "sí" });
  const added = { [`${row}.nombre`]: nombre, [`${row}.presentaciones.0.precio`]: "95" };
  await save(board, "/carta/0", { ...added, [`${row}.descripcion.es`]: "" });
  const dishes = await first();
  assertEquals(dishes.at(-1).nombre, nombre);
  assertEquals(dishes.map((dish: { id: string }) => dish.id).includes(id), false);
});

Deno.test("a form of sections that is refused says in its words how long each is shown", async () => {
  await using board = await testBoard({ source: quietSource() });
  const visible = { "secciones.0.visible": "hasta el final de hoy" };
  const typed = typedOver(0, { ...visible, "secciones.1.nombre": "n".repeat(61) });
  const { status, text } = await board.post("/ajustes/secciones", typed);
  const shown = formFields(text, "/ajustes/secciones")["secciones.0.visible"];
  assertEquals([status, shown], [422, "hasta el final de hoy"]);
});

Deno.test("a phone that cannot exist is refused with what one is, and is not in the file", async () => {
  await using board = await testBoard({ source: quietSource() });
  const version = String(board.deps.restaurantBook.served().version);
  for (const telefono of ["0000000000", "+52 999 123 45", "+999 1234 5678"]) {
    const typed = { version, telefono, accion: "guardar" };
    const refused = await board.post("/ajustes/contacto", typed);
    assertEquals(refused.status, 422);
    assertSays(refused, "un teléfono de diez dígitos, que no empiezan con 0 ni 1");
  }
  assertEquals(file(board).telefono, "+52 999 000 0000");
});

for (
  const link of [
    "https://wa.me/5219991112233?text=Hola",
    " wa.me/+529991112233",
    "https://api.whatsapp.com/send/?type=phone_number&phone=%2B529991112233&text",
  ]
) {
  Deno.test(`"${link}" is taken for the number in it`, async () => {
    await using board = await testBoard({ source: quietSource() });
    await save(board, "/ajustes/contacto", { telefono: link });
    assertEquals(file(board).telefono, "+529991112233");
  });
}

Deno.test("WhatsApp is the phone's number unless it is said otherwise: it follows the phone, and a number of its own stays", async () => {
  for (
    const [kept, telefono, shown, whatsapp] of [
      // An earlier program kept a copy of the phone, however it was written.
      ["+52 999 000 0000", "999 111 2233", "", undefined],
      ["9990000000", "999 111 2233", "", undefined],
      [undefined, "999 111 2233", "", undefined],
      ["+52 55 1234 5678", "999 111 2233", "+52 55 1234 5678", "+52 55 1234 5678"],
      ["+52 55 1234 5678", "55 1234 5678", "+52 55 1234 5678", undefined],
    ] as const
  ) {
    await using board = await testBoard({ source: quietSource() });
    const text = editedSample(["whatsapp", kept]);
    await board.storage.restaurants.add({ text, after: 0, actor: "Lupe" });
    const page = (await board.get("/ajustes/contacto")).text;
    const [, value] = /name="whatsapp" value="([^"]*)"/.exec(page)!;
    assertEquals(value, shown);
    await save(board, "/ajustes/contacto", { telefono, whatsapp: value! });
    assertEquals(file(board).whatsapp, whatsapp);
    const link = (await board.app.get("/api/contacto")).body.whatsapp;
    assertStringIncludes(
      link,
      whatsapp === undefined ? normalisePhone(telefono)!.slice(1) : "525512345678",
    );
  }
});

Deno.test("delivery with a radius and without prices is quoted on WhatsApp: no price is told anywhere", async () => {
  await using board = await testBoard({ source: quietSource() });
  const none = { "envio.base_km": "", "envio.base_costo": "", "envio.costo_km_extra": "" };
  await save(board, "/ajustes/envio", { ...none, "envio.radio_maximo_km": "7" });
  const { envio } = (await board.app.get("/api/info")).body;
  assertEquals(envio, { radio_maximo_km: 7 });
  const { base_km, base_costo } = file(board).envio;
  assertEquals([base_km, base_costo], [undefined, undefined]);
  const half = { version: "2", "envio.base_km": "3", accion: "guardar" };
  const refused = await board.post("/ajustes/envio", half);
  assertEquals(refused.status, 422);
  assertSays(refused, "Costo base en pesos: se esperaba un número, o ninguno de los tres, y falta");
});

Deno.test('"igual" gives a day the hours of the day before', async () => {
  await using board = await testBoard({ source: quietSource() });
  const [martes, miercoles, jueves] = ["1 pm a 10 pm", "igual", "Igual"];
  const typed = {
    "horario.martes": martes,
    "horario.miercoles": miercoles,
    "horario.jueves": jueves,
  };
  await save(board, "/ajustes/horario", typed);
  const { horario } = file(board);
  assertEquals([horario.miercoles, horario.jueves], [horario.martes, horario.martes]);
});

Deno.test("guests read of special days: on the page, in its data and in info, by day and by year", async () => {
  await using board = await testBoard({
    source: quietSource(),
    now: instantOf("2026-12-20T12:00"),
  });
  const { app } = board;
  await save(board, "/ajustes/especiales", {
    "dias_especiales.0.fecha": "25/12",
    "dias_especiales.0.servicios": "cerrado",
    "dias_especiales.0.motivo": "Navidad",
    "dias_especiales.1.fecha": "21/12/2026",
    "dias_especiales.1.servicios": "13-17, 19-1:30",
    "dias_especiales.1.motivo": "Posada <3",
    // A Monday, on which the restaurant never opens.
    "dias_especiales.2.fecha": "28/12/2026",
    "dias_especiales.2.servicios": "cerrado",
    "dias_especiales.2.motivo": "Inventario",
  });
  const { text } = await app.get("/");
  assertSays({ text }, "Días con otro horario lunes 21 de diciembre, Posada <3:");
  assertSays({ text }, "viernes 25 de diciembre: Navidad");
  const { specialOpeningHoursSpecification } = JSON.parse(
    /ld\+json">(.*?)<\/script>/s.exec(text)![1]!,
  );
  const said = ["validFrom", "opens", "closes"];
  assertEquals(
    specialOpeningHoursSpecification.map((each: Record<string, string>) =>
      said.map((key) => each[key])
    ),
    [
      ["2026-12-21", "13:00", "17:00"],
      ["2026-12-21", "19:00", "01:30"],
      ["2026-12-25", "00:00", "00:00"],
    ],
  );
  const llms = (await app.get("/llms.txt")).text;
  assertStringIncludes(llms, "Closed: 2026-12-25 (Navidad).");
  assertStringIncludes(llms, "2026-12-21 13:00 to 17:00; 2026-12-21 19:00 to 01:30");
  const { body } = await app.get("/api/info");
  assertEquals(body.cierres, [{
    desde: "2026-12-25T00:00",
    hasta: "2026-12-26T00:00",
    dia_completo: true,
    motivo: "Navidad",
  }]);
  board.clock.set(instantOf("2026-12-21T14:00"));
  assertEquals((await app.get("/api/info")).body.ahora.abierto, true);
  assertMatch(
    wordsOf((await app.get("/")).text),
    /Hoy: 13:00 a 17:00 ?19:00 a 01:30|Hoy: .*13:00.*01:30/,
  );
  board.clock.set(instantOf("2027-12-20T12:00"));
  assertEquals((await app.get("/api/info")).body.cierres[0].desde, "2027-12-25T00:00", "each year");
});

Deno.test("a restaurant that does not deliver says so on no page, and quotes nothing", async () => {
  await using board = await testBoard({ source: quietSource() });
  const { app } = board;
  const names = ["base_km", "base_costo", "costo_km_extra", "radio_maximo_km"];
  const shown = await save(
    board,
    "/ajustes/envio",
    Object.fromEntries(names.map((name) => [`envio.${name}`, ""])),
  );
  assertStringIncludes(shown, "Envío, Hasta cuántos kilómetros de ruta llevas: 1.4 → se quita");
  for (const path of ["/", "/carta", "/pedir", "/llms.txt", "/envio"]) {
    const page = await app.get(path);
    assertEquals(page.status, 200);
    assert(!/\/envio\?|value="domicilio"/.test(page.text), path);
  }
  assertStringIncludes((await app.get("/envio")).text, "No entregamos a domicilio");
  const { location } = app.deps.restaurant();
  const quote = await app.get(`/api/envio?lat=${location.lat}&lng=${location.lng}`);
  assertEquals([quote.status, quote.body.cubierto, quote.body.costo], [200, false, null]);
  assertEquals((await app.get("/api/info")).body.envio.radio_maximo_km, 0);
  const lineas = [{ id: "panuchos-p", cantidad: 1 }];
  const pickup = await app.post("/api/pedido/borrador", { lineas, entrega: { modo: "recoger" } });
  assertEquals(pickup.status, 200);
});

Deno.test("a form that is sent as it was shown changes nothing, on any page", async () => {
  await using board = await testBoard({ source: quietSource() });
  // A notice that is missing is shown as a draft.
  await save(board, "/ajustes/aviso", { aviso_texto: "Nuestro aviso." });
  const { text } = await board.get("/casa");
  const menu = (await board.get("/platillos")).text;
  const paths = [
    ...(text + menu).matchAll(/href="(\/(?:ajustes|carta)\/[a-z0-9]+|\/presentacion)"/g),
  ];
  assert(paths.length >= 17, "all pages are there");
  for (const [, path = ""] of paths) {
    const [page = ""] = /<form class="card settings".*?<\/form>/s.exec(
      (await board.get(path)).text,
    )!;
    const inputs = page.matchAll(/<input[^>]*?name="([^"]+)" value="([^"]*)"/g);
    const areas = page.matchAll(/<textarea[^>]*?name="([^"]+)"[^>]*>([^<]*)</g);
    const typed = [...inputs, ...areas].filter(([all]) => !/quitar|type="checkbox"/.test(all))
      .map(([, name, value]) => [name!, value!.replaceAll("&#39;", "'")] as const);
    assert(typed.length > 1, path);
    const ticked = [...page.matchAll(/name="([^"]+)" value="sí" checked/g)]
      .map(([, name]) => [name!, "sí"] as const);
    const shown = await board.post(path, [...typed, ...ticked, ["accion", "revisar"]]);
    assertStringIncludes(wordsOf(shown.text), "Para los clientes no cambia nada.", path);
  }
});

for (
  const [path, name] of [
    ["/carta/0", "secciones.0.platillos.0.descripcion"],
    ["/ajustes/preguntas", "preguntas_frecuentes.0.respuesta"],
    ["/presentacion", "presentacion.frase"],
  ] as const
) {
  Deno.test(`what was left without English on ${path} stays without: when the Spanish changes, English pages say it`, async () => {
    await using board = await testBoard({ source: quietSource() });
    let form: Readonly<Record<string, string>> = { [`${name}.en`]: "" };
    for (const es of ["Lleva nuez", "Ya no lleva nuez"]) {
      await save(board, path, { ...form, [`${name}.es`]: es });
      const found = name.split(".").reduce((inner, key) => inner?.[key], file(board));
      assertEquals(found, { es, en: es });
      form = formFields((await board.get(path)).text, path);
      assertEquals([form[`${name}.es`], form[`${name}.en`]], [es, ""]);
    }
  });
}

Deno.test("an address in words becomes places of the map to choose from, and the chosen one is drawn, with what else was typed", async () => {
  const streets = await mapStreets(null, sampleRestaurant());
  await using board = await testBoard({
    source: quietSource(),
    staffDeps: () => ({ routePicture: streets!.drives.picture }),
  });
  const typed = { version: "0", valet: "no", ubicacion: "Calle 60 por 59" };
  const shown = await board.post("/ajustes/contacto", { ...typed, accion: "revisar" });
  assertEquals(shown.status, 422);
  const [, point = "", words] = /name="ubicacion" value="([\d., -]+)">Es ([^<]+)</.exec(
    shown.text,
  )!;
  assertStringIncludes(words!, "Calle 60");
  assertSays(shown, "Ubicación: elige abajo uno de los lugares del mapa");
  const chosen = await board.post("/ajustes/contacto", [
    ...Object.entries(typed),
    ["ubicacion", point],
  ]);
  assertStringIncludes(
    wordsOf(chosen.text),
    `Ubicación: 20.969, -89.621 → ${point.replace(/0+(?=,|$)/g, "")}`,
  );
  assertSays(chosen, "Valet parking: sí → no", "Lugar nuevo", "Ver el lugar nuevo en el mapa");
  assertMatch(chosen.text, /<svg[^>]* class="map"[^>]*aria-label="Mapa con el camino[^"]*Calle/);
});

Deno.test("places to choose from that have no colonia are told apart by what is near them", async () => {
  const place = { street: "Calle 1", between: ["Calle 2"], area: null, town: "Puebla" };
  const places = ["Avenida Juárez", "Avenida Reforma"].map((near, n) => ({
    ...{ ...place, near, lat: 19 + n / 100, lng: -98 },
  }));
  const found = { places, isHere: true, streets: [], elsewhere: [], unknown: "", meant: [] };
  await using board = await testBoard({
    source: quietSource(),
    staffDeps: () => ({ locate: () => Promise.resolve({ ...found, references: "" }) }),
  });
  const typed = { version: "0", valet: "no", ubicacion: "Calle 1 por 2", accion: "revisar" };
  const { text } = await board.post("/ajustes/contacto", typed);
  for (const { near } of places) {
    assertStringIncludes(text, `Es Calle 1 y Calle 2, cerca de ${near}, Puebla`);
  }
});

Deno.test("names that no input has change nothing, and no list grows by them", async () => {
  await using board = await testBoard({ source: quietSource() });
  const typed = {
    version: "0",
    "preguntas_frecuentes.99999999.pregunta.es": "¿Sí?",
    "preguntas_frecuentes.x.orden": "1",
    "preguntas_frecuentes.999.orden": "1",
    "preguntas_frecuentes.__proto__.pregunta.es": "x",
    "constructor.prototype": "x",
    telefono: "1",
  };
  const shown = await board.post("/ajustes/preguntas", { ...typed, accion: "revisar" });
  assertStringIncludes(wordsOf(shown.text), "Para los clientes no cambia nada.");
});

Deno.test("new hours list who comes outside of them, and not who was to come before now, until they are others", async () => {
  await using board = await testBoard({
    source: quietSource(),
    now: instantOf(`${SATURDAY}T21:00`),
  });
  for (const [time, folio] of [["20:00", "R-7K3M9QAB"], ["22:00", "R-7K3M9QAC"]] as const) {
    await board.storage.book.take(sampleReservation({ time }), "Lupe", folio);
  }
  const typed = { version: "0", "horario.sabado": "13-17:30", accion: "revisar" };
  const shown = await board.post("/ajustes/horario", typed);
  const told = ["Fuera del horario nuevo: 1 reservación, 4 personas", "R-7K3M9QAC"];
  assertSays(shown, ...told);
  const { location } = await answerShown(board, "/ajustes/horario", shown);
  // Somebody saves the next version meanwhile.
  await board.post("/dia", { platillos: "Sopa de lima 65" });
  assertSays(await board.get(location!), ...told);
  await save(board, "/ajustes/horario", { "horario.sabado": "13-1:30" });
  assert(!(await board.get(location!)).text.includes("R-7K3M9QAC"), "within the hours again");
});

/** A form as its page at `version` shows it, with what is typed. */
function typedOver(version: number, typed: Readonly<Record<string, string>>) {
  return { version: String(version), ...typed, accion: "guardar" };
}

Deno.test("two people who type one page at once both add and change, and neither is asked", async () => {
  await using board = await testBoard({ source: quietSource() });
  const other = await board.signIn("Lupe");
  const added = (row: number, name: string, price: string) => ({
    [`secciones.0.platillos.${row}.nombre`]: name,
    [`secciones.0.platillos.${row}.presentaciones.0.precio`]: price,
  });
  const count = file(board).secciones[0].platillos.length;
  const mine = typedOver(0, {
    ...added(count, "Agua fresca", "30"),
    "secciones.0.platillos.0.presentaciones.0.precio": "41",
  });
  const theirs = typedOver(0, {
    ...added(count, "Agua fresca", "35"),
    ...added(count + 1, "Tamal", "25"),
    "secciones.0.platillos.0.seccion": "1",
    "secciones.0.platillos.2.quitar": "sí",
  });
  assertEquals((await other.post("/carta/0", theirs)).location, "/carta/0?hecho=2");
  assertEquals((await board.post("/carta/0", mine)).location, "/carta/0?hecho=3");
  // Sent twice, a form adds once.
  assertEquals((await board.post("/carta/0", mine)).location, "/carta/0?hecho=igual");
  const [first, second] = sampleSections();
  const after = file(board).secciones as ReturnType<typeof sampleSections>;
  const ids = after.slice(0, 2).map(({ platillos }) => platillos.map(({ id }) => id));
  const kept = first!.platillos.map(({ id }) => id).filter((_, n) => n !== 0 && n !== 2);
  assertEquals(ids, [
    [...kept, "agua-fresca-4", "agua-fresca", "tamal"],
    [...second!.platillos.map(({ id }) => id), "panuchos"],
  ]);
  const prices = pricesOn((await board.app.get("/api/menu")).body);
  const sold = ["panuchos-p", "agua-fresca-2", "agua-fresca-3", "tamal-2"];
  assertEquals(sold.map((id) => prices[id]), [41, 35, 30, 25]);
});

Deno.test("a new dish goes to the section that was chosen for it, typed or pasted, and the choice outlives a refusal", async () => {
  await using board = await testBoard({ source: quietSource() });
  const row = `secciones.0.platillos.${file(board).secciones[0].platillos.length}`;
  const typed = { [`${row}.nombre`]: "Atole", [`${row}.seccion`]: "2" };
  const refused = await board.post("/carta/0", typedOver(0, typed));
  assertEquals([refused.status, formFields(refused.text, "/carta/0")[`${row}.seccion`]], [
    422,
    "2",
  ]);
  await save(board, "/carta/0", { ...typed, [`${row}.presentaciones.0.precio`]: "30" });
  const sheet = await board.post("/platillos", { texto: "POSTRES\nFlan $60\nAgua $40" });
  const form = formFields(sheet.text, "/platillos");
  const [name = ""] = Object.entries(form).find(([, value]) => value === "Agua")!;
  const moved = { ...form, [name.replace("nombre", "seccion")]: "6", accion: "guardar" };
  assertEquals((await board.post("/platillos", moved)).status, 303);
  const last = [2, 5, 6].map((n) => file(board).secciones[n].platillos.at(-1).nombre);
  assertEquals(last, ["Atole", "Flan", "Agua"]);
});

function sampleSections() {
  return JSON.parse(SAMPLE_FILE_TEXT).secciones as readonly {
    readonly platillos: readonly { readonly id: string }[];
  }[];
}

Deno.test("a section's page that is saved when its number is gone leads to the menu, which undoes the saving", async () => {
  await using board = await testBoard({ source: quietSource() });
  const last = file(board).secciones.length - 1;
  const price = `secciones.${last}.platillos.0.presentaciones.0.precio`;
  const mine = typedOver(0, { [price]: "39" });
  await save(board, "/ajustes/secciones", { "secciones.0.quitar": "sí" });
  const saved = await board.post(`/carta/${last}`, mine);
  const { location } = await board.get(saved.location!);
  assertEquals(location, "/platillos?hecho=3");
  assertSays(await board.get(location!), "Carta y precios");
  const undone = await board.post("/archivo", {
    ...await fieldsOfBar(board, location!),
    accion: "deshacer",
  });
  assertEquals(undone.location, "/platillos?hecho=4");
  assertSays(await board.get("/platillos?hecho=igual"), "No cambió nada.");
});

Deno.test("what two people changed differently, or one removed, is asked before it is saved, and undone", async () => {
  await using board = await testBoard({ source: quietSource() });
  const other = await board.signIn("Lupe");
  const price = (n: number) => `secciones.0.platillos.${n}.presentaciones.0.precio`;
  const gone = "secciones.0.platillos.1.quitar";
  await other.post("/carta/0", typedOver(0, { [price(0)]: "42", [gone]: "sí" }));
  const late = await board.post("/carta/0", typedOver(0, { [price(0)]: "41", [price(1)]: "50" }));
  assertEquals(late.status, 409);
  assertSays(late, "precio: lo cambiaron dos personas", "Antes: $38.00", "Lo tuyo: $41.00");
  assertSays(late, "Salbutes: lo cambiaron dos personas", "Lo que otra persona guardó: quitarlo");
  const names = [
    ...new Set([...late.text.matchAll(/name="(decide\.[^"]+)"/g)].map(([, name]) => name!)),
  ];
  const half = await answerShown(board, "/carta/0", late, [names[0]!, "suyo"]);
  assertEquals([half.status, names.length], [200, 2], "both are to be answered");
  assertEquals(half.text.match(/value="\w+" required checked/g), ['value="suyo" required checked']);
  const saved = await answerShown(
    board,
    "/carta/0",
    half,
    ...names.map((name, n) => [name, n === 0 ? "suyo" : "mio"] as const),
  );
  assertEquals(saved.location, "/carta/0?hecho=3");
  const prices = pricesOn((await board.app.get("/api/menu")).body);
  assertEquals([prices["panuchos-p"], prices["salbutes-p"]], [42, 50]);
  const page = await board.get(saved.location!);
  const [bar] = /<form id="undo"[\s\S]*?<\/form>/.exec(page.text)!;
  const undo = { ...fieldsIn(bar), accion: "deshacer" };
  await other.post("/ajustes/contacto", typedOver(3, { valet: "no" }));
  assertEquals((await board.post("/archivo", undo)).status, 409, "somebody saved since");
  const at = { ...await fieldsOfBar(board, "/ajustes/contacto?hecho=4"), accion: "deshacer" };
  assertEquals((await board.post("/archivo", at)).location, "/ajustes/contacto?hecho=5");
  assertEquals(file(board).valet, true);
});

async function fieldsOfBar(board: TestBoard, path: string) {
  return fieldsIn(/<form id="undo"[\s\S]*?<\/form>/.exec((await board.get(path)).text)![0]);
}

function fieldsIn(form: string) {
  const pairs = form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, unescaped(value!)]));
}

Deno.test("the removal of what another changed is asked, though nothing would change without an answer", async () => {
  await using board = await testBoard({ source: quietSource() });
  const other = await board.signIn("Lupe");
  const question = "preguntas_frecuentes.0";
  await other.post(
    "/ajustes/preguntas",
    typedOver(0, { [`${question}.respuesta.es`]: "Ya no." }),
  );
  const gone = typedOver(0, { [`${question}.quitar`]: "sí" });
  const late = await board.post("/ajustes/preguntas", gone);
  assertSays(late, "lo cambiaron dos personas", "Lo tuyo: quitarlo");
  const [, name = ""] = /name="(decide\.[^"]+)"/.exec(late.text)!;
  const count = file(board).preguntas_frecuentes.length;
  const saved = await answerShown(board, "/ajustes/preguntas", late, [name, "mio"]);
  assertEquals([saved.status, file(board).preguntas_frecuentes.length], [303, count - 1]);
});

Deno.test("a file that is uploaded and a version that comes back leave what others have saved since the page was opened", async () => {
  const all: readonly Record<string, string>[] = [
    { texto: editedSample(["valet", false]) },
    { n: "1" },
  ];
  for (const sent of all) {
    await using board = await testBoard({ source: quietSource() });
    const other = await board.signIn("Lupe");
    await other.post("/ajustes/contacto", typedOver(0, { valet: "no", ciudad: "Umán" }));
    await other.post("/ajustes/horario", typedOver(2, { "horario.lunes": "13-20" }));
    const shown = await board.post("/archivo", { ...sent, version: "2", accion: "revisar" });
    assertEquals(shown.status, 409, wordsOf(shown.text));
    assertEquals((await answerShown(board, "/archivo", shown)).status, 303);
    const { horario, ciudad, valet } = file(board);
    assertEquals(horario.lunes, [{ abre: "13:00", cierra: "20:00" }]);
    assertEquals([ciudad, valet], [JSON.parse(SAMPLE_FILE_TEXT).ciudad, !("texto" in sent)]);
  }
});

Deno.test("what is sent over a version that is no longer kept is shown before it is saved, and what others saved stays", async () => {
  const price = "secciones.0.platillos.0.presentaciones.0.precio";
  const all: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ["/carta/0", { [price]: "41" }, 41],
    ["/carta/0", { paso: "+5" }, 43],
    ["/platillos", { texto: "PANUCHOS $39", [price]: "39" }, 39],
  ];
  for (const [path, typed, pesos] of all) {
    await using board = await testBoard({ source: quietSource() });
    await board.post("/ajustes/contacto", typedOver(0, { ciudad: "Umán" }));
    await board.post("/ajustes/horario", typedOver(2, { "horario.lunes": "13-20" }));
    const sql = "DELETE FROM restaurant_versions WHERE version = 1";
    await board.storage.database.write([{ sql }]);
    const shown = await board.post(path, typedOver(0, typed));
    assertEquals(shown.status, 409, wordsOf(shown.text));
    assertSays(shown, `Panuchos, pieza, precio: $38.00 → $${pesos}.00`);
    assertEquals((await answerShown(board, path, shown)).status, 303);
    const { horario, ciudad } = file(board);
    assertEquals([horario.lunes.length, ciudad], [1, "Umán"]);
    assertEquals(pricesOn((await board.app.get("/api/menu")).body)["panuchos-p"], pesos);
  }
});

Deno.test("of two who save at the same moment the second saves its own change too", async () => {
  let other: (() => Promise<unknown>) | null = null;
  await using board = await testBoard({
    source: quietSource(),
    staffDeps: ({ restaurantBook }) => ({
      restaurantBook: {
        ...restaurantBook,
        async save(...own) {
          const first = other;
          other = null;
          await first?.();
          return await restaurantBook.save(...own);
        },
      },
    }),
  });
  await save(board, "/ajustes/contacto", { valet: "no" });
  other = () => save(board, "/ajustes/horario", { "horario.lunes": "13-20" });
  const { version } = board.deps.restaurantBook.served();
  const typed = { "horario.martes": "13-20", "horario.lunes": "cerrado" };
  const late = await board.post("/ajustes/horario", typedOver(version, typed));
  assertEquals(late.status, 303);
  const { horario } = file(board);
  assertEquals(horario.lunes, horario.martes);
});

Deno.test("more rows are added without a script, and what was typed and who saved meanwhile stays", async () => {
  await using board = await testBoard({ source: quietSource() });
  const count = file(board).preguntas_frecuentes.length;
  const row = (n: number) => `preguntas_frecuentes.${n}.pregunta.es`;
  const first = await board.get("/ajustes/preguntas");
  assert(!first.text.includes(`name="${row(count)}"`), "no blank rows");
  await save(board, "/ajustes/preguntas", { "preguntas_frecuentes.0.quitar": "sí" });
  const typed = { version: "0", [row(1)]: "¿Tienen wifi?", mas: "preguntas_frecuentes" };
  const { text, status } = await board.post("/ajustes/preguntas", typed);
  assertEquals(status, 200);
  assertStringIncludes(text, `name="${row(1)}" value="¿Tienen wifi?"`);
  const shown = [...text.matchAll(/name="preguntas_frecuentes\.\d+\.pregunta\.es"/g)].length;
  assertEquals(shown, count + 5);
});

Deno.test("limits that cannot hold the largest party are told when they are saved", async () => {
  await using board = await testBoard({ source: quietSource() });
  const limits = { "reservas.cupo_por_horario": "12", "reservas.cupo_en_sala": "60" };
  await save(board, "/ajustes/reservas", limits);
  const words = "Un grupo de 40, el más grande que reserva en línea, nunca cabe: el cupo es de 12.";
  assertSays(await board.get("/ajustes/reservas?hecho=2"), words);
  await save(board, "/ajustes/reservas", { "reservas.personas_maximo": "12" });
  assert(!wordsOf((await board.get("/ajustes/reservas?hecho=3")).text).includes("nunca cabe"));
});

Deno.test("a page tells what led to it for a minute, and not when it is opened again later", async () => {
  await using board = await testBoard({ source: quietSource() });
  await board.storage.switches.setFirstSteps([]);
  const folio = "R-7K3M9QAB";
  await board.storage.book.take(sampleReservation({}), "Lupe", folio);
  const note = { accion: "nota", nota: "Junto a la ventana", version: "1" };
  const acts: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["/carta/0", typedOver(0, { "secciones.0.platillos.0.nombre": "Panuchos de la casa" })],
    ["/ajustes/reservas", typedOver(2, { "reservas.cupo_por_horario": "40" })],
    ["/archivo", { ...typedOver(3, { n: "1" }), visto: "3" }],
    ["/dia", { platillos: "Sopa de lima 65" }],
    [`/reserva/${folio}`, { ...note, volver: `/reserva/${folio}?hecho=guardado` }],
    ["/borrar", { telefono: sampleReservation({}).phone!, por_venir: "si", accion: "borrar" }],
  ];
  const TOLD = /role="status">\s*(?:Listo|Guardado)/;
  for (const [path, typed] of acts) {
    const { location, text } = await board.post(path, typed);
    assert(location !== null, wordsOf(text));
    assertMatch((await board.get(location)).text, TOLD, path);
    board.clock.advance(-61_000);
    assert(!TOLD.test((await board.get(location)).text), `${path}, once the clock was set back`);
    board.clock.advance(122_000);
    assert(!TOLD.test((await board.get(location)).text), `${path}, opened again`);
  }
});

testInBrowser(
  "what cannot be read is refused at its field, as typed; then new hours are saved, listed and put back",
  async ({ board, browser, open }) => {
    const page = await open("/casa", WITHOUT_SCRIPT);
    await page.getByRole("link", { name: "Horario y cocina" }).click();
    const monday = page.getByLabel("lunes", { exact: true }).first();
    await monday.fill("1-5");
    // Enter saves, too. What cannot be read and what breaks a rule is told at once.
    await page.getByLabel("Minutos que tarda un pedido, cuando menos").fill("50");
    await page.getByLabel("Minutos que tarda un pedido, cuando menos").press("Enter");
    await page.getByRole("link", { name: "cuando más: se esperaba 50 o más" }).waitFor();
    await page.getByRole("link", { name: 'lunes: "1-5" puede ser de la mañana' }).click();
    assertEquals(await monday.inputValue(), "1-5");
    await monday.fill("13-17:30, 19-1:30");
    await page.getByLabel("Minutos que tarda un pedido, cuando menos").fill("30");
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByText("Guardado", { exact: true }).waitFor();
    assertEquals(await monday.inputValue(), "13:00-17:30, 19:00-01:30");
    const { body } = await board.app.get("/api/disponibilidad");
    const monday16 = body.dias.find(({ dia }: { dia: string }) => dia === "2026-03-16");
    assert(JSON.stringify(monday16).includes("01:30"), "it is open past midnight");
    await page.getByRole("button", { name: "Deshacer" }).click();
    await page.waitForURL("**/ajustes/horario?hecho=3");
    assertEquals(await monday.inputValue(), "cerrado");
    await page.goto(`${board.url}/versiones`);
    await page.getByText("lunes: cerrado → 13:00-17:30, 19:00-01:30; y otro cambio").waitFor();
    await page.getByRole("button", { name: "Volver a la versión 2" }).click();
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByText("Horario, lunes: cerrado → 13:00-17:30, 19:00-01:30").first().waitFor();
    const asked = await open("/ajustes/horario", { bypassCSP: true });
    await board.post("/ajustes/horario", typedOver(4, { "horario.lunes": "13-20" }));
    await asked.getByLabel("lunes", { exact: true }).first().fill("13-21");
    await asked.getByRole("button", { name: "Guardar", exact: true }).click();
    await asked.getByText("lo cambiaron dos personas. ¿Qué se queda?").waitFor();
    await holdAnswer(asked, "preguntas-antes");
    await holdPages(board, browser, {
      horario: "/ajustes/horario",
      preguntas: "/ajustes/preguntas",
      contacto: "/ajustes/contacto",
      versiones: "/versiones",
    });
  },
  { source: quietSource() },
);

Deno.test("the privacy notice begins as a draft with the house's own data, is linked where data is asked, and its own page elsewhere wins", async () => {
  await using board = await testBoard({ source: quietSource() });
  const { app } = board;
  const { name, address, phone } = sampleRestaurant();
  const links = async (lang: string) =>
    await Promise.all(["/", "/reservar", "/pedir", "/envio"].map(async (path) => {
      const { text } = await app.get(`${path}?lang=${lang}`);
      return /<a href="([^"]*)"[^>]*>(?:Aviso de privacidad|Privacy notice)<\/a>/.exec(text)?.[1];
    }));
  const four = (href: string | undefined) => Array.from({ length: 4 }, () => href);
  assertEquals(await links("es"), four(undefined));
  assertEquals((await app.get("/aviso")).status, 404);

  const form = (await board.get("/ajustes/aviso")).text;
  const [, draft = ""] = /<textarea id="aviso_texto"[^>]*>([^<]*)</.exec(form)!;
  for (
    const part of [
      name,
      address,
      shownPhone(phone!),
      "ARCO",
      "responsable",
      "365 días",
      "anota",
      "faltaste",
    ]
  ) {
    assertStringIncludes(draft, part);
  }
  assertStringIncludes(wordsOf(form), "Esto no es asesoría legal");
  assertEquals(file(board).aviso_texto, undefined, "a draft is not published");
  await save(board, "/ajustes/aviso", { aviso_texto: `${draft}\r\n\r\n<b>Gracias.</b>` });
  assertEquals(await links("en"), four("/aviso?lang=en"));
  const page = (await app.get("/aviso?lang=en")).text;
  assertMatch(page, /<h1>Privacy notice<\/h1>\s*<section lang="es"><p class="said">Sobremesa/);
  assertStringIncludes(page, '<p class="said">&lt;b&gt;Gracias.&lt;/b&gt;</p>');
  const info = async () => (await app.get("/api/info")).body.aviso_privacidad;
  assertEquals(await info(), `${app.url}/aviso`);

  const own = "https://casa.example/aviso";
  await save(board, "/ajustes/aviso", { aviso_privacidad: own });
  assertEquals([await links("es"), await info()], [four(own), own]);
  const { status, headers } = await app.get("/aviso", { redirect: "manual" });
  assertEquals([status, headers.get("location")], [303, own]);
});
