/** The form that holds a table: what a guest sees of it, and what it does, through the operation itself. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { GUEST_FIELDS } from "../../src/domain/reservation/fields.ts";
import type { Deps } from "../../src/ports/guests.ts";
import {
  hoursOf,
  instantOf,
  restaurantBooking,
  testRestaurant,
} from "../support/restaurant_fixture.ts";
import { testApp } from "../support/test_app.ts";
import {
  confirmationOf,
  type Fields,
  openForm,
  preset,
  send,
  show,
  type Shown,
  stored,
  TYPED,
} from "./_guest_form.ts";

Deno.test("a form that is sent holds the table as the operation does, for staff in the guest's language", async () => {
  await using app = await testApp();
  const form = await openForm(app);
  const comentarios = "Silla de bebé\r\ny terraza";
  confirmationOf(await send(app, { ...form, ...TYPED, ocasion: "cumpleanos", comentarios }));
  const other = await openForm(app, "/reservar?dia=2026-03-13&personas=40&lang=en");
  const late = { ...TYPED, cuando: "2026-03-14T00:30" };
  confirmationOf(await send(app, { ...other, ...late }, { lang: "en" }));
  const [first, second] = await stored(app);
  assertMatch(String(first!.folio), /^R-/);
  assertEquals(first, {
    ...first,
    ...{ day: "2026-03-12", time: "20:30", service_day: "2026-03-12", party_size: 4 },
    ...{ name: "Guadalupe Pech", phone: "+529991234567", occasion: "cumpleanos" },
    ...{ comments: "Silla de bebé\ny terraza", source: "web" },
  });
  assertEquals(
    [second!.day, second!.service_day, second!.party_size, second!.source],
    ["2026-03-14", "2026-03-13", 40, "web?lang=en"],
  );
});

Deno.test("the form asks for every field that guests give", async () => {
  await using app = await testApp();
  const { text } = await show(app, "/reservar");
  for (const { wire } of Object.values(GUEST_FIELDS)) {
    assertMatch(text, new RegExp(` name="${wire === "hora" ? "cuando" : wire}"`));
  }
});

Deno.test("the page offers seven days, the times of each meal past its midnight, and the privacy notice", async () => {
  const privacyNotice = "https://casa.example/privacidad?a=1&b=2";
  await using app = await testApp({ restaurant: testRestaurant({ privacyNotice }) });
  const { text, words } = await show(app, "/reservar");
  const days = daysOf(text);
  assertEquals(days.length, 7);
  assertEquals([days[0], days.at(-1)], ["2026-03-10", "2026-03-16 disabled"]);
  assertStringIncludes(words, "hoy 10 mié 11 jue 12 vie 13 sáb 14 dom 15 lun 16 sin horas");
  assertMatch(words, /martes 10 de marzo, 2 personas Comida 13:00 .* 17:30 Cena 18:00 /);
  assertMatch(
    text,
    /Reservar<\/button>\s*<p[^>]*><a href="https:[^"]*privacidad\?a=1&amp;b=2" target="_top">/,
  );
  const friday = await show(app, "/reservar?dia=2026-03-13");
  assertStringIncludes(friday.words, "23:30 00:00 ya es sáb 00:30 ya es sáb Tus datos");
  const wednesday = await show(app, "/reservar?dia=2026-03-11&lang=en");
  assertMatch(wednesday.words, /Breakfast 08:30 .* Lunch 13:00 .* Dinner 18:00 /);
  // After midnight, tonight is still the evening before.
  app.clock.set(instantOf("2026-03-14T00:10"));
  const night = await show(app, "/reservar");
  assertStringIncludes(night.words, "viernes 13 de marzo, 2 personas Cena 00:30");
  const hours = Array.from({ length: 7 }, () => hoursOf(["00:00-12:00", "12:00-00:00"], 0));
  await using always = await testApp({ restaurant: testRestaurant({ hours }) });
  const meals = (await show(always, "/reservar?dia=2026-03-13&lang=en")).words;
  assertMatch(meals, /Small hours 00:00 .* Breakfast 05:00 .* Lunch 12:00 .* Dinner 18:00 /);
});

/** The strip's days, with `disabled` behind those on which nothing can be reserved. */
function daysOf(text: string): readonly string[] {
  const found = text.matchAll(
    /<button name="ver" value="([\d-]+)"[^>]*?( disabled)?(?: aria[^>]*)?>/g,
  );
  return [...found].map(([, day, isShut = ""]) => day + isShut);
}

Deno.test("a day beyond the strip has its own week, and a week's step keeps the weekday, from today to the 90th day", async () => {
  await using app = await testApp();
  const at = async (day: string) => {
    const { text } = await show(app, `/reservar?dia=${day}`);
    const steps = text.matchAll(
      /class="step" name="ver" value="([\d-]+)"[^>]*?( disabled)?(?: aria[^>]*)?>/g,
    );
    return [daysOf(text)[0], ...[...steps].map(([, to, isShut]) => isShut ? "" : to)];
  };
  assertEquals(await at("2026-03-13"), ["2026-03-10", "", "2026-03-20"]);
  assertEquals(await at("2026-03-20"), ["2026-03-17", "2026-03-13", "2026-03-27"]);
  assertEquals(await at("2026-06-05"), ["2026-06-02", "2026-05-29", ""]);
  // A closed day that was asked for is shown among its week, struck.
  const { text } = await show(app, "/reservar?dia=2026-03-23");
  assertMatch(text, /value="2026-03-23"[^>]* disabled aria-current="date"/);
});

