import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { pastedLinks } from "../../../src/domain/order_draft/pasted_link.ts";

const TOKEN = "AbC-_9".repeat(20);

/** The first reading of each link. */
function firsts(text: string): string[] {
  return pastedLinks(text).map(({ tokens: [token] }) => token!);
}

Deno.test("a link is found by itself and within a message, whatever stands around it", () => {
  for (
    const text of [
      `https://mesa.example/pedido/${TOKEN}`,
      `  https://mesa.example/pedido/${TOKEN}\n`,
      `Hola.\n2 × Panuchos: $190.00\n\nhttps://mesa.example/pedido/${TOKEN}\n\nGracias`,
      `(https://mesa.example/pedido/${TOKEN})`,
      `"https://mesa.example/pedido/${TOKEN}".`,
      `https://mesa.example/pedido/${TOKEN}?lang=en`,
      `mesa.example/pedido/${TOKEN}`,
      TOKEN,
      `${TOKEN.slice(0, 50)}\n${TOKEN.slice(50)}`,
    ]
  ) assertEquals(firsts(text), [TOKEN], text);
});

Deno.test("the address before it is told, as far as there is one", () => {
  const address = (text: string) => pastedLinks(text)[0]!.address;
  assertEquals(address(`https://mesa.example/pedido/${TOKEN}`), "https://mesa.example");
  assertEquals(
    address(`ver:https://mesa.example:8080/pedido/${TOKEN}`),
    "https://mesa.example:8080",
  );
  assertEquals(address(TOKEN), "");
});

Deno.test("a link broken by blanks can be read with what follows it", () => {
  const broken = `https://mesa.example/pedido/${TOKEN.slice(0, 50)}\n${TOKEN.slice(50, 90)} ${
    TOKEN.slice(90)
  } hola`;
  assertEquals(pastedLinks(broken)[0]!.tokens, [
    TOKEN.slice(0, 50),
    TOKEN.slice(0, 90),
    TOKEN,
    `${TOKEN}hola`,
  ]);
  assertEquals(pastedLinks(`https://mesa.example/pedido/${TOKEN}. Gracias`)[0]!.tokens, [TOKEN]);
});

Deno.test("several links are told apart, the same one twice is one, and there is an end to them", () => {
  const link = (token: string) => `https://mesa.example/pedido/${token}`;
  assertEquals(firsts(`${link(TOKEN)} y ${link(TOKEN)} y ${link("otro")}`), [TOKEN, "otro"]);
  const many = Array.from({ length: 50 }, (_, index) => link(`t${index}`)).join(" ");
  assertEquals(firsts(many).length, 5);
});

Deno.test("a message without a link has none, and no text at all upsets the search", () => {
  assertEquals(pastedLinks("Hola, quiero dos panuchos"), []);
  assertEquals(pastedLinks(""), []);
  assertEquals(firsts("https://mesa.example/pedido/"), [""]);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    for (const { tokens } of pastedLinks(`${text}/pedido/${text}`)) {
      assert(tokens.every((token) => /^[A-Za-z0-9_-]*$/.test(token)));
    }
  }));
});
