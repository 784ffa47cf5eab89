import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { freeSlot, noAnswers, startCrowd } from "./_guests.ts";
import { startOwnRestaurant } from "./_own_restaurant.ts";

const PRICE = "secciones[0].platillos[0].presentaciones[0].precio";

interface Menu {
  readonly price: number;
  readonly etag: string;
}

Deno.test("after SIGHUP a new file is imported and served, under another entity tag", async () => {
  await using own = await startOwnRestaurant([PRICE, 101]);
  const before = await menu(own.service);
  assertEquals(before.price, 101);
  assertEquals(await statusIfKnown(own.service, before), 304);
  await own.edit([PRICE, 102], ["nombre", "La Otra"]);
  assertEquals(await menu(own.service), before, "the file is read when the signal says so");
  const line = await reload(own.service);
  assertEquals([line.message, line.restaurant], ["restaurant served", "La Otra"]);
  const after = await menu(own.service);
  assertEquals(after.price, 102);
  assertNotEquals(after.etag, before.etag);
  assertEquals(await statusIfKnown(own.service, before), 200);
});

Deno.test("a bad file is refused, the log names the command that explains it, and the old restaurant stays", async () => {
  await using own = await startOwnRestaurant([PRICE, 101]);
  const before = await menu(own.service);
  const bad = [["{", / 1 problem: línea 1, /], [
    '{"nombre":"A"}',
    / \d+ problems, the first: /,
  ]] as const;
  for (const [text, problems] of bad) {
    await own.write(text);
    const { level, message, error } = await reload(own.service);
    assertEquals(level, "error");
    assertMatch(String(error), problems);
    assertStringIncludes(message, "the version before stays: sobremesa check FILE says why");
    assertEquals(await menu(own.service), before);
  }
  await own.edit([PRICE, 103]);
  assertEquals((await reload(own.service)).message, "restaurant served");
  assertEquals((await menu(own.service)).price, 103);
  await own.service.logged(({ message }) => message === "loaded again");
  const loaded = own.service.lines.filter((line) => line.includes('"loaded again"'));
  assertEquals(loaded.length, 1, "a refused file is not loaded");
});

Deno.test("no request is dropped while files are loaded", async () => {
  await using own = await startOwnRestaurant([PRICE, 1]);
  const { service } = own;
  const answers = noAnswers();
  const crowd = startCrowd({
    url: service.url,
    slot: await freeSlot(service.url),
    answers,
    first: 0,
  });
  for (let price = 2; price < 12; price++) {
    await own.edit([PRICE, price]);
    await reload(service);
    assertEquals((await menu(service)).price, price);
    await crowd.until(({ held }) => held.size > price * 20);
  }
  await crowd.stop();
  assertEquals([answers.refused.size, answers.unanswered.size], [0, 0]);
});

Deno.test("guests are answered while a file of 0.9 MB of mistakes is refused", async () => {
  await using own = await startOwnRestaurant([PRICE, 101]);
  const dishes = Array(300_000).fill("{}").join(",");
  await own.write(`{"secciones":[{"nombre":"a","platillos":[${dishes}]}]}`);
  await menu(own.service);
  let slowest = 0;
  let refused = false;
  const reloaded = reload(own.service).finally(() => refused = true);
  while (!refused) {
    const begun = performance.now();
    assertEquals((await menu(own.service)).price, 101);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  assertStringIncludes((await reloaded).message, "restaurant file refused");
  assert(slowest < 1_500, `a guest waited ${Math.round(slowest)} ms`);
});

Deno.test("SIGHUP does not end a service that serves the sample", async () => {
  await using service = await startServiceProcess();
  Deno.kill(service.pid, "SIGHUP");
  await service.logged(({ message }) => message === "loaded again");
  assert((await menu(service)).price > 0);
});

/** Sends SIGHUP and returns the log line with the result. */
function reload(service: ServiceProcess): ReturnType<ServiceProcess["logged"]> {
  const known = service.lines.length;
  Deno.kill(service.pid, "SIGHUP");
  return service.logged(({ message, time }) =>
    message.startsWith("restaurant ") &&
    service.lines.findIndex((line) => line.includes(time) && line.includes(message)) >= known
  );
}

async function menu({ url }: ServiceProcess): Promise<Menu> {
  const response = await fetch(`${url}/api/menu`);
  const { secciones } = await response.json();
  return {
    price: secciones[0].platillos[0].presentaciones[0].precio,
    etag: response.headers.get("etag")!,
  };
}

async function statusIfKnown({ url }: ServiceProcess, { etag }: Menu): Promise<number> {
  const response = await fetch(`${url}/api/menu`, { headers: { "if-none-match": etag } });
  await response.body?.cancel();
  return response.status;
}
