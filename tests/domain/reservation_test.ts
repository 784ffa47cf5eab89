import { assertEquals, assertNotEquals } from "@std/assert";
import { canonicalBody, type ReservationRequest } from "../../src/domain/reservation.ts";
import { readReservation, type ReservationBody } from "../../src/domain/reservation_fields.ts";

const BODY: ReservationBody = {
  dia: "2026-03-07",
  hora: "20:30",
  personas: 4,
  nombre: "José Chan",
  telefono: "9991234567",
};

function readBody(body: ReservationBody): ReservationRequest {
  return readReservation((name) => body[name]);
}

Deno.test("bodies that mean the same have one canonical form", () => {
  const canonical = canonicalBody(readBody(BODY));
  const same = readBody({
    landing: null,
    comentarios: "  ",
    ocasion: "general",
    telefono: "+52 1 (999) 123-4567",
    nombre: " Jose\u0301 Chan ",
    personas: 4,
    hora: "20:30",
    dia: "2026-03-07",
  });
  assertEquals(canonicalBody(same), canonical);
});

Deno.test("the canonical form does not hang on the order of fields", () => {
  const request = readBody(BODY);
  const turned = Object.fromEntries(Object.entries(request).reverse());
  assertEquals(canonicalBody(turned as unknown as ReservationRequest), canonicalBody(request));
});

Deno.test("a difference in any field is one in the canonical form", () => {
  const request = readBody(BODY);
  const others: Partial<ReservationRequest>[] = [
    { day: "2026-03-08" },
    { time: "21:00" },
    { partySize: 5 },
    { name: "José Chán" },
    { phone: "+529991234568" },
    { occasion: "cumpleanos" },
    { comments: "terraza" },
    { source: "terraza" },
  ];
  const forms = others.map((other) => canonicalBody({ ...request, ...other }));
  assertEquals(new Set([canonicalBody(request), ...forms]).size, others.length + 1);
  assertNotEquals(
    canonicalBody({ ...request, comments: "null" }),
    canonicalBody({ ...request, comments: null }),
  );
});
