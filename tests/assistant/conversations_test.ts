import { assertEquals } from "@std/assert";
import { OPERATIONS } from "../../src/app.ts";
import { overMcp } from "../mcp/_mcp.ts";
import { rows } from "../storage/_fixture.ts";
import { type TestApp, testApp } from "../support/test_app.ts";
import { CHANGED_PLANS } from "./_changed_plans.ts";
import { type Call, CONVERSATIONS } from "./_conversations.ts";

for (const [protocol, over] of [["HTTP", (app: TestApp) => app], ["MCP", overMcp]] as const) {
  for (
    const { person, calls, holds = [], tables, app: options, before } of [
      ...CONVERSATIONS,
      ...CHANGED_PLANS,
    ]
  ) {
    Deno.test(`over ${protocol}, in ${calls.length} calls: ${person}`, async () => {
      await using app = await testApp(options);
      await before?.(app);
      for (const call of calls) {
        app.clock.advance((call.after ?? 0) * 60_000);
        const { text, body } = await send(call, over(app));
        assertEquals(differences(body, call.got), [], text);
        await app.storage.poll.refresh();
      }
      const held = await rows(app.storage, "SELECT * FROM reservations ORDER BY id");
      assertEquals(held.length, tables ?? holds.length);
      assertEquals(differences(held, holds), [], JSON.stringify(held));
    });
  }
}

function send({ tool, sent, key }: Call, app: TestApp) {
  const { method, path } = OPERATIONS.find(({ operationId }) => operationId === tool)!;
  if (method === "POST") return app.post(path, sent, key ? { "idempotency-key": key } : {});
  const query = Object.entries(sent).map(([name, value]) => [name, String(value)]);
  return app.get(`${path}?${new URLSearchParams(query)}`);
}

/** The paths where `value` differs from `expected`. */
function differences(value: unknown, expected: unknown, path = ""): string[] {
  if (expected instanceof RegExp) return expected.test(String(value)) ? [] : [path];
  if (typeof expected !== "object" || expected === null) return value === expected ? [] : [path];
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(expected).flatMap(([key, part]) =>
    differences((value as Record<string, unknown>)[key], part, `${path}.${key}`)
  );
}
