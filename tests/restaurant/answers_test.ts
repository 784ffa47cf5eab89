import { assert, assertEquals, assertThrows } from "@std/assert";
import { readDayHours, readNumbers, readPoint, WrongAnswer } from "../../src/restaurant/answers.ts";

const DOOR = { lat: 20.967, lng: -89.624 };

for (
  const typed of [
    "20.967, -89.624",
    "20.967,-89.624",
    "20.967 -89.624",
    " (20.967; -89.624) ",
    "20.967° N, 89.624° W",
    "20.967 N 89.624 O",
    "W 89.624, N 20.967",
    `20°58'01.2"N 89°37'26.4"W`,
    "20° 58′ 1.2″ N, 89° 37′ 26.4″ O",
    "20° 58.02' N 89° 37.44' W",
    "https://www.google.com/maps/@20.967,-89.624,17z?entry=ttu",
    "https://www.google.com/maps/place/La+Casa/@20.9,-89.6,17z/data=!3m1!4b1!4m6!8m2!3d20.967!4d-89.624!16s",
    "https://www.google.com/maps/dir/Centro/La+Casa/@20.9,-89.6,15z/data=!1d-89!3d20.1!4d-89.1!3d20.967!4d-89.624",
    "https://maps.google.com/?q=20.967,-89.624",
    "https://www.google.com/maps/search/?api=1&query=20.967%2C-89.624",
    "https://www.google.com/maps/place/20.967,-89.624",
    "https://maps.apple.com/?ll=20.967,-89.624&q=La%20Casa",
    "https://www.openstreetmap.org/?mlat=20.967&mlon=-89.624#map=17/20.9/-89.6",
    "https://www.openstreetmap.org/#map=17/20.967/-89.624",
    "https://waze.com/ul?ll=20.967%2C-89.624&navigate=yes",
    "geo:20.967,-89.624?z=17",
  ]
) {
  Deno.test(`${typed} is the door of the restaurant`, () => assertEquals(readPoint(typed), DOOR));
}

for (
  const [typed, reason] of [
    ["https://maps.app.goo.gl/AbCdEf123", /enlace corto .*clic derecho/],
    ["goo.gl/maps/AbCdEf", /enlace corto/],
    ["https://www.google.com/maps/place/La+Casa", /no trae coordenadas: .*clic derecho/],
    ["Calle 58 por 59", /latitud y longitud/],
    ["20.967", /latitud y longitud/],
    ["", /latitud y longitud/],
  ] as const
) {
  Deno.test(`"${typed}" is not a place, and the reason says how to get one`, () => {
    const { message } = assertThrows(() => readPoint(typed), WrongAnswer);
    assert(reason.test(message), message);
  });
}

const HOURS: Readonly<Record<string, readonly string[]>> = {
  "13-17:30, 19-1:30": ["13:00-17:30", "19:00-01:30"],
  "De 13:00 a 23:00": ["13:00-23:00"],
  "8.30-12 y 13–24": ["08:30-12:00", "13:00-00:00"],
  "9 hrs a 18 hrs": ["09:00-18:00"],
  "8-23": ["08:00-23:00"],
  "13-3": ["13:00-03:00"],
  "01-05": ["01:00-05:00"],
  "06-24": ["06:00-00:00"],
  "Cerrado": [],
  "no abre": [],
};

for (const [typed, services] of Object.entries(HOURS)) {
  Deno.test(`a day of "${typed}" is ${services.join(" and ") || "closed"}`, () => {
    assertEquals(readDayHours(typed).map(({ abre, cierra }) => `${abre}-${cierra}`), services);
  });
}

for (const typed of ["1-5", "6:30-22", "11-2", "8-2", "12-2", "7-24"]) {
  Deno.test(`"${typed}" may be of the morning or of the afternoon`, () => {
    assertThrows(() => readDayHours(typed), WrongAnswer, "13-17");
  });
}

for (
  const typed of ["25-3", "13-17:75", "1 pm - 3 pm", "13", "todo el día", "13-17,", ""]
) {
  Deno.test(`"${typed}" is not the hours of a day`, () => {
    assertThrows(() => readDayHours(typed), WrongAnswer);
  });
}

Deno.test("numbers are read with their units, and none is guessed", () => {
  assertEquals(readNumbers("3 km, $40, 10.50 pesos", 3, "3, 40, 10"), [3, 40, 10.5]);
  assertEquals(readNumbers("25-40min", 2, "25-40"), [25, 40]);
  assertEquals(readNumbers("25 a 40", 2, "25-40"), [25, 40]);
  for (const typed of ["3, 40", "3, 40, -", "tres", "3, 40, 10, 5", ""]) {
    assertThrows(() => readNumbers(typed, 3, "3, 40, 10"), WrongAnswer, "3, 40, 10");
  }
});
