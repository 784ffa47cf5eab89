import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type FieldRead,
  readComments,
  readDay,
  readName,
  readOccasion,
  readPartySize,
  readPhone,
  readSource,
  readTime,
} from "../../../src/domain/reservation/fields.ts";
import { codePoints } from "../../../src/domain/text.ts";

/** The value, or the code of what is wrong, as a rule reads it. */
function read<Value>(result: FieldRead<Value>): Value | string {
  return "value" in result ? result.value : result.error;
}

Deno.test("dia is a real day in its exact form", () => {
  assertEquals(read(readDay("2028-02-29")), "2028-02-29");
  for (const dia of ["2026-02-30", "7/3/2026", "2026-03-07T20:30", " 2026-03-07", ""]) {
    assertEquals(read(readDay(dia)), "dia_malformado");
  }
});

Deno.test("hora is a time in its exact form", () => {
  assertEquals(read(readTime("00:00")), "00:00");
  for (const hora of ["24:00", "8:30 pm", "20:30:00", "2030", ""]) {
    assertEquals(read(readTime(hora)), "hora_malformada");
  }
});

Deno.test("personas is a whole number from 1 to 40", () => {
  assertEquals([1, 40].map((personas) => read(readPartySize(personas))), [1, 40]);
  for (const personas of [0, -1, 41, 1e21]) {
    assertEquals(read(readPartySize(personas)), "personas_fuera_de_rango");
  }
  for (const personas of [2.5, NaN, Infinity]) {
    assertEquals(read(readPartySize(personas)), "personas_no_entero");
  }
});

Deno.test("nombre is 2 to 80 characters, counted as people count them", () => {
  for (const nombre of ["Yo", "🎂🎂", "é".repeat(80), "e\u0301".repeat(80), "😀".repeat(80)]) {
    assertEquals(codePoints(read(readName(nombre))), codePoints(nombre.normalize("NFC")));
  }
  for (const nombre of ["", "  ", " A ", "🎂", "e\u0301", "a".repeat(81)]) {
    assertEquals(read(readName(nombre)), "nombre_longitud");
  }
});

Deno.test("nombre is one line of whole characters, in any script", () => {
  for (const nombre of ["Ana\nChan", "Ana\u0000", "Ana\u001b[2J", "Ana\u0085Chan", "Ana\ud83c"]) {
    assertEquals(read(readName(nombre)), "nombre_caracteres");
  }
  for (const nombre of ["李小龍", "שרה\u200f כהן", "O'Neill-Núñez, Jr.", "<b>Ana</b>"]) {
    assertEquals(read(readName(nombre)), nombre);
  }
});

Deno.test("nombre can be seen, and reads in the order in which it is written", () => {
  const unseen = ["\u200b\u200b\u200b", "\u2060\ufeffA\u00ad", "\u3164\u3164", "\u200dA\u200d"];
  for (const nombre of [...unseen, "Ana\u202ehceP", "\u2067Ana\u2069 Pech"]) {
    assertEquals(read(readName(nombre)), "nombre_caracteres", JSON.stringify(nombre));
  }
  for (const nombre of ["می\u200cخواهم", "👩\u200d🍳 Ana", "Zoe\u0308\u200b"]) {
    assertEquals(read(readName(nombre)), nombre.normalize("NFC"));
  }
});

Deno.test("telefono is kept in E.164", () => {
  assertEquals(read(readPhone("999 123 4567")), "+529991234567");
  assertEquals(read(readPhone("123")), "telefono_invalido");
});

Deno.test("telefono is none that people make up: Mexican numbers begin with 2 to 9", () => {
  for (const made of ["0000000000", "1234567890", "+52 012 345 6789", "+521 1111111111"]) {
    assertEquals(read(readPhone(made)), "telefono_invalido", made);
  }
  assertEquals(read(readPhone("+1 012 345 6789")), "+10123456789");
});

Deno.test("ocasion is one of two words, exactly", () => {
  assertEquals(["general", "cumpleanos"].map((word) => read(readOccasion(word))), [
    ...["general", "cumpleanos"],
  ]);
  for (const ocasion of ["cumpleaños", "General", "", "boda"]) {
    assertEquals(read(readOccasion(ocasion)), "ocasion_desconocida");
  }
});

Deno.test("comentarios hold lines and tabs, up to 500 characters, and are nothing when blank", () => {
  assertEquals(read(readComments("uno\r\n\tdos")), "uno\n\tdos");
  assertEquals(read(readComments(" \n ")), null);
  assertEquals(read(readComments("😀".repeat(500))), "😀".repeat(500));
  assertEquals(read(readComments(` ${"a".repeat(500)} `))?.length, 500);
  assertEquals(read(readComments("a".repeat(501))), "comentarios_longitud");
  for (const comentarios of ["a\u0000b", "a\u007fb", "a\ud800"]) {
    assertEquals(read(readComments(comentarios)), "comentarios_caracteres");
  }
});

Deno.test("no landing is taken for staff's own, however it is written", () => {
  const spellings = ["personal", " PERSONAL ", "Pérsonál", "per sonal", "p\u00adersonal"];
  for (const landing of [...spellings, "“personal”", "ｐersonal"]) {
    assertEquals(read(readSource(landing)), "personal (en línea)", landing);
  }
  for (const landing of ["personal shopper", "personas", "person", "impersonal"]) {
    assertEquals(read(readSource(landing)), landing);
  }
});

Deno.test("landing is one line of up to 120 characters, and nothing when blank", () => {
  assertEquals(read(readSource("a".repeat(120)))?.length, 120);
  assertEquals(read(readSource(" ")), null);
  assertEquals(read(readSource("a".repeat(121))), "landing_longitud");
  assertEquals(read(readSource("a\nb")), "landing_caracteres");
});

Deno.test("reading what a rule has read changes nothing", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
    for (const rule of [readDay, readTime, readName, readPhone, readOccasion, readComments]) {
      const once = rule(text);
      if ("value" in once) assertEquals(rule(once.value ?? ""), once);
    }
  }));
});
