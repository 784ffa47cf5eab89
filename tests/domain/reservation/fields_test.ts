import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type FieldRead,
  readComments,
  readDay,
  readName,
  readNote,
  readOccasion,
  readPhone,
  readSource,
  readTime,
  readTyped,
  RESERVATION_LIMITS,
  typedFrom,
  type TypedReservation,
  type TypingRules,
} from "../../../src/domain/reservation/fields.ts";

/** The value, or the code of what is wrong, as a rule reads it. */
function read<Value>(result: FieldRead<Value>): Value | string {
  return "value" in result ? result.value : result.error;
}

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

Deno.test("no landing is taken for staff's own, however it is written", () => {
  const spellings = ["personal", " PERSONAL ", "Pérsonál", "per sonal", "p\u00adersonal"];
  for (const landing of [...spellings, "“personal”", "ｐersonal"]) {
    assertEquals(read(readSource(landing)), "personal (en línea)", landing);
  }
  for (const landing of ["personal shopper", "personas", "person", "impersonal"]) {
    assertEquals(read(readSource(landing)), landing);
  }
});

Deno.test("reading what a rule has read changes nothing", () => {
  const typed = fc.constantFrom("2026-08-01", "20:30", "+52 1 999 123 45-67", "cumpleanos");
  const text = fc.oneof(typed, fc.string({ unit: "binary", maxLength: 100 }));
  const rules = [readDay, readTime, readName, readPhone, readOccasion, readComments];
  const read = new Set<(typeof rules)[number]>();
  fc.assert(fc.property(text, (text) => {
    for (const rule of rules) {
      const once = rule(text);
      if (!("value" in once)) continue;
      read.add(rule);
      assertEquals(rule(once.value ?? ""), once);
    }
  }));
  assertEquals(read.size, rules.length);
});

const TYPED: TypedReservation = {
  dia: "2026-08-01",
  hora: "20:30",
  personas: "4",
  nombre: "Ana Pérez",
  telefono: "999 123 4567",
  ocasion: "",
  comentarios: "",
};
const RULES: TypingRules = {
  today: "2026-07-31",
  phoneOptional: false,
};

function errorsOf(typed: Partial<TypedReservation>, rules: Partial<TypingRules> = {}) {
  const read = readTyped({ ...TYPED, ...typed }, { ...RULES, ...rules });
  return read.ok ? {} : read.errors;
}

Deno.test("what staff type is normalised as guests' fields are", () => {
  const read = readTyped({
    ...TYPED,
    hora: "20:30:00",
    personas: " 4 ",
    nombre: "  Jose\u0301 ",
    ocasion: "cumpleanos",
    comentarios: "terraza\r\npor favor ",
  }, RULES);
  assert(read.ok);
  assertEquals(read.values, {
    day: "2026-08-01",
    time: "20:30",
    partySize: 4,
    name: "José",
    phone: "+529991234567",
    occasion: "cumpleanos",
    comments: "terraza\npor favor",
  });
});

Deno.test("every wrong field is reported at once, each with its own error", () => {
  assertEquals(
    errorsOf({
      dia: "2026-02-30",
      hora: "25:00",
      personas: "41",
      nombre: "A",
      telefono: "123",
      ocasion: "boda",
      comentarios: "x".repeat(RESERVATION_LIMITS.comments.max + 1),
    }),
    {
      dia: "dia_malformado",
      hora: "hora_malformada",
      personas: "personas_fuera_de_rango",
      nombre: "nombre_longitud",
      telefono: "telefono_invalido",
      ocasion: "ocasion_desconocida",
      comentarios: "comentarios_longitud",
    },
  );
});

Deno.test("guests are counted in whole digits only", () => {
  for (const personas of ["", "4.0", "1e1", "0x4", "-1", "cuatro", "4 5", "٤", "9999999"]) {
    assertEquals(errorsOf({ personas }), { personas: "personas_no_entero" }, personas);
  }
  assertEquals(errorsOf({ personas: "0" }), { personas: "personas_fuera_de_rango" });
  assertEquals(errorsOf({ personas: "40" }), {});
});

Deno.test("a telephone may be missing only where staff took the reservation", () => {
  assertEquals(errorsOf({ telefono: "  " }), { telefono: "telefono_falta" });
  assertEquals(errorsOf({ telefono: "  " }, { phoneOptional: true }), {});
  assertEquals(errorsOf({ telefono: "12" }, { phoneOptional: true }), {
    telefono: "telefono_invalido",
  });
});

Deno.test("a day more than a year back or two ahead is a slip of the finger", () => {
  assertEquals(errorsOf({ dia: "2025-07-31" }), {});
  assertEquals(errorsOf({ dia: "2025-07-30" }), { dia: "dia_imposible" });
  assertEquals(errorsOf({ dia: "2028-07-30" }), {});
  assertEquals(errorsOf({ dia: "2028-07-31" }), { dia: "dia_imposible" });
  assertEquals(errorsOf({ dia: "0000-01-01" }), { dia: "dia_imposible" });
});

Deno.test("a form filled with a reservation reads as that reservation", () => {
  const text = fc.string({ unit: "grapheme", minLength: 2, maxLength: 40 });
  fc.assert(fc.property(text, text, fc.integer({ min: 1, max: 40 }), (nombre, comentarios, n) => {
    const read = readTyped({ ...TYPED, nombre, comentarios, personas: String(n) }, RULES);
    if (!read.ok) return;
    assertEquals(readTyped(typedFrom(read.values), RULES), read);
  }));
});

Deno.test("a note is trimmed, may be emptied, and is refused when it is too long", () => {
  assertEquals(readNote(" mesa 4\r\njunto\ta la\rventana ", 500), {
    value: "mesa 4\njunto\ta la\nventana",
  });
  assertEquals(readNote(" \n ", 500), { value: null });
  assertEquals(readNote("🎂".repeat(500), 500), { value: "🎂".repeat(500) });
  assertEquals(readNote("x".repeat(501), 500), { error: "nota_longitud" });
  assertEquals(readNote("a\ud83c", 500), { error: "nota_caracteres" });
});
