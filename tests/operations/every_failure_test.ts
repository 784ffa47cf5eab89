import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { OPERATIONS } from "../../src/app.ts";
import { allFailures } from "../../src/http/operation.ts";
import { overMcp } from "../mcp/_mcp.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import { checked, countRows } from "./_checked_app.ts";
import { WAYS } from "./_every_way.ts";
import { SECRET, type Way } from "./_ways.ts";

interface Declared {
  readonly method: string;
  readonly path: string;
}

/** Everything that the operations declare, by `operationId status motivo error`. */
const DECLARED: ReadonlyMap<string, Declared> = new Map(
  OPERATIONS.flatMap((operation) =>
    allFailures(operation).flatMap(({ status, motivo, errors }) =>
      Object.keys(errors).map((error): [string, Declared] => [
        `${operation.operationId} ${status} ${motivo} ${error}`,
        operation,
      ])
    )
  ),
);

Deno.test("there is a way to every declared failure, and to none that is not declared", () => {
  assertEquals(Object.keys(WAYS).sort(), [...DECLARED.keys()].sort());
});

/** Failures in how HTTP carries a request, and of a header that tools do not have. */
const ONLY_OVER_HTTP =
  / (json_invalido|utf8_invalido|cuerpo_(incompleto|grande|no_objeto|invalido)|destino_invalido|metodo_no_admitido|idempotencia)$/;

Deno.test("every failure is reached through HTTP, is a tool's too, and holds no table", async (t) => {
  await using ordinary = await testApp();
  for (const [key, ways] of Object.entries(WAYS)) {
    await t.step(key, async () => {
      for (const way of ways) await assertFails(key, way, ordinary);
    });
  }
});

async function assertFails(key: string, way: Way, ordinary: TestApp): Promise<void> {
  const { app: options, prepare, ask, campo, says } = way;
  await using own = options || prepare ? await testApp(options) : null;
  const app = own ?? ordinary;
  await prepare?.(app);
  const before = await countRows(app, "reservations");
  const { method, path } = DECLARED.get(key)!;
  const { status, body, text } = checked(method, path, await ask(app));
  const answered = `${status} ${body.motivo} ${body.error}`;
  assertEquals(answered, key.split(" ").slice(1).join(" "), text);
  assertEquals([body.ok, body.campo], [false, campo], text);
  assertStringIncludes(body.detalle, says);
  assert(body.detalle.endsWith("."), text);
  assert(!text.includes(SECRET), "what went wrong inside stays inside");
  if (!ONLY_OVER_HTTP.test(key)) assertEquals((await ask(overMcp(app))).body, body);
  assertEquals(await countRows(app, "reservations"), before, "an error holds no table");
  assertEquals(app.errors.every(({ error }) => (error as Error).message === SECRET), true);
}
