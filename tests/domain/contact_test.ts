import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { isPossiblePhoneNumber } from "libphonenumber-js/min";
import {
  E164_FORM,
  internationalPhone,
  normalisePhone,
  shownPhone,
  soughtPhone,
  whatsappLink,
} from "../../src/domain/contact.ts";

const textOf = (link: string) => new URL(link).searchParams.get("text");

Deno.test("a broken character does not cost the link", () => {
  assertEquals(textOf(whatsappLink("+529991234567", "a\ud800b")), "a\ufffdb");
});

/** What is typed, by the number that it is. */
const PHONES: Readonly<Record<string, readonly string[]>> = {
  "+529991234567": [
    ...["9991234567", "  999 123 4567 ", "+529991234567", "+52 1 999 123 4567"],
    ...["(999) 123-45-67", "999.123.4567", "(+52) 999 123 4567", "\t9991234567\n"],
    // Blanks, dashes and direction marks of other kinds.
    ...["+52\u00a0999\u202f123\u20074567", "+52 999\u2010123\u2011456\u20137"],
    ...["999\u2014123\u22124567", "\u202a+52 999 123 4567\u202c", "\u2068999 123 4567\u2069"],
  ],
  "+14155550123": ["+14155550123", "+1 (415) 555-0123", "+1 (0) 415 555 0123", "+1 1 415 555 0123"],
  "+15219991234": ["+1 521 999 1234"],
  "+10123456789": ["+1 012 345 6789"],
  // What is dialled before a number inside its country, alone and with a zero in parentheses.
  "+442079460958": ["+44 20 7946 0958", "+44 (0)20 7946 0958", "+44 020 7946 0958"],
  "+49301234567": ["+49 (0) 30 1234567", "+49 030 1234567", "(+49) 30 1234567"],
  "+33612345678": ["+33 (0)6 12 34 56 78", "+33 06 12 34 56 78"],
  "+61412345678": ["+61 0412 345 678"],
  "+79161234567": ["+7 8 916 123-45-67", "+7 (916) 123 45 67"],
  "+36201234567": ["+36 06 20 123 4567"],
  "+5491123456789": ["+54 9 11 2345 6789", "+54 11 15 2345 6789"],
  // Countries without a trunk prefix, of which a longer number is possible too, or is not.
  "+48512345678": ["+48 (0) 512 345 678"],
  "+34612345678": ["+34 (0) 612 34 56 78"],
  "+573211234567": ["+57 0321 123 4567"],
  // A zero that belongs to the number.
  "+390612345678": ["+39 06 1234 5678", "+39 (0)6 1234 5678"],
  "+393471234567": ["+39 347 123 4567"],
  "+2250712345678": ["+225 07 12 34 56 78"],
  // One that is possible, and of no plan that is known.
  "+50212345678": ["+502 1234 5678"],
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
    // Mexican numbers of another length, and those that begin with 0 or 1.
    ...["+52 999 123 456", "+52 999 123 456 78", "+52 1 999 123 456", "0000000000", "1234567890"],
    ...["+520000000000", "+52 1 1111111111", "+52 (0) 99 1234 5678 9"],
    // Codes of no country, and lengths of no number in one.
    ...["+99912345678", "+2101234567", "+1 415 555 010", "+1 415 555 01234", "+12345678"],
    ...[
      "+44 20 7946",
      "+34 612 34 56",
      "+123456789012345",
      "+442079460958x3",
      "+1 415 555 0123;ext=3",
    ],
    ...["52+9991234567", "+52999123456a", "999 123 4567 ext. 3", "tel:+529991234567"],
    ...["999/123/4567", "９９９１２３４５６７", "٩٩٩١٢٣٤٥٦٧", "＋529991234567"],
    ...["999123\u00004567", "999123\n4567", "999123\t4567", "999123\u200b4567"],
    "9991234567\ud800",
  ];
  for (const text of refused) assertEquals(normalisePhone(text), null, JSON.stringify(text));
});

Deno.test("whatever is typed, the outcome is a possible number in E.164 or nothing, stays itself, and reads back as shown", () => {
  const code = fc.constantFrom("", "+", "+52", "+521", "+44", "+49", "+39", "+7", "+54", "+48");
  const prefix = fc.constantFrom("", "0", "(0)", "00", "8", "15", "1");
  const rest = fc.stringMatching(/^[0-9]{7,12}[0-9 .()\u00a0a-]{0,3}$/);
  const typed = fc.tuple(code, prefix, rest).map((parts) => parts.join(" "));
  let numbers = 0;
  fc.assert(
    fc.property(fc.oneof(typed, fc.string({ unit: "binary" })), (text) => {
      const phone = normalisePhone(text);
      if (phone === null) return;
      numbers++;
      assert(E164_FORM.test(phone), phone);
      assert(isPossiblePhoneNumber(phone), phone);
      for (const form of [phone, internationalPhone(phone)]) {
        assertEquals(normalisePhone(form), phone, text);
      }
    }),
    { numRuns: 300 },
  );
  assert(numbers > 10, `${numbers} numbers`);
});

Deno.test("a number is shown with its country's code, and on the board a Mexican one without", () => {
  const shown = {
    "+529991234567": ["+52 999 123 4567", "999 123 4567"],
    "+525512345678": ["+52 55 1234 5678", "55 1234 5678"],
    "+14155550100": ["+1 415 555 0100", "+1 415 555 0100"],
    "+442079460958": ["+44 20 7946 0958", "+44 20 7946 0958"],
  };
  for (const [phone, forms] of Object.entries(shown)) {
    assertEquals([internationalPhone(phone), shownPhone(phone)], forms);
  }
});

Deno.test("a number is sought as it is dialled, and though it is impossible", () => {
  const mexican = ["044 999 123 4567", "045-999-1234567", "01 (999) 123 4567", "52 1 999 123 4567"];
  for (const text of [...mexican, "0052 999 123 4567", "+52 044 999 123 4567", "9991234567"]) {
    assertEquals(soughtPhone(text), "+529991234567", text);
  }
  const british = ["+44 (0)20 7946 0958", "0044 20 7946 0958", "44 20 7946 0958", "+4402079460958"];
  for (const text of british) assertEquals(soughtPhone(text), "+442079460958", text);
  assertEquals(soughtPhone("+52 999 123 456"), "+52999123456");
  assertEquals(soughtPhone("+999 1234 5678"), "+99912345678");
  for (const text of ["", "12", "4567", "Ana", "999 123 456"]) {
    assertEquals(soughtPhone(text), null);
  }
});
