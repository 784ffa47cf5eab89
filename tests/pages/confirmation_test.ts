/** What a guest keeps of a reservation: a link that lasts two days, and a file for the calendar. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import ICAL from "ical.js";
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

Deno.test("the confirmation shows the table, whose it is and the way there, in both languages", async () => {
  await using app = await testApp();
  const path = await confirmed(app);
  const { status, words, text } = await show(app, path);
  assertEquals(status, 200);
  assertMatch(words, /Folio R-\w{8} Día jueves 12 de marzo Hora 20:30 Personas 4 /);
  assertStringIncludes(
    words,
    "Confirmada a las 12:00; los cambios posteriores no se muestran aquí.",
  );
  assertStringIncludes(words, "A nombre de Guadalupe Pech Teléfono +52 999 777 6655 ");
  assert(!text.includes("nuez"));
  assertStringIncludes(text, '<a href="tel:+529991234567">Llamar: 999 123 4567');
  assertStringIncludes(
    text,
    'data-share="Mesa en La Prueba: jueves 12 de marzo, 20:30, 4 personas"',
  );
  assertStringIncludes(text, "https://www.google.com/maps/search/?api=1&amp;query=20.967,-89.6237");
  const folio = /R-\w{8}/.exec(words)![0];
  const message = encodeURIComponent(`Les escribo por mi reservación con folio ${folio}.`);
  assertStringIncludes(text, message);
  const english = await show(app, path.replace("lang=es", "lang=en"));
  assertStringIncludes(english.text, encodeURIComponent(`about my reservation ${folio}.`));
  assertStringIncludes(english.words, "Phone +52 999 777 6655 ");
  assertMatch(english.words, /Reference R-\w{8} Day Thursday, March 12 Time 20:30 People 4 /);
  const late = await confirmed(app, { cuando: "2026-03-14T00:30" });
  assertStringIncludes(
    (await show(app, late)).words,
    "sábado 14 de marzo Hora 00:30 noche del vie",
  );
});

Deno.test("it reads its link only: no database, and not what staff have changed", async () => {
  await using app = await testApp();
  const path = await confirmed(app);
  const before = await show(app, path);
  await app.storage.database.write([{ sql: "DELETE FROM reservations" }]);
  assertEquals((await show(app, path)).text, before.text);
  assertEquals(app.requests.at(-1)!.route, "/reservada/{token}");
});

Deno.test("the link lasts 48 hours; one that was cut, changed or made for something else never opens", async () => {
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
  const broken = [token!.slice(0, -1), token!.slice(1), `${token}A`, "x", other, clave!];
  for (const one of broken) {
    for (const ending of ["", ".ics"]) {
      assertEquals(await status(`/reservada/${one}${ending}`), 404);
    }
  }
  for (const path of [`/pedido/${token}`, "/reservada", "/reservada/"]) {
    assertEquals(await status(path), 404, path);
    assertMatch((await show(app, path)).words, /El enlace está incompleto/);
  }
  app.clock.advance(48 * HOUR - 1);
  assertEquals([await status(path), await status(`/reservada/${token}.ics`)], [200, 200]);
  app.clock.advance(1);
  assertEquals([await status(path), await status(`/reservada/${token}.ics`)], [410, 410]);
  const { words, text } = await show(app, path);
  assertStringIncludes(words, "Este enlace ya venció");
  assertStringIncludes(text, 'href="https://wa.me/529991234567?text=Hola%2C%20quiero%20reservar.');
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
