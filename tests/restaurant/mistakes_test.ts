import { assert, assertEquals } from "@std/assert";
import { type Edit, editedSample, problemsOf } from "./edited_sample.ts";

/** A dish with a single price: `brazo-reina`. */
const DISH = "secciones[2].platillos[2]";
const SHORT = "1 to 40 lower-case letters a to z, digits or hyphens";
const CLOCK = "a time HH:MM from 00:00 to 23:59";

function service(abre: string, cierra: string): { abre: string; cierra: string } {
  return { abre, cierra };
}

const presentation = { id: "brazo-a", etiqueta: "rebanada", precio: 80 };

/** What is wrong, the edits that make it so, and all that is said about it. */
const MISTAKES: readonly [string, readonly Edit[], readonly string[]][] = [
  ["a text for a price", [[`${DISH}.precio`, "12"]], [
    'secciones[2].platillos[2].precio: expected a number above 0, got "12"',
  ]],
  ["a price of nothing", [[`${DISH}.precio`, 0]], [
    "secciones[2].platillos[2].precio: expected a number above 0, got 0",
  ]],
  ["a price beyond reason", [[`${DISH}.precio`, 138_000]], [
    "secciones[2].platillos[2].precio: expected a number up to 100000, got 138000",
  ]],
  ["a price with thousandths", [[`${DISH}.precio`, 12.345]], [
    "secciones[2].platillos[2].precio: expected pesos with at most two decimals, got 12.345",
  ]],
  ["no price at all", [[`${DISH}.precio`, undefined]], [
    "secciones[2].platillos[2]: expected either precio or presentaciones, got neither",
  ]],
  ["two kinds of price", [[`${DISH}.presentaciones`, [presentation]]], [
    "secciones[2].platillos[2]: expected either precio or presentaciones, got both",
  ]],
  ["no presentation", [[`${DISH}.precio`, undefined], [`${DISH}.presentaciones`, []]], [
    "secciones[2].platillos[2].presentaciones: expected a list of 1 to 12 items, got a list of 0",
  ]],
  [
    "a null label beside another presentation",
    [[`${DISH}.precio`, undefined], [`${DISH}.presentaciones`, [
      { id: "brazo-a", etiqueta: null, precio: 80 },
      { id: "brazo-b", etiqueta: "entero", precio: 300 },
    ]]],
    [
      "secciones[2].platillos[2].presentaciones[0].etiqueta: expected a text that tells it from the others, got null",
    ],
  ],
  [
    "a label used twice in a dish",
    [[`${DISH}.precio`, undefined], [`${DISH}.presentaciones`, [
      presentation,
      { ...presentation, id: "brazo-b" },
    ]]],
    [
      'secciones[2].platillos[2].presentaciones[1].etiqueta: expected a text that tells it from the others, got "rebanada"',
    ],
  ],
  ["a missing field", [["nombre", undefined]], ["nombre: expected a text, got nothing"]],
  ["a missing object", [["ubicacion", undefined]], ["ubicacion: expected an object, got nothing"]],
  ["a missing list", [["adiciones", undefined]], ["adiciones: expected a list, got nothing"]],
  ["a blank text", [["nombre", "  "]], ['nombre: expected a text that is not blank, got "  "']],
  ["a name of two lines", [["nombre", "a\nb"]], [
    'nombre: expected a text on one line, got "a\\nb"',
  ]],
  ["a name too long, shown cut short", [["nombre", "n".repeat(81)]], [
    `nombre: expected a text of at most 80 characters, got "${"n".repeat(59)}…`,
  ]],
  ["null for a text", [["direccion", null]], ["direccion: expected a text, got null"]],
  ["a list for an object", [["ubicacion", [20.9, -89.6]]], [
    "ubicacion: expected an object, got a list of 2",
  ]],
  ["an object for a list", [["preguntas_frecuentes", {}]], [
    "preguntas_frecuentes: expected a list, got an object",
  ]],
  ["a text for true", [["valet", "si"]], ['valet: expected true or false, got "si"']],
  ["a zone that is none", [["zona", "America/Meridaa"]], [
    'zona: expected a time zone\'s name, such as "America/Merida", got "America/Meridaa"',
  ]],
  ["an offset for a zone", [["zona", "-06:00"]], [
    'zona: expected a time zone\'s name, such as "America/Merida", got "-06:00"',
  ]],
  ["a latitude beyond the pole", [["ubicacion.lat", 209.69]], [
    "ubicacion.lat: expected a number from -90 to 90, got 209.69",
  ]],
  ["a phone too short", [["telefono", "+52 999"]], [
    'telefono: expected a phone number with country code, such as "+52 999 123 4567", got "+52 999"',
  ]],
  ["another currency", [["moneda", "USD"]], ['moneda: expected "MXN", got "USD"']],
  ["a time without its zero", [["horario.martes[0].abre", "9:00"]], [
    `horario.martes[0].abre: expected ${CLOCK}, got "9:00"`,
  ]],
  ["24:00 for midnight", [["horario.martes[0].cierra", "24:00"]], [
    `horario.martes[0].cierra: expected ${CLOCK}, got "24:00"`,
  ]],
  ["a service of no length", [["horario.martes", [service("13:00", "13:00")]]], [
    "horario.martes[0]: expected a service that closes at another time than it opens (a whole day is 00:00-12:00 and 12:00-00:00), got 13:00-13:00",
  ]],
  ["a radius that the base price covers whole", [["envio.base_km", 1.4]], [
    "envio.radio_maximo_km: expected more than envio.base_km (1.4), got 1.4",
  ]],
  [
    "services that overlap in a day",
    [["horario.martes", [service("13:00", "18:00"), service("17:59", "23:00")]]],
    [
      "horario.martes[1]: expected a service apart from horario.martes[0] (13:00-18:00), got 17:59-23:00, which overlaps it",
    ],
  ],
  [
    "a service that runs into the next day's",
    [["horario.martes", [service("19:00", "09:00")]], [
      "horario.miercoles",
      [service("08:00", "20:00")],
    ]],
    [
      "horario.miercoles[0]: expected a service apart from horario.martes[0] (19:00-09:00), got 08:00-20:00, which overlaps it",
    ],
  ],
  [
    "a service that runs from Sunday into Monday's",
    [["horario.domingo", [service("20:00", "02:30")]], [
      "horario.lunes",
      [service("02:00", "12:00")],
    ]],
    [
      "horario.domingo[0]: expected a service apart from horario.lunes[0] (02:00-12:00), got 20:00-02:30, which overlaps it",
    ],
  ],
  [
    "a service no longer than the kitchen's lead and the margin",
    [["horario.martes", [service("13:00", "14:30")]]],
    [
      "horario.martes[0]: expected a service of more than 90 minutes (the kitchen closes 60 before its end, the margin is 30), got 13:00-14:30, 90 minutes",
    ],
  ],
  [
    "a weekday's own lead that leaves no time",
    [["cocina.por_dia.domingo", 400]],
    [
      "horario.domingo[0]: expected a service of more than 430 minutes (the kitchen closes 400 before its end, the margin is 30), got 12:00-19:00, 420 minutes",
    ],
  ],
  [
    "no service all week",
    ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"]
      .map((day) => [`horario.${day}`, []]),
    ["horario: expected a service on one day at least, got none all week"],
  ],
  ["a lead that is no whole number", [["cocina.cierra_antes_minutos", 59.5]], [
    "cocina.cierra_antes_minutos: expected a whole number from 0 to 600, got 59.5",
  ]],
  ["kitchen minutes the wrong way round", [["cocina.minutos_max", 20]], [
    "cocina.minutos_max: expected at least cocina.minutos_min (25), got 20",
  ]],
  ["a notice beyond a day", [["reservas.anticipacion_minutos", 1441]], [
    "reservas.anticipacion_minutos: expected a whole number from 0 to 1440, got 1441",
  ]],
  ["a negative tariff", [["envio.base_costo", -1]], [
    "envio.base_costo: expected a number from 0 to 100000, got -1",
  ]],
  ["a radius of nothing", [["envio.radio_maximo_km", 0]], [
    "envio.radio_maximo_km: expected a number above 0, got 0",
  ]],
  ["more stars than five", [["calificacion.puntaje", 47]], [
    "calificacion.puntaje: expected a number from 0 to 5, got 47",
  ]],
  ["a text in one language", [["contacto.duda.en", undefined]], [
    "contacto.duda.en: expected a text, got nothing",
  ]],
  ["a privacy notice without https", [["aviso_privacidad", "mesa.example/aviso"]], [
    'aviso_privacidad: expected an address that starts with https:// or http://, got "mesa.example/aviso"',
  ]],
  ["a privacy notice that is no address", [["aviso_privacidad", "https://"]], [
    'aviso_privacidad: expected an address that starts with https:// or http://, got "https://"',
  ]],
  ["six sections", [["secciones", sections(6)]], [
    "secciones: expected exactly 7 items, got a list of 6",
  ]],
  ["an id with capitals", [[`${DISH}.id`, "Brazo"]], [
    `secciones[2].platillos[2].id: expected ${SHORT}, got "Brazo"`,
  ]],
  ["an id that leaves no room for what is added", [[`${DISH}.id`, "b".repeat(39)]], [
    `secciones[2].platillos[2].id: expected at most 38 characters (-1 is added), got "${
      "b".repeat(39)
    }"`,
  ]],
  [
    "a dish's id used for another",
    [[`${DISH}.id`, "panuchos"]],
    [
      'secciones[2].platillos[2].id: expected an id of its own, got "panuchos", as secciones[0].platillos[0].id has',
      'secciones[2].platillos[2].id: expected an id of its own, got "panuchos", as secciones[0].platillos[0].id has',
    ].slice(1),
  ],
  ["a presentation's id used for an addition", [["adiciones[0].id", "cochinita-m"]], [
    'adiciones[0].id: expected an id of its own, got "cochinita-m", as secciones[3].platillos[0].presentaciones[0].id has',
  ]],
  ["the id of another dish with one price", [[`${DISH}.id`, "crema-chaya"]], [
    'secciones[2].platillos[2].id: expected an id of its own, got "crema-chaya", as secciones[1].platillos[1].id has',
  ]],
  ["two ids with the same hash, which links of drafts could not tell apart", [
    [`${DISH}.id`, "sopa-chuc-709"],
    ["adiciones[0].id", "torta-taco-962-1"],
  ], [
    'adiciones[0].id: expected an id that links can tell from "sopa-chuc-709-1" of "Brazo de reina", got "torta-taco-962-1" of "Cebolla morada encurtida"',
  ]],
  ["an id that another dish's price makes", [["adiciones[0].id", "brazo-reina-1"]], [
    'adiciones[0].id: expected an id of its own, got "brazo-reina-1", as secciones[2].platillos[2].id with -1 added has',
  ]],
  ["a slip in a field's name", [["nombe", "x"]], [
    'nombe: unknown field; did you mean "nombre"?',
  ]],
  ["an accent in a weekday's name", [["horario.miércoles", []]], [
    'horario.miércoles: unknown field; did you mean "miercoles"?',
  ]],
  ["a field that resembles none", [["ubicacion.altura", 9]], [
    "ubicacion.altura: unknown field; the fields here are lat, lng",
  ]],
  ["a field of an object's prototype", [["ubicacion.constructor", 1]], [
    "ubicacion.constructor: unknown field; the fields here are lat, lng",
  ]],
];

