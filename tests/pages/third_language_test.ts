/** An invented language, added by one entry: every page has it, and no word of another. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { addDays } from "../../src/domain/local_time.ts";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import { dayText } from "../../src/html/words.ts";
import { EN } from "../../src/pages/texts/en.ts";
import { ES, type Texts } from "../../src/pages/texts/es.ts";
import { PAGE_TEXTS } from "../../src/pages/texts/languages.ts";
import { restaurantBooking } from "../support/restaurant_fixture.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import { samplePicture } from "./_pages.ts";
import { confirmationOf, openForm, send, show, type Shown, stored, TYPED } from "./_guest_form.ts";

/** Our words have Greek letters only. What a sentence is told stays in it, as the days that Intl writes in French. */
const THIRD: Texts = {
  ...invented(ES),
  language: "yua",
  name: "Λλλ",
  locale: "fr-FR",
  restaurant: "es",
};
(PAGE_TEXTS as Texts[]).push(THIRD);

function invented<T>(texts: T): T {
  if (typeof texts === "string") return texts.replace(/\p{L}/gu, "λ") as T;
  if (typeof texts === "function") {
    return ((...told: unknown[]) => `λ ${told.map(shownOf).join(" λ ")}`) as T;
  }
  const entries = Object.entries(texts as object).map(([name, text]) => [name, invented(text)]);
  return Object.fromEntries(entries) as T;
}

/** What a sentence shows of what it is told: the day of a reason, whose words for days it is given. */
function shownOf(told: unknown): unknown {
  if (typeof told === "function") return told("2026-03-12");
  return typeof told === "object" ? "" : told;
}

/** The restaurant's own words have Cyrillic letters only. */
function withOwnWords<T>(value: T): T {
  if (value === null || typeof value !== "object" || value instanceof Map) return value;
  if (Array.isArray(value)) return value.map(withOwnWords) as T;
  const entries = Object.entries(value).map(([key, inner]) => {
    const isOwn = typeof inner === "string" && /^(name|label|address|town|source|es|en)$/.test(key);
    return [key, isOwn ? inner.replace(/\p{L}/gu, "ж") : withOwnWords(inner)];
  });
  return Object.fromEntries(entries) as T;
}

function thirdApp(own: Partial<Restaurant>): Promise<TestApp> {
  const privacyNotice = "https://casa.example/privacidad";
  const limited = restaurantBooking({ peoplePerTime: 8 });
  const restaurant = withOwnWords({ ...limited, privacyNotice, ...own });
  return testApp({ restaurant, deps: () => ({ routePicture: samplePicture }) });
}

/** Units, names, and the days of Intl. */
const KNOWN = new Set(["MXN", "km", "m", "llms", "txt", "Calle", "Español", "English"]);
for (let day = "2026-01-01"; day < "2027"; day = addDays(day, 1)) {
  for (const part of ["day", "date", "weekday", "shortWeekday"] as const) {
    for (const word of wordsOf(dayText(day, THIRD.locale, part))) {
      KNOWN.add(word).add(word.charAt(0).toUpperCase() + word.slice(1));
    }
  }
}

function wordsOf(text: string): readonly string[] {
  return text.replace(/R-\w{8}|https?:\S+/g, "").match(/\p{Script=Latin}+/gu) ?? [];
}

