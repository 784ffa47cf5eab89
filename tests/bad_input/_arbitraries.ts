/** Random bodies and queries: valid ones, valid ones with one part changed, and arbitrary values. */
import fc from "fast-check";

/** The same cases in every run, few enough to be quick. */
export const RUNS = { seed: 20_260_310, numRuns: 300 } as const;

/** Characters that often break text handling, mixed with ordinary ones. */
const unit = fc.constantFrom(
  ...["a", "Z", "7", "ñ", "e\u0301", "\u0301", "한", "😀", "👩‍👧", " ", "\u00a0", "\n", "\r\n", "\t"],
  ...[
    "\0",
    "\x1b",
    "\x85",
    "\ud800",
    "\udc00",
    "\u202e",
    "\u200f",
    "\ufeff",
    "\u2028",
    '"',
    "\\",
    "<",
  ],
);

/** Texts of up to `max` units, most of them short. */
export const text = (max = 40): fc.Arbitrary<string> => fc.string({ unit, maxLength: max });

/** Valid text of `min` to `max` units. */
const plainText = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom("a", "ñ", "é", "😀", "7"), minLength: min, maxLength: max });

/** Any JSON value, including the infinities that `1e309` is parsed to. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
  fc.constantFrom<unknown>(null, true, "", "4", 0, -0, 1.5, Infinity, -Infinity, [], {}, [[]]),
  text(),
);

/** `good` nine times in ten, so that whole bodies are often valid; otherwise `odd`. */
const mostly = <T, U>(good: fc.Arbitrary<T>, odd: fc.Arbitrary<U>): fc.Arbitrary<T | U> =>
  fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: odd });

const day = fc.oneof(
  fc.integer({ min: 0, max: 95 }).map((ahead) =>
    Temporal.PlainDate.from("2026-03-08").add({ days: ahead }).toString()
  ),
  fc.constantFrom("2026-02-30", "2026-04-31", "2025-02-29", "0000-00-00", "2026-3-1", "hoy"),
);
const time = fc.oneof(
  fc.tuple(fc.integer({ min: 0, max: 25 }), fc.constantFrom("00", "30", "31", "60")).map(
    ([hour, minute]) => `${String(hour).padStart(2, "0")}:${minute}`,
  ),
  fc.constant("20:30"),
);
const phone = fc.oneof(
  fc.constantFrom("9991234567", "+529991234567", "+52 1 (999) 123-4567", "+34 600 000 000"),
  fc.stringMatching(/^\+?[0-9 .()-]{0,20}$/),
  text(),
);
const optional = (max: number) =>
  mostly(
    fc.oneof(plainText(1, max), fc.constant(null)),
    fc.oneof(text(), plainText(max, max + 2)),
  );

export const RESERVATION_FIELDS = [
  ...["dia", "hora", "personas", "nombre", "telefono"],
  ...["ocasion", "comentarios", "landing"],
] as const;

/** Reservation bodies, many of them valid. */
const reservation = fc.record({
  dia: mostly(fc.constantFrom("2026-03-11", "2026-03-12", "2026-04-17"), day),
  hora: mostly(fc.constantFrom("13:30", "20:00", "20:30"), time),
  personas: fc.integer({ min: 0, max: 42 }),
  nombre: mostly(plainText(2, 80), fc.oneof(plainText(0, 82), text())),
  telefono: mostly(fc.constantFrom("9991234567", "+34 600 000 000"), phone),
  ocasion: fc.constantFrom("general", "cumpleanos", null),
  comentarios: optional(500),
  landing: optional(120),
}, { requiredKeys: ["dia", "hora", "personas", "nombre", "telefono"] });

const id = fc.constantFrom(
  ...["panuchos", "panuchos-3", "sopa-chica", "sopa-grande", "tortillas"],
  ...["panuchos ", "sopa-de-lima", "", "__proto__"],
);
const quantity = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -1, max: 32 }));
const line = fc.record({ id: fc.oneof(id, text()), cantidad: quantity });
const goodLine = fc.record({
  id: fc.constantFrom("panuchos", "sopa-chica", "tortillas"),
  cantidad: fc.integer({ min: 1, max: 30 }),
});

