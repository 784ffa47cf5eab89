/** The day's page over HTTP, as it is drawn without a script. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { instantOf, restaurantBooking } from "../../support/restaurant_fixture.ts";
import { type TestBoard, testBoard } from "../../support/test_board.ts";
import {
  act,
  announced,
  assertSays,
  messagesTo,
  reserve,
  rowOf,
  rowsOf,
  SATURDAY,
  saturdayBoard,
  stored,
  wordsOf,
} from "../_board_pages.ts";

/** The part of the reservation's page that opens below its row. */
async function openedRow(board: TestBoard, folio: string): Promise<string> {
  const { text } = await board.get(`/reserva/${folio}`);
  return text.slice(text.indexOf(`id="mas-${folio}"`), text.indexOf('class="change"'));
}

Deno.test("today's reservations stand by time, each time with the people expected, after midnight last", async () => {
  await using board = await saturdayBoard();
  const folios = new Map<string, string>();
  const times = ["21:30", "00:30", "19:00", "21:00"];
  for (const [index, hora] of times.entries()) {
    const dia = hora === "00:30" ? "2026-03-15" : SATURDAY;
    folios.set(hora, await reserve(board, { dia, hora, telefono: `999000000${index}` }));
  }
  await reserve(board, { dia: "2026-03-15", hora: "13:00", telefono: "9990000009" });
  const { text } = await board.get("/");
  assertEquals(rowsOf(text), ["19:00", "21:00", "21:30", "00:30"].map((hora) => folios.get(hora)));
  assertMatch(
    wordsOf(text),
    /19:00 4 pers\. .* 21:00 4 pers\. .* 21:30 4 pers\. .* 00:30 4 pers\. /,
  );
});

Deno.test("a row shows all that the door needs, and how to reach the guest", async () => {
  await using board = await saturdayBoard();
  const folio = await reserve(board, {
    personas: 8,
    ocasion: "cumpleanos",
    comentarios: "Soy celíaca",
    landing: "Asistente X",
    telefono: "+14155550123",
  });
  assert((await board.get("/")).text.includes('class="row confirmed new large"'));
  await act(board, folio, "nota", { nota: "Mesa 4" });
  const line = wordsOf(`<main>${rowOf((await board.get("/")).text, folio)}`);
  assertEquals(
    line.trim(),
    "20:00 8 personas Ana Pérez celíaca CumpleañosSoy celíaca Nota Mesa 4 Soy celíaca Nota: Mesa 4 Ver la reservación Llegó",
  );
  const row = await openedRow(board, folio);
  const said = ["Asistente X", folio, "celíaca", "Nota: Mesa 4", "+1 415 555 0123"];
  assertSays({ text: `<main>${row}` }, ...said);
  assert(row.includes("<mark>celíaca</mark>"));
  assert(row.includes('href="tel:+14155550123"'));
  assertMatch(messagesTo(row, "14155550123")[1]!, /^Hola, Ana Pérez\. .*, 8 personas\. Folio/);
});

const MOVES = ["llego", "se_fue", "no_vino", "cancelar", "deshacer"];

