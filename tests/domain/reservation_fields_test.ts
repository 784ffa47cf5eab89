import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { Failure } from "../../src/domain/failure.ts";
import type { ReservationRequest } from "../../src/domain/reservation/reservation.ts";
import { RESERVATION_ERRORS } from "../../src/domain/reservation_errors.ts";
import {
  readComments,
  readDay,
  readName,
  readOccasion,
  readPartySize,
  readPhone,
  readReservation,
  readSource,
  readTime,
  type ReservationBody,
} from "../../src/domain/reservation_fields.ts";
import { codePoints } from "../../src/domain/text.ts";

const BODY: ReservationBody = {
  dia: "2026-03-07",
  hora: "20:30",
  personas: 4,
  nombre: "José Chan",
  telefono: "+529991234567",
};

function readBody(body: ReservationBody): ReservationRequest {
  return readReservation((name) => body[name]);
}

/** The error of what `read` throws, after checking that it is declared for its field and says how to mend it. */
function refusal(read: () => unknown): string {
  const failure = assertThrows(read, Failure);
  assertEquals(failure.motivo, "datos");
  const declared = RESERVATION_ERRORS.find(({ error }) => error === failure.error);
  assertEquals(failure.details.campo, declared?.campo);
  assert(failure.detalle.startsWith(`El campo ${declared?.campo} `), failure.detalle);
  return failure.error;
}

Deno.test("a whole reservation is read, optional fields and all", () => {
  assertEquals(
    readBody({
      ...BODY,
      ocasion: "cumpleanos",
      comentarios: " Alergia a la nuez.\r\nSilla para bebé. ",
      landing: " Asistente ",
    }),
    {
      day: "2026-03-07",
      time: "20:30",
      partySize: 4,
      name: "José Chan",
      phone: "+529991234567",
      occasion: "cumpleanos",
      comments: "Alergia a la nuez.\nSilla para bebé.",
      source: "Asistente",
    },
  );
});

Deno.test("optional fields may be absent or null", () => {
  const absent = readBody(BODY);
  assertEquals([absent.occasion, absent.comments, absent.source], ["general", null, null]);
  assertEquals(
    readBody({ ...BODY, ocasion: null, comentarios: null, landing: null }),
    absent,
  );
});

Deno.test("of several wrong fields the first in the contract's order is told", () => {
  const wrong = { dia: "x", hora: "x", personas: 0, nombre: "", telefono: "", ocasion: "x" };
  const body: Record<string, unknown> = {
    ...wrong,
    comentarios: "\u0000",
    landing: "\u0000",
  };
  const told: string[] = [];
  const good = { ...BODY, ocasion: null, comentarios: null, landing: null };
  for (const [field, value] of Object.entries(good)) {
    told.push(refusal(() => readBody(body as unknown as ReservationBody)));
    body[field] = value;
  }
  assertEquals(told, [
    "dia_malformado",
    "hora_malformada",
    "personas_fuera_de_rango",
    "nombre_longitud",
    "telefono_invalido",
    "ocasion_desconocida",
    "comentarios_caracteres",
    "landing_caracteres",
  ]);
});

Deno.test("dia is a real day in its exact form", () => {
  assertEquals(readDay("2028-02-29"), "2028-02-29");
  for (const dia of ["2026-02-30", "7/3/2026", "2026-03-07T20:30", " 2026-03-07", ""]) {
    assertEquals(refusal(() => readDay(dia)), "dia_malformado");
  }
});

Deno.test("hora is a time in its exact form", () => {
  assertEquals(readTime("00:00"), "00:00");
  for (const hora of ["24:00", "8:30 pm", "20:30:00", "2030", ""]) {
    assertEquals(refusal(() => readTime(hora)), "hora_malformada");
  }
});

Deno.test("personas is a whole number from 1 to 40", () => {
  assertEquals([1, 40].map(readPartySize), [1, 40]);
  for (const personas of [0, -1, 41, 1e21]) {
    assertEquals(refusal(() => readPartySize(personas)), "personas_fuera_de_rango");
  }
  for (const personas of [2.5, NaN, Infinity]) {
    assertEquals(refusal(() => readPartySize(personas)), "personas_no_entero");
  }
});

Deno.test("nombre is 2 to 80 characters, counted as people count them", () => {
  for (const nombre of ["Yo", "🎂🎂", "é".repeat(80), "e\u0301".repeat(80), "😀".repeat(80)]) {
    assertEquals(codePoints(readName(nombre)), codePoints(nombre.normalize("NFC")));
  }
  for (const nombre of ["", "  ", " A ", "🎂", "e\u0301", "a".repeat(81)]) {
    assertEquals(refusal(() => readName(nombre)), "nombre_longitud");
  }
});

