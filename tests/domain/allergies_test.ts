import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { allergyMarks } from "../../src/domain/allergies.ts";
import sentences from "./allergies_sentences.json" with { type: "json" };

function marked(text: string): string[] {
  return allergyMarks(text).map(({ from, to }) => text.slice(from, to));
}

Deno.test("allergy and diet words are found in Spanish, in every inflection", () => {
  const words = [
    "alergia alergias alérgico alérgica alérgicos alérgicas alérgeno intolerante intolerancia intolerancias",
    "celiaco celíaco celiaca celíaca celíacos celíacas celiaquía anafilaxia anafiláctica anafiláctico",
    "nuez nueces cacahuate cacahuates cacahuete maní almendra almendras avellanas pistache piñón piñones",
    "marisco mariscos camarón camarones crustáceos molusco jaiba langosta langostinos pulpo pescado",
    "lácteo lácteos lactosa gluten trigo huevo huevos soya soja ajonjolí leche queso sulfitos",
    "vegano vegana veganos vegetariano vegetariana vegetarianas diabético diabetes kosher halal",
  ].join(" ").split(" ");
  for (const word of words) assertEquals(marked(`(${word})`), [word]);
});

Deno.test("allergy and diet words are found in English", () => {
  const words = [
    "allergy allergies allergic allergen celiac coeliac coeliacs anaphylaxis anaphylactic intolerant",
    "intolerance nut nuts peanut peanuts walnuts almond cashews shellfish shrimp prawns crab lobster",
    "fish dairy milk lactose gluten wheat egg eggs sesame vegan vegans vegetarian vegetarians diabetic",
  ].join(" ").split(" ");
  for (const word of words) assertEquals(marked(`We are ${word}!`), [word]);
});

Deno.test("none of 150 sentences that need a mark in seven languages is missed, however they are typed", () => {
  const bare = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
  const typed: readonly ((text: string) => string)[] = [
    (text) => text.normalize("NFC"),
    (text) => text.normalize("NFD"),
    (text) => text.toUpperCase(),
    bare,
    (text) => bare(text).toUpperCase(),
  ];
  const missed = sentences.needs.flatMap(({ text }) =>
    typed.map((as) => as(text)).filter((written) => marked(written).length === 0)
  );
  assertEquals(sentences.needs.length, 150);
  assertEquals(missed, []);
});

Deno.test("what belongs together is marked together", () => {
  assertEquals(marked("Todo sin gluten, por favor"), ["sin gluten"]);
  assertEquals(marked("pan SIN  GLUTEN\ny gluten-free; nut free"), [
    "SIN  GLUTEN",
    "gluten-free",
    "nut free",
  ]);
  assertEquals(marked("libre de lactosa, no mariscos, frutos secos, soy sauce"), [
    "libre de lactosa",
    "no mariscos",
    "frutos secos",
    "soy sauce",
  ]);
  assertEquals(marked("No puede comer sal. She can’t eat onions"), ["No puede comer", "can’t eat"]);
});

Deno.test("a sentence's end parts words", () => {
  assertEquals(marked("¿Trae picante? No. Nueces tampoco"), ["Nueces"]);
  assertEquals(marked("gluten. Free parking?"), ["gluten"]);
});

Deno.test("words that only look alike are left alone", () => {
  for (
    const text of [
      "Soy Ana, somos cuatro y venimos de Celestún",
      "minutes, donuts, butternut, nutella, eggplant, milkshake, alergología",
      "Llegamos sin reservar; no fumadores, mesa en terraza",
      "Free parking? sin prisa, libre de tráfico",
      "legumbres y pescadores",
      "",
      "  \n\t ",
    ]
  ) assertEquals(marked(text), [], text);
});

Deno.test("accents, case, width and invisible characters make no difference", () => {
  assertEquals(marked("ALERGICO"), ["ALERGICO"]);
  assertEquals(marked("Alérgico"), ["Alérgico"]);
  assertEquals(marked("ａｌｅｒｇｉａ"), ["ａｌｅｒｇｉａ"]);
  assertEquals(marked("aler\u200bgi\u00ada"), ["aler\u200bgi\u00ada"]);
});

Deno.test("ranges count in the text as it stands, composed or decomposed, emoji before it or not", () => {
  const text = "🎂 Soy alérgica al camarón";
  for (const form of ["NFC", "NFD"]) {
    const written = text.normalize(form);
    assertEquals(marked(written).map((word) => word.normalize("NFC")), ["alérgica", "camarón"]);
  }
  const decomposed = "ale\u0301rgica, camaro\u0301n.";
  assertEquals(allergyMarks(decomposed), [{ from: 0, to: 9 }, { from: 11, to: 19 }]);
});

Deno.test("whatever a text holds, ranges lie within it, in order, none overlapping another", () => {
  const pieces = fc.constantFrom(
    ..."sin|no|gluten|free|nut|soy|sauce|libre|de|alérgica|\u0301|\u200b|-|.|'|\ud83c| ".split("|"),
  );
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(" ")),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  fc.assert(fc.property(text, (written) => {
    let end = 0;
    for (const { from, to } of allergyMarks(written)) {
      assert(end <= from && from < to && to <= written.length);
      end = to;
    }
  }));
});

Deno.test("a long text of half-finished words is read in one go: going back over it would never end", () => {
  const pieces = ["a", "sin ", "no puede ", "libre de ", "\u0301", "\ufdfa", "'", "- ", "kein "];
  for (const piece of pieces) assertEquals(allergyMarks(piece.repeat(100_000)), [], piece);
  for (const stem of ["alergi", "erdnuss"]) {
    const text = stem.repeat(100_000);
    assertEquals(allergyMarks(text), [{ from: 0, to: text.length }], stem);
  }
  assertEquals(allergyMarks("sin gluten ".repeat(50_000)).length, 50_000);
});