Deno.test("another day and a larger party list their own times, and what cannot be reserved is explained", async () => {
  await using app = await testApp({ restaurant: restaurantBooking({ peoplePerTime: 8 }) });
  const times = async (query: string) =>
    (await show(app, `/reservar?${query}`)).text.match(/name="cuando" value="([^"]+)"/g)?.length ??
      0;
  const all = await times("dia=2026-03-12&personas=4");
  confirmationOf(await send(app, { ...await openForm(app), ...TYPED, personas: "6" }));
  await app.storage.poll.refresh();
  assertEquals(await times("dia=2026-03-12&personas=2"), all);
  assertEquals(await times("dia=2026-03-12&personas=4"), all - 1);
  const { words: full } = await show(app, "/reservar?dia=2026-03-12&hora=20:30&personas=4");
  assertStringIncludes(full, "El enlace traía algo que no se puede elegir");
  assertEquals(await times("dia=2026-06-08"), 0, "the 90th day is a Monday");
  const form = await openForm(app);
  const wrong: readonly (readonly [fields: Fields, query: string, text: string])[] = [
    [{ ver: "2026-06-09" }, "dia=2026-06-09", "Elige un día dentro de los próximos 90 días."],
    [{ dia: "ayer" }, "dia=ayer", "Elige un día dentro de los próximos 90 días."],
    [{ personas: "41" }, "personas=41", "Escribe un número de 1 a 40"],
    [{ personas: "dos" }, "personas=dos", "Escribe un número de 1 a 40"],
    [{ personas: "1e1" }, "personas=1e1", "Escribe un número de 1 a 40"],
  ];
  for (const [fields, query, text] of wrong) {
    const { status, words, text: markup } = await send(app, { ...form, ver: "", ...fields });
    assertEquals(status, 422, query);
    assertStringIncludes(words, text, query);
    assertEquals(markup.includes('href="https://wa.me/'), text.startsWith("Escribe un número"));
    const link = await show(app, `/reservar?${query}`);
    const isTooLarge = fields.personas === "41";
    assertEquals([link.words.includes(text), link.status], [isTooLarge, isTooLarge ? 422 : 200]);
  }
  for (
    const [query, why, near] of [
      ["dia=2026-03-16", "El lunes 16 de marzo está cerrado, como cada semana.", 3],
      ["personas=9", "no hay hora con lugar para 9: quedan 8 a lo más.", 0],
      ["dia=2026-03-12&hora=20:30&personas=9", "no hay hora con lugar para 9", 0],
    ] as const
  ) {
    const { status, words, text: markup } = await show(app, `/reservar?${query}`);
    assertEquals(status, 200);
    assertStringIncludes(words, why);
    assertStringIncludes(markup, 'href="https://wa.me/');
    assert(!words.includes("Tus datos"), "no form that cannot be sent");
    assertEquals(nearDays(markup).length, near);
  }
});

/** The days that are offered in place of one without times. */
function nearDays(text: string): readonly string[] {
  const buttons = text.matchAll(/<button name="ver" value="([\d-]+)"[^>]*>\p{L}+ <small>/gu);
  return [...buttons].map(([, day]) => day!);
}

Deno.test("a guest whose own table leaves no room is told that it stands, and is offered no other time", async () => {
  await using app = await testApp({ restaurant: restaurantBooking({ peoplePerTime: 12 }) });
  const path = "/reservar?dia=2026-03-12&personas=8";
  confirmationOf(await send(app, { ...await openForm(app, path), ...TYPED }));
  app.clock.advance(11 * 60_000);
  const pages = [
    ["es", "Tu mesa de esa hora sigue en pie", "Les escribo por mi reservación."],
    ["en", "Your table at that time stands", "I am writing about my reservation."],
  ] as const;
  for (const [lang, title, message] of pages) {
    const fields = { ...await openForm(app, path), ...TYPED };
    const { status, words, text } = await send(app, fields, { lang });
    assertEquals(status, 422);
    assertStringIncludes(words, title);
    assertStringIncludes(text, encodeURIComponent(message));
    assertEquals(/<form|name="(?:otra|cuando)"|Este envío|This attempt/.exec(text), null);
    const [, link] = /class="language" href="([^"]*)"/.exec(text)!;
    const other = await show(app, `/reservar${link!.replaceAll("&amp;", "&")}`);
    assertStringIncludes(other.words, pages.find(([each]) => each !== lang)![1]);
  }
  assertEquals((await stored(app)).length, 1);
  const { clave } = await openForm(app, path);
  const empty = await show(app, `/reservar?propia=${clave}`);
  assertEquals(empty.status, 200, "a form's key tells of no table");
});