Deno.test("a row offers what can be done with it as it stands, each in one tap that the history names, and anything else is refused", async () => {
  await using board = await saturdayBoard();
  const folio = await reserve(board);
  board.clock.set(instantOf(`${SATURDAY}T20:00`));
  const buttons = async () =>
    [rowOf((await board.get("/")).text, folio), await openedRow(board, folio)].map((markup) =>
      [...markup.matchAll(/<button[^>]*"accion" value="(\w+)"/g)].map(([, value]) => value)
    );
  const steps = [
    [null, [["llego"], ["llego", "no_vino", "cancelar"]]],
    ["no_vino", [["llego"], ["llego", "deshacer"]]],
    ["llego", [["se_fue"], ["se_fue", "deshacer"]]],
    ["se_fue", [["deshacer"], ["deshacer"]]],
    ["deshacer", [["se_fue"], ["se_fue", "deshacer"]]],
    ["deshacer", [["llego"], ["llego", "no_vino", "cancelar"]]],
    ["cancelar", [["deshacer"], ["deshacer"]]],
  ] as const;
  for (const [accion, offered] of steps) {
    if (accion !== null) await act(board, folio, accion);
    assertEquals<unknown>(await buttons(), offered, `${accion}`);
    const { version } = await stored(board, folio);
    for (const other of MOVES.filter((move) => !offered[1].some((one) => one === move))) {
      // What is as it was wanted is answered as the same act.
      if (other === (accion ?? "deshacer")) continue;
      const form = { accion: other, version: `${version}`, volver: "/", seguro: "si" };
      assertEquals(
        (await board.post(`/reserva/${folio}`, form)).status,
        409,
        `${accion}, ${other}`,
      );
    }
  }
  const history = (await board.storage.book.history(folio)).slice(1);
  assertEquals(
    history.map(({ actor, action, after }) => `${actor} ${action} ${after.status ?? after.left}`),
    [
      "Wendy no_show no_show",
      "Wendy arrived arrived",
      `Wendy left ${SATURDAY}T20:00`,
      "Wendy undone null",
      "Wendy undone confirmed",
      "Wendy cancelled cancelled",
    ],
  );
});

Deno.test("what is not of a party's day, or comes before its time, is not offered, and refused with the reason", async () => {
  await using board = await saturdayBoard();
  const folio = await reserve(board, { dia: "2026-03-18" });
  const row = rowOf((await board.get("/?dia=2026-03-18")).text, folio);
  assert(!row.includes('value="llego"') && !row.includes('value="no_vino"'), row);
  const refused = async (accion: string) => {
    const { version } = await stored(board, folio);
    const form = { accion, version: `${version}`, volver: "/" };
    const answer = await board.post(`/reserva/${folio}`, form);
    assertEquals(answer.status, 409, accion);
    assertSays(answer, "la reservación es de otro día o para más tarde");
  };
  await refused("llego");
  await refused("no_vino");
  board.clock.set(instantOf("2026-03-18T19:59"));
  await refused("no_vino");
  assert(!(await openedRow(board, folio)).includes('value="no_vino"'));
  board.clock.set(instantOf("2026-03-18T20:00"));
  assert((await openedRow(board, folio)).includes('value="no_vino"'));
  assertEquals((await stored(board, folio)).status, "confirmed");
  board.clock.set(instantOf("2026-03-19T12:00"));
  await act(board, folio, "llego");
  assertEquals((await stored(board, folio)).arrived, "2026-03-18T20:00", "nobody noted when");
  await refused("se_fue");
  for (const accion of ["deshacer", "no_vino", "deshacer", "cancelar", "deshacer"]) {
    await act(board, folio, accion);
  }
});

Deno.test("cancelling asks once, with name, party and hour", async () => {
  await using board = await saturdayBoard();
  const folio = await reserve(board);
  const form = { accion: "cancelar", version: "1", volver: "/" };
  const asked = await board.post(`/reserva/${folio}`, form);
  assertEquals(asked.status, 200);
  assertSays(asked, "Ana Pérez, sábado 14 de marzo a las 20:00, 4 personas");
  assertEquals((await stored(board, folio)).status, "confirmed");
  const sure = await board.post(`/reserva/${folio}`, { ...form, seguro: "si" });
  assertEquals(sure.location, "/");
  assertEquals((await stored(board, folio)).status, "cancelled");
});

