/** Two instances on one database: each follows the other. */
import { assert, assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { eventually } from "../support/eventually.ts";
import { keyIn, readDay, signedIn, signIn } from "./_board.ts";
import { freeSlot, isOff, noAnswers, reserve, startCrowd } from "./_guests.ts";
import { testOnRelayedServer } from "./_on_server.ts";
import { compare, rowsAt } from "./_rows.ts";

testOnRelayedServer(
  "once a pause is answered no instance makes a reservation, and lists follow",
  async ({ sqld, start }) => {
    await using one = await start("one");
    await using other = await start("other");
    const slot = await freeSlot(one.url);
    const answers = noAnswers([503, "apagado"]);
    const crowds = [one, other].map(({ url }, nth) =>
      startCrowd({ url, slot, answers, first: nth * 100_000, lanes: 8 })
    );
    await Promise.all(crowds.map((crowd) => crowd.until(({ held }) => held.size > 100)));
    const board = await signedIn(one);
    await board.send("/casa", { accion: "pausar" });
    const lists = eventually(async () => await isOff(one.url) && await isOff(other.url));
    const before = await rowsAt(sqld.url);
    const refused = answers.refused.size;
    await Promise.all(crowds.map((crowd) => crowd.until((now) => now.refused.size > refused + 50)));
    await lists;
    await Promise.all(crowds.map((crowd) => crowd.stop()));
    assertEquals((await rowsAt(sqld.url)).size, before.size);
    assertEquals([...compare(before, answers)], []);
    for (const { url } of [one, other]) {
      const { body } = await reserve(url, 1_000_000, slot);
      assertEquals(body.error, "reservas_apagadas");
      const [confirmed] = answers.held;
      const replay = await reserve(url, confirmed![0], slot);
      assertEquals(
        [replay.status, replay.body.folio],
        [200, confirmed![1]],
        "a confirmed reservation is still confirmed",
      );
    }

    await board.send("/cierres", { accion: "quitar", abre: '{"until":null}' });
    await eventually(async () => !await isOff(one.url) && !await isOff(other.url));
    for (const [n, { url }] of [one, other].entries()) {
      assertEquals((await reserve(url, 2_000_000 + n, slot)).status, 200);
    }
  },
);

testOnRelayedServer(
  "a board whose instance alone has lost the database gets an error within seconds, and no old day",
  async ({ sqld, relay, start }) => {
    await using one = await start("one");
    await using other = await start("other", { DATABASE_URL: sqld.url });
    const slot = await freeSlot(other.url);
    const cookie = (await signIn(one))!;
    // A new minute would be read in any case.
    await eventually(() => new Date().getSeconds() < 45, 20_000);
    await eventually(async () => await readDay(one, cookie) === 200);
    relay.fault = () => "refuse";
    assertEquals((await reserve(other.url, 1, slot)).status, 200);
    await eventually(async () => await readDay(one, cookie) === 500, 5_000);
    relay.fault = () => "relay";
    await eventually(async () => await readDay(one, cookie) === 200);
  },
);

/** A host at the board of one instance. Two of one name who tap in the same millisecond would count as one. */
async function hostAt({ staffUrl, ...service }: ServiceProcess, key: string, name: string) {
  const signedIn = await signIn({ staffUrl, ...service }, key);
  assert(signedIn !== null, "the key opens the board");
  const cookie = signedIn.replace("Wendy", name);
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie, origin: staffUrl };
    const answer = await fetch(staffUrl + path, { ...init, headers, redirect: "manual" });
    const text = await answer.text();
    return { status: answer.status, location: answer.headers.get("location"), text };
  };
  return {
    get: (path: string) => ask(path),
    post: (path: string, form: Record<string, string>) =>
      ask(path, { method: "POST", body: new URLSearchParams(form) }),
  };
}

testOnRelayedServer(
  "of hosts at two instances who do something to the same party at once one wins, and it stays done though that instance is killed with its answer",
  async ({ start }) => {
    const [one, other] = [await start("one"), await start("other")];
    const key = await keyIn(one.dataDir);
    const hosts = [await hostAt(one, key, "Lupe"), await hostAt(other, key, "Beto")] as const;
    const acts = { avisar: "avisada de su mesa", llego: "ya llegó", cancelar: "se fue sin mesa" };
    const names = Object.keys(acts) as (keyof typeof acts)[];
    const pairs = names.flatMap((first) =>
      names.filter((second) => second !== first || first === "avisar")
        .map((second) => [first, second] as const)
    );
    for (const [n, pair] of pairs.entries()) {
      const waits = { personas: "2", espera: "15", nombre: `Ana ${n}`, telefono: "9995550101" };
      const { location } = await hosts[n % 2]!.post("/llegaron", waits);
      const path = `/reserva/${/R-[0-9A-Z]{8}/.exec(location!)![0]}`;
      const answers = await Promise.all(
        hosts.map((host, nth) => host.post(path, { accion: pair[nth]!, version: "1" })),
      );
      const lost = answers.findIndex(({ status }) => status === 409);
      assertEquals(answers.filter(({ status }) => status === 409).length, 1, `${pair}`);
      const won = 1 - lost;
      if (n === pairs.length - 1) await [one, other][won]!.kill();
      const { text } = await hosts[lost]!.get(path);
      assert(text.includes(`>${acts[pair[won]!]}</span>`), `${pair}`);
    }
    await one.kill();
    await other.kill();
  },
);