Deno.test("a party over the owner's limit is told so before it is shown a time", async () => {
  await using app = await testApp({ restaurant: testRestaurant({ maxParty: 3 }) });
  const form = await openForm(app);
  const { status, words, text } = await send(app, { ...form, ver: "", personas: "5" });
  assertEquals(status, 422);
  assertStringIncludes(words, "Escribe un número de 1 a 3");
  assertStringIncludes(text, 'href="https://wa.me/');
  // A day that is offered instead of a closed one is asked for with the same party.
  const closed = await show(app, "/reservar?dia=2026-03-16&personas=20");
  assertStringIncludes(closed.words, "lunes 16 de marzo, 20 personas");
  const [ver = ""] = nearDays(closed.text);
  const other = await send(app, { ...preset(closed), ver });
  assertStringIncludes(other.words, "domingo 15 de marzo");
  assertEquals(preset(other).personas, "20");
  assertStringIncludes(other.words, "Escribe un número de 1 a 3");
  assert(!other.words.includes("El enlace traía"), "it followed no link");
});

Deno.test("a link opens the form with day, time and party chosen, past midnight too, and keeps them in the other language", async () => {
  await using app = await testApp();
  const chosen = async (query: string) => {
    const page = await show(app, `/reservar?${query}`);
    assertStringIncludes(page.text, 'name="accion" value="idioma" form="mesa"');
    const cuando = /value="([^"]+)" checked/.exec(page.text)?.[1];
    const sent: Fields = { ...preset(page), ...(cuando && { cuando }), accion: "idioma" };
    const english = await send(app, sent, { lang: "en" });
    assertEquals([english.status, english.headers.get("content-language")], [200, "en"]);
    const { dia, personas, clave } = preset(english);
    assertEquals([clave, /value="([^"]+)" checked/.exec(english.text)?.[1]], [sent.clave, cuando]);
    return [dia, personas, cuando];
  };
  const asked = "dia=2026-03-12&hora=20:30&personas=6";
  assertEquals(await chosen(asked), ["2026-03-12", "6", "2026-03-12T20:30"]);
  // The calendar's Saturday, of Friday's evening.
  const late = "dia=2026-03-14&hora=00:30&personas=2";
  assertEquals(await chosen(late), ["2026-03-13", "2", "2026-03-14T00:30"]);
  for (const hora of ["", "25:00", "04:00", "8pm"]) {
    const asked = await chosen(`dia=2026-03-12&hora=${hora}&personas=6`);
    assertEquals(asked, ["2026-03-12", "6", undefined], hora);
  }
  assertEquals(await chosen("dia=x&hora=20:30&personas=0"), ["2026-03-10", "2", undefined]);
  const told = async (query: string) => {
    const { text, words } = await show(app, `/reservar?${query}`);
    assert(!text.includes("<title>Error"), query);
    return words.includes("El enlace traía algo que no se puede elegir");
  };
  for (const query of ["", "dia=2026-03-12", asked]) assert(!await told(query), query);
  const bad = ["dia=2026-03-12&hora=04:00", "dia=2025-01-01", "personas=0", "hora=20:30"];
  for (const query of bad) assert(await told(query), query);
  app.clock.set(instantOf("2026-03-12T21:00"));
  assert(await told(asked), "the time has passed");
});

Deno.test("of an hour that a day's services have twice, only the one that was asked for is chosen", async () => {
  const hours = testRestaurant().hours.map((day, nth) =>
    [2, 4].includes(nth) ? hoursOf(["00:30-04:00", "20:00-02:00"], 0) : day
  );
  await using app = await testApp({ restaurant: testRestaurant({ hours }) });
  const chosen = ({ text }: Shown) =>
    [...text.matchAll(/name="cuando" value="([^"]+)" checked/g)].map(([, at]) => at);
  const early = await show(app, "/reservar?dia=2026-03-13&hora=01:00");
  assertEquals(chosen(early), ["2026-03-13T01:00"]);
  for (const cuando of ["2026-03-13T01:00", "2026-03-14T01:00"]) {
    const same = await send(app, { ...preset(early), cuando, accion: "idioma" });
    assertEquals(chosen(same), [cuando]);
    const otherDay = await send(app, { ...preset(early), cuando, ver: "2026-03-18" });
    assertEquals(chosen(otherDay), [], "neither is guessed");
  }
});

Deno.test("whatever is changed, refused or switched, what was typed stays, the hour too", async () => {
  await using app = await testApp();
  const form = await openForm(app);
  const typed = { ...TYPED, ocasion: "cumpleanos", comentarios: "Terraza" };
  const changes: readonly (readonly [fields: Fields, status: number, said: string])[] = [
    [{ gente: "6" }, 200, "jueves 12 de marzo, 6 personas"],
    [{ ver: "2026-03-13" }, 200, "viernes 13 de marzo, 4 personas"],
    [{ ver: "", dia: "2026-03-14", personas: "3" }, 200, "sábado 14 de marzo, 3 personas"],
    [{ accion: "idioma" }, 200, "jueves 12 de marzo, 4 personas"],
    [{ gente: "6", dia: "" }, 200, "jueves 12 de marzo, 6 personas"],
    [{ telefono: "", dia: "" }, 422, "jueves 12 de marzo, 4 personas"],
    [{ ver: "", personas: "99" }, 422, "Escribe un número de 1 a 40"],
    [{ telefono: "" }, 422, "Escribe diez dígitos"],
    [{ clave: "x" }, 422, "La página ya no era válida"],
  ];
  for (const [change, status, said] of changes) {
    const { text, words, ...answer } = await send(app, { ...form, ...typed, ...change });
    assertEquals(answer.status, status, said);
    assertStringIncludes(words, said);
    assertStringIncludes(text, `name="nombre" value="${TYPED.nombre}"`);
    assertStringIncludes(text, `name="telefono" value="${change.telefono ?? TYPED.telefono}"`);
    assertMatch(text, /name="ocasion" value="cumpleanos" checked/);
    assertMatch(text, />Terraza<\/textarea>/);
    assertMatch(text, /name="cuando" value="[\d-]+T20:30" checked/);
    assertEquals(/<title>Error: /.test(text), status !== 200, "the title says that it was refused");
    assertEquals(text.match(/role="alert"/g)?.length, status === 200 ? undefined : 1, said);
  }
  const closed = await send(app, { ...form, ...typed, ver: "2026-03-16" });
  assertEquals(nearDays(closed.text), ["2026-03-15", "2026-03-17", "2026-03-18"]);
  const open = await send(app, { ...preset(closed), ver: "2026-03-17" });
  assertStringIncludes(open.text, `name="nombre" value="${TYPED.nombre}"`);
  assertMatch(open.text, /name="ocasion" value="cumpleanos" checked/);
  assertMatch(open.text, />Terraza<\/textarea>/);
  assertMatch(open.text, /name="cuando" value="2026-03-17T20:30" checked/);
});

