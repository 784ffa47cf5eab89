import { assertEquals } from "@std/assert";
import { checkedApp } from "./_checked_app.ts";

const TEXTS = [
  ["", "Hola, tengo una duda."],
  ["?motivo=duda", "Hola, tengo una duda."],
  ["?motivo=pedido", "Hola, quiero hacer un pedido."],
  ["?motivo=reserva", "Hola, quiero reservar."],
  ["?motivo=reserva&lang=en", "Hello, I want to book a table."],
  ["?lang=en", "Hello, I have a question."],
] as const;

Deno.test("contacto gives a WhatsApp link to the restaurant with the text of the reason", async () => {
  await using app = await checkedApp();
  for (const [query, text] of TEXTS) {
    const { status, headers, body } = await app.get(`/api/contacto${query}`);
    assertEquals([status, body.ok, headers.get("cache-control")], [200, true, "no-store"]);
    assertEquals(body.whatsapp.split("?")[0], "https://wa.me/529991234567");
    assertEquals(new URL(body.whatsapp).searchParams.get("text"), text);
  }
});
