import { assert, assertEquals } from "@std/assert";
import {
  type Edit,
  editedSample,
  problemsOf as placedProblemsOf,
} from "../support/edited_sample.ts";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";

/** A dish with a single price: `brazo-reina`. */
const DISH = "secciones[2].platillos[2]";
const ADDITION = "adiciones[0].id";
const ZONE = 'el nombre de una zona horaria, como "America/Merida"';
const PHONE = 'un teléfono de diez dígitos o con clave de país, como "+52 999 123 4567"';
const ADDRESS = "una dirección que empiece con https:// o http://";
const SHORT = "de 1 a 40 letras minúsculas de la a a la z, cifras o guiones";
const OVERLAP = "se esperaba un horario sin traslapes, tampoco con los días de al lado, y hay";
const OWN = "un id propio, que los enlaces no confundan con otro, y hay";
const CLOCK = "una hora HH:MM de 00:00 a 23:59";

/** Where each lies, and its label, are held by tests of their own. */
function problemsOf(text: string): readonly string[] {
  return placedProblemsOf(text).map((text) =>
    text.replace(/^línea \d+, columna \d+: /, "").replace(/^\p{L}[^:]* \(([\w.[\]]+)\): /u, "$1: ")
  );
}

function service(abre: string, cierra: string): { abre: string; cierra: string } {
  return { abre, cierra };
}

const presentation = { id: "brazo-a", etiqueta: "rebanada", precio: 80 };

/** A value put into a place, and what is expected there. */
const WRONG_VALUES: readonly (readonly [place: string, value: unknown, says: string])[] = [
  [`${DISH}.precio`, "12", 'un número mayor que 0, y hay "12": es 12, sin comillas'],
  [`${DISH}.precio`, "-5", 'un número mayor que 0, y hay "-5"'],
  [`${DISH}.precio`, 0, "un número mayor que 0, y hay 0"],
  [`${DISH}.precio`, 138_000, "un número de hasta 100000, y hay 138000"],
  [`${DISH}.precio`, 12.345, "pesos con dos decimales cuando más, y hay 12.345"],
  ["nombre", undefined, "un texto, y falta"],
  ["nombre", "  ", 'un texto que no esté en blanco, y hay "  "'],
  ["nombre", "a\nb", 'un texto en un solo renglón, y hay "a\\nb"'],
  ["nombre", "n".repeat(81), `un texto de hasta 80 letras, y hay "${"n".repeat(59)}…`],
  ["direccion", null, "un texto, y hay null"],
  ["ubicacion", undefined, "un objeto, y falta"],
  ["ubicacion", [20.9, -89.6], "un objeto, y hay una lista de 2"],
  ["ubicacion.lat", 209.69, "un número de -90 a 90, y hay 209.69"],
  ["adiciones", undefined, "una lista, y falta"],
  ["preguntas_frecuentes", {}, "una lista, y hay un objeto"],
  ["secciones", [], "una lista de 1 a 40 elementos, y hay una lista de 0"],
  ["valet", "si", 'true (sí) o false (no), y hay "si"'],
  ["zona", "America/Meridaa", `${ZONE}, y hay "America/Meridaa"`],
  ["zona", "-06:00", `${ZONE}, y hay "-06:00"`],
  ["telefono", "+52 999", `${PHONE}, y hay "+52 999"`],
  ["moneda", "USD", '"MXN", y hay "USD"'],
  ["cocina.cierra_antes_minutos", 59.5, "un entero de 0 a 600, y hay 59.5"],
  ["cocina.minutos_max", 20, "25 o más, que es lo menos que tarda, y hay 20"],
  ["calificacion.puntaje", 47, "un número de 0 a 5, y hay 47"],
  ["contacto.duda.en", undefined, "un texto, y falta"],
  ["aviso_privacidad", "mesa.example/aviso", `${ADDRESS}, y hay "mesa.example/aviso"`],
  ["aviso_privacidad", "https://", `${ADDRESS}, y hay "https://"`],
  [`${DISH}.id`, "Brazo", `${SHORT}, y hay "Brazo"`],
  [`${DISH}.id`, "b".repeat(39), `hasta 38 letras (se le agrega -1), y hay "${"b".repeat(39)}"`],
  [`${DISH}.id`, "panuchos", `${OWN} "panuchos" como "panuchos" de "Panuchos"`],
  [`${DISH}.id`, "crema-chaya", `${OWN} "crema-chaya" como "crema-chaya" de "Crema de chaya"`],
  [ADDITION, "cochinita-m", `${OWN} "cochinita-m" como "cochinita-m" de "Cochinita pibil"`],
  [ADDITION, "brazo-reina-1", `${OWN} "brazo-reina-1" como "brazo-reina-1" de "Brazo de reina"`],
];