Deno.test("what is sent is what the page shows: another party is reserved, another day lists its times first", async () => {
  await using app = await testApp();
  const form = await openForm(app);
  const listed = await send(app, { ...form, ...TYPED, dia: "2026-03-13" });
  assertEquals(listed.status, 422);
  assertStringIncludes(listed.words, "Elige la hora del nuevo día");
  assertStringIncludes(listed.words, "viernes 13 de marzo, 4 personas");
  assertStringIncludes(listed.text, `name="nombre" value="${TYPED.nombre}"`);
  // What the page then does not offer is not asked for.
  const without: readonly (readonly [dia: string, asked: string[], said: string])[] = [
    ["2026-03-16", [], "Este envío no apartó ninguna mesa. Ver horarios"],
    ["2027-03-16", ["dia"], "Corrige lo marcado y envía otra vez. Elige un día dentro de los"],
  ];
  for (const [dia, asked, said] of without) {
    const { status, text, words } = await send(app, { ...form, ...TYPED, dia });
    assertEquals(status, 422);
    assertEquals([...text.matchAll(/<a href="#([^"]*)">/g)].map(([, id]) => id), asked);
    assertStringIncludes(words, said);
  }
  assertEquals(await stored(app), []);
  const cuando = "2026-03-13T20:30";
  confirmationOf(await send(app, { ...TYPED, ...preset(listed), cuando, personas: "6" }));
  const [{ day, time, party_size } = {}] = await stored(app);
  assertEquals([day, time, party_size], ["2026-03-13", "20:30", 6]);
});

Deno.test("a page that shows no chosen time reserves none, whatever was chosen before it", async () => {
  const hours = testRestaurant().hours.map((day, nth) =>
    nth === 0 ? day : hoursOf(["13:00-02:00"])
  );
  await using app = await testApp({ restaurant: testRestaurant({ hours }) });
  const form = await openForm(app);
  // A closed day sent with the Enter key. Half past midnight is on that day a time of the evening before.
  for (const cuando of [TYPED.cuando, "2026-03-15T00:30"]) {
    const closed = await send(app, { ...form, ...TYPED, cuando, ver: "2026-03-16" });
    const english = await send(app, { ...preset(closed), accion: "idioma" }, { lang: "en" });
    for (const page of [closed, english]) {
      for (const dia of ["2026-03-16", ""]) {
        const { status, words } = await send(app, { ...preset(page), personas: "6", dia });
        assertEquals(status, 422);
        assertStringIncludes(words, "lunes 16 de marzo, 6 personas El lunes 16 de marzo está");
      }
    }
  }
  const id = await app.storage.closures.add({ kind: "day", day: "2026-03-12" }, "boda");
  const closed = await send(app, { ...form, ...TYPED });
  const now = { minute: "2026-03-10T12:00", serviceDay: "2026-03-10" };
  await app.storage.closures.remove([`closure ${id}`], now);
  const open = await send(app, { ...TYPED, ...preset(closed), cuando: "" });
  assertEquals(open.status, 422);
  assertMatch(open.text, /name="cuando" value="2026-03-12T20:30" checked/);
  assertEquals(await stored(app), []);
});

Deno.test("a form whose day was closed comes back with other times and all that it asks to correct", async () => {
  const limits = { reserva: { tokens: 2, seconds: 600 } };
  await using app = await testApp({ limits });
  const fields = { ...await openForm(app, "/reservar?dia=2026-03-13&personas=4"), ...TYPED };
  const asked = { ...fields, cuando: "2026-03-14T00:30", comentarios: "Terraza" };
  await app.storage.closures.add({ kind: "day", day: "2026-03-13" }, "boda");
  const refused = await send(app, { ...asked, personas: "99", telefono: "123" });
  assertCorrectable(refused, 422);
  assertStringIncludes(refused.words, "El viernes 13 de marzo está cerrado.");
  assertStringIncludes(refused.text, '<a href="#telefono">');
  const otra = "2026-03-14T23:30";
  const tapped = { ...asked, ...preset(refused), personas: "4", cuando: "", otra };
  assertMatch(refused.text, new RegExp(`name="otra" value="${otra}">23:30 <small>14 mar<`));
  const nameless = await send(app, { ...tapped, nombre: "" });
  assertStringIncludes(nameless.text, '<a href="#nombre">');
  const crowded = await send(app, tapped);
  for (const [page, status] of [[nameless, 422], [crowded, 429]] as const) {
    assertCorrectable(page, status);
    assertStringIncludes(page.words, "sábado 14 de marzo, 4 personas");
    assertStringIncludes(page.text, `name="cuando" value="${otra}" checked`);
  }
  assertCorrectable(await send(app, asked), 429);
  // No evening has room for so many: the details are asked once there is one.
  await using small = await testApp({ restaurant: restaurantBooking({ peoplePerTime: 3 }) });
  const many = { ...await openForm(small), ...TYPED, telefono: "123", personas: "4" };
  const { words, text } = await send(small, many);
  assertStringIncludes(words, "Este envío no apartó ninguna mesa. ");
  assertStringIncludes(words, "no hay hora con lugar para 4: quedan 3 a lo más.");
  assertEquals([...text.matchAll(/<a href="#([^"]*)">/g)].map(([, id]) => id), ["hora"]);
});

/** Holds that what the page asks to correct is on it, with what was typed and a button that sends it. */
function assertCorrectable({ text, ...answer }: Shown, status: number): void {
  assertEquals(answer.status, status);
  for (const [, id] of text.matchAll(/<a href="#([^"]*)">/g)) {
    assertStringIncludes(text, ` id="${id}"`);
  }
  assertMatch(text, />Terraza<\/textarea>/);
  assertStringIncludes(text, '<button class="send">Reservar</button>');
}

Deno.test("each wrong field is reported beside it in the page's language, with what was typed, and nothing is held", async () => {
  await using app = await testApp();
  const typed = { nombre: "G<b>", telefono: "123", comentarios: "x".repeat(501) };
  const said = {
    es: ["Elige una hora.", "Escribe diez dígitos", "Máximo 500 caracteres", "no apartó ninguna"],
    en: [
      "Choose a time.",
      "Enter + and the country code",
      "At most 500 characters",
      "This attempt",
    ],
  };
  for (const lang of ["es", "en"] as const) {
    const form = await openForm(app);
    const refused = await send(app, { ...form, ...typed }, { lang });
    const { status, text, words, headers } = refused;
    assertEquals([status, headers.get("content-language")], [422, lang]);
    for (const sentence of said[lang]) assertStringIncludes(words, sentence);
    assertStringIncludes(
      text,
      'name="telefono" value="123" aria-invalid="true" aria-describedby="telefono-mal"',
    );
    assertStringIncludes(text, 'name="nombre" value="G&lt;b&gt;"');
    assertStringIncludes(text, `>${typed.comentarios}</textarea>`);
    assertMatch(text, /role="alert" tabindex="-1" autofocus>[^]*<a href="#telefono">/);
    // The same key: a retry of this form is no second one.
    assertEquals(preset(refused), form);
  }
  const all = await send(app, { clave: (await openForm(app)).clave!, personas: "cuatro" });
  for (const field of ["personas", "nombre", "telefono"]) {
    assertStringIncludes(all.text, `id="${field}-mal"`);
  }
  assertEquals(await stored(app), []);
});

Deno.test("a time that has passed, was closed or is full offers the nearest ones, and one press holds it", async () => {
  await using app = await testApp({ restaurant: restaurantBooking({ peoplePerTime: 8 }) });
  confirmationOf(await send(app, { ...await openForm(app), ...TYPED, personas: "6" }));
  const fields = { ...await openForm(app), ...TYPED, telefono: "9997654321" };
  const full = await send(app, fields);
  assertEquals(full.status, 422);
  assertStringIncludes(
    full.words,
    "Las 20:30 del jueves 12 de marzo no tienen lugar para 4: quedan 2.",
  );
  const offered = [...full.text.matchAll(/<button name="otra" value="([^"]+)"/g)].map(([, at]) =>
    at
  );
  assertEquals(offered, ["19:30", "20:00", "21:00", "21:30"].map((time) => `2026-03-12T${time}`));
  assertStringIncludes(full.text, 'name="nombre" value="Guadalupe Pech"');
  // With the page open, the day is closed: the next one is offered.
  await app.storage.closures.add({ kind: "day", day: "2026-03-12" }, "boda");
  const closed = await send(app, { ...fields, ...preset(full), otra: offered[1]! });
  assertStringIncludes(closed.words, "El jueves 12 de marzo está cerrado.");
  assert(!closed.words.includes("boda"));
  assertMatch(closed.text, /<button name="otra" value="2026-03-13T20:00">20:00 <small>13 mar</);
  confirmationOf(await send(app, { ...fields, otra: "2026-03-13T20:00" }));
  assertEquals((await stored(app)).map(({ day, time }) => `${day} ${time}`), [
    "2026-03-12 20:30",
    "2026-03-13 20:00",
  ]);
});