Deno.test("parties that came, did not come or cancelled are folded into one line with counts", async () => {
  await using board = await saturdayBoard();
  const acts = [["llego", 2], ["cancelar", 4], ["no_vino", 8], [null, 16]] as const;
  for (const [, personas] of acts) {
    await reserve(board, { personas, telefono: `99900000${10 + personas}` });
  }
  board.clock.set(instantOf(`${SATURDAY}T20:00`));
  for (const { folio, partySize } of await board.storage.book.onServiceDay(SATURDAY)) {
    const accion = acts.find(([, personas]) => personas === partySize)![0];
    if (accion) await act(board, folio, accion);
  }
  const { text } = await board.get("/");
  assertSays(
    { text },
    "2 reservaciones, 18 personas: llegó 1 (2 personas) · 1 no vino · 1 cancelada",
    "faltan 16 de 18",
    "sábado 14 de marzo: 18 personas, 2 reservaciones",
  );
  const hours = text.slice(text.indexOf('class="hour"'), text.indexOf('id="sala"'));
  assertEquals(rowsOf(hours).length, 1);
});

Deno.test("the strip shows fourteen days from today, whatever day is shown, and which are closed", async () => {
  await using board = await saturdayBoard();
  await board.storage.closures.add({ kind: "day", day: "2026-03-19" }, "Boda");
  const words = wordsOf((await board.get("/")).text);
  for (const day of ["lunes 16", "jueves 19", "lunes 23"]) {
    assert(words.includes(`${day} de marzo: 0 personas, 0 reservaciones, cerrado`), words);
  }
  assert(!/(domingo 15|viernes 20) de marzo: 0 personas, 0 reservaciones, cerrado/.test(words));
  for (const path of ["/", "/?dia=2026-04-20"]) {
    const { text } = await board.get(path);
    const strip = text.slice(text.indexOf('class="card strip"'));
    const links = [...strip.matchAll(/href="(\/(?:\?dia=[\d-]+)?)"/g)].map(([, href]) => href);
    const days = links.slice(0, 14);
    assertEquals([days[0], days[1], days[13]], ["/", "/?dia=2026-03-15", "/?dia=2026-03-27"]);
  }
});

Deno.test("the strip names the times of each evening that are full, marked or by the limit, the small hours with their evening", async () => {
  const restaurant = restaurantBooking({ peoplePerTime: 6 });
  await using board = await testBoard({ now: instantOf(`${SATURDAY}T12:00`), restaurant });
  await reserve(board, { hora: "20:00", personas: 6 });
  await reserve(board, { hora: "21:00", personas: 5, telefono: "9990000001" });
  const marked = { kind: "full", from: "2026-03-15T00:30", to: "2026-03-15T00:31" } as const;
  await board.storage.closures.add(marked, "");
  const words = wordsOf((await board.get("/")).text);
  assert(words.includes("14 de marzo: 11 personas, 2 reservaciones, lleno a las 20:00, 00:30 "));
  assert(!/domingo 15 de marzo: [^:]*lleno/.test(words));
  board.clock.set(instantOf(`${SATURDAY}T20:01`));
  assertSays(await board.get("/"), "2 reservaciones, lleno a las 00:30 ");
});

Deno.test("a text that is not a day shows today, and so does today's own date", async () => {
  await using board = await saturdayBoard();
  for (const dia of ["2026-02-30", "ayer", "", "2026-3-1", "2026-03-14'--", SATURDAY]) {
    const { status, text } = await board.get(`/?dia=${encodeURIComponent(dia)}`);
    assertEquals([status, text.includes('data-dia=""')], [200, true], dia);
  }
});

Deno.test("what has not been seen is counted in the title and listed newest first, of every day to come but none past", async () => {
  await using board = await saturdayBoard();
  const today = await reserve(board);
  board.clock.advance(1_000);
  const later = await reserve(board, { dia: "2026-03-21", telefono: "9990000001" });
  const { text } = await board.get("/?dia=2026-03-18");
  assertMatch(text, /<title>\(2\) miércoles 18 de marzo · La Prueba<\/title>/);
  assertEquals(announced(text), [later, today]);
  assertSays(
    { text: `<main${text}` },
    "sáb 14/3 20:00 4 personas",
    "sáb 21/3 20:00 4 personas",
  );
  board.clock.set(instantOf("2026-03-15T12:00"));
  assertMatch((await board.get("/")).text, /<title>\(1\) Hoy/);
});