const home = fc.record({
  modo: fc.constant("domicilio"),
  direccion: optional(300),
  referencias: optional(300),
  lat: fc.oneof(fc.constantFrom(20.9745, 20.967), fc.double({ min: -91, max: 91, noNaN: true })),
  lng: fc.oneof(
    fc.constantFrom(-89.6212, -89.6237),
    fc.double({ min: -181, max: 181, noNaN: true }),
  ),
}, { requiredKeys: ["modo"] });

/** Draft bodies, many of them valid. */
const draft = fc.record({
  lineas: fc.oneof(
    fc.array(goodLine, { minLength: 1, maxLength: 8 }),
    fc.array(goodLine, { minLength: 58, maxLength: 62 }),
    fc.array(line, { maxLength: 4 }),
  ),
  entrega: fc.oneof(fc.constant({ modo: "recoger" }), home),
  comentarios: optional(300),
}, { requiredKeys: ["lineas", "entrega"] });

/** `body` with one part, at any depth, replaced, removed or added to. */
function mutated(body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(body, fc.nat(), fc.constantFrom("replace", "remove", "add"), anyJson, text(8))
    .map(([value, place, how, part, name]) => {
      const copy = structuredClone(value);
      const places = [...placesIn(copy)];
      const found = places[place % Math.max(1, places.length)];
      if (!found) return copy;
      const [holder, key] = found;
      if (how === "replace") holder[key] = part;
      else if (how === "add" && Array.isArray(holder)) holder.push(part);
      else if (how === "remove" && Array.isArray(holder)) holder.splice(Number(key), 1);
      else if (how === "remove") delete holder[key];
      else Object.defineProperty(holder, name, { value: part, enumerable: true, writable: true });
      return copy;
    });
}

type Holder = Record<string, unknown>;

function* placesIn(value: unknown): Generator<[Holder, string]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    yield [value as Holder, key];
    yield* placesIn(part);
  }
}

const mixed = (good: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 4, arbitrary: good },
    { weight: 5, arbitrary: mutated(good) },
    { weight: 2, arbitrary: anyJson },
  );

export const reservationBodies: fc.Arbitrary<unknown> = mixed(reservation);
export const draftBodies: fc.Arbitrary<unknown> = mixed(draft);

/** `value` as JSON text, with infinite numbers written as `1e309`. */
export function jsonText(value: unknown): string {
  if (value === Infinity) return "1e309";
  if (value === -Infinity) return "-1e309";
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).map(([name, part]) =>
    `${JSON.stringify(name)}:${jsonText(part)}`
  );
  return `{${fields.join(",")}}`;
}

const parameterValue = fc.oneof(
  fc.constantFrom("es", "en", "duda", "pedido", "reserva", "7", "1", "90", "91", "0", "-89.6212"),
  fc.constantFrom("20.9745", "2026-03-12", "2026-03-09", "2026-06-08", "2026-06-09", "1e1", ""),
  text(12),
  day,
);

const someParameters = fc.array(
  fc.tuple(
    fc.constantFrom("lang", "dia", "dias", "lat", "lng", "motivo", "texto", "other", ""),
    parameterValue,
    fc.boolean(),
  ),
  { maxLength: 5 },
).map((parameters) =>
  parameters.map(([name, value, raw]) =>
    `${name}=${raw ? value : encodeURIComponent(value.toWellFormed())}`
  ).join("&")
);

/** Query strings of known and unknown parameters, repeated or not, escaped or raw. */
export const queries: fc.Arbitrary<string> = fc.tuple(
  fc.constantFrom("", "lat=20.9745&lng=-89.6212&texto=58+x+59", "lat=19.4&lng=-99.1"),
  someParameters,
).map((parts) => {
  const query = parts.filter(Boolean).join("&");
  return query === "" ? "" : `?${query}`;
});