/** Answers whether a form's key has a table once each of `count` forms has asked that, or waits for one that has. */
function formsAtOnce(count: number) {
  const all = Promise.withResolvers<void>();
  let came = 0;
  return ({ reservations, seals }: Deps): Partial<Deps> => ({
    seals: {
      ...seals,
      open(...sealed) {
        // What a form does next, it does before the next turn of the event loop.
        if (sealed[1] === "reservationForm" && ++came === count) setTimeout(all.resolve);
        return seals.open(...sealed);
      },
    },
    reservations: {
      ...reservations,
      async findMade(key) {
        const made = await reservations.findMade(key);
        await all.promise;
        return made;
      },
    },
  });
}

Deno.test("a form holds one table: sent at once, with two telephones too, again, or again with other values", async () => {
  await using app = await testApp({ deps: formsAtOnce(3) });
  const said = { comentarios: "Alergia a la nuez", ocasion: "cumpleanos" };
  const fields = { ...await openForm(app), ...TYPED, ...said };
  const atOnce = [fields, fields, { ...fields, telefono: "9990000001" }];
  const answers = await Promise.all(atOnce.map((each) => send(app, each)));
  const folios = await Promise.all(answers.map((one) => folioAt(confirmationOf(one))));
  const again = await send(app, fields);
  folios.push(await folioAt(confirmationOf(again)));
  const [{ folio }] = await stored(app) as [{ folio: string }];
  assertEquals(folios, [folio, folio, folio, folio]);
  const others: Fields[] = [
    { nombre: "Otra Persona" },
    { telefono: "9997654321" },
    { telefono: "mal" },
    { cuando: "2026-03-12T21:00" },
    { personas: "7" },
    { comentarios: "Otra mesa" },
  ];
  // Each control that lists the form anew, and what is sent from there.
  const controls: readonly Fields[] = [
    { ver: "2026-03-13" },
    { ver: "2026-03-16" },
    { ver: "", dia: "2026-03-13" },
    { gente: "5" },
    { accion: "idioma" },
    { dia: "2026-03-13" },
  ];
  for (const control of controls) {
    const listed = await send(app, { ...fields, ...control });
    const cuando = `${preset(listed).listado}T21:00`;
    others.push({ ...preset(listed), cuando });
    // From the evening that is offered in place of a closed one.
    const near = await send(app, { ...fields, ...preset(listed), ver: "2026-03-15" });
    others.push({ ...preset(near), cuando: "2026-03-15T20:30" });
  }
  for (const other of others) {
    const confirmation = confirmationOf(await send(app, { ...fields, ...other }));
    const { text, words } = await show(app, confirmation);
    assertStringIncludes(words, folio);
    assertStringIncludes(words, "lo que cambiaste después no se guardó");
    assertStringIncludes(text, '<a href="/reservar?lang=es">Para otra mesa');
    assertStringIncludes(words, "Jueves 12 de marzo, 20:30, 4 personas");
    assertEquals(
      /Guadalupe|123 ?4567 .*Llamar|nuez|cumpleaños/.exec(words),
      null,
      "perhaps another's",
    );
  }
  assertEquals((await stored(app)).length, 1);

  async function folioAt(path: string) {
    return /R-\w{8}/.exec((await show(app, path)).words)![0];
  }
});