for (const [place, value, says] of WRONG_VALUES) {
  const shown = value === undefined ? "left out" : JSON.stringify(value).slice(0, 40);
  Deno.test(`${place} ${shown} is refused in so many words`, () => {
    const where = place.replace(`${DISH}.`, "Brazo de reina: ");
    assertEquals(problemsOf(editedSample([place, value])), [`${where}: se esperaba ${says}`]);
  });
}

/** What is wrong, the edits that make it so, and all that is said about it. */
const MISTAKES: readonly (readonly [string, readonly Edit[], readonly string[]])[] = [
  ["no price at all", [[`${DISH}.precio`, undefined]], [
    "Brazo de reina: precio: se esperaba un precio, o presentaciones, y falta",
  ]],
  ["two kinds of price", [[`${DISH}.presentaciones`, [presentation]]], [
    "Brazo de reina: se esperaba precio o presentaciones, uno de los dos, y hay los dos",
  ]],
  ["no presentation", [[`${DISH}.precio`, undefined], [`${DISH}.presentaciones`, []]], [
    "Brazo de reina: presentaciones: se esperaba una lista de 1 a 12 elementos, y hay una lista de 0",
  ]],
  [
    "a null label beside another presentation",
    [[`${DISH}.precio`, undefined], [`${DISH}.presentaciones`, [
      { id: "brazo-a", etiqueta: null, precio: 80 },
      { id: "brazo-b", etiqueta: "entero", precio: 300 },
    ]]],
    [
      "Brazo de reina: presentaciones[0].etiqueta: se esperaba un texto que la distinga de las otras, y hay null",
    ],
  ],
  [
    "a label used twice in a dish",
    [[`${DISH}.precio`, undefined], [`${DISH}.presentaciones`, [
      presentation,
      { ...presentation, id: "brazo-b" },
    ]]],
    [
      'Brazo de reina: presentaciones[1].etiqueta: se esperaba un texto que la distinga de las otras, y hay "rebanada"',
    ],
  ],
  ["a service of no length", [["horario.martes", [service("13:00", "13:00")]]], [
    "horario.martes[0]: se esperaba un servicio que cierre a otra hora que la de abrir (todo el día es 00:00-12:00 y 12:00-00:00), y hay 13:00-13:00",
  ]],
  ["a radius that the base price covers whole", [["envio.base_km", 1.4]], [
    "envio.radio_maximo_km: se esperaba más de 1.4, los kilómetros del costo base, y hay 1.4",
  ]],
  [
    "services that overlap in a day",
    [["horario.martes", [service("13:00", "18:00"), service("17:59", "23:00")]]],
    [
      `horario.martes: ${OVERLAP} 13:00-18:00, 17:59-23:00`,
    ],
  ],
  [
    "a service that runs into the next day's",
    [["horario.martes", [service("19:00", "09:00")]], [
      "horario.miercoles",
      [service("08:00", "20:00")],
    ]],
    [
      `horario.martes: ${OVERLAP} 19:00-09:00`,
      `horario.miercoles: ${OVERLAP} 08:00-20:00`,
    ],
  ],
  [
    "a service that runs from Sunday into Monday's",
    [["horario.domingo", [service("20:00", "02:30")]], [
      "horario.lunes",
      [service("02:00", "12:00")],
    ]],
    [
      `horario.lunes: ${OVERLAP} 02:00-12:00`,
      `horario.domingo: ${OVERLAP} 20:00-02:30`,
    ],
  ],
  [
    "a service no longer than the kitchen's lead and the margin",
    [["horario.martes", [service("13:00", "14:30")]]],
    [
      "horario.martes[0]: se esperaba un servicio de más de 90 minutos (la cocina cierra 60 antes del fin, el margen es de 30), y hay 13:00-14:30, 90 minutos",
    ],
  ],
  [
    "a weekday's own lead that leaves no time",
    [["cocina.por_dia.domingo", 400]],
    [
      "horario.domingo[0]: se esperaba un servicio de más de 430 minutos (la cocina cierra 400 antes del fin, el margen es de 30), y hay 12:00-19:00, 420 minutos",
    ],
  ],
  [
    "no service all week",
    ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"]
      .map((day) => [`horario.${day}`, []]),
    ["horario: se esperaba servicio un día cuando menos, y hay ninguno en la semana"],
  ],
  [
    "a special day that does not exist",
    [["dias_especiales", [{ fecha: "02-30", servicios: [] }]]],
    [
      'dias_especiales[0].fecha: se esperaba un día AAAA-MM-DD, o MM-DD para cada año, como "12-25", y hay "02-30"',
    ],
  ],
  [
    "a special night that runs into the next day's services, in some year",
    [["dias_especiales", [{ fecha: "12-24", servicios: [{ abre: "20:00", cierra: "12:30" }] }]]],
    [`dias_especiales[0].servicios: ${OVERLAP} 20:00-12:30`],
  ],
  [
    "a day that is special twice",
    [["dias_especiales", [{ fecha: "12-24", servicios: [] }, { fecha: "12-24", servicios: [] }]]],
    ['dias_especiales[1].fecha: se esperaba un día que no esté dos veces, y hay "12-24"'],
  ],
  ["two ids with the same hash, which links of drafts could not distinguish", [
    [`${DISH}.id`, "sopa-chuc-709"],
    ["adiciones[0].id", "torta-taco-962-1"],
  ], [
    `adiciones[0].id: se esperaba ${OWN} "torta-taco-962-1" como "sopa-chuc-709-1" de "Brazo de reina"`,
  ]],
  ["a slip in a field's name", [["nombe", "x"]], [
    'nombe: campo desconocido; ¿es "nombre"?',
  ]],
  ["an accent in a weekday's name", [["horario.miércoles", []]], [
    'horario.miércoles: campo desconocido; ¿es "miercoles"?',
  ]],
  ["a field that resembles none", [["ubicacion.altura", 9]], [
    "ubicacion.altura: campo desconocido; los campos aquí son lat, lng",
  ]],
];

