/** What a guest keeps of a reservation: a link that lasts two days, and a file for the calendar. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import ICAL from "ical.js";
import type { ReservationValues } from "../../src/domain/reservation/reservation.ts";
import { calendarText } from "../../src/domain/reservation/calendar.ts";
import { instantOf, testRestaurant } from "../support/restaurant_fixture.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import { confirmationOf, type Fields, openForm, send, show, TYPED } from "./_guest_form.ts";

const HOUR = 60 * 60_000;

async function confirmed(app: TestApp, fields: Fields = {}): Promise<string> {
  const own = { telefono: "999 777 6655", comentarios: "Alergia a la nuez" };
  return confirmationOf(
    await send(app, { ...await openForm(app), ...TYPED, ...own, ...fields }),
  );
}

Deno.test("the confirmation is what was asked: table as its headline, whose it is, what was said, when and the way there", async () => {
  await using app = await testApp();
  const path = await confirmed(app, {
    ocasion: "cumpleanos",
    comentarios: "Una <b> es alérgica a la nuez\r\nSilla de bebé",
  });
  const { status, words, text } = await show(app, path);
  assertEquals(status, 200);
  const [, headline] = /<h1>(.*?)<\/h1>/s.exec(text)!;
  assertMatch(headline!, /confirmada<\/small\s*>\s*Jueves 12 de marzo, 20:30, 4 personas$/);
  assertMatch(words, /A nombre de Guadalupe Pech Teléfono \+52 999 777 6655 .* Folio R-\w{8} /);
  assertStringIncludes(text, '<a href="tel:+529991234567">Llamar: 999 123 4567');
  assertStringIncludes(
    text,
    "Una &lt;b&gt; es <mark>alérgica</mark> a la <mark>nuez</mark>\nSilla de bebé",
  );
  assertStringIncludes(words, "Es un cumpleaños");
  assertStringIncludes(words, "se confirmó el martes 10 de marzo a las 12:00.");
  assertStringIncludes(text, "https://www.google.com/maps/search/?api=1&amp;query=20.967,-89.6237");
  const folio = /R-\w{8}/.exec(words)![0];
  const message = encodeURIComponent(`Les escribo por mi reservación con folio ${folio}.`);
  assertStringIncludes(text, message);
  const english = await show(app, path.replace("lang=es", "lang=en"));
  assertStringIncludes(english.text, encodeURIComponent(`about my reservation ${folio}.`));
  assertStringIncludes(english.words, "Thursday, March 12, 20:30, 4 people");
  assertStringIncludes(english.words, "confirmed on Tuesday, March 10, at 12:00.");
  assertStringIncludes(english.words, "alérgica a la nuez Silla de bebé It is a birthday");
  assertStringIncludes(english.words, "Phone +52 999 777 6655 ");
});

Deno.test("a confirmation without comment or birthday has neither, and one past midnight names its evening", async () => {
  await using app = await testApp();
  const late = await confirmed(app, { cuando: "2026-03-14T00:30", comentarios: "" });
  const { words, text } = await show(app, late);
  assertStringIncludes(words, "Sábado 14 de marzo, 00:30 (noche del viernes), 4 personas");
  assertEquals(/Comentarios|cumpleaños|<mark/.exec(text.replace(/<style.*?<\/style>/s, "")), null);
});

Deno.test("what is shared is day, time, house and place: no name, phone, folio, comment or link", async () => {
  await using app = await testApp();
  const { text } = await show(app, await confirmed(app));
  assertEquals(
    /data-share="([^"]*)"/.exec(text)![1],
    "Mesa en La Prueba: jueves 12 de marzo, 20:30. Calle 60 500, Centro, Mérida",
  );
  assert(!/location\.href/.test(text), "nor does the script add it");
});

Deno.test("a repeated request is shown its own name, and the comment that it repeats as first written", async () => {
  await using app = await testApp();
  await confirmed(app);
  const again = { nombre: "pech", comentarios: "ALERGIA a  la nuez" };
  const { words } = await show(app, await confirmed(app, again));
  assertStringIncludes(words, "A nombre de pech Teléfono");
  assertStringIncludes(words, "Comentarios Alergia a la nuez");
  assert(!words.includes("Guadalupe"));
});

/** What staff do to a table that then is not as it was requested. */
const CHANGES: Readonly<Record<string, Partial<ReservationValues>>> = {
  "cancelled": { status: "cancelled" },
  "missed": { status: "no_show" },
  "of another day": { day: "2026-03-13", serviceDay: "2026-03-13" },
  "of another time": { time: "21:00" },
  "of another party": { partySize: 5 },
};