Deno.test("an English page says that ten digits are a Mexican number before they are typed, and as what they were held", async () => {
  await using app = await testApp();
  const { words } = await show(app, "/reservar?lang=en");
  assertStringIncludes(
    words,
    "Phone + and country code; ten digits without + are taken as Mexican",
  );
  const form = await openForm(app);
  const sent = await send(app, { ...form, ...TYPED, telefono: "(415) 555-0100" }, { lang: "en" });
  assertStringIncludes((await show(app, confirmationOf(sent))).words, "Phone +52 415 555 0100 ");
});

Deno.test("a form whose table staff have moved holds no other, and tells neither the old time nor the new", async () => {
  await using app = await testApp();
  const fields = { ...await openForm(app), ...TYPED };
  confirmationOf(await send(app, fields));
  const [{ folio }] = await stored(app) as [{ folio: string }];
  const changes = { time: "14:00", partySize: 9, phone: "+529990000009" };
  app.clock.advance(5 * 60_000);
  await app.storage.book.edit({ folio, version: 1, action: "edited", changes, actor: "Ana" });
  app.clock.advance(60 * 60_000);
  for (const telefono of ["9990000009", fields.telefono]) {
    const again = await send(app, { ...fields, telefono });
    const { words } = await show(app, confirmationOf(again));
    assertStringIncludes(words, "Esta mesa cambió, se canceló o ya no existe");
    assertEquals(/\d\d:\d\d|999/.exec(words), null, words);
  }
  assertEquals((await stored(app)).length, 1);
});

Deno.test("a second table of a phone is held, and its confirmation says so without the first one's hour or folio", async () => {
  await using app = await testApp();
  const confirmed = async (fields: Fields) => {
    const path = confirmationOf(await send(app, { ...await openForm(app), ...TYPED, ...fields }));
    return (await show(app, path)).words;
  };
  const says = "Este teléfono ya tenía otra mesa ese día; para cambiarla, escribe";
  assert(!(await confirmed({})).includes(says));
  const [{ folio }] = await stored(app) as [{ folio: string }];
  const words = await confirmed({ cuando: "2026-03-12T21:00" });
  assertStringIncludes(words, says);
  assert(!words.includes(folio) && !words.includes("20:30"), words);
  assertEquals((await stored(app)).length, 2);
});

