import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { answerProblems } from "../openapi/_document.ts";
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
  /^(?:lineas(?:\[\d+\](?:\.(?:id|cantidad))?)?|entrega(?:\.(?:modo|direccion|referencias|lat|lng))?|comentarios|cuerpo)$/;

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
      const known = ["cuerpo", ...RESERVATION_FIELDS];
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
          assertMatch(body.campo, /^(?:lang|dia|dias|lat|lng|motivo)$/);
        }
      }),
      RUNS,
    );
    seen.atLeast(10, 200, 400);
  });
}
