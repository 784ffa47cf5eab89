import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  COORDINATE_ERRORS,
  isDegrees,
  parseCoordinates,
  parseDecimal,
} from "../../src/domain/coordinates.ts";
import { Failure } from "../../src/domain/failure.ts";

Deno.test("plain decimals are read", () => {
  const read = ["-89.62", "7", "0", "-0", "007.50", "20.96737019999999"].map(parseDecimal);
  assertEquals(read, [-89.62, 7, 0, 0, 7.5, 20.96737019999999]);
});

Deno.test("zero has no sign", () => {
  assert(Object.is(parseDecimal("-0.0"), 0));
});

Deno.test("anything else is no number", () => {
  const refused = [
    "",
    " ",
    " 7",
    "7 ",
    "7\n",
    "1e1",
    "0x10",
    "+1",
    "--1",
    "-",
    ".5",
    "5.",
    "1.2.3",
    "20,97",
    "1_000",
    "NaN",
    "Infinity",
    "٧",
    "７",
    "1".repeat(21),
  ];
  for (const text of refused) assertEquals(parseDecimal(text), null, JSON.stringify(text));
});

Deno.test("every number written plainly is read as itself", () => {
  fc.assert(fc.property(fc.integer({ min: -180_000_000, max: 180_000_000 }), (micro) => {
    assertEquals(parseDecimal((micro / 1e6).toFixed(6)), micro / 1e6 + 0);
  }));
});

Deno.test("a point is read to the edges of the globe", () => {
  assertEquals(parseCoordinates("20.967", "-89.624"), { lat: 20.967, lng: -89.624 });
  assertEquals(parseCoordinates("-90", "180"), { lat: -90, lng: 180 });
});

Deno.test("a wrong coordinate is named, latitude first", () => {
  const refused = (lat: string | null, lng: string | null) => {
    const failure = assertThrows(() => parseCoordinates(lat, lng), Failure);
    assertEquals(failure.motivo, "coordenadas");
    const declared = COORDINATE_ERRORS.find(({ error }) => error === failure.error);
    assertEquals(declared?.campo, failure.details.campo);
    return failure.error;
  };
  assertEquals(refused(null, "x"), "lat_invalida");
  assertEquals(refused("20,97", "-89"), "lat_invalida");
  assertEquals(refused("90.0001", "-89"), "lat_fuera_de_rango");
  assertEquals(refused("20", null), "lng_invalida");
  assertEquals(refused("20", "-180.0001"), "lng_fuera_de_rango");
});

Deno.test("numbers that are no degrees are refused", () => {
  assert(isDegrees("lat", 90) && isDegrees("lng", -180));
  assertEquals(
    [isDegrees("lat", 91), isDegrees("lat", NaN), isDegrees("lng", Infinity)],
    [false, false, false],
  );
});