Deno.test("a form that the browser shows again learns whether its key holds a table by now", async () => {
  await using app = await testApp();
  const fields: Fields = { ...await openForm(app), ...TYPED };
  const { clave = "" } = fields;
  const asking = { ...fields, accion: "vigente" };
  assertEquals((await send(app, asking)).status, 200, "nothing held");
  confirmationOf(await send(app, fields));
  const { words } = await show(app, confirmationOf(await send(app, asking)));
  assertStringIncludes(words, "Tu mesa está confirmada");
  assertEquals((await send(app, { ...asking, clave: `${clave}x` })).status, 200, "not our key");
  const [{ folio }] = await stored(app) as [{ folio: string }];
  const changes = { status: "cancelled" } as const;
  await app.storage.book.edit({ folio, version: 1, action: "cancelled", changes, actor: "Ana" });
  assertEquals((await send(app, asking)).status, 200, "cancelled");
  assertEquals((await stored(app)).length, 1);
});

Deno.test("a form with a corrected phone holds no second table while the database does not say what its key holds", async () => {
  let isDown = false;
  await using app = await testApp({
    deps: ({ reservations }) => ({
      reservations: {
        ...reservations,
        findMade: (key) =>
          isDown ? Promise.resolve({ kind: "unavailable" }) : reservations.findMade(key),
      },
    }),
  });
  const fields: Fields = { ...await openForm(app), ...TYPED };
  confirmationOf(await send(app, fields));
  const corrected = { ...fields, telefono: "9997654321" };
  isDown = true;
  const refused = await send(app, corrected);
  assertEquals(refused.status, 502);
  assertStringIncludes(refused.words, "no se apartó la mesa. Envía otra vez, o escríbenos");
  assertStringIncludes(refused.text, 'href="https://wa.me/529991234567');
  assertEquals((await send(app, { ...fields, accion: "vigente" })).status, 200);
  isDown = false;
  const { words } = await show(
    app,
    confirmationOf(await send(app, { ...corrected, ...preset(refused) })),
  );
  assertStringIncludes(words, "lo que cambiaste después no se guardó");
  assertEquals((await stored(app)).length, 1);
});

Deno.test("a form whose table was cancelled holds no other until it is sent anew", async () => {
  await using app = await testApp();
  const fields = { ...await openForm(app), ...TYPED };
  confirmationOf(await send(app, fields));
  const [{ folio }] = await stored(app) as [{ folio: string }];
  const changes = { status: "cancelled" } as const;
  await app.storage.book.edit({ folio, version: 1, action: "cancelled", changes, actor: "Ana" });
  for (const telefono of [TYPED.telefono, "9997654321"]) {
    const refused = await send(app, { ...fields, telefono });
    assertEquals(refused.status, 422);
    assertStringIncludes(refused.words, "Este formulario ya se usó");
    assertEquals((await stored(app)).length, 1);
    confirmationOf(await send(app, { ...fields, telefono, ...preset(refused) }));
    await app.storage.database.write([{ sql: "DELETE FROM reservations WHERE id > 1" }]);
  }
});

Deno.test("another page of the same guest repeats a table, one with another name asks for a comment", async () => {
  await using app = await testApp();
  const first = confirmationOf(await send(app, { ...await openForm(app), ...TYPED }));
  app.clock.advance(9 * 60_000);
  const second = confirmationOf(await send(app, { ...await openForm(app), ...TYPED }));
  const shown = await Promise.all(
    [first, second].map(async (path) => (await show(app, path)).words),
  );
  assertEquals(shown[0], shown[1]);
  const other = { ...TYPED, nombre: "Beatriz Uc" };
  const { status, text } = await send(app, { ...await openForm(app), ...other });
  assertEquals(status, 422);
  assertMatch(text, /id="comentarios-mal">La primera mesa sigue en pie, .*escríbenos/);
  assertEquals((await stored(app)).length, 1);
});

Deno.test("a page that was open for a day is sent anew with a new key, and so is one with a key of its own", async () => {
  await using app = await testApp();
  const fields: Fields = { ...await openForm(app), ...TYPED };
  app.clock.advance(24 * 60 * 60_000);
  const draft = await app.post("/api/pedido/borrador", {
    lineas: [{ id: "panuchos", cantidad: 1 }],
    entrega: { modo: "recoger" },
  });
  const token = draft.body.confirmar_en.split("/").at(-1);
  for (const clave of [fields.clave!, "", "1234", "a".repeat(44), token, `${fields.clave} `]) {
    const refused = await send(app, { ...fields, clave });
    assertEquals(refused.status, 422, clave);
    assertStringIncludes(refused.words, "La página ya no era válida");
    assertStringIncludes(refused.text, 'name="nombre" value="Guadalupe Pech"');
    assertStringIncludes(refused.text, `value="${TYPED.cuando}" checked`);
    assertEquals(await stored(app), []);
  }
  const listed = await send(app, { ...fields, ver: "2026-03-13" });
  assertEquals(listed.status, 200, "nothing was to be held");
  for (const page of [await send(app, fields), listed]) {
    const anew = preset(page);
    confirmationOf(await send(app, { ...fields, ...anew, cuando: `${anew.dia}T20:30` }));
  }
});

