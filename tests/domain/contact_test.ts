import { assertEquals } from "@std/assert";
import { contactLink, reservationContactLink, whatsappLink } from "../../src/domain/contact.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";

const textOf = (link: string) => new URL(link).searchParams.get("text");

Deno.test("a link names the phone by its digits and holds the text, whatever it is", () => {
  const text = "¿Tienen mesa? 2 + 2 = 4 & más\nGracias #1 🎂";
  const link = whatsappLink("+529991234567", text);
  assertEquals(link.split("?")[0], "https://wa.me/529991234567");
  assertEquals(textOf(link), text);
});

Deno.test("a broken character does not cost the link", () => {
  assertEquals(textOf(whatsappLink("+529991234567", "a\ud800b")), "a\ufffdb");
});

Deno.test("the contact link's text follows reason and language", () => {
  const restaurant = testRestaurant();
  assertEquals(textOf(contactLink(restaurant, "duda", "es")), "Hola, tengo una duda.");
  assertEquals(textOf(contactLink(restaurant, "pedido", "en")), "Hello, I want to order.");
});

Deno.test("the link about a reservation holds its folio, in both languages", () => {
  const restaurant = testRestaurant();
  assertEquals(
    textOf(reservationContactLink(restaurant, "R-01234567", "es")),
    "Hola, La Prueba. Les escribo por mi reservación con folio R-01234567.",
  );
  assertEquals(
    textOf(reservationContactLink(restaurant, "R-01234567", "en")),
    "Hello, La Prueba. I am writing about my reservation R-01234567.",
  );
});