for (const [mistake, edits, expected] of MISTAKES) {
  Deno.test(`a restaurant file with ${mistake} is refused in so many words`, () => {
    assertEquals(problemsOf(editedSample(...edits)), expected);
  });
}

Deno.test("a problem is under the label that forms have for its field, if it has one", () => {
  const edits: Edit[] = [["telefono", "1"], ["envio.base_km", -1], ["horario.martes[0].abre", "9"]];
  assertEquals(placedProblemsOf(editedSample(...edits)).map((text) => text.split(": ")[1]), [
    "Teléfono (telefono)",
    "horario.martes[0].abre",
    "Kilómetros que cubre el costo base (envio.base_km)",
  ]);
});

Deno.test("all problems of the form of a restaurant file are reported at once", () => {
  const problems = problemsOf(editedSample(
    ["nombe", "x"],
    ["valet", 1],
    ["horario.martes[0].abre", "9"],
    [`${DISH}.precio`, "12"],
    [`${DISH}.agotdo`, true],
    ["adiciones[0].id", "xek"],
    ["secciones[7]", { nombre: 1, platillos: [] }],
  ));
  assertEquals(problems, [
    `horario.martes[0].abre: se esperaba ${CLOCK}, y hay "9"`,
    "valet: se esperaba true (sí) o false (no), y hay 1",
    'Brazo de reina: precio: se esperaba un número mayor que 0, y hay "12": es 12, sin comillas',
    'Brazo de reina: agotdo: campo desconocido; ¿es "agotado"?',
    "secciones[7].nombre: se esperaba un texto, y hay 1",
    'nombe: campo desconocido; ¿es "nombre"?',
  ]);
});

