/** Whatever is sent, the answer is a declared one, and check and document agree about it. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import * as v from "valibot";
import type { Menu } from "../../src/domain/menu.ts";
import { resolveLines } from "../../src/domain/order_draft/request.ts";
import { normaliseMultiline, normaliseText } from "../../src/domain/text.ts";
import { draftBody } from "../../src/operations/order_draft_body.ts";
import { reservationBody } from "../../src/operations/reservation_body.ts";
import { answerProblems, bodyProblems } from "../openapi/_document.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import {
  draftBodies,
  jsonText,
  queries,
  RESERVATION_FIELDS,
  reservationBodies,
  RUNS,
  text,
} from "./_arbitraries.ts";
import { DRAFT, GETS, type GoodRequest, RESERVATION } from "./_requests.ts";

/** Every field of a draft, as `campo` writes it. */
const DRAFT_FIELD =
  /^(?:lineas(?:\[\d+\](?:\.(?:id|cantidad))?)?|entrega(?:\.(?:modo|direccion|referencias|lat|lng))?|comentarios)$/;

/** The status and body of an answer; fails unless the operation declares both. */
async function declaredStatus(
  app: TestApp,
  { method, path }: GoodRequest,
  search: string,
  sent: string | null,
): Promise<{ status: number; body: { ok: boolean; campo?: string } }> {
  const request = new Request(`http://127.0.0.1${path}${search}`, { method, body: sent });
  const response = await app.listener(request, () => "192.0.2.1");
  const answer = await response.text();
  assert(answer.isWellFormed(), "a lone surrogate in the answer");
  const body = JSON.parse(answer);
  const { status } = response;
  assertEquals(answerProblems({ path, method: method.toLowerCase() }, status, body), [], answer);
  assertEquals([body.ok ?? true, app.errors], [status === 200, []]);
  assert(status < 500 || status === 503, answer);
  return { status, body };
}

/** How often each status came: a property that sees only one of them proves nothing. */
function tally() {
  const counts = new Map<number, number>();
  return {
    add: (status: number) => void counts.set(status, (counts.get(status) ?? 0) + 1),
    atLeast(min: number, ...statuses: number[]): void {
      for (const status of statuses) {
        assert((counts.get(status) ?? 0) >= min, `${status} in ${[...counts]}`);
      }
    },
  };
}

Deno.test("whatever is posted to /api/reserva, the answer is declared and campo names a field", async () => {
  await using app = await testApp();
  const seen = tally();
  await fc.assert(
    fc.asyncProperty(reservationBodies, async (value) => {
      const { status, body } = await declaredStatus(app, RESERVATION, "", jsonText(value));
      seen.add(status);
      const { campo } = body;
      const known: readonly string[] = RESERVATION_FIELDS;
      if (campo !== undefined) assert(known.includes(campo), campo);
    }),
    RUNS,
  );
  seen.atLeast(10, 200, 422);
});

Deno.test("whatever is posted to /api/pedido/borrador, the answer is declared and campo names a field", async () => {
  await using app = await testApp();
  const seen = tally();
  await fc.assert(
    fc.asyncProperty(draftBodies, async (value) => {
      const { status, body } = await declaredStatus(app, DRAFT, "", jsonText(value));
      seen.add(status);
      if (body.campo !== undefined) assertMatch(body.campo, DRAFT_FIELD);
    }),
    RUNS,
  );
  seen.atLeast(10, 200, 400, 422);
});

Deno.test("whatever text is posted, JSON or not, the answer is declared", async () => {
  await using app = await testApp();
  const seen = tally();
  const cut = fc.tuple(reservationBodies, fc.nat()).map(([value, at]) => {
    const whole = jsonText(value);
    return whole.slice(0, at % (whole.length + 1));
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(text(200), cut), async (sent) => {
      for (const operation of [RESERVATION, DRAFT]) {
        seen.add((await declaredStatus(app, operation, "", sent.toWellFormed())).status);
      }
    }),
    RUNS,
  );
  seen.atLeast(3, 400, 422);
});

for (const operation of GETS) {
  Deno.test(`whatever query is sent to ${operation.path}, the answer is declared and campo names a parameter`, async () => {
    await using app = await testApp();
    const seen = tally();
    await fc.assert(
      fc.asyncProperty(queries, async (search) => {
        const { status, body } = await declaredStatus(app, operation, search, null);
        seen.add(status);
        if (body.campo !== undefined) {
          assertMatch(body.campo, /^(?:lang|dia|dias|lat|lng|motivo|texto)$/);
        }
      }),
      RUNS,
    );
    seen.atLeast(10, 200, 400);
  });
}

