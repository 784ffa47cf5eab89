import { assert, assertEquals } from "@std/assert";
import { type Edit, editedSample, problemsOf } from "../support/edited_sample.ts";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { floods } from "./_floods.ts";

/** A dish that is sold in one way: `brazo-reina`. */
const DISH = "secciones[2].platillos[2]";
const PRICE = `${DISH}.presentaciones[0].precio`;
const BRAZO = "Masas y huevos, Brazo de reina";
const ADDITION = "adiciones[0].id";
const ZONE = 'el nombre de una zona horaria, como "America/Merida"';
const PHONE =
  'un teléfono de diez dígitos, que no empiezan con 0 ni 1, o con + y clave de país, como "+52 999 123 4567"';
const ADDRESS = "una dirección que empiece con https:// o http://";
const SHORT = "de 1 a 40 letras minúsculas de la a a la z, cifras o guiones";
const OVERLAP = "se esperaba un horario sin traslapes, tampoco con los días de al lado, y hay";
const OWN = "un id propio, que los enlaces no confundan con otro, y hay";
const PLAIN = "un texto sin caracteres de control ni medios caracteres";
const QUESTION = "Preguntas frecuentes, ¿Hay estacionamiento?";
const CLOCK = "una hora HH:MM de 00:00 a 23:59";

function service(abre: string, cierra: string): { abre: string; cierra: string } {
  return { abre, cierra };
}

const presentation = { id: "brazo-a", etiqueta: "rebanada", precio: 80 };

/** Places, what each is called, and values put there with what is expected in their stead. */
const WRONG_VALUES: readonly (readonly [
  place: string,
  name: string,
  ...values: readonly (readonly [value: unknown, says: string])[],
])[] = [
  [
    PRICE,
    `${BRAZO}, precio`,
    ["12", 'un número mayor que 0, y hay "12": es 12, sin comillas'],
    ["-5", 'un número mayor que 0, y hay "-5"'],
    ["138000", 'un número mayor que 0, y hay "138000"'],
    ["12.345", 'un número mayor que 0, y hay "12.345"'],
    [0, "un número mayor que 0, y hay 0"],
    [138_000, "un número de hasta 100000, y hay 138000"],
    [12.345, "pesos con dos decimales cuando más, y hay 12.345"],
  ],
  [
    "nombre",
    "Nombre del restaurante (nombre)",
    [undefined, "un texto, y falta"],
    ["  ", 'un texto que no esté en blanco, y hay "  "'],
    ["a\nb", 'un texto en un solo renglón, y hay "a\\nb"'],
    ["n".repeat(81), `un texto de hasta 80 letras, y hay "${"n".repeat(59)}…`],
  ],
  [
    "preguntas_frecuentes[0].respuesta.es",
    `${QUESTION}, Respuesta, en español (es)`,
    ["a\u0007b", `${PLAIN}, y hay "a\\u0007b"`],
  ],
  [
    "contacto.duda.es",
    "Mensajes, Con una pregunta, en español (es)",
    ["a\ud83d", `${PLAIN}, y hay "a\\ud83d"`],
  ],
  [
    "contacto.duda.en",
    "Mensajes, Con una pregunta, en inglés (en)",
    [undefined, "un texto, y falta"],
  ],
  [
    "aviso_privacidad",
    "Página del aviso de privacidad (aviso_privacidad)",
    ["https://a.example/\u0000", `${ADDRESS}, y hay "https://a.example/\\u0000"`],
    ["mesa.example/aviso", `${ADDRESS}, y hay "mesa.example/aviso"`],
    ["https://", `${ADDRESS}, y hay "https://"`],
  ],
  [
    "direccion",
    "Dirección, como la escribe la gente (direccion)",
    [null, "un texto, y hay null"],
    [undefined, "una dirección, y falta"],
  ],
  [
    "ubicacion",
    "Ubicación",
    [undefined, "un lugar del mapa, y falta"],
    [[20.9, -89.6], "un objeto, y hay una lista de 2"],
  ],
  ["ubicacion.lat", "Ubicación, lat", [209.69, "un número de -90 a 90, y hay 209.69"]],
  ["adiciones", "Extras (adiciones)", [undefined, "una lista, y falta"]],
  [
    "preguntas_frecuentes",
    "Preguntas frecuentes (preguntas_frecuentes)",
    [{}, "una lista, y hay un objeto"],
  ],
  [
    "envio.base_costo",
    "Envío, Costo base en pesos (base_costo)",
    [undefined, "un número, o ninguno de los tres, y falta"],
  ],
  ["valet", "Valet parking (valet)", ["si", 'true (sí) o false (no), y hay "si"']],
  [
    "zona",
    "Zona horaria (zona)",
    [undefined, "una zona horaria, y falta"],
    ["America/Meridaa", `${ZONE}, y hay "America/Meridaa"`],
    ["-06:00", `${ZONE}, y hay "-06:00"`],
  ],
  [
    "telefono",
    "Teléfono",
    [undefined, `${PHONE}, y falta`],
    ...["+52 999", "0000000000", "+52 99912345678", "+999 1234 5678"]
      .map((value) => [value, `${PHONE}, y hay "${value}"`] as const),
  ],
  ["whatsapp", "WhatsApp", ["0000000000", `${PHONE}, y hay "0000000000"`]],
  ["moneda", "moneda", ["USD", '"MXN", y hay "USD"']],
  [
    "cocina.cierra_antes_minutos",
    "Cocina, Cuántos minutos antes de cerrar deja de servir la cocina (cierra_antes_minutos)",
    [59.5, "un entero de 0 a 600, y hay 59.5"],
    ["59.5", 'un entero de 0 a 600, y hay "59.5"'],
    ["700", 'un entero de 0 a 600, y hay "700"'],
    ["60", 'un entero de 0 a 600, y hay "60": es 60, sin comillas'],
  ],
  [
    "cocina.minutos_max",
    "Cocina, Minutos que tarda un pedido, cuando más (minutos_max)",
    [20, "25 o más, que es lo menos que tarda, y hay 20"],
  ],
  [
    "calificacion.puntaje",
    "Calificación, Estrellas, de 0 a 5 (puntaje)",
    [47, "un número de 0 a 5, y hay 47"],
  ],
  [
    `${DISH}.id`,
    `${BRAZO}, id`,
    ["Brazo", `${SHORT}, y hay "Brazo"`],
    ["b".repeat(41), `${SHORT}, y hay "${"b".repeat(41)}"`],
    ["panuchos", `${OWN} "panuchos" como "panuchos" de "Panuchos"`],
    ["crema-chaya", `${OWN} "crema-chaya" como "crema-chaya" de "Crema de chaya"`],
  ],
  [
    ADDITION,
    "Extras, Cebolla morada encurtida, id",
    ["cochinita-m", `${OWN} "cochinita-m" como "cochinita-m" de "Cochinita pibil"`],
    ["brazo-reina-1", `${OWN} "brazo-reina-1" como "brazo-reina-1" de "Brazo de reina"`],
  ],
];

