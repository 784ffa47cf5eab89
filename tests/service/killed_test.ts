import { surviveKills } from "./_kills.ts";

Deno.test("killed under load, the service has every folio that it told, and retries get those that it did not tell", async () => {
  await surviveKills(20);
});