for (const [what, changes] of Object.entries(CHANGES)) {
  Deno.test(`a table that is ${what} is not confirmed, by page or file, and is again once staff undo it`, async () => {
    await using app = await testApp();
    const path = await confirmed(app, { ocasion: "cumpleanos" });
    const before = await show(app, path);
    const folio = /R-\w{8}/.exec(before.words)![0];
    const act = { folio, action: "edited", actor: "Lupe" } as const;
    await app.storage.book.edit({ ...act, version: 1, changes });
    await holdUnconfirmed(app, path, {
      folio,
      status: 410,
      says: "Esta mesa cambió, se canceló o ya no",
    });
    const { day, time, serviceDay, partySize } = ASKED;
    const back = { day, time, serviceDay, partySize, status: "confirmed" } as const;
    await app.storage.book.edit({ ...act, version: 2, changes: back });
    assertEquals((await show(app, path)).text, before.text);
  });
}

const ASKED = { day: "2026-03-12", serviceDay: "2026-03-12", time: "20:30", partySize: 4 };

/** Holds that page and file say neither that a table is confirmed nor what it is or was, and lead to WhatsApp. */
async function holdUnconfirmed(
  app: TestApp,
  path: string,
  { folio, status, says }: Readonly<{ folio: string; status: number; says: string }>,
): Promise<void> {
  for (const one of [path, path.replace("?", ".ics?"), path.replace("lang=es", "lang=en")]) {
    const { status: answered, words, text, headers } = await show(app, one);
    assertEquals(answered, status, one);
    assertMatch(headers.get("content-type")!, /^text\/html/);
    assertEquals(headers.get("cache-control"), "no-store");
    const [, main = ""] = /<main>(.*)<\/main>/s.exec(text)!;
    const told = main.replace(/<a class="send"[^>]*>/, "");
    assertEquals(/confirm|marzo|March|\d\d:\d\d|\d pe|Pech|777|nuez|cumple/.exec(told), null, told);
    assertMatch(text, new RegExp(`href="https://wa\\.me/\\d+\\?text=[^"]*${folio}`));
    if (one.endsWith("es")) assertStringIncludes(words, says);
  }
}

Deno.test("what staff correct of name, phone, comment and table label, or who arrives, leaves the confirmation as it was", async () => {
  await using app = await testApp();
  const path = await confirmed(app);
  const before = await show(app, path);
  const folio = /R-\w{8}/.exec(before.words)![0];
  const corrected = { name: "Otra Persona", phone: "+529990000009", comments: null, table: "7" };
  const act = { folio, action: "edited", actor: "Lupe" } as const;
  await app.storage.book.edit({ ...act, version: 1, changes: corrected });
  await app.storage.book.edit({
    ...act,
    version: 2,
    changes: { status: "arrived", arrived: "2026-03-12T20:40" },
  });
  assertEquals((await show(app, path)).text, before.text);
  assertEquals(app.requests.at(-1)!.route, "/reservada/{token}");
});

Deno.test("of an erased reservation the link says that it does not stand, and without a database that it cannot tell", async () => {
  let isDown = false;
  await using app = await testApp({
    deps: ({ reservations }) => ({
      reservations: {
        ...reservations,
        findAsked: (folio) =>
          isDown ? Promise.resolve({ kind: "unavailable" }) : reservations.findAsked(folio),
      },
    }),
  });
  const path = await confirmed(app);
  const folio = /R-\w{8}/.exec((await show(app, path)).words)![0];
  isDown = true;
  const says = "El sistema no responde: ahora no podemos ver tu reservación";
  await holdUnconfirmed(app, path, { folio, status: 503, says });
  isDown = false;
  assertEquals((await show(app, path)).status, 200);
  await app.storage.database.write([{ sql: "DELETE FROM reservations" }]);
  await holdUnconfirmed(app, path, {
    folio,
    status: 410,
    says: "Esta mesa cambió, se canceló o ya no",
  });
});

Deno.test("the link lasts 48 hours; one that was cut, changed or made for something else never opens: all lead to a message about the table", async () => {
  await using app = await testApp();
  const path = await confirmed(app);
  const status = async (path: string) => (await show(app, path)).status;
  const [, token] = /^\/reservada\/([\w-]+)\?/.exec(path)!;
  const draft = await app.post("/api/pedido/borrador", {
    lineas: [{ id: "panuchos", cantidad: 1 }],
    entrega: { modo: "recoger" },
  });
  const other = draft.body.confirmar_en.split("/").at(-1);
  const { clave } = await openForm(app);
  for (const copied of [`${token}.`, `(${token})`, `${token}.ics,`, `%20${token}%E2%80%9D`]) {
    assertEquals(await status(`/reservada/${copied}`), 200, `copied along: ${copied}`);
  }
  const broken = [token!.slice(0, -1), token!.slice(1), `${token}A`, "x", other, clave!];
  for (const one of broken) {
    for (const ending of ["", ".ics"]) {
      assertEquals(await status(`/reservada/${one}${ending}`), 404);
    }
  }
  const writes = "https://wa.me/529991234567?text=";
  const about = encodeURIComponent("Hola, La Prueba. Les escribo por mi reservación");
  for (const path of [`/pedido/${token}`, "/reservada", "/reservada/"]) {
    const { status, words, text } = await show(app, path);
    assertEquals(status, 404, path);
    assertStringIncludes(words, "El enlace está incompleto");
    if (path.startsWith("/reservada")) assertStringIncludes(text, `href="${writes}${about}.`);
  }
  const [folio] = /R-\w{8}/.exec((await show(app, path)).words)!;
  app.clock.advance(48 * HOUR - 1);
  assertEquals([await status(path), await status(`/reservada/${token}.ics`)], [200, 200]);
  app.clock.advance(1);
  assertEquals([await status(path), await status(`/reservada/${token}.ics`)], [410, 410]);
  for (const ending of ["?", ".ics?"]) {
    const { words, text } = await show(app, path.replace("?", ending));
    assertStringIncludes(words, "Este enlace ya venció");
    assertStringIncludes(
      text,
      `href="${writes}${about}${encodeURIComponent(` con folio ${folio}.`)}`,
    );
  }
});