for (const [place, name, ...values] of WRONG_VALUES) {
  for (const [value, says] of values) {
    const shown = value === undefined ? "left out" : JSON.stringify(value).slice(0, 40);
    Deno.test(`${place} ${shown} is refused in so many words`, () => {
      assertEquals(problemsOf(editedSample([place, value])), [`${name}: se esperaba ${says}`]);
    });
  }
}

/** What is wrong, the edits that make it so, and all that is said about it. */
const MISTAKES: readonly (readonly [string, readonly Edit[], readonly string[]])[] = [
  ["no price at all", [[`${DISH}.presentaciones`, undefined]], [
    `${BRAZO}, presentaciones: se esperaba una lista, y falta`,
  ]],
  ["no presentation", [[`${DISH}.presentaciones`, []]], [
    `${BRAZO}, presentaciones: se esperaba de 1 a 12 formas de venderlo, cada una con su precio, y hay una lista de 0`,
  ]],
  ["a price beside the presentations", [[`${DISH}.precio`, 138]], [
    `${BRAZO}, precio: campo desconocido; los campos aquí son id, nombre, descripcion, presentaciones, favorito, destacado, foto, agotado`,
  ]],
  [
    "no label beside another presentation",
    [[`${DISH}.presentaciones`, [
      { id: "brazo-a", precio: 80 },
      { id: "brazo-b", etiqueta: "entero", precio: 300 },
    ]]],
    [
      `${BRAZO}, cómo se vende (etiqueta): se esperaba un texto que la distinga de las otras, y falta`,
    ],
  ],
  [
    "a label used twice in a dish",
    [[`${DISH}.presentaciones`, [presentation, { ...presentation, id: "brazo-b" }]]],
    [
      `${BRAZO}, rebanada, cómo se vende (etiqueta): se esperaba un texto que la distinga de las otras, y hay "rebanada"`,
    ],
  ],
  ["a service of no length", [["horario.martes", [service("13:00", "13:00")]]], [
    "Horario, martes, n.º 1: se esperaba un servicio que cierre a otra hora que la de abrir (todo el día es 00:00-12:00 y 12:00-00:00), y hay 13:00-13:00",
  ]],
  ["a radius that the base price covers whole", [["envio.base_km", 1.4]], [
    "Envío, Hasta cuántos kilómetros de ruta llevas (radio_maximo_km): se esperaba más de 1.4, los kilómetros del costo base, y hay 1.4",
  ]],
  [
    "services that overlap in a day",
    [["horario.martes", [service("13:00", "18:00"), service("17:59", "23:00")]]],
    [
      `Horario, martes: ${OVERLAP} 13:00-18:00, 17:59-23:00`,
    ],
  ],
  [
    "a service that runs into the next day's",
    [["horario.martes", [service("19:00", "09:00")]], [
      "horario.miercoles",
      [service("08:00", "20:00")],
    ]],
    [
      `Horario, martes: ${OVERLAP} 19:00-09:00`,
      `Horario, miércoles: ${OVERLAP} 08:00-20:00`,
    ],
  ],
  [
    "a service that runs from Sunday into Monday's",
    [["horario.domingo", [service("20:00", "02:30")]], [
      "horario.lunes",
      [service("02:00", "12:00")],
    ]],
    [
      `Horario, lunes: ${OVERLAP} 02:00-12:00`,
      `Horario, domingo: ${OVERLAP} 20:00-02:30`,
    ],
  ],
  [
    "a service no longer than the kitchen's lead and the margin",
    [["horario.martes", [service("13:00", "14:30")]]],
    [
      "Horario, martes, n.º 1: se esperaba un servicio de más de 90 minutos (la cocina cierra 60 antes del fin, el margen es de 30), y hay 13:00-14:30, 90 minutos",
    ],
  ],
  [
    "a weekday's own lead that leaves no time",
    [["cocina.por_dia.domingo", 400]],
    [
      "Horario, domingo, n.º 1: se esperaba un servicio de más de 430 minutos (la cocina cierra 400 antes del fin, el margen es de 30), y hay 12:00-19:00, 420 minutos",
    ],
  ],
  [
    "a special Sunday too short for the lead of Sundays",
    [
      ["cocina.por_dia.domingo", 100],
      ["dias_especiales", [{ fecha: "2027-01-03", servicios: [service("13:00", "15:00")] }]],
    ],
    [
      "Días especiales, 03/01/2027, Horario, n.º 1: se esperaba un servicio de más de 130 minutos (la cocina cierra 100 antes del fin, el margen es de 30), y hay 13:00-15:00, 120 minutos",
    ],
  ],
  [
    "a special day that does not exist",
    [["dias_especiales", [{ fecha: "02-30", servicios: [] }]]],
    [
      'Días especiales, 30/02, Día (fecha): se esperaba un día AAAA-MM-DD, o MM-DD para cada año, como "12-25", y hay "02-30"',
    ],
  ],
  [
    "a special night that runs into the next day's services, in some year",
    [["dias_especiales", [{ fecha: "12-24", servicios: [{ abre: "20:00", cierra: "12:30" }] }]]],
    [`Días especiales, 24/12, Horario (servicios): ${OVERLAP} 20:00-12:30`],
  ],
  [
    "a day that is special twice",
    [["dias_especiales", [{ fecha: "12-24", servicios: [] }, { fecha: "12-24", servicios: [] }]]],
    ['Días especiales, 24/12, Día (fecha): se esperaba un día que no esté dos veces, y hay "12-24"'],
  ],
  ["two ids with the same hash, which links of drafts could not distinguish", [
    [`${DISH}.presentaciones[0].id`, "sopa-chuc-709-1"],
    ["adiciones[0].id", "torta-taco-962-1"],
  ], [
    `Extras, Cebolla morada encurtida, id: se esperaba ${OWN} "torta-taco-962-1" como "sopa-chuc-709-1" de "Brazo de reina"`,
  ]],
  ["a slip in a field's name", [["nombe", "x"]], [
    'nombe: campo desconocido; ¿es "nombre"?',
  ]],
  ["two slips in a long name", [["preguntas_recuentas", []]], [
    'preguntas_recuentas: campo desconocido; ¿es "preguntas_frecuentes"?',
  ]],
  ["an accent in a weekday's name", [["horario.miércoles", []]], [
    'Horario, miércoles: campo desconocido; ¿es "miercoles"?',
  ]],
  ["a field that resembles none", [["ubicacion.altura", 9]], [
    "Ubicación, altura: campo desconocido; los campos aquí son lat, lng",
  ]],
];