Deno.test("all that breaks a rule in a restaurant file is reported at once", () => {
  const problems = problemsOf(editedSample(
    ["horario.sabado[1].abre", "17:00"],
    ["adiciones[0].id", "xek"],
  ));
  assertEquals(problems, [
    `horario.sabado: ${OVERLAP} 13:00-17:30, 17:00-01:30`,
    `adiciones[0].id: se esperaba ${OWN} "xek" como "xek" de "Xek"`,
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
  Deno.test(`a file that holds ${JSON.stringify(value)} alone is refused: it is not an object`, () => {
    const got = Array.isArray(value) ? "una lista de 0" : JSON.stringify(value);
    assertEquals(problemsOf(JSON.stringify(value)), [
      `el archivo: se esperaba un objeto, y hay ${got}`,
    ]);
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
  assertEquals([problems.length, problems.at(-1)], [101, "y hay más: primero estos"]);
});

Deno.test("a file of more values than any menu takes is refused where they begin to be too many", () => {
  assertEquals(problemsOf(`[${many("0", 30_000)}]`), [
    "hay más de 20000 valores",
  ]);
});

function many(item: string, count: number): string {
  return Array(count).fill(item).join(",");
}

/** What people write by habit, and what they read then. */
const HABITS: readonly (readonly [from: string, to: string, says: string])[] = [
  [
    '"precio": 38 }',
    '"precio": 9,50 }',
    "línea 136, columna 96: Panuchos: los centavos van con punto, como 9.50",
  ],
  [
    '"precio": 38 }',
    '"precio": "38,50" }',
    'línea 136, columna 94: Panuchos: presentaciones[0].precio: se esperaba un número mayor que 0, y hay "38,50": es 38.50, sin comillas',
  ],
  [
    '"precio": 38 }',
    '"precio": $38 }',
    "línea 136, columna 94: Panuchos: los precios van sin signo de pesos",
  ],
  [
    '"abre": "13:00"',
    '"abre": 9:00',
    'línea 10, columna 27: las horas van entre comillas y con dos cifras, como "09:00"',
  ],
  [
    '"abre": "13:00"',
    '"abre": "9:00"',
    'línea 10, columna 26: horario.martes[0].abre: se esperaba una hora HH:MM de 00:00 a 23:59, y hay "9:00": es "09:00"',
  ],
  [
    '"cierra": "23:00"',
    '"cierra": "24:00"',
    'línea 10, columna 45: horario.martes[0].cierra: se esperaba una hora HH:MM de 00:00 a 23:59, y hay "24:00": es "00:00"',
  ],
  [
    '"lunes": []',
    '"monday": [], "lunes": []',
    'línea 9, columna 15: horario.monday: campo desconocido; ¿es "lunes"?',
  ],
];

for (const [from, to, says] of HABITS) {
  Deno.test(`${to} is refused with its line, its column, its dish and how it is written`, () => {
    assertEquals(placedProblemsOf(SAMPLE_FILE_TEXT.replace(from, to)), [says]);
  });
}

Deno.test("a field with the name of a property that every object has is unknown like any other", () => {
  for (const name of ["constructor", "__proto__", "prototype", "toString", "hasOwnProperty"]) {
    const text = SAMPLE_FILE_TEXT.replace('"cocina": {', `"cocina": { "${name}": {}, "nadie": 1,`)
      .replace('"brazo-reina",', `"brazo-reina", "${name}": 5,`);
    assertEquals(
      problemsOf(text).map((says) => says.split(";")[0]).sort(),
      [
        `Brazo de reina: ${name}: campo desconocido`,
        `cocina.${name}: campo desconocido`,
        "cocina.nadie: campo desconocido",
      ].sort(),
      name,
    );
  }
});
