import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  readDayHours,
  readPlace,
  readSpecialDate,
  WrongAnswer,
} from "../../src/restaurant/answers.ts";

for (
  const [typed, reason] of [
    ["https://maps.app.goo.gl/AbCdEf123", /no trae coordenadas .*clic derecho/],
    ["Calle 58 por 59", /latitud y longitud/],
    ["", /latitud y longitud/],
    ["20.967, 89.624", /fuera de México.*-89.624/],
  ] as const
) {
  Deno.test(`"${typed}" is not a place, and the reason says how to get one`, () => {
    const { message } = assertThrows(() => readPlace(typed), WrongAnswer);
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
  "1pm-11pm": ["13:00-23:00"],
  "1 PM a 11 PM": ["13:00-23:00"],
  "1:30 p. m. – 10:30 p.m.": ["13:30-22:30"],
  "13:00 a 23:00": ["13:00-23:00"],
  "13 a 23 hrs": ["13:00-23:00"],
  "de las 13:00 a las 23:00 horas": ["13:00-23:00"],
  "de 1 a 11 pm": ["13:00-23:00"],
  "9 a 5 pm": ["09:00-17:00"],
  "1pm-11": ["13:00-23:00"],
  "6 pm a 1": ["18:00-01:00"],
  "10 am a 2 am": ["10:00-02:00"],
  "12 pm a 12 am": ["12:00-00:00"],
  "1 de la tarde a 11 de la noche": ["13:00-23:00"],
  "12 del día a 12 de la noche": ["12:00-00:00"],
  "mediodía hasta medianoche": ["12:00-00:00"],
  "13 a 17 y 19 a 23": ["13:00-17:00", "19:00-23:00"],
  "8 am a 12 pm / 1 pm a 5 pm": ["08:00-12:00", "13:00-17:00"],
  "12 del día a 5 pm y 7 a 11 pm": ["12:00-17:00", "19:00-23:00"],
  "9 am a 12 pm, 1 a 5 pm, 8 a 11 pm": ["09:00-12:00", "13:00-17:00", "20:00-23:00"],
  "13-17, 07-11": ["13:00-17:00", "07:00-11:00"],
  "24 horas": ["00:00-12:00", "12:00-00:00"],
  "todo el día": ["00:00-12:00", "12:00-00:00"],
  "Cerrado": [],
  "no abre": [],
  "No abrimos.": [],
  "descanso": [],
};

for (const [typed, services] of Object.entries(HOURS)) {
  Deno.test(`a day of "${typed}" is ${services.join(" and ") || "closed"}`, () => {
    assertEquals(readDayHours(typed).map(({ abre, cierra }) => `${abre}-${cierra}`), services);
  });
}

for (
  const typed of [
    "1 a 5 pm, 9 a 11 am",
    "1-5",
    "1-11",
    "6:30-22",
    "11-2",
    "8-2",
    "12-2",
    "7-24",
    "8 a 11 pm",
    "1 pm a 2",
    "13-17, 7-11",
    "1 pm a 5 pm, 7-11",
    "13 a 17 y 7 a 11",
    "13-17, 1-5",
  ]
) {
  Deno.test(`"${typed}" may be of the morning or of the afternoon`, () => {
    assertThrows(() => readDayHours(typed), WrongAnswer, "13-17");
  });
}

for (
  const typed of ["25-3", "13-17:75", "13", "13-17,", "13 xm a 15", "domingo", ""]
) {
  Deno.test(`"${typed}" is not the hours of a day`, () => {
    assertThrows(() => readDayHours(typed), WrongAnswer);
  });
}

for (
  const [typed, day] of [
    ["24/12/2026", "2026-12-24"],
    ["5/2", "02-05"],
    ["29/2", "02-29"],
    ["29/02/2028", "2028-02-29"],
    ["12-25", "12-25"],
    ["12-10", "10-12"],
    ["2026-12-10", "2026-12-10"],
    ["24/12/26", "2026-12-24"],
    ["24-12-2026", "2026-12-24"],
    ["24 dic", "12-24"],
    ["24 de Diciembre", "12-24"],
    ["1 de enero del 2027", "2027-01-01"],
    ["24 dic. 26", "2026-12-24"],
    ["24 diez", null],
    ["24", null],
    ["29/02/2027", null],
    ["30/2", null],
    ["2026-13-01", null],
  ] as const
) {
  Deno.test(`a special day of "${typed}" is ${day ?? "refused, with the form of one"}`, () => {
    if (day === null) assertThrows(() => readSpecialDate(typed), WrongAnswer, "24/12/2026");
    else assertEquals(readSpecialDate(typed), day);
  });
}