/** The calendar file of a table, as npm's parser of RFC 5545 reads it. */
async function calendar(app: TestApp, path: string) {
  const answer = await app.fetch(path.replace("?", ".ics?"));
  const text = await answer.text();
  return { answer, text, event: readCalendar(text) };
}

function readCalendar(text: string): ICAL.Event {
  const component = new ICAL.Component(ICAL.parse(text));
  return new ICAL.Event(component.getFirstSubcomponent("vevent")!);
}

Deno.test("the calendar file holds the table, as a parser reads it", async () => {
  const name = "La Prueba; cocina, y \\ más\u{1f32e} ".padEnd(120, "ñ");
  await using app = await testApp({
    restaurant: testRestaurant({ name, whatsapp: "+529990001111" }),
  });
  const path = await confirmed(app);
  const { answer, text, event } = await calendar(app, path);
  assertEquals(answer.headers.get("content-type"), "text/calendar; charset=utf-8");
  assertEquals(answer.headers.get("x-robots-tag"), "noindex");
  assertMatch(answer.headers.get("content-disposition")!, /^attachment; filename="R-\w{8}\.ics"$/);
  assertEquals([event.summary, event.location], [
    `Mesa en ${name}`,
    "Calle 60 500, Centro, Mérida",
  ]);
  assertEquals(
    `${event.uid}.ics`,
    /filename="(.*)"/.exec(answer.headers.get("content-disposition")!)![1],
  );
  const { component } = event;
  assertEquals(component.getFirstPropertyValue("geo"), [20.967, -89.6237]);
  assertEquals(component.getFirstPropertyValue("url"), app.url + path);
  const [alarm, ...others] = component.getAllSubcomponents("valarm");
  assertEquals(others, []);
  assertEquals(alarm!.getFirstPropertyValue("action"), "DISPLAY");
  assertEquals(alarm!.getFirstPropertyValue("description"), event.summary);
  assertEquals(String(alarm!.getFirstPropertyValue("trigger")), "-PT2H");
  assertMatch(event.description, /^Folio R-\w{8}, 4 personas\.\n.*WhatsApp: \+529990001111$/);
  assertEquals(event.startDate.toJSDate().getTime(), instantOf("2026-03-12T20:30"));
  assertEquals(event.endDate.toJSDate().getTime(), instantOf("2026-03-12T22:30"));
  assertStringIncludes(text, "\r\nPRODID:");
  assert(text.endsWith("\r\n") && !/[^\r]\n/.test(text), "every line ends with CRLF");
  const lines = text.split("\r\n");
  for (const [index, line] of lines.entries()) {
    const { length } = new TextEncoder().encode(line);
    assert(length <= 75, `too long: ${line}`);
    const isFolded = lines[index + 1]?.startsWith(" ");
    assert(!isFolded || length > 71, `folded before it is full: ${line}`);
  }
  assert(!/Guadalupe|7776655|nuez/.test(text));
  const english = await calendar(app, path.replace("lang=es", "lang=en"));
  assertEquals(english.event.summary, `Table at ${name}`);
});

Deno.test("in every time zone of this machine, the file has the table's instant", () => {
  const event = { folio: "R-2222ABCD", createdAt: instantOf("2026-03-10T12:00") };
  const place = { location: "Calle 60", point: { lat: 20.967, lng: -89.6237 } };
  const url = "https://mesa.example/reservada/x";
  const texts = { summary: "Mesa", ...place, description: "4 personas", url };
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    for (const day of ["2026-01-15", "2026-07-15"]) {
      const text = calendarText({ ...event, ...texts, day, time: "20:30", timeZone });
      const starts = readCalendar(text).startDate.toJSDate().getTime();
      assertEquals(starts, instantOf(`${day}T20:30`, timeZone), `${day} in ${timeZone}`);
    }
  }
});