Deno.test("nombre is one line of whole characters, in any script", () => {
  for (const nombre of ["Ana\nChan", "Ana\u0000", "Ana\u001b[2J", "Ana\u0085Chan", "Ana\ud83c"]) {
    assertEquals(refusal(() => readName(nombre)), "nombre_caracteres");
  }
  for (const nombre of ["李小龍", "שרה\u200f כהן", "O'Neill-Núñez, Jr.", "<b>Ana</b>"]) {
    assertEquals(readName(nombre), nombre);
  }
});

Deno.test("telefono is kept in E.164", () => {
  assertEquals(readPhone("999 123 4567"), "+529991234567");
  assertEquals(refusal(() => readPhone("123")), "telefono_invalido");
});

Deno.test("ocasion is one of two words, exactly", () => {
  assertEquals([readOccasion("general"), readOccasion("cumpleanos")], ["general", "cumpleanos"]);
  for (const ocasion of ["cumpleaños", "General", "", "boda"]) {
    assertEquals(refusal(() => readOccasion(ocasion)), "ocasion_desconocida");
  }
});

Deno.test("comentarios hold lines and tabs, up to 500 characters, and are nothing when blank", () => {
  assertEquals(readComments("uno\r\n\tdos"), "uno\n\tdos");
  assertEquals(readComments(" \n "), null);
  assertEquals(readComments("😀".repeat(500)), "😀".repeat(500));
  assertEquals(readComments(` ${"a".repeat(500)} `)?.length, 500);
  assertEquals(refusal(() => readComments("a".repeat(501))), "comentarios_longitud");
  for (const comentarios of ["a\u0000b", "a\u007fb", "a\ud800"]) {
    assertEquals(refusal(() => readComments(comentarios)), "comentarios_caracteres");
  }
});

Deno.test("no landing is taken for staff's own, however it is written", () => {
  for (
    const landing of [
      "personal",
      " PERSONAL ",
      "Pérsonál",
      "per sonal",
      "p\u00adersonal",
      "“personal”",
      "ｐersonal",
    ]
  ) {
    assertEquals(readSource(landing), "personal (en línea)", landing);
  }
  for (const landing of ["personal shopper", "personas", "person", "impersonal"]) {
    assertEquals(readSource(landing), landing);
  }
});

Deno.test("landing is one line of up to 120 characters, and nothing when blank", () => {
  assertEquals(readSource("a".repeat(120))?.length, 120);
  assertEquals(readSource(" "), null);
  assertEquals(refusal(() => readSource("a".repeat(121))), "landing_longitud");
  assertEquals(refusal(() => readSource("a\nb")), "landing_caracteres");
});

Deno.test("no refusal repeats what a person typed", () => {
  const secret = "Xochitl-55512";
  const typed = [
    () => readName(`${secret}\n`.repeat(2)),
    () => readName(secret.repeat(9)),
    () => readPhone(secret),
    () => readComments(secret.repeat(60)),
    () => readComments(`${secret}\u0000`),
    () => readSource(secret.repeat(20)),
    () => readSource(`${secret}\u0000${secret}`),
    () => readOccasion(secret),
  ];
  for (const read of typed) {
    const failure = assertThrows(read, Failure);
    assert(!failure.detalle.includes("Xochitl"), failure.detalle);
  }
});

Deno.test("every detalle is a single sentence that ends in a full stop", () => {
  const reads = [
    () => readDay(""),
    () => readTime(""),
    () => readPartySize(0),
    () => readPartySize(0.5),
    () => readName(""),
    () => readName("a\nb"),
    () => readPhone(""),
    () => readOccasion(""),
    () => readComments("a".repeat(501)),
    () => readComments("\u0001"),
    () => readSource("a".repeat(121)),
    () => readSource("\u0001"),
  ];
  for (const read of reads) {
    const { detalle } = assertThrows(read, Failure);
    assert(/^[^.\n]+\.$/.test(detalle), detalle);
  }
});

Deno.test("any text at all is read or refused with a declared error, and reading again changes nothing", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
    for (const read of [readDay, readTime, readName, readPhone, readOccasion, readComments]) {
      let once: string | null;
      try {
        once = read(text);
      } catch (error) {
        assert(error instanceof Failure && error.motivo === "datos");
        continue;
      }
      assertEquals(read(once ?? ""), once);
    }
  }));
});
