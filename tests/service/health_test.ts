import { assertEquals } from "@std/assert";
import { startServiceProcess } from "../support/service_process.ts";
import { testOnFarServer } from "./_on_server.ts";

Deno.test("/healthz is 200 on a file", async () => {
  await using service = await startServiceProcess();
  assertEquals(await health(service.url), [200, true]);
});

testOnFarServer(
  "/healthz is 503 while the database server is gone, and 200 again when it is back",
  async ({ sqld, start }) => {
    await using service = await start("one");
    for (let round = 0; round < 3; round++) {
      assertEquals(await health(service.url), [200, true]);
      await sqld.kill();
      assertEquals(await health(service.url), [503, false]);
      assertEquals(await motivo(service.url), "base", "in the body of every error");
      assertEquals(await status(`${service.url}/api/menu`), 200, "what needs no database goes on");
      await sqld.restart();
    }
    assertEquals(await health(service.url), [200, true]);
  },
);

async function health(url: string): Promise<[number, boolean]> {
  const response = await fetch(`${url}/healthz`);
  return [response.status, (await response.json()).ok];
}

async function motivo(url: string): Promise<string> {
  return (await (await fetch(`${url}/healthz`)).json()).motivo;
}

async function status(address: string): Promise<number> {
  const response = await fetch(address);
  await response.body?.cancel();
  return response.status;
}
