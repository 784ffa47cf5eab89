import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { OPERATIONS } from "../../src/app.ts";
import { homeDraftBody, reservationBody, type TestApp, testApp } from "../support/test_app.ts";
import { modernRpc, olderRpc } from "./_mcp.ts";

type Arguments = Readonly<Record<string, unknown>>;

const text = fc.oneof(
  fc.constantFrom("es", "en", "fr", "reserva", "pedido", "2026-03-12", "20:30", "7", ""),
  fc.string({ unit: "grapheme" }),
);
const anything = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue());
const degrees = fc.oneof(
  fc.constantFrom(20.9745, -89.6212, 1e-7, -1e-9, 1e21, 91, -0, 0),
  fc.double({ min: -200, max: 200, noNaN: true }),
  text,
);

/** Known fields with valid and invalid values, and some unknown fields. */
function argumentsOf(good: Arguments, odd: fc.Arbitrary<unknown>): fc.Arbitrary<Arguments> {
  const changes = fc.dictionary(
    fc.oneof(fc.constantFrom(...Object.keys(good)), fc.stringMatching(/^[a-z]{1,8}$/)),
    odd,
    { maxKeys: 3 },
  );
  return changes.map((changed) => ({ ...good, ...changed }));
}

const ARGUMENTS: Readonly<Record<string, fc.Arbitrary<Arguments>>> = {
  info: argumentsOf({ lang: "es" }, text),
  menu: argumentsOf({ lang: "en" }, text),
  contacto: argumentsOf({ motivo: "reserva", lang: "es" }, text),
  getAvailableReservationTimes: argumentsOf({ dia: "2026-03-12" }, fc.oneof(text, fc.integer())),
  envio: argumentsOf({ lat: 20.9745, lng: -89.6212 }, degrees),
  ubicacion: argumentsOf({ texto: "58 por 59 y 61" }, text),
  pedidoBorrador: argumentsOf(homeDraftBody() as Arguments, anything),
  createRestaurantReservation: argumentsOf(
    { ...reservationBody() as Arguments, landing: "Asistente" },
    anything,
  ),
};

Deno.test("a tool answers as the operation does over HTTP, whatever the arguments", async () => {
  await using tools = await testApp();
  await using http = await testApp();
  for (const { operationId, method, path } of OPERATIONS) {
    await fc.assert(
      fc.asyncProperty(ARGUMENTS[operationId]!, fc.boolean(), async (sent, isModern) => {
        const rpc = isModern ? modernRpc : olderRpc;
        const params = { name: operationId, arguments: sent };
        const { body: { result } } = await rpc(tools, "tools/call", params);
        const over = method === "POST"
          ? await http.post(path, sent)
          : await http.get(`${path}?${queryOf(sent)}`);
        assertEquals(result.isError ?? false, over.status !== 200);
        assertEquals(plain(tools, result.content[0].text), plain(http, over.text));
        if (over.status !== 200) assertEquals(result.structuredContent, undefined);
        else assertEquals(result.structuredContent, JSON.parse(result.content[0].text));
      }),
      { numRuns: 60 },
    );
  }
});

Deno.test("a tool refuses more bytes than its operation takes", async () => {
  await using app = await testApp();
  const sent = { ...reservationBody() as Arguments, otra: "x".repeat(8_192) };
  const params = { name: "createRestaurantReservation", arguments: sent };
  const { body: { result } } = await modernRpc(app, "tools/call", params);
  const { motivo, error } = JSON.parse(result.content[0].text);
  assertEquals([result.isError, motivo, error], [true, "grande", "cuerpo_grande"]);
});

Deno.test("an argument that is null is as if it were left out, in each tool that reads", async () => {
  await using app = await testApp();
  const { tools } = (await modernRpc(app, "tools/list")).body.result;
  const reading = OPERATIONS.filter(({ method }) => method === "GET");
  for (const { operationId } of reading) {
    const answer = async (sent: Arguments) => {
      const { body } = await modernRpc(app, "tools/call", { name: operationId, arguments: sent });
      return body.result;
    };
    const tool = tools.find(({ name }: { name: string }) => name === operationId);
    const names = Object.keys(tool.inputSchema.properties);
    assert(names.length > 0, operationId);
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    assertEquals(await answer(nulls), await answer({}), operationId);
  }
});

/** The query: numbers as plain decimals. */
function queryOf(sent: Arguments): URLSearchParams {
  const decimals = new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 15 });
  return new URLSearchParams(
    Object.entries(sent).map(([name, value]) => [
      name,
      typeof value === "number" && Math.abs(value) < 1e15 ? decimals.format(value) : String(value),
    ]),
  );
}

/** The text without random parts. */
function plain({ url }: TestApp, text: string): string {
  return text.replaceAll(url, "").replace(/R-[0-9A-Z]{8}/g, "R-")
    .replace(/\/(pedido|reservada)\/[\w-]+/, "/$1/");
}
