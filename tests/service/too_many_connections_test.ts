import { surviveTooManyConnections } from "./_too_many_connections.ts";

Deno.test("with more connections than open files, who is connected is served, and soon after everybody is again", async () => {
  await surviveTooManyConnections();
});