/** Rules for a reservation that JSON Schema cannot express: days that exist, valid characters, valid phones. */
const BEYOND_SCHEMA_RESERVATION = new Set([
  "dia_malformado",
  "nombre_caracteres",
  "telefono_invalido",
  "comentarios_caracteres",
  "landing_caracteres",
]);
/** Rules for a draft that the schema gives only as text: what a home delivery needs, valid characters. */
const BEYOND_SCHEMA_DRAFT = new Set(["direccion_falta", "coordenadas_faltan", "texto_invalido"]);

/** The error codes of `body`, in order. */
function codes(schema: v.GenericSchema, body: unknown): readonly string[] {
  return v.safeParse(schema, body).issues?.map(({ message }) => message) ?? [];
}

/** Fails unless check and document agree on a body whose texts are normalised; counts the outcomes. */
function agree(
  [error]: readonly string[],
  problems: readonly string[],
  beyondSchema: ReadonlySet<string>,
  seen: { accepted: number; refused: number; beyond: number },
): void {
  if (error === undefined) {
    seen.accepted++;
    assertEquals(problems, [], "accepted, but not by the document");
  } else if (problems.length > 0) seen.refused++;
  else {
    seen.beyond++;
    assert(beyondSchema.has(error), `the document accepts a body that is refused as ${error}`);
  }
}

Deno.test("a reservation is accepted exactly if the document accepts it, except for rules that JSON Schema cannot express", () => {
  const seen = { accepted: 0, refused: 0, beyond: 0 };
  fc.assert(
    fc.property(reservationBodies, (body) => {
      const sent = normalisedReservation(body);
      const problems = bodyProblems({ path: "/api/reserva", method: "post" }, sent);
      agree(codes(reservationBody, body), problems, BEYOND_SCHEMA_RESERVATION, seen);
    }),
    { ...RUNS, numRuns: 1_000 },
  );
  assert(Object.values(seen).every((count) => count >= 20), JSON.stringify(seen));
});

Deno.test("a draft is accepted exactly if the document accepts it, except for rules that JSON Schema cannot express", () => {
  const seen = { accepted: 0, refused: 0, beyond: 0 };
  const menu = menuOfEverything();
  fc.assert(
    fc.property(draftBodies, (body) => {
      const sent = normalisedDraft(body);
      const problems = bodyProblems({ path: "/api/pedido/borrador", method: "post" }, sent);
      agree(draftCodes(body, menu(body)), problems, BEYOND_SCHEMA_DRAFT, seen);
    }),
    { ...RUNS, numRuns: 1_000 },
  );
  assert(Object.values(seen).every((count) => count >= 20), JSON.stringify(seen));
});

/** The error codes of a draft's form, or else of its quantities. */
function draftCodes(body: unknown, menu: Menu): readonly string[] {
  const { success, output, issues } = v.safeParse(draftBody, body);
  if (!success) return issues.map(({ message }) => message);
  const resolved = resolveLines(output, menu);
  return "problems" in resolved ? resolved.problems.map(({ error }) => error) : [];
}

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

/** A reservation's body with its texts normalised as the check does. */
function normalisedReservation(body: unknown): unknown {
  if (!isFields(body)) return body;
  return withTexts(
    withTexts(body, ["nombre", "landing"], normaliseText),
    ["comentarios"],
    normaliseMultiline,
  );
}

/** A draft's body with its texts normalised as the check does. */
function normalisedDraft(body: unknown): unknown {
  if (!isFields(body)) return body;
  const { entrega } = body;
  const texts = withTexts(body, ["comentarios"], normaliseMultiline);
  if (!isFields(entrega)) return texts;
  return {
    ...texts,
    entrega: withTexts(entrega, ["direccion", "referencias"], normaliseMultiline),
  };
}

/** Menus that contain every id that a body orders, because the form does not depend on which ids exist. */
function menuOfEverything() {
  const { menu } = testRestaurant();
  return (body: unknown) => {
    const lines = isFields(body) && Array.isArray(body.lineas) ? body.lineas : [];
    const ids = lines.flatMap((line) =>
      isFields(line) && typeof line.id === "string" ? line.id : []
    );
    const additions = ids.map((id) => ({ id, name: "Todo", priceCents: 100 }));
    return { ...menu, additions };
  };
}