for (const [mistake, edits, expected] of MISTAKES) {
  Deno.test(`a restaurant file with ${mistake} is refused in so many words`, () => {
    assertEquals(problemsOf(editedSample(...edits)), expected);
  });
}

Deno.test("the place of a problem is called as people call it: an item that has no name by its number", () => {
  const edits: Edit[] = [
    ["secciones[0].platillos[0].presentaciones[1].precio", 0],
    ["secciones[0].platillos[1]", {}],
    ["secciones[1].nombre", " "],
    ["adiciones[0].nombre", undefined],
  ];
  assertEquals(problemsOf(editedSample(...edits)).map((text) => text.split(": ")[0]), [
    "Antojitos, Panuchos, orden de 3, precio",
    "Antojitos, platillos, n.º 2, id",
    "Antojitos, platillos, n.º 2, nombre",
    "Antojitos, platillos, n.º 2, presentaciones",
    "secciones, n.º 2, Nombre",
    "Extras, n.º 1, Nombre",
  ]);
});

Deno.test("all problems of the form of a restaurant file are reported at once", () => {
  const problems = problemsOf(editedSample(
    ["nombe", "x"],
    ["valet", 1],
    ["horario.martes[0].abre", "9"],
    [PRICE, "12"],
    [`${DISH}.agotdo`, true],
    ["adiciones[0].id", "xek"],
    ["secciones[7]", { nombre: 1, platillos: [] }],
  ));
  assertEquals(problems, [
    `Horario, martes, n.º 1, abre: se esperaba ${CLOCK}, y hay "9"`,
    "Valet parking (valet): se esperaba true (sí) o false (no), y hay 1",
    `${BRAZO}, precio: se esperaba un número mayor que 0, y hay "12": es 12, sin comillas`,
    `${BRAZO}, agotdo: campo desconocido; ¿es "agotado"?`,
    "secciones, n.º 8, Nombre: se esperaba un texto, y hay 1",
    'nombe: campo desconocido; ¿es "nombre"?',
  ]);
});