function sections(count: number): unknown {
  return JSON.parse(editedSample()).secciones.slice(0, count);
}

for (const [mistake, edits, expected] of MISTAKES) {
  Deno.test(`a restaurant file with ${mistake} is refused in so many words`, () => {
    assertEquals(problemsOf(editedSample(...edits)), expected);
  });
}

Deno.test("all problems of a restaurant file are told at once", () => {
  const problems = problemsOf(editedSample(
    ["nombe", "x"],
    ["valet", 1],
    ["horario.martes[0].abre", "9"],
    ["horario.sabado[1].abre", "17:00"],
    [`${DISH}.precio`, "12"],
    [`${DISH}.agotdo`, true],
    ["adiciones[0].id", "xek"],
    ["secciones[7]", { nombre: 1, platillos: [] }],
  ));
  assertEquals(problems, [
    'secciones[2].platillos[2].agotdo: unknown field; did you mean "agotado"?',
    'nombe: unknown field; did you mean "nombre"?',
    `horario.martes[0].abre: expected ${CLOCK}, got "9"`,
    "valet: expected true or false, got 1",
    'secciones[2].platillos[2].precio: expected a number above 0, got "12"',
    "secciones[7].nombre: expected a text, got 1",
    "secciones: expected exactly 7 items, got a list of 8",
    "horario.sabado[1]: expected a service apart from horario.sabado[0] (13:00-17:30), got 17:00-01:30, which overlaps it",
    'adiciones[0].id: expected an id of its own, got "xek", as secciones[1].platillos[5].id has',
  ]);
});

