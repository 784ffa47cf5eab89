import {
  assert,
  assertEquals,
  assertGreater,
  assertLessOrEqual,
  assertStringIncludes,
} from "@std/assert";
import { type DescribedOperation, motivosOf, OPERATIONS } from "../openapi/_document.ts";
import {
  BLANK_RESTAURANT,
  restaurantBooking,
  testRestaurant,
} from "../support/restaurant_fixture.ts";
import { testApp, type TestAppOptions } from "../support/test_app.ts";

function unescaped(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** The part of /docs about an operation. */
function sectionOf(docs: string, { id }: DescribedOperation): string {
  const start = docs.indexOf(`<section aria-labelledby="${id}">`);
  assert(start > 0, id);
  return docs.slice(start, docs.indexOf("</section>", start));
}

/** Where four cannot reserve at once, too. */
const RESTAURANTS = [
  testRestaurant(),
  testRestaurant({ maxParty: 2 }),
  restaurantBooking({ peoplePerTime: 3 }),
];

Deno.test("every example of /docs works, typed into a shell", async () => {
  for (const restaurant of RESTAURANTS) {
    await using app = await testApp({ restaurant });
    const docs = await (await app.fetch("/docs")).text();
    assertStringIncludes(docs, `?lat=${restaurant.location.lat}&amp;`, "its own place");
    for (const operation of OPERATIONS) {
      const [, example] = /<pre><code>(.*?)<\/code><\/pre>/s.exec(sectionOf(docs, operation))!;
      const { stdout } = await new Deno.Command("sh", {
        args: ["-c", `${unescaped(example!)} --silent --write-out '\n%{http_code}'`],
      }).output();
      const text = new TextDecoder().decode(stdout);
      assertEquals([operation.id, text.split("\n").at(-1)], [operation.id, "200"], text);
    }
  }
});

Deno.test("/docs begins with what to do, whose calls and fields there are, and has every operation with its failures", async () => {
  await using app = await testApp();
  const docs = unescaped(await (await app.fetch("/docs")).text());
  const [, toDo = ""] = /<dl>(.*?)<\/dl>/s.exec(docs)!;
  assertEquals(toDo.match(/<dt>/g)!.length, 5);
  const known = JSON.stringify(OPERATIONS);
  for (const [call] of toDo.matchAll(/\/api[\w/]+/g)) {
    assert(OPERATIONS.some(({ path }) => path === call), call);
  }
  for (const [field] of toDo.matchAll(/\b[a-z]+(_[a-z]+)+\b/g)) {
    assertStringIncludes(known, `"${field}"`);
  }
  for (const operation of OPERATIONS) {
    const section = sectionOf(docs, operation);
    assertStringIncludes(section, `${operation.method.toUpperCase()} ${operation.path}`);
    assertStringIncludes(section, "<dt>405, 500</dt>");
    const isReal = section.includes("holds a real table");
    assertEquals(isReal, operation.id === "createRestaurantReservation", operation.id);
    for (const { response } of operation.responses) {
      for (const motivo of motivosOf(response)) assertStringIncludes(section, motivo);
    }
  }
});

Deno.test("/llms.txt says in 40 lines what there is, and its links lead somewhere", async () => {
  await using app = await testApp();
  const { headers, text } = await app.get("/llms.txt");
  assertEquals(headers.get("content-type"), "text/plain; charset=utf-8");
  assertLessOrEqual(text.trimEnd().split("\n").length, 40);
  const { name, address, phone } = app.deps.restaurant();
  assertStringIncludes(text, `# ${name}\n`);
  assertStringIncludes(text, `${address}. Time zone America/Merida. Phone ${phone}.`);
  for (const { id, path } of OPERATIONS) {
    assertStringIncludes(text, `${path}, tool ${id}`);
  }
  const links = [...text.matchAll(/\((http[^)]*)\)/g)];
  assertGreater(links.length, 2);
  for (const [, url] of links) {
    const response = await fetch(url!);
    assertEquals([url, response.status], [url, 200]);
    const body = await response.text();
    const anchor = new URL(url!).hash.slice(1);
    assert(anchor === "" || body.includes(`id="${anchor}"`), url);
  }
});

/** The links for who can only read that a service with these parts gives. */
async function readable(options: TestAppOptions, paused = false): Promise<readonly string[]> {
  await using app = await testApp(options);
  if (paused) await app.storage.switches.pause(null);
  const { text } = await app.get("/llms.txt");
  const [, part = ""] = /## If you can only read\n([^#]*)/.exec(text) ?? [];
  return [...part.matchAll(/http:\/\/[^/]+(\/\w+(?:\?\w+)?)/g)].map(([, path]) => path!);
}

Deno.test("/llms.txt names the pages for people that can do something now, in words where streets are known", async () => {
  const [table, menu, order] = ["/reservar?dia", "/carta", "/pedir?modo"];
  assertEquals(await readable({}), [table, menu, order, "/envio?texto"]);
  assertEquals(await readable({}, true), [menu, order, "/envio?texto"]);
  const engine = { deps: () => ({ findsAddresses: () => false }) };
  assertEquals(await readable(engine), [table, menu, order, "/envio?lat"]);
  const unpriced = { deps: () => ({ hasPrices: () => false }) };
  assertEquals(await readable(unpriced), [table, menu, order]);
  const restaurant = testRestaurant({ menu: { sections: [], additions: [] } });
  assertEquals(await readable({ restaurant }), [table, "/envio?texto"]);
  assertEquals(await readable({ restaurant: BLANK_RESTAURANT }), []);
});

Deno.test("the start page leads programs to the document, and robots to everything", async () => {
  await using app = await testApp();
  const { headers, text } = await app.get("/");
  assertEquals(
    headers.get("link"),
    '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"',
  );
  assertStringIncludes(text, '<a href="/docs">Para asistentes</a>');
  const docs = (await app.get("/docs")).text;
  for (const path of ["/llms.txt", "/mcp"]) assertStringIncludes(docs, path);
  assertEquals((await app.get("/robots.txt")).text, "User-agent: *\nDisallow:\n");
});
