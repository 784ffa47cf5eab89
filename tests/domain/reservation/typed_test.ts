import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { RESERVATION_LIMITS } from "../../../src/domain/reservation/reservation.ts";
import {
  readNote,
  readTyped,
  typedFrom,
  type TypedReservation,
  type TypingRules,
} from "../../../src/domain/reservation/typed.ts";

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
  timeZone: "America/Merida",
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

Deno.test("every wrong field is told at once, each with its own error", () => {
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

Deno.test("half a surrogate pair or a control character gets into no field", () => {
  for (const bad of ["a\ud83c", "a\u0000b"]) {
    assertEquals(errorsOf({ nombre: bad }), { nombre: "nombre_caracteres" });
    assertEquals(errorsOf({ comentarios: bad }), { comentarios: "comentarios_caracteres" });
    assertEquals(errorsOf({ telefono: bad }), { telefono: "telefono_invalido" });
    assertEquals(readNote(bad, 500), { ok: false, error: "nota_caracteres" });
  }
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

Deno.test("an hour that the clocks skip that day does not exist", () => {
  const berlin = { timeZone: "Europe/Berlin", today: "2026-03-01" };
  const dia = "2026-03-29";
  assertEquals(errorsOf({ dia, hora: "02:30" }, berlin), { hora: "hora_inexistente" });
  assertEquals(errorsOf({ dia, hora: "03:00" }, berlin), {});
  assertEquals(errorsOf({ dia, hora: "02:30" }), {});
});

Deno.test("a form filled with a reservation reads as that reservation", () => {
  const text = fc.string({ unit: "grapheme", minLength: 2, maxLength: 40 });
  fc.assert(fc.property(text, text, fc.integer({ min: 1, max: 40 }), (nombre, comentarios, n) => {
    const read = readTyped({ ...TYPED, nombre, comentarios, personas: String(n) }, RULES);
    if (!read.ok) return;
    assertEquals(readTyped(typedFrom(read.values), RULES), read);
  }));
});

Deno.test("a note is trimmed, may be emptied, and is told when it is too long", () => {
  assertEquals(readNote(" mesa 4\r\njunto a la ventana ", 500), {
    ok: true,
    note: "mesa 4\njunto a la ventana",
  });
  assertEquals(readNote(" \n ", 500), { ok: true, note: null });
  assertEquals(readNote("🎂".repeat(500), 500), { ok: true, note: "🎂".repeat(500) });
  assertEquals(readNote("x".repeat(501), 500), { ok: false, error: "nota_longitud" });
});
