/** The parsers say what is wrong, the schemas say what is right: both must speak of the same bodies. */
import { assert, assertEquals } from "@std/assert";
import { Failure } from "../../src/domain/failure.ts";
import { resolveLines } from "../../src/domain/order_draft/lines.ts";
import { parseDraft } from "../../src/domain/order_draft/request.ts";
import { normaliseMultiline, normaliseText } from "../../src/domain/text.ts";
import { parseReservation } from "../../src/operations/reservation_body.ts";
import { bodyProblems } from "../openapi/_document.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { draftBodies, reservationBodies, RUNS } from "./_arbitraries.ts";
import fc from "fast-check";

/** What JSON Schema cannot say of a reservation: which days exist, which characters are whole and plain, what a phone is. */
const BEYOND_SCHEMA_RESERVATION = new Set([
  "dia_malformado",
  "nombre_caracteres",
  "telefono_invalido",
  "comentarios_caracteres",
  "landing_caracteres",
]);
/** What the schema leaves to words in a draft: what a home delivery needs, and which characters are whole and plain. */
const BEYOND_SCHEMA_DRAFT = new Set(["direccion_falta", "coordenadas_faltan", "texto_invalido"]);

interface Verdict {
  readonly accepted: boolean;
  readonly error: string;
}

function verdict(parse: () => unknown): Verdict {
  try {
    parse();
    return { accepted: true, error: "" };
  } catch (error) {
    if (error instanceof Failure) return { accepted: false, error: error.error };
    throw error;
  }
}

/** Holds parser and schema together on `body`, which is normalised as the parser does; counts what it saw. */
function agree(
  { accepted, error }: Verdict,
  problems: readonly string[],
  beyondSchema: ReadonlySet<string>,
  seen: { accepted: number; refused: number; beyond: number },
): void {
  if (accepted) {
    seen.accepted++;
    assertEquals(problems, [], "accepted, but not by the schema");
  } else if (problems.length > 0) seen.refused++;
  else {
    seen.beyond++;
    assert(beyondSchema.has(error), `the schema accepts what is refused as ${error}`);
  }
}

Deno.test("a reservation is accepted by its parser exactly where its schema accepts it, but for what JSON Schema cannot say", () => {
  const seen = { accepted: 0, refused: 0, beyond: 0 };
  fc.assert(
    fc.property(reservationBodies, (body) => {
      const problems = bodyProblems({ path: "/api/reserva", method: "post" }, trimmed(body));
      agree(verdict(() => parseReservation(body)), problems, BEYOND_SCHEMA_RESERVATION, seen);
    }),
    { ...RUNS, numRuns: 1_000 },
  );
  assert(Object.values(seen).every((count) => count >= 20), JSON.stringify(seen));
});

Deno.test("a draft is accepted by its parser exactly where its schema accepts it, but for what JSON Schema cannot say", () => {
  const seen = { accepted: 0, refused: 0, beyond: 0 };
  const menu = menuOfEverything();
  fc.assert(
    fc.property(draftBodies, (body) => {
      const problems = bodyProblems({ path: "/api/pedido/borrador", method: "post" }, read(body));
      const parse = () => resolveLines(parseDraft(body), menu(body));
      agree(verdict(parse), problems, BEYOND_SCHEMA_DRAFT, seen);
    }),
    { ...RUNS, numRuns: 1_000 },
  );
  assert(Object.values(seen).every((count) => count >= 20), JSON.stringify(seen));
});

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `body` with some of its texts normalised. */
function withTexts(
  body: Fields,
  names: readonly string[],
  normalise: (text: string) => string,
): Fields {
  const texts = names.flatMap((name) => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    return typeof value === "string" ? [[name, normalise(value)]] : [];
  });
  return { ...body, ...Object.fromEntries(texts) };
}

/** A reservation's body with its texts as they are measured. */
function trimmed(body: unknown): unknown {
  if (!isFields(body)) return body;
  return withTexts(
    withTexts(body, ["nombre", "landing"], normaliseText),
    ["comentarios"],
    normaliseMultiline,
  );
}

/** A draft's body with its texts as they are measured, and without what nobody reads of a pickup. */
function read(body: unknown): unknown {
  if (!isFields(body)) return body;
  const { entrega } = body;
  const texts = withTexts(body, ["comentarios"], normaliseMultiline);
  if (!isFields(entrega)) return texts;
  if (entrega.modo === "recoger") return { ...texts, entrega: { modo: "recoger" } };
  return {
    ...texts,
    entrega: withTexts(entrega, ["direccion", "referencias"], normaliseMultiline),
  };
}

/** Menus on which everything is that a body orders: which ids exist is no matter of form. */
function menuOfEverything() {
  const { menu } = testRestaurant();
  return (body: unknown) => {
    const lines = isFields(body) && Array.isArray(body.lineas) ? body.lineas : [];
    const ids = lines.flatMap((line) =>
      isFields(line) && typeof line.id === "string" ? line.id : []
    );
    const additions = ids.map((id) => ({ id, name: "Todo", priceCents: 100 }));
    return { ...menu, sections: [], additions };
  };
}
