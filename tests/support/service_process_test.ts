import { assert, assertEquals, assertRejects } from "@std/assert";
import { startServiceProcess } from "./service_process.ts";

Deno.test("a service process serves, logs and ends with code 0 on SIGTERM", async () => {
  await using service = await startServiceProcess({ env: { LOG_LEVEL: "debug" } });
  const logged = service.logged(({ route }) => route === "/healthz");
  const response = await fetch(`${service.url}/healthz`);
  await response.body?.cancel();
  assertEquals((await logged).status, 200);
  assertEquals((await service.stop()).code, 0);
  assert(service.lines.at(-1)?.includes('"stopped"'));
});

Deno.test("a service process with a BASE_URL is still reached on this machine", async () => {
  await using service = await startServiceProcess({ env: { BASE_URL: "https://mesa.example" } });
  const response = await fetch(`${service.url}/openapi.json`);
  assertEquals((await response.json()).servers, [{ url: "https://mesa.example" }]);
});

Deno.test("a service that cannot start rejects with the reason", async () => {
  await assertRejects(
    () => startServiceProcess({ env: { DRAFT_TTL_MINUTES: "x" } }),
    Error,
    "DRAFT_TTL_MINUTES",
  );
});

Deno.test("waiting for a log line rejects when the service ends without it", async () => {
  await using service = await startServiceProcess();
  const logged = assertRejects(() => service.logged(() => false), Error, "ended");
  assertEquals((await service.kill()).signal, "SIGKILL");
  await logged;
});