Deno.test("services that touch do not overlap", () => {
  const text = editedSample(
    ["horario.martes", [service("13:00", "17:00"), service("17:00", "05:00")]],
    ["horario.miercoles", [service("05:00", "23:00")]],
  );
  assertEquals(problemsOf(text), []);
});

for (const value of [null, [], 7, "x", true]) {
  Deno.test(`a file that holds ${JSON.stringify(value)} alone is refused as no object`, () => {
    const got = Array.isArray(value) ? "a list of 0" : JSON.stringify(value);
    assertEquals(problemsOf(JSON.stringify(value)), [`the file: expected an object, got ${got}`]);
  });
}

/** Long enough for a machine that others use; where each mistake met each other, it was 45 seconds. */
const MAX_FLOOD_MS = 10_000;

/** Files of mistakes only, each below the limits of size and of values. */
const FLOODS: Readonly<Record<string, string>> = {
  sections: `{"secciones":[${many("{}", 19_000)}]}`,
  dishes: `{"secciones":[{"nombre":"a","platillos":[${many("{}", 19_000)}]}]}`,
  presentations: `{"secciones":[{"platillos":[{"presentaciones":[${many("{}", 19_000)}]}]}]}`,
  additions: `{"adiciones":[${many("0", 19_000)}]}`,
  "ids used twice": `{"adiciones":[${many('{"id":"a"}', 9_000)}]}`,
  services: `{"horario":{"lunes":[${many('{"abre":"13:00","cierra":"14:00"}', 6_000)}]}}`,
  "unknown fields": JSON.stringify(
    Object.fromEntries(Array.from({ length: 19_000 }, (_, n) => [`nombr${n}`, 0])),
  ),
};

for (const [mistakes, text] of Object.entries(FLOODS)) {
  Deno.test(`thousands of ${mistakes} are refused at once, with a hundred problems at most`, () => {
    const began = performance.now();
    const problems = problemsOf(text);
    const took = performance.now() - began;
    assert(problems.length > 1 && problems.length <= 101, `${problems.length} problems`);
    assert(took < MAX_FLOOD_MS, `${took} ms`);
  });
}

Deno.test("a file with more than a hundred problems says that there are more", () => {
  const problems = problemsOf(FLOODS.dishes!);
  assertEquals([problems.length, problems.at(-1)], [101, "and more: mend these first"]);
});

Deno.test("a file of more values than any menu takes is refused where they begin to be too many", () => {
  assertEquals(problemsOf(`[${many("0", 30_000)}]`), [
    'line 1, column 40000: expected at most 20000 values in the file, got "0"',
  ]);
});

function many(item: string, count: number): string {
  return Array(count).fill(item).join(",");
}