Deno.test("all that breaks a rule in a restaurant file is reported at once", () => {
  const problems = problemsOf(editedSample(
    ["horario.sabado[1].abre", "17:00"],
    ["adiciones[0].id", "xek"],
  ));
  assertEquals(problems, [
    `Horario, sábado: ${OVERLAP} 13:00-17:30, 17:00-01:30`,
    `Extras, Cebolla morada encurtida, id: se esperaba ${OWN} "xek" como "xek" de "Xek"`,
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

for (const [mistakes, text] of Object.entries(floods())) {
  Deno.test(`thousands of ${mistakes} are refused with a hundred problems at most`, () => {
    const problems = problemsOf(text);
    assert(problems.length > 1 && problems.length <= 101, `${problems.length} problems`);
  });
}

Deno.test("a file with more than a hundred problems says that there are more", () => {
  const problems = problemsOf(floods().dishes!);
  assertEquals([problems.length, problems.at(-1)], [101, "y hay más: primero estos"]);
});

Deno.test("a file of more values than any menu takes is refused where they begin to be too many", () => {
  assertEquals(problemsOf(`[${Array(30_000).fill("0")}]`), [
    "línea 1, columna 40000: hay más de 20000 valores",
  ]);
});

/** What people write by habit, and what they read then. */
const HABITS: readonly (readonly [from: string, to: string, says: string])[] = [
  [
    '"precio": 38 }',
    '"precio": 9,50 }',
    "línea 138, columna 96: los centavos van con punto, como 9.50",
  ],
  [
    '"precio": 38 }',
    '"precio": "38,50" }',
    'Antojitos, Panuchos, pieza, precio: se esperaba un número mayor que 0, y hay "38,50": es 38.50, sin comillas',
  ],
  [
    '"precio": 38 }',
    '"precio": $38 }',
    "línea 138, columna 94: los precios van sin signo de pesos",
  ],
  [
    '"abre": "13:00"',
    '"abre": 9:00',
    'línea 11, columna 27: las horas van entre comillas y con dos cifras, como "09:00"',
  ],
  [
    '"abre": "13:00"',
    '"abre": "9:00"',
    'Horario, martes, n.º 1, abre: se esperaba una hora HH:MM de 00:00 a 23:59, y hay "9:00": es "09:00"',
  ],
  [
    '"cierra": "23:00"',
    '"cierra": "24:00"',
    'Horario, martes, n.º 1, cierra: se esperaba una hora HH:MM de 00:00 a 23:59, y hay "24:00": es "00:00"',
  ],
  [
    '"lunes": []',
    '"monday": [], "lunes": []',
    'Horario, monday: campo desconocido; ¿es "lunes"?',
  ],
];

for (const [from, to, says] of HABITS) {
  Deno.test(`${to} is refused with its place and how it is written`, () => {
    assertEquals(problemsOf(SAMPLE_FILE_TEXT.replace(from, to)), [says]);
  });
}

Deno.test("a field with the name of a property that every object has is unknown like any other", () => {
  for (const name of ["constructor", "__proto__", "prototype", "toString", "hasOwnProperty"]) {
    const text = SAMPLE_FILE_TEXT.replace('"cocina": {', `"cocina": { "${name}": {}, "nadie": 1,`)
      .replace('"brazo-reina",', `"brazo-reina", "${name}": 5,`);
    assertEquals(
      problemsOf(text).map((says) => says.split(";")[0]).sort(),
      [
        `${BRAZO}, ${name}: campo desconocido`,
        `Cocina, ${name}: campo desconocido`,
        "Cocina, nadie: campo desconocido",
      ].sort(),
      name,
    );
  }
});