Deno.test("the list for paper begins with what is special, and has a line for each who may still come, with the table, and what was written", async () => {
  await using board = await saturdayBoard();
  const here = await reserve(board, {
    comentarios: "Alergia a la nuez\ny a la soya",
    ocasion: "cumpleanos",
  });
  await act(board, here, "mesa", { mesa: "T4" });
  const gone = await reserve(board, { hora: "21:00", telefono: "9990000001" });
  await act(board, gone, "cancelar");
  // A large party has a word on paper, which the board marks by its look.
  const parties = { hora: "21:30", ocasion: "cumpleanos" };
  const large = await reserve(board, { ...parties, personas: 8, telefono: "9990000002" });
  const small = await reserve(board, { ...parties, personas: 7, telefono: "9990000003" });
  const page = await board.get(`/imprimir?dia=${SATURDAY}`);
  assertSays(
    page,
    "Lo especial de hoy 3 Alergias y dietas 1 20:00 4 personas, Ana Pérez , mesa T4 nuez, soya Alergia",
    `20:00 4 T4 Ana Pérez nuez, soya Cumple 999 123 4567 ${here} Alergia a la nuez y a la soya`,
    `Grupo, Cumple 999 000 0002 ${large}`,
    `Cumple 999 000 0003 ${small}`,
  );
  for (const absent of [gone, "<nav", "<form"]) assert(!page.text.includes(absent), absent);
  assertEquals((await board.get("/imprimir?dia=nunca")).text, (await board.get("/imprimir")).text);
});

Deno.test("every page counts beside Hoy what nobody has acknowledged, without a script too", async () => {
  await using board = await saturdayBoard();
  const [folio] = [await reserve(board), await reserve(board, { telefono: "9990000001" })];
  const counts = async () => {
    const paths = [
      "/",
      "/?dia=2026-03-18",
      "/nueva",
      "/buscar",
      "/casa",
      "/noche",
      `/reserva/${folio}`,
    ];
    const pages = [
      ...await Promise.all(paths.map(board.get)),
      await board.post("/nueva", { dia: "" }),
    ];
    return new Set(pages.map(({ text }) => /id="count">(\d*)</.exec(text)?.[1]));
  };
  assertEquals(await counts(), new Set(["2"]));
  await board.storage.book.acknowledge([folio], "Beto");
  assertEquals(await counts(), new Set(["1"]));
});

Deno.test("above a day stand the pause, an early kitchen and the closures that concern it", async () => {
  await using board = await saturdayBoard();
  await board.storage.switches.pause({ night: SATURDAY, until: instantOf(`${SATURDAY}T20:30`) });
  await board.storage.switches.kitchen({ serviceDay: SATURDAY, closes: `${SATURDAY}T22:00` });
  const kitchen = "La cocina cierra antes: a las 22:00.";
  assertSays(await board.get("/"), kitchen);
  await board.storage.closures.add({ kind: "day", day: SATURDAY }, "Boda <b>privada</b>");
  assertSays(
    await board.get("/"),
    "Reservaciones en pausa solo para el sábado 14 de marzo, hasta hoy a las 20:30.",
    "Cerrado sábado 14 de marzo, todo el día: Boda <b>privada</b>.",
  );
  board.clock.set(instantOf(`${SATURDAY}T20:30`));
  assert(!(await board.get("/")).text.includes("en pausa"));
  assert(!wordsOf((await board.get("/")).text).includes(kitchen), "none cooks on a closed day");
  // Small hours belong to the evening before, and an end at midnight to no other day.
  const spans = [["20T20:00", "21T01:30"], ["23T20:00", "24T00:00"], ["26T20:00", "27T20:00"]];
  for (const [from, to] of spans) {
    const span = { kind: "span", from: `2026-03-${from}`, to: `2026-03-${to}` } as const;
    await board.storage.closures.add(span, "Luz");
  }
  const days = ["18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28"];
  const pages = await Promise.all(days.map((day) => board.get(`/?dia=2026-03-${day}`)));
  const closed = days.filter((_, n) => wordsOf(pages[n]!.text).includes("Luz"));
  assertEquals(closed, ["20", "23", "26", "27"]);
});

