/** No second table by accident: the rule about requests that are alike, over pairs of them, against a model of it. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { values } from "../storage/_fixture.ts";
import { reservationBody } from "../support/test_app.ts";
import { checkedApp, type TestApp } from "./_checked_app.ts";

const TEN_MINUTES = 10 * 60_000;
const KEY = "una";

/** Spellings of one comment. */
const SPELLINGS = ["Sin nuez, por favor", "sin  NUEZ, por favor ", "Sin nüez,\npor favor"] as const;
/** Names, of which those of a row name the same person. */
const SAME_PERSON = [
  ["José Pech", "Jose Pech", "PECH,  José", "José María Pech Uc", "pech"],
  ["Eva Canul", "Eva", "Señora Eva Canul"],
] as const;

/** What the second request is like, and what has happened in between. */
interface Pair {
  readonly names: readonly [string, string];
  readonly samePerson: boolean;
  readonly keys: readonly [string | null, string | null];
  readonly spelling: string;
  readonly landing: string | null;
  /** A field in which the two differ. */
  readonly other: Readonly<Record<string, unknown>>;
  /** Milliseconds from the first to the second. */
  readonly after: number;
  readonly between: "nothing" | "cancelled" | "changed by staff" | "repeated";
  readonly by: "guest" | "staff";
}

const names = fc.tuple(fc.nat(1), fc.nat(1)).chain(([one, other]) =>
  fc.record({
    names: fc.tuple(fc.constantFrom(...SAME_PERSON[one]!), fc.constantFrom(...SAME_PERSON[other]!)),
    samePerson: fc.constant(one === other),
  })
).filter(({ names: [one, other], samePerson }) => !samePerson || contain(one, other));

const pairs: fc.Arbitrary<Pair> = fc.tuple(
  names,
  fc.record({
    keys: fc.tuple(fc.constantFrom(null, KEY), fc.constantFrom(null, KEY, "otra")),
    spelling: fc.constantFrom(...SPELLINGS),
    landing: fc.constantFrom(null, "Asistente", "Otro"),
    other: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      fc.constantFrom<Pair["other"]>(
        { comentarios: "Otra mesa" },
        { ocasion: "cumpleanos" },
        { personas: 5 },
        { hora: "21:00" },
        { dia: "2026-03-13" },
        { telefono: "another" },
      ),
    ),
    after: fc.constantFrom(0, 60_000, TEN_MINUTES - 1, TEN_MINUTES, TEN_MINUTES + 1),
    between: fc.constantFrom<Pair["between"]>(
      "nothing",
      "cancelled",
      "changed by staff",
      "repeated",
    ),
    by: fc.constantFrom<Pair["by"]>("guest", "guest", "staff"),
  }),
).map(([named, rest]) => ({ ...named, ...rest }));

Deno.test("of two requests the second is the first again, is refused or holds a table, as the rule says", async () => {
  await using app = await checkedApp();
  await fc.assert(
    fc.asyncProperty(pairs, async (pair) => {
      assertEquals(await outcomeOf(app, pair), expected(pair), JSON.stringify(pair));
    }),
    { numRuns: 100, seed: 17 },
  );
});

/** The rule of the decisions, in its own order. */
function expected(pair: Pair): string {
  const { samePerson, keys: [first, second], other, after, between, by } = pair;
  if (by === "staff") return "another";
  const isAlike = Object.keys(other).length === 0;
  const stands = between !== "cancelled";
  const sameKey = first !== null && first === second && !("telefono" in other);
  if (sameKey && isAlike && stands && samePerson) return "the first";
  const inTime = after < TEN_MINUTES;
  if (isAlike && stands && inTime && !samePerson) return "posible_repetida comentarios";
  if (sameKey) return "idempotencia Idempotency-Key";
  return isAlike && stands && inTime ? "the first, repetida" : "another";
}

/** Each pair has a phone of its own, under which no other requests are known. */
let phones = 9_991_000_000;

async function outcomeOf(app: TestApp, pair: Pair): Promise<string> {
  const [firstKey, secondKey] = pair.keys;
  const [nombre, secondName] = pair.names;
  const asked = { nombre, comentarios: SPELLINGS[0], telefono: `${++phones}` };
  const first = await hold(app, pair, asked, firstKey);
  app.clock.advance(pair.after);
  await happen(app, pair, { folio: first, asked });
  const { landing, spelling, other } = pair;
  const second = reservationBody({
    ...{ ...asked, nombre: secondName, comentarios: spelling },
    ...(landing === null ? {} : { landing }),
    ...("telefono" in other ? { telefono: `${phones + 10_000}` } : other),
  });
  const { body } = await app.post("/api/reserva", second, header(secondKey));
  if (!body.ok) return `${body.error} ${body.campo}`;
  if (body.folio !== first) return "another";
  return body.repetida ? "the first, repetida" : "the first";
}

type Asked = Readonly<Record<"nombre" | "comentarios" | "telefono", string>>;

async function hold(
  app: TestApp,
  { by }: Pair,
  asked: Asked,
  key: string | null,
): Promise<string> {
  if (by === "guest") {
    return (await app.post("/api/reserva", reservationBody(asked), header(key))).body.folio;
  }
  const day = "2026-03-12";
  const taken = values({
    ...{ day, serviceDay: day, name: asked.nombre, comments: asked.comentarios },
    phone: `+52${asked.telefono}`,
  });
  return (await app.storage.book.take(taken, "Lupe", `R-${asked.telefono.slice(-8)}`))!.folio;
}

async function happen(
  app: TestApp,
  pair: Pair,
  { folio, asked }: { readonly folio: string; readonly asked: Asked },
): Promise<void> {
  const act = { folio, version: 1, actor: "Lupe" };
  const { book } = app.storage;
  if (pair.between === "cancelled") {
    await book.edit({ ...act, action: "cancelled", changes: { status: "cancelled" } });
  }
  if (pair.between === "changed by staff") {
    const changes = { time: "14:30", partySize: 9, name: "Otra Persona", comments: null };
    await book.edit({ ...act, action: "edited", changes });
  }
  if (pair.between === "repeated" && pair.by === "guest" && pair.after < TEN_MINUTES) {
    const again = await app.post("/api/reserva", reservationBody(asked), header("repetida"));
    assertEquals(again.body.folio, folio);
  }
}

function header(key: string | null): Record<string, string> {
  return key === null ? {} : { "idempotency-key": key };
}

/** Whether all words of one name are among the other's: said again here, in the simplest way. */
function contain(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) =>
    new Set(name.normalize("NFD").toLowerCase().match(/[a-z]+/g))
  );
  return a!.isSubsetOf(b!) || b!.isSubsetOf(a!);
}
