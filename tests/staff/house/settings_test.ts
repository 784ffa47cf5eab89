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
import { assertSays, sampleReservation, SATURDAY, wordsOf } from "../_board_pages.ts";
import { holdPages, testInBrowser, WITHOUT_SCRIPT } from "../_browser.ts";

/** Types into the page of a part and saves it. @returns what the page before saving says */
async function save(
  board: TestBoard,
  path: string,
  typed: Readonly<Record<string, string>>,
): Promise<string> {
  const form = { version: String(board.deps.restaurantBook.served().version), ...typed };
  const shown = await board.post(path, { ...form, accion: "revisar" });
  assertEquals(shown.status, 200, wordsOf(shown.text));
  const saved = await board.post(path, { ...form, accion: "guardar" });
  assertEquals([saved.status, saved.location], [303, "/versiones?hecho=guardado"]);
  return wordsOf(shown.text);
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
    "Días especiales: nuevo: 25/12, cerrado, Navidad, 16/03/2026, 13:00-17:00",
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
    "Calificación: 4.7, 1284, Google → se quita",
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
  ["envio", { ruta: "corta" }, "Qué ruta se cobra: nuevo: corta", "ruta", "corta"],
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
    { nombre: "Vinos", platillos: [] },
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
  const refused = await board.post("/carta/0", named);
  assertEquals(refused.status, 422);
  assertStringIncludes(
    wordsOf(refused.text),
    "Café de olla, presentaciones: se esperaba de 1 a 12 formas de venderlo, cada una con su precio",
  );
  await save(board, "/carta/0", { ...named, [`${sold}.precio`]: "38" });
  const { body } = await board.app.get("/api/menu");
  const dish = body.secciones[0].platillos.at(-1);
  assertEquals([dish.nombre, dish.descripcion], ["Café de olla", ""]);
  const page = await board.app.fetch("/carta");
  assert(!(await page.text()).includes("<p></p>"), "no empty line stands for a description");
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
  const [martes, miercoles, jueves] = ["1 pm a 11 pm", "igual", "Igual"];
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
  assertStringIncludes(shown, "Envío: 0.7, $25.00, $15.00, 1.4 → se quita");
  for (const path of ["/", "/carta", "/pedir", "/llms.txt"]) {
    const page = await app.get(path);
    assertEquals(page.status, 200);
    assert(!/\/envio\?|value="domicilio"/.test(page.text), path);
  }
  assertEquals((await app.get("/envio")).status, 404);
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
    const page = (await board.get(path)).text;
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

/** Saves the change that the page of `answer` shows. */
async function saveShown(board: TestBoard, path: string, { text }: BoardAnswer): Promise<void> {
  const hidden = [...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    .map(([, name, value]) => [name!, value!] as const);
  assertEquals((await board.post(path, [...hidden, ["accion", "guardar"]])).status, 303);
}

Deno.test("new hours list who comes outside of them, and not who was to come before now", async () => {
  await using board = await testBoard({
    source: quietSource(),
    now: instantOf(`${SATURDAY}T21:00`),
  });
  for (const [time, folio] of [["20:00", "R-7K3M9QAB"], ["22:00", "R-7K3M9QAC"]] as const) {
    await board.storage.book.take(sampleReservation({ time }), "Lupe", folio);
  }
  const typed = { version: "0", "horario.sabado": "13-17:30", accion: "revisar" };
  const shown = await board.post("/ajustes/horario", typed);
  assertSays(shown, "Fuera del horario nuevo: 1 reservación, 4 personas", "R-7K3M9QAC");
});

Deno.test("what two people change at once in different fields of a page both stays", async () => {
  await using board = await testBoard({ source: quietSource() });
  await save(board, "/ajustes/horario", { "horario.lunes": "13-20" });
  // The other's change is the first of all: what was served before it is then stored as version 1.
  for (const version of ["0", "1"]) {
    const typed = { version, "horario.martes": "13-20", "horario.lunes": "cerrado" };
    const late = await board.post("/ajustes/horario", { ...typed, accion: "guardar" });
    assertEquals(late.status, 409);
    assertStringIncludes(wordsOf(late.text), "Horario, martes: 13:00-23:00 → 13:00-20:00");
    assert(!late.text.includes("Horario, lunes"), "it is as the other saved it");
    await saveShown(board, "/ajustes/horario", late);
    const { horario } = file(board);
    assertEquals(horario.lunes, horario.martes);
    await save(board, "/ajustes/horario", { "horario.martes": "13-23" });
  }
});

Deno.test("a price that is typed while another moves or replaces dishes is that dish's, and of no other", async () => {
  const dish = "secciones.0.platillos.0";
  const added = {
    "secciones.0.platillos.9.nombre": "Otros",
    "secciones.0.platillos.9.descripcion.es": "Otros.",
    "secciones.0.platillos.9.descripcion.en": "Others.",
    "secciones.0.platillos.9.presentaciones.0.etiqueta": "",
    "secciones.0.platillos.9.presentaciones.0.precio": "77",
  };
  const others: readonly Readonly<Record<string, string>>[] = [
    { [`${dish}.orden`]: "9" },
    { [`${dish}.quitar`]: "sí", ...added },
  ];
  for (const other of others) {
    await using board = await testBoard({ source: quietSource() });
    const before = pricesOn((await board.app.get("/api/menu")).body);
    await save(board, "/carta/0", other);
    const typed = { version: "0", [`${dish}.presentaciones.0.precio`]: "40" };
    const late = await board.post("/carta/0", { ...typed, accion: "guardar" });
    assertEquals(late.status, 409);
    await saveShown(board, "/carta/0", late);
    assertEquals(pricesOn((await board.app.get("/api/menu")).body), {
      ...before,
      "panuchos-p": 40,
    });
  }
});

Deno.test("of two who save at the same moment the second is shown its own change alone", async () => {
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
  const typed = { version: `${version}`, "horario.martes": "13-20", "horario.lunes": "cerrado" };
  const late = await board.post("/ajustes/horario", { ...typed, accion: "guardar" });
  assertEquals(late.status, 409);
  assertStringIncludes(wordsOf(late.text), "Horario, martes: 13:00-23:00 → 13:00-20:00");
  assert(!late.text.includes("Horario, lunes"), "it is as the other saved it");
});

testInBrowser(
  "what cannot be read is refused at its field, as typed; then new hours are saved, listed and put back",
  async ({ board, browser, open }) => {
    const page = await open("/casa", WITHOUT_SCRIPT);
    await page.getByRole("link", { name: "Horario y cocina" }).click();
    const monday = page.getByLabel("lunes", { exact: true }).first();
    await monday.fill("1-5");
    await page.getByLabel("Minutos que tarda un pedido, cuando menos").fill("muchos");
    await page.getByRole("button", { name: "Ver qué cambia" }).click();
    await page.getByRole("link", { name: 'lunes: "1-5" puede ser de la mañana' }).click();
    assertEquals(await monday.inputValue(), "1-5");
    await page.getByRole("link", { name: "cuando menos: se esperaba un entero" }).waitFor();
    await monday.fill("13-17:30, 19-1:30");
    await page.getByLabel("Minutos que tarda un pedido, cuando menos").fill("50");
    await page.getByRole("button", { name: "Ver qué cambia" }).click();
    await page.getByRole("link", { name: "cuando más: se esperaba 50 o más" }).waitFor();
    await page.getByLabel("Minutos que tarda un pedido, cuando menos").fill("30");
    await page.getByRole("button", { name: "Ver qué cambia" }).click();
    await page.getByText("Todavía no se guarda nada.").waitFor();
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    const line = "Horario, lunes: cerrado → 13:00-17:30, 19:00-01:30; y otro cambio";
    await page.getByText(line).waitFor();
    const { body } = await board.app.get("/api/disponibilidad");
    const monday16 = body.dias.find(({ dia }: { dia: string }) => dia === "2026-03-16");
    assert(JSON.stringify(monday16).includes("01:30"), "it is open past midnight");
    await page.getByRole("button", { name: "Volver a la versión 1" }).click();
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await page.getByText("Horario, lunes: 13:00-17:30, 19:00-01:30 → cerrado").waitFor();
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
  for (const part of [name, address, shownPhone(phone!), "ARCO", "responsable", "365 días"]) {
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
