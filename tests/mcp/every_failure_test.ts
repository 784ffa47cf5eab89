import { assertEquals } from "@std/assert";
import { WAYS_OF_DRAFTS } from "../operations/_ways_of_drafts.ts";
import { WAYS_OF_READS } from "../operations/_ways_of_reads.ts";
import { WAYS_OF_RESERVATIONS } from "../operations/_ways_of_reservations.ts";
import { testApp } from "../support/test_app.ts";
import { overMcp } from "./_mcp.ts";

/** Failures in how HTTP carries the arguments, and of a header that tools do not have. */
const ONLY_OVER_HTTP =
  / (json_invalido|utf8_invalido|cuerpo_(incompleto|grande|no_objeto|invalido)|destino_invalido|metodo_no_admitido|idempotencia)$/;

const WAYS = Object.entries({ ...WAYS_OF_READS, ...WAYS_OF_DRAFTS, ...WAYS_OF_RESERVATIONS })
  .filter(([key]) => !ONLY_OVER_HTTP.test(key));

for (const [key, ways] of WAYS) {
  Deno.test(`a tool fails as the operation over HTTP: ${key}`, async () => {
    await using ordinary = await testApp();
    for (const { app: options, prepare, ask } of ways) {
      const bodies: unknown[] = [];
      for (const over of [overMcp, (app: Parameters<typeof overMcp>[0]) => app]) {
        await using own = options || prepare ? await testApp(options) : null;
        const app = over(own ?? ordinary);
        await prepare?.(app);
        const { body } = await ask(app);
        bodies.push(body);
      }
      const [tool, http] = bodies as [unknown, { readonly error: string }];
      assertEquals(tool, http);
      assertEquals(http.error, key.split(" ").at(-1));
    }
  });
}
