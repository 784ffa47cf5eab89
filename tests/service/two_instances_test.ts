/** Two instances on one database: each follows the other. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { noonRestaurant } from "../support/edited_sample.ts";
import { runProgram, type ServiceProcess } from "../support/service_process.ts";
import { eventually } from "../support/eventually.ts";
import {
  bodyOf,
  draftLink,
  freeSlot,
  isOff,
  noAnswers,
  post,
  reserve,
  startCrowd,
} from "./_guests.ts";
import { type RelayedServer, testOnRelayedServer } from "./_on_server.ts";
import { compare, rowsAt } from "./_rows.ts";
import { type Forms, signedIn } from "./_board.ts";

/** Two services on one server. */
function testOnTwo(
  name: string,
  run: (one: ServiceProcess, other: ServiceProcess, relayed: RelayedServer) => Promise<void>,
): void {
  testOnRelayedServer(name, async (relayed) => {
    await using one = await relayed.start("one");
    await using other = await relayed.start("other");
    await run(one, other, relayed);
  });
}

testOnTwo(
  "a reservation made on one instance is known to the other at once",
  async (one, other) => {
    const slot = await freeSlot(one.url);
    for (let n = 0; n < 10; n++) {
      const made = await reserve(one.url, n, slot);
      const again = await reserve(other.url, n, slot);
      assertEquals([made.status, again.status], [200, 200]);
      assertEquals([again.body.folio, again.body.repetida], [made.body.folio, true]);
      assertEquals(again.headers.get("idempotent-replayed"), "true");
    }
  },
);

testOnTwo(
  "equal concurrent requests to two instances make one reservation",
  async (one, other) => {
    const slot = await freeSlot(one.url);
    for (let n = 0; n < 10; n++) {
      const answers = await Promise.all(
        [one, other, one, other].map(({ url }) => reserve(url, n, slot)),
      );
      assertEquals(answers.map(({ status }) => status), [200, 200, 200, 200]);
      assertEquals(new Set(answers.map(({ body }) => body.folio)).size, 1);
      assertEquals(answers.filter(({ body }) => body.repetida !== true).length, 1);
    }
  },
);

testOnTwo("a key used on one instance is known to the other", async (one, other) => {
  const slot = await freeSlot(one.url);
  const headers = { "idempotency-key": "mesa-1" };
  const made = await reserve(one.url, 1, slot, headers);
  const again = await reserve(other.url, 1, slot, headers);
  assertEquals([again.status, again.body.folio], [200, made.body.folio]);
  assertEquals(again.headers.get("idempotent-replayed"), "true");
  const body = JSON.stringify({ ...JSON.parse(bodyOf(1, slot)), comentarios: "con pastel" });
  const reused = await post(`${other.url}/api/reserva`, body, headers);
  assertEquals([reused.status, reused.body.error], [422, "idempotencia"]);
});

testOnTwo("a draft link from one instance opens on the other", async (one, other) => {
  const link = await draftLink(one.url);
  const page = await fetch(link.replace(one.url, other.url));
  assertEquals(page.status, 200);
  assertStringIncludes(await page.text(), "Panuchos");
});

testOnTwo(
  "once pause has ended no instance makes a reservation, and lists follow within 2 seconds",
  async (one, other, { sqld }) => {
    const slot = await freeSlot(one.url);
    const answers = noAnswers([503, "apagado"]);
    const crowds = [one, other].map(({ url }, nth) =>
      startCrowd({ url, slot, answers, first: nth * 100_000, lanes: 8 })
    );
    await Promise.all(crowds.map((crowd) => crowd.until(({ held }) => held.size > 100)));
    const paused = await runProgram({ args: ["pause"], env: { DATABASE_URL: sqld.url } });
    const lists = eventually(async () => await isOff(one.url) && await isOff(other.url), 2_000);
    const before = await rowsAt(sqld.url);
    const refused = answers.refused.size;
    await Promise.all(crowds.map((crowd) => crowd.until((now) => now.refused.size > refused + 50)));
    await lists;
    await Promise.all(crowds.map((crowd) => crowd.stop()));
    assertEquals([paused.code, paused.stderr], [0, ""]);
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

    const resumed = await runProgram({ args: ["resume"], env: { DATABASE_URL: sqld.url } });
    assertEquals([resumed.code, resumed.stderr], [0, ""]);
    await eventually(async () => !await isOff(one.url) && !await isOff(other.url), 2_000);
    for (const [n, { url }] of [one, other].entries()) {
      assertEquals((await reserve(url, 2_000_000 + n, slot)).status, 200);
    }
  },
);