Deno.test("style and script are there before anyone signs in, kept for ever by their hash and asked for by their tag", async () => {
  await using board = await saturdayBoard();
  const { text } = await board.get("/");
  const hrefs = [...text.matchAll(/(?:href|src)="(\/tablero\.[^"]+)"/g)].map(([, href]) => href!);
  assertEquals(hrefs.map((href) => href.slice(0, href.indexOf("?"))), [
    "/tablero.svg",
    "/tablero.css",
    "/tablero.js",
  ]);
  const imported = async (href: string): Promise<string[]> => {
    const { text } = await board.get(href);
    const named = Array.from(text.matchAll(/from "(\/\w+\.js\?v=\w+)"/g), ([, href]) => href!);
    return [...named, ...(await Promise.all(named.map(imported))).flat()];
  };
  hrefs.push(...new Set(await imported(hrefs.at(-1)!)));
  assertEquals(hrefs.length, 7, "the script has four more modules");
  for (const href of hrefs) {
    const [path] = href.split("?");
    const asked = await board.get(path!);
    const headers = { "if-none-match": asked.headers.get("etag")! };
    assertEquals((await board.fetch(href, { headers })).status, 304);
    for (
      const [each, kept] of [[href, IMMUTABLE], [path, "no-cache"], [`${path}?v=0`, "no-cache"]]
    ) {
      assertEquals((await board.get(each!)).headers.get("cache-control"), kept);
    }
  }
});

const IMMUTABLE = "public, max-age=31536000, immutable";

/** The form of the page's question, as its one button sends it. */
function question(page: string): Record<string, string> {
  const [, form] = /<form[^>]* action="\/reloj">([^]*?)<\/form>/.exec(page)!;
  const [button, ...others] = [...form!.matchAll(/<button name="dia" value="([^"]*)">/g)];
  assertEquals(others, []);
  return { dia: button![1]! };
}

/** A board whose clock leapt by two years, on a device that signed in after that. */
async function leapt() {
  const board = await testBoard({ now: instantOf("2026-11-14T18:40") });
  board.clock.set(instantOf("2028-11-23T18:40"));
  return { board, device: await board.signIn("Wendy") };
}

async function isAsked({ signIn }: TestBoard): Promise<boolean> {
  return (await (await signIn("Beto")).get("/")).text.includes("/reloj");
}

Deno.test("a clock in doubt is shown above every day with both dates, until a person confirms today's with the button", async () => {
  await using before = await testBoard({ now: instantOf("2026-11-14T18:40") });
  assertEquals(await isAsked(before), false);
  const { board, device } = await leapt();
  await using _ = board;
  const { text } = await device.get("/?dia=2028-12-24");
  assertSays(
    { text },
    "El reloj de la máquina dice jueves 23 de noviembre de 2028;",
    "lo último que se vio fue el sábado 14 de noviembre de 2026.",
    "¿Hoy es jueves 23 de noviembre de 2028?",
  );
  const answer = await device.post("/reloj", question(text));
  assertEquals([answer.status, answer.location], [303, "/"]);
  assertEquals(board.storage.clock.doubt(), null);
  assertEquals(await isAsked(board), false);
});

Deno.test("an answer to a question of another day is refused in words, and the clock stays in doubt", async () => {
  const { board, device } = await leapt();
  await using _ = board;
  const { text } = await device.get("/");
  board.clock.set(instantOf("2030-11-23T18:40"));
  const later = await board.signIn("Wendy");
  for (const form of [question(text), { dia: "" }, {}]) {
    const answer = await later.post("/reloj", form);
    assertEquals(answer.status, 409);
    assertSays(answer, "El reloj de la máquina ya dice otro día que esa página.");
    assert(board.storage.clock.doubt() !== null);
  }
});