/** Holds that a page, its messages too, has no word but of the third language, and leads to the others. */
function holdThird({ text, words, headers }: Shown, what: string): void {
  assertMatch(text, /<html lang="yua">/, what);
  assertEquals(headers.get("content-language"), "yua", what);
  assertMatch(text, /(?:href|formaction)="\?lang=es[^>]* lang="es"[^>]*>Español</, what);
  assertMatch(text, /(?:href|formaction)="\?lang=en[^>]* lang="en"[^>]*>English</, what);
  const unseen = text.matchAll(
    /(?:aria-label|title|title" content|description" content)="([^"]*)"/g,
  );
  const messages = [...text.matchAll(/\?text=([^"]*)/g)].map(([, sent]) => sent!);
  const said = [words, ...[...unseen].map(([, said]) => said), ...messages.map(decodeURIComponent)];
  const foreign = wordsOf(said.join(" ")).filter((word) => !KNOWN.has(word));
  assertEquals(foreign, [], `${what}: ${said}`);
}

/** Forms that the page or the operation refuses. */
function refusals(form: Readonly<Record<string, string>>) {
  const good = { ...form, ...TYPED, nombre: "1234" };
  return {
    fields: { ...form, personas: "99", telefono: "1", comentarios: "1".repeat(501) },
    letters: { ...good, nombre: "1\u0007234", comentarios: "\u0007" },
    hour: { ...good, cuando: "2026-03-12T03:00" },
    full: { ...good, cuando: "2026-03-12T21:00", personas: "9" },
    day: { ...good, dia: "2026-03-13" },
    stale: { ...good, clave: "1" },
  };
}

/** Each text by its name, as a sentence where it is told something. */
function saidIn(texts: object): readonly (readonly [name: string, said: string])[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text === "object") return saidIn(text);
    return [[name, typeof text === "function" ? text(["7"], ["7"], ["7"]) : text]];
  });
}

Deno.test("no text of a language is blank, and none is left in the other", () => {
  const [es, en] = [ES, EN].map(({ reasons: _, ...texts }) => saidIn(texts));
  for (const [name, said] of [...es!, ...en!]) assertMatch(said, /\p{L}/u, name);
  const same = es!.filter(([, said], nth) => said === en![nth]![1]).map(([name]) => name);
  assertEquals(same, ["word", "word", "error", "total"]);
});

Deno.test("a third language is one entry: address and browser choose it, and each page leads to it", async () => {
  await using app = await thirdApp({});
  const asked = [["/", "yua,es;q=0.5", "yua"], ["/carta", "en;q=0.5,yua;q=0.4", "en"]] as const;
  for (const [path, accepted, language] of asked) {
    const { headers } = await app.get(path, { headers: { "accept-language": accepted } });
    assertEquals(headers.get("content-language"), language);
  }
  for (const path of ["/", "/carta", "/reservar", "/pedido/x", "/reservada/x"]) {
    for (const lang of ["es", "en"]) {
      const { text } = await show(app, `${path}?lang=${lang}`);
      assertMatch(text, /(?:href|formaction)="\?lang=yua[^>]* lang="yua"[^>]*>Λλλ<\/(?:a|button)>/);
    }
  }
  const { text } = await show(app, "/?lang=yua");
  assertStringIncludes(text, `hreflang="yua" href="${app.url}/?lang=yua"`);
  assertStringIncludes(text, 'property="og:locale" content="fr_FR"');
});

Deno.test("in a third language home, menu and form have no word of another, refusals included", async () => {
  await using app = await thirdApp({ sample: true });
  const { closures, switches } = app.storage;
  const span = { from: "2026-03-24T18:00", to: "2026-03-24T20:00" };
  await closures.add({ kind: "day", day: "2026-03-20" }, "");
  await closures.add({ kind: "days", from: "2026-03-21", to: "2026-03-22" }, "1", true);
  await closures.add({ kind: "span", ...span }, "");
  await switches.soldOut("panuchos", null);
  const form = "/reservar?dia=2026-03-12&personas=4&lang=yua";
  for (const path of ["/?lang=yua", "/carta?lang=yua", form, "/reservar?dia=x&lang=yua"]) {
    holdThird(await show(app, path), path);
  }
  for (const [name, fields] of Object.entries(refusals(await openForm(app, form)))) {
    const answer = await send(app, fields, { lang: "yua" });
    assertEquals(answer.status, 422, name);
    holdThird(answer, name);
  }
  const headers = { origin: "null" };
  holdThird(await send(app, {}, { lang: "yua", headers }), "foreign");
  holdThird(await send(app, {}, { lang: "yua", body: "clave=1&clave=2" }), "garbled");
  await switches.pause(null);
  holdThird(await show(app, form), "off");
});

Deno.test("in a third language confirmation, calendar file and order have no word of another, expired ones included", async () => {
  await using app = await thirdApp({ leftovers: ["1"] });
  const form = await openForm(app, "/reservar?dia=2026-03-13&personas=4&lang=yua");
  const fields = { ...form, ...TYPED, cuando: "2026-03-14T00:30", nombre: "1234" };
  const table = confirmationOf(await send(app, fields, { lang: "yua" }));
  const changed = confirmationOf(await send(app, { ...fields, personas: "5" }, { lang: "yua" }));
  assertEquals((await stored(app)).map(({ source }) => source), ["web?lang=yua"]);
  const file = await (await app.fetch(table.replace("?", ".ics?"))).text();
  const unfolded = file.replaceAll("\r\n ", "");
  const said = unfolded.match(/^(?:SUMMARY|DESCRIPTION):.*/gm)!;
  for (const text of said) assertEquals(wordsOf(text.replace(/^\w+|\\n/g, " ")), []);
  const point = { lat: 20.9712, lng: -89.6291 };
  const home = { modo: "domicilio", direccion: "1", referencias: "2", ...point };
  const ask = { lineas: [{ id: "panuchos", cantidad: 2 }], comentarios: "3" };
  const orders: string[] = [];
  for (const entrega of [home, { modo: "recoger" }]) {
    const { body } = await app.post("/api/pedido/borrador", { ...ask, entrega });
    orders.push(`${new URL(body.confirmar_en).pathname}?lang=yua`);
  }
  assertStringIncludes((await show(app, orders[0]!)).text, "<figure");
  const { clave = "" } = await openForm(app);
  const second = { ...fields, clave, comentarios: "2" };
  const other = confirmationOf(await send(app, second, { lang: "yua" }));
  const { clave: key = "" } = await openForm(app);
  holdThird(await send(app, { ...second, clave: key, comentarios: "3" }, { lang: "yua" }), "own");
  for (const path of [table, changed, other, ...orders, "/pedido/x?lang=yua"]) {
    holdThird(await show(app, path), path);
  }
  const database = app.storage.database;
  await database.write([{ sql: "UPDATE reservations SET status = 'cancelled'" }]);
  holdThird(await show(app, table), "cancelled");
  app.clock.advance(49 * 60 * 60_000);
  for (const path of [table, ...orders]) holdThird(await show(app, path), `expired ${path}`);
});
