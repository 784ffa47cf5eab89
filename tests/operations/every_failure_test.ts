import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { OPERATIONS } from "../../src/app.ts";
import { allFailures } from "../../src/http/operation.ts";
import { testApp } from "../support/test_app.ts";
import { checked, countRows } from "./_checked_app.ts";
import { WAYS } from "./_every_way.ts";
import { SECRET } from "./_ways.ts";

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

for (const [key, ways] of Object.entries(WAYS)) {
  Deno.test(`reached through HTTP: ${key}`, async () => {
    const { method, path } = DECLARED.get(key)!;
    await using ordinary = await testApp();
    for (const { app: options, prepare, ask, campo, says } of ways) {
      await using own = options || prepare ? await testApp(options) : null;
      const app = own ?? ordinary;
      await prepare?.(app);
      const before = await countRows(app, "reservations");
      const { status, body, text } = checked(method, path, await ask(app));
      const answered = `${status} ${body.motivo} ${body.error}`;
      assertEquals(answered, key.split(" ").slice(1).join(" "), text);
      assertEquals([body.ok, body.campo], [false, campo], text);
      assertStringIncludes(body.detalle, says);
      assert(body.detalle.endsWith("."), text);
      assert(!text.includes(SECRET), "what went wrong inside stays inside");
      assertEquals(await countRows(app, "reservations"), before, "an error holds no table");
      assertEquals(app.errors.every(({ error }) => (error as Error).message === SECRET), true);
    }
  });
}
