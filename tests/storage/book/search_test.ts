import { assert, assertEquals } from "@std/assert";
import { edit, holdAll, type TestStorage, testStore, values } from "../_fixture.ts";

const TODAY = "2026-03-14";

testStore("names are found by any part, accents, case and blanks aside", async (storage) => {
  const names = [
    "José Ángel Núñez",
    "JOSE ANGEL NUNEZ",
    "Zoë Brontë-Ruiz",
    "Đặng Ngọc",
    "Žižka Šťastný",
    "100% [Ana] *_?",
    "李雷",
  ];
  const folios = await holdAll(storage, names.map((name) => ({ name })));
  const found = finder(storage, folios);
  for (
    const text of [
      "jose",
      "JÓSÈ",
      "ángel nunez",
      "jose nuñez",
      " josé   ángel ",
      "uñe",
      "jo\u0000an",
    ]
  ) {
    assertEquals(await found(text), [0, 1], text);
  }
  assertEquals(await found("nunez jose"), []);
  assertEquals(await found("zoe bronte-r"), [2]);
  assertEquals(await found("ngoc"), [3]);
  assertEquals(await found("đặng"), [3]);
  assertEquals(await found("zizka stastny"), [4]);
  assertEquals(await found("ŽIŽKA"), [4]);
  assertEquals(await found("100%"), [5]);
  assertEquals(await found("[ana] *_?"), [5]);
  assertEquals(await found("雷"), [6]);
  for (const text of ["%", "_", "*", "?", "["]) assertEquals(await found(text), [5], text);
  for (const text of ["", "   ", "\ud800", "a'; DROP TABLE reservations"]) {
    assertEquals(await found(text), [], text);
  }
});

testStore("names are found with any apostrophe or none, on either side", async (storage) => {
  const names = ["Lucía D'Angelo", "Lucia D\u2019Angelo", "Lucia DAngelo", "Luis Angelo"];
  const folios = await holdAll(storage, names.map((name) => ({ name })));
  const found = finder(storage, folios);
  for (const text of ["D'Angelo", "d\u2019angelo", "d\u00b4ángelo", "dangelo", "lucía d`a"]) {
    assertEquals(await found(text), [0, 1, 2], text);
  }
  assertEquals(await found("'"), []);
});

testStore("telephone numbers are found however they are typed", async (storage) => {
  const folios = await holdAll(storage, [
    { phone: "+529991234567" },
    { phone: "+14155550123" },
    { phone: "+442079460958" },
    { phone: "+529998765432" },
  ]);
  await storage.book.take(values({ phone: null }), "Lupe", "R-00000000");
  const found = finder(storage, folios);
  for (
    const text of [
      "+529991234567",
      "999 123 4567",
      "(999) 123-45.67",
      "+52 1 999 123 4567",
      "4567",
      "91–23",
      "044 999 123 4567",
      "045-999-123-4567",
      "01 (999) 123 4567",
      "52 1 999 123 4567",
      "00 52 999 123 4567",
    ]
  ) assertEquals(await found(text), [0], text);
  for (
    const text of [
      "+44 (0)20 7946 0958",
      "+44 20 7946 0958",
      "0044 20/7946/0958",
      "44 20 79460958",
      "(020) 7946-0958",
      "946 0958",
      "0958",
    ]
  ) assertEquals(await found(text), [2], text);
  assertEquals(await found("+52 999 876 54"), [3]);
  assertEquals(await found("415 555"), [1]);
  assertEquals(await found("55"), []);
});

testStore("a name and digits of a number find who has both, in any order", async (storage) => {
  const pech = { name: "Guadalupe Pech", phone: "+529991234567" };
  const folios = await holdAll(storage, [
    pech,
    { ...pech, name: "José Uc" },
    { ...pech, phone: "+529997654321" },
    { name: "Luis Uc", phone: "+529990000000", comments: "Salón Pech 4567" },
  ]);
  const found = finder(storage, folios);
  assertEquals(await found("pech 4567"), [0, 3]);
  for (const text of ["4567 PECH", "pech 123-45 67", "guadalupe p 045 999 123 4567"]) {
    assertEquals(await found(text), [0], text);
  }
  assertEquals(await found("uc 4567"), [1]);
  assertEquals(await found("pech 4568"), []);
  assertEquals(await found("guadalupe 67"), []);
});

