import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { E164_FORM, normalisePhone, whatsappLink } from "../../src/domain/contact.ts";

const textOf = (link: string) => new URL(link).searchParams.get("text");

Deno.test("a broken character does not cost the link", () => {
  assertEquals(textOf(whatsappLink("+529991234567", "a\ud800b")), "a\ufffdb");
});

/** What is typed, by the number that it is. */
const PHONES: Readonly<Record<string, readonly string[]>> = {
  "+529991234567": [
    ...["9991234567", "  999 123 4567 ", "+529991234567", "+52 1 999 123 4567"],
    ...["(999) 123-45-67", "999.123.4567", "(+52) 999 123 4567"],
    // Blanks, dashes and direction marks of other kinds.
    ...["+52\u00a0999\u202f123\u20074567", "+52 999\u2010123\u2011456\u20137"],
    ...["999\u2014123\u22124567", "\u202a+52 999 123 4567\u202c", "\u2068999 123 4567\u2069"],
  ],
  "+14155550123": ["+14155550123"],
  "+12345678": ["+12345678"],
  // The 1 that Mexican mobiles once had is dropped from numbers of that length only.
  "+521999123456": ["+521999123456"],
  "+15219991234": ["+1 521 999 1234"],
};

Deno.test("a number is read however it is typed, ten digits as a Mexican one", () => {
  for (const [phone, typed] of Object.entries(PHONES)) {
    for (const text of typed) assertEquals(normalisePhone(text), phone, text);
  }
});

Deno.test("what is neither ten digits nor plus sign, country code and number is refused", () => {
  const refused = [
    ...["", "   ", "+", "999123456", "529991234567", "00529991234567", "+1234567"],
    ...["+1234567890123456", "+5219991234567890", "+0123456789", "++529991234567"],
    ...["52+9991234567", "+52999123456a", "999 123 4567 ext. 3", "tel:+529991234567"],
    ...["999/123/4567", "９９９１２３４５６７", "٩٩٩١٢٣٤٥٦٧", "＋529991234567"],
    ...["999123\u00004567", "999123\n4567", "999123\t4567", "999123\u200b4567"],
    "9991234567\ud800",
  ];
  for (const text of refused) assertEquals(normalisePhone(text), null, JSON.stringify(text));
});

Deno.test("whatever is typed, the outcome is E.164 or nothing, and stays itself", () => {
  const typed = fc.stringMatching(/^ ?(\+|\+52|\+521)?[0-9]{7,12}[0-9 .()\u00a0a-]{0,3}$/);
  let numbers = 0;
  fc.assert(fc.property(fc.oneof(typed, fc.string({ unit: "binary" })), (text) => {
    const phone = normalisePhone(text);
    if (phone === null) return;
    numbers++;
    assert(E164_FORM.test(phone), phone);
    assertEquals(normalisePhone(phone), phone);
  }));
  assert(numbers > 10, `${numbers} numbers`);
});