/** Two services on one server, of a restaurant where it is noon. */
function testSwitchesOnTwo(
  name: string,
  run: (
    instances: readonly ServiceProcess[],
    today: string,
    board: Forms,
    relayed: RelayedServer,
  ) => Promise<void>,
): void {
  testOnRelayedServer(name, async (relayed) => {
    const { text, today } = noonRestaurant();
    const RESTAURANT_FILE = join(relayed.folder, "restaurante.json");
    await Deno.writeTextFile(RESTAURANT_FILE, text);
    const env = { RESTAURANT_FILE, BASE_URL: "https://mesa.example", STAFF_KEY };
    await using one = await relayed.start("one", env);
    await using other = await relayed.start("other", env);
    await run([one, other], today, await signedIn(one, STAFF_KEY), relayed);
  });
}

const STAFF_KEY = "la llave del comedor";

interface Switch {
  readonly name: string;
  /** Turns it on the board. @returns a function that turns it back */
  turn(board: Forms, today: string): Promise<() => Promise<unknown>>;
  /** Times of today that are no longer bookable. */
  readonly lost: readonly string[];
}

const close = (times: Readonly<Record<string, string>>): Switch["turn"] => async (board, today) => {
  const done = await board.send("/cierres", { dia: today, motivo: "Boda", ...times });
  const cierre = done.get("cierre")!;
  return () => board.send("/cierres", { accion: "quitar", cierre });
};

const SWITCHES: readonly Switch[] = [
  { name: "a closed day", turn: close({}), lost: ["10:00", "19:00", "21:00"] },
  { name: "a closed evening", turn: close({ de: "19:00" }), lost: ["19:00", "21:00"] },
  {
    name: "an early kitchen",
    async turn(board) {
      await board.send("/casa", { accion: "cocina_a", hora: "20:00" });
      return () => board.send("/casa", { accion: "cocina_normal" });
    },
    lost: ["20:00"],
  },
];

for (const { name, turn, lost } of SWITCHES) {
  testSwitchesOnTwo(
    `once the board has accepted ${name}, no instance makes a reservation that it forbids, and lists follow within 2 seconds`,
    async (instances, today, board, { sqld }) => {
      const slot = { dia: today, hora: "21:00" };
      const lists = (listed: boolean) => async () =>
        (await Promise.all(instances.map(({ url }) => times(url, today)))).every((found) =>
          found.includes(slot.hora) === listed &&
          (listed || !lost.some((time) => found.includes(time)))
        );
      const answers = noAnswers([422, "datos"]);
      const crowds = instances.map(({ url }, nth) =>
        startCrowd({ url, slot, answers, first: nth * 100_000, lanes: 8 })
      );
      await Promise.all(crowds.map((crowd) => crowd.until(({ held }) => held.size > 100)));
      const turnBack = await turn(board, today);
      const followed = eventually(lists(false), 2_000);
      const before = await rowsAt(sqld.url);
      const refused = answers.refused.size;
      await Promise.all(
        crowds.map((crowd) => crowd.until((now) => now.refused.size > refused + 50)),
      );
      await followed;
      await Promise.all(crowds.map((crowd) => crowd.stop()));
      assertEquals((await rowsAt(sqld.url)).size, before.size);
      assertEquals([...compare(before, answers)], []);

      await turnBack();
      await eventually(lists(true), 2_000);
      for (const [n, { url }] of instances.entries()) {
        assertEquals((await reserve(url, 1_000_000 + n, slot)).status, 200);
      }
    },
  );
}

testSwitchesOnTwo(
  "a sold-out dish is refused by two instances within 2 seconds, and accepted again",
  async (instances, _, board) => {
    const draft = JSON.stringify({
      lineas: [{ id: "kibis", cantidad: 1 }, { id: "panuchos-3", cantidad: 1 }],
      entrega: { modo: "recoger" },
    });
    const drafts = () =>
      Promise.all(instances.map(({ url }) => post(`${url}/api/pedido/borrador`, draft)));
    const everywhere = (error: string) => async () => {
      const answers = await drafts();
      // Another answer, such as that of a rate limit, fails at once.
      assertEquals(answers.map(({ body }) => body.motivo), ["lineas", "lineas"]);
      return answers.every(({ body }) => body.error === error);
    };
    assertEquals((await drafts()).map(({ body }) => body.error), [
      ...["linea_desconocida", "linea_desconocida"],
    ], "kibis are sold in two ways");
    await board.send("/casa", { accion: "agotado_hasta", platillo: "kibis" });
    await eventually(everywhere("linea_agotada"), 2_000);
    await board.send("/casa", { accion: "ya_hay", platillo: "kibis" });
    await eventually(everywhere("linea_desconocida"), 2_000);
  },
);

async function times(url: string, day: string): Promise<string[]> {
  const { dias } = await (await fetch(`${url}/api/disponibilidad?dia=${day}`)).json();
  return dias[0].horas_reservables;
}
