import { assertEquals, assertStringIncludes } from "@std/assert";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { signIn } from "./_board.ts";

/** One quote in a thousand seconds. */
const ONE_QUOTE = { RATE_LIMIT_ENVIO: "1/1000" };

Deno.test("behind a local proxy that is not trusted all guests share one limit, and the log warns once for both listeners, with the remedy", async () => {
  await using service = await startServiceProcess({ env: ONE_QUOTE });
  assertEquals(await quote(service, "192.0.2.1"), 200);
  assertEquals(await quote(service, "192.0.2.2"), 429);
  assertEquals(await quote(service, "192.0.2.3"), 429);
  for (const address of ["192.0.2.4", "192.0.2.5"]) {
    assertEquals(await signIn(service, "otra llave", { "x-forwarded-for": address }), null);
  }
  await service.stop();
  const warnings = service.lines.map((line) => JSON.parse(line))
    .filter(({ message }) => message.includes("X-Forwarded-For"));
  assertEquals(warnings.length, 1);
  assertEquals(warnings[0].level, "warn");
  assertStringIncludes(warnings[0].message, "set TRUSTED_PROXIES=127.0.0.1,::1");
});

Deno.test("guests behind a trusted proxy have a limit each, and the log has no warning", async () => {
  const env = { ...ONE_QUOTE, TRUSTED_PROXIES: "127.0.0.1,::1" };
  await using service = await startServiceProcess({ env });
  assertEquals(await quote(service, "192.0.2.1"), 200);
  assertEquals(await quote(service, "192.0.2.2"), 200);
  assertEquals(await quote(service, "192.0.2.2"), 429);
  assertEquals(await quote(service, "198.51.100.7, 192.0.2.1"), 429, "the rightmost hop counts");
  await service.stop();
  assertEquals(service.lines.filter((line) => line.includes("X-Forwarded-For")), []);
});

async function quote({ url }: ServiceProcess, forwardedFor: string): Promise<number> {
  const response = await fetch(`${url}/api/envio?lat=20.967&lng=-89.6237`, {
    headers: { "x-forwarded-for": forwardedFor },
  });
  await response.body?.cancel();
  return response.status;
}