Deno.test("a form that no page would send is refused by a page that says what to do", async () => {
  await using app = await testApp();
  const form = await openForm(app);
  const fields = { ...form, ...TYPED };
  const text = new URLSearchParams(fields).toString();
  const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
  const latin1 = `${text.replace("Guadalupe", "Mar%EDa")}`;
  const cases: readonly [number, string, BodyInit, Record<string, string>][] = [
    [400, "datos repetidos, ilegibles", `${text}&personas=9`, urlencoded],
    [400, "datos repetidos, ilegibles", `${text}&clave=${form.clave}`, urlencoded],
    [415, "No recibimos el formulario completo", JSON.stringify(fields), {
      "content-type": "application/json",
    }],
    [415, "No recibimos el formulario completo", text, { "content-type": "text/plain" }],
    [400, "datos repetidos, ilegibles", latin1, {
      "content-type": "application/x-www-form-urlencoded; charset=iso-8859-1",
    }],
    [413, "muy largos", `${text}&comentarios=${"x".repeat(262_144)}`, urlencoded],
    [422, "Máximo 500 caracteres", `${text}&comentarios=${"x".repeat(200_000)}`, urlencoded],
    [422, "La página ya no era válida", "", urlencoded],
    [422, "Este envío no apartó ninguna mesa", `clave=${form.clave}`, urlencoded],
  ];
  for (const [status, said, body, headers] of cases) {
    const answer = await send(app, {}, { body, headers });
    assertEquals(answer.status, status, said);
    assertStringIncludes(answer.words, said);
    assertMatch(answer.headers.get("content-type")!, /^text\/html/);
    assertMatch(preset(answer).clave!, /^[\w-]{40,}$/, "it can be sent again");
    const isKept = status === 400 || said.startsWith("Máximo");
    assertEquals(answer.text.includes("Pech"), isKept, `${said}: what was typed is kept`);
  }
  assertEquals(await stored(app), []);
});

Deno.test("a form of another site, or of no page, holds nothing and repeats nothing", async () => {
  await using app = await testApp();
  const fields = { ...await openForm(app), ...TYPED };
  const foreign: readonly Record<string, string>[] = [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) {
    const { status, text, words } = await send(app, fields, { headers });
    assertEquals(status, 403, JSON.stringify(headers));
    assertStringIncludes(words, "No recibimos el formulario completo");
    assert(!/Guadalupe|class="wrong"/.test(text), "nothing typed is shown, or blamed");
    assertStringIncludes(text, `<a href="${app.url}/reservar">`, "where it can be sent from");
  }
  assertEquals(await stored(app), []);
  const headers = { "sec-fetch-site": "same-origin", origin: "null" };
  confirmationOf(await send(app, fields, { headers }));
});

Deno.test("the form is kept by no shared cache and no search engine, sets no cookie, and posts only to its own site", async () => {
  await using app = await testApp();
  const fields = { ...await openForm(app), ...TYPED };
  const shown = [await show(app, "/reservar"), await send(app, {}), await send(app, fields)];
  shown.push(await show(app, confirmationOf(shown.at(-1)!)));
  for (const [index, { headers }] of shown.entries()) {
    // The browser alone keeps a form, so that Back shows what was typed.
    assertEquals(headers.get("cache-control"), index < 2 ? "private, no-cache" : "no-store");
    assertEquals(headers.getSetCookie(), []);
    if (shown[index]!.status === 303) continue;
    assertEquals(headers.get("x-robots-tag"), "noindex");
    const posts = index < 2;
    assertStringIncludes(
      headers.get("content-security-policy")!,
      `form-action '${posts ? "self" : "none"}'`,
    );
    assertEquals(headers.get("referrer-policy"), posts ? "same-origin" : "no-referrer");
  }
});

Deno.test("too many forms, reservations switched off and a lost database are reported with the way to WhatsApp", async () => {
  const limits = { reserva: { tokens: 2, seconds: 600 } };
  await using app = await testApp({ limits });
  const fields = { ...await openForm(app), ...TYPED };
  for (const telefono of ["1", "2"]) await send(app, { ...fields, telefono });
  const many = await send(app, fields);
  assertEquals([many.status, many.headers.get("retry-after")], [429, "300"]);
  assertStringIncludes(many.words, "Demasiadas reservaciones");
  assertStringIncludes(many.text, 'name="nombre" value="Guadalupe Pech"');
  app.clock.advance(600_000);
  await app.storage.switches.pause(null);
  for (const off of [await send(app, fields), await show(app, "/reservar")]) {
    assertStringIncludes(off.words, "No se toman reservaciones en línea por ahora. Escríbenos");
    assertStringIncludes(off.text, 'href="https://wa.me/529991234567?text=Hola%2C%20quiero');
    assert(!off.text.includes("<form"));
  }
  assertEquals(await stored(app), []);
  const lost = () => Promise.resolve({ kind: "unavailable" } as const);
  const findMade = () => Promise.resolve(null);
  const found = { findMade, findOwn: lost, findAsked: lost };
  const reservations = { reserve: lost, findReplay: lost, ...found };
  await using down = await testApp({ deps: () => ({ reservations }) });
  const other: Fields = { ...await openForm(down), ...TYPED };
  const answer = await send(down, other);
  assertEquals(answer.status, 502);
  assertStringIncludes(answer.words, "no se apartó la mesa");
  assertStringIncludes(answer.text, 'href="https://wa.me/529991234567');
  assertEquals(preset(answer), {
    clave: other.clave!,
    listado: "2026-03-12",
    dia: "2026-03-12",
    personas: "4",
  });
});