testStore(
  "mesa and a label find who has that table, however it is written, and no other",
  async (storage) => {
    const folios = await holdAll(storage, [{}, {}, {}, {}, { comments: "Una mesa: 4 sillas" }]);
    for (const [n, table] of ["4", "T4", "Mesa 4", "14"].entries()) {
      await storage.book.edit(edit(folios[n]!, { action: "seated", changes: { table } }));
    }
    const found = finder(storage, folios);
    for (const text of ["mesa 4", " MESA  4"]) assertEquals(await found(text), [0, 1, 2, 4], text);
    assertEquals(await found("mesa t4"), [1]);
    assertEquals(await found("mesa 14"), [3]);
    assertEquals(await found("mesa 5"), []);
  },
);

testStore("folios are found whole or in part, as people read them out", async (storage) => {
  const folios = ["R-0A1B2C3D", "R-91B2C0A1"];
  for (const folio of folios) await storage.book.take(values(), "Lupe", folio);
  const found = finder(storage, folios);
  for (const text of ["R-0A1B2C3D", "0a1b2c3d", "r0a1b2c3d", "r - oaib", "R-0", "OALB2C"]) {
    assertEquals(await found(text), [0], text);
  }
  assertEquals(await found("1b2c"), [0, 1]);
  assertEquals(await found("1b2"), []);
  assertEquals(await found("R-1B2C"), []);
});

testStore(
  "words of comments, notes, tables, occasions and sources are found, folded",
  async (storage) => {
    const folios = await holdAll(storage, [
      { comments: "El anillo va con el postre,\nen la TERRAZA" },
      { source: "ChatGPT" },
      { occasion: "cumpleanos" },
      { comments: "Sin 蕎麦, por favor" },
    ]);
    const note = { note: "Cliente de años", table: "Á 12" };
    await storage.book.take(values({ ...note, phone: null }), "Lupe", "R-00000000");
    const found = finder(storage, [...folios, "R-00000000"]);
    const places = {
      "terraza": [0],
      "ánillo vá": [0],
      "postre, en la": [0],
      "chatgpt": [1],
      "cumpleaños": [2],
      "蕎麦": [3],
      "cliente de anos": [4],
      "a 12": [4],
      "general": [],
      "terraza anillo": [],
    };
    for (const [text, expected] of Object.entries(places)) {
      assertEquals(await found(text), expected, text);
    }
  },
);

testStore("those to come are first, by time, then those past, latest first", async (storage) => {
  const folios = await holdAll(storage, [
    { day: "2026-03-15", time: "13:00", serviceDay: "2026-03-15" },
    { day: TODAY, time: "00:30", serviceDay: "2026-03-13" },
    { day: TODAY, time: "20:30" },
    { day: "2025-06-01", time: "20:30", serviceDay: "2025-06-01" },
    { day: "2026-03-15", time: "00:30", serviceDay: TODAY },
    { day: "2026-03-13", time: "22:00", serviceDay: "2026-03-13" },
    { day: TODAY, time: "13:00" },
  ]);
  const found = finder(storage, folios);
  assertEquals(await found("ana"), [6, 2, 4, 0, 1, 5, 3]);
  assertEquals(await found("ana", 5), [6, 2, 4, 0, 1]);
  assertEquals(await found("ana", 2), [6, 2]);
});

testStore("among tens of thousands the oldest are found, once each", async (storage) => {
  await storage.database.write([{ sql: FILL, args: [25_000] }]);
  const found = await storage.book.search("Guest-2", TODAY, 30_000);
  const expected = Array.from({ length: 25_000 }, (_, n) => `Guest-${n + 1}`)
    .filter((name) => name.startsWith("Guest-2"));
  assertEquals(new Set(found.map(({ name }) => name)), new Set(expected));
  assertEquals(found.length, expected.length);
  const days = found.map(({ day }) => day);
  assertEquals(days, days.toSorted().toReversed());
  assert(days.at(-1)! < "2025-08-01");
});

/** So many reservations of earlier days, a hundred a day. */
const FILL = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
  INSERT INTO reservations (folio, day, time, service_day, party_size, name, phone, occasion, status,
    arrived_at, created_at, version)
  SELECT 'R-' || printf('%08d', n), date('${TODAY}', '-' || (1 + n / 100) || ' days'), '20:30',
    date('${TODAY}', '-' || (1 + n / 100) || ' days'), 4, 'Guest-' || n, '+5299910' || printf('%05d', n),
    'general', 'arrived', '2024-03-14T20:37', 1, 1 FROM n`;

/** Searches, and returns which of `folios` were found, by their places; nothing else may be. */
function finder(storage: TestStorage, folios: readonly string[]) {
  return async (text: string, limit = 50): Promise<number[]> => {
    const found = await storage.book.search(text, TODAY, limit);
    const places = found.map(({ folio }) => folios.indexOf(folio));
    // Of the same instant in no order of their own.
    return text === "ana" ? places : places.toSorted((a, b) => a - b);
  };
}
