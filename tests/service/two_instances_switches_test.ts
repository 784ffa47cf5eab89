/** Switches that turn while guests of two instances reserve: after a switch has answered, nobody gets what it took away. */
import { assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { eventually } from "./_eventually.ts";
import { nobodyTold, post, reserve, startCrowd } from "./_guests.ts";
import { type Forms, signedIn } from "./_board.ts";
import { type NoonHouse, noonHouse } from "./_noon_service.ts";
import { type FarServer, testOnFarServer } from "./_on_server.ts";
import { compare, rowsAt } from "./_rows.ts";

/** Two services on one server, of a restaurant on whose clock it is noon. */
function testOnTwo(
  name: string,
  run: (
    instances: readonly ServiceProcess[],
    house: NoonHouse,
    board: Forms,
    far: FarServer,
  ) => Promise<void>,
): void {
  testOnFarServer(name, async (far) => {
    const house = await noonHouse(far.folder, { DATABASE_URL: far.sqld.url });
    const { RESTAURANT_FILE = "", BASE_URL = "" } = house.env;
    const env = { RESTAURANT_FILE, BASE_URL, STAFF_KEY };
    await using one = await far.start("one", env);
    await using other = await far.start("other", env);
    await run([one, other], house, await signedIn(one, STAFF_KEY), far);
  });
}

const STAFF_KEY = "la llave del comedor";

interface Switch {
  readonly name: string;
  /** Turns it on the board. @returns what turns it back */
  turn(board: Forms, today: string): Promise<() => Promise<unknown>>;
  /** Times of today that can be reserved no more. */
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
  testOnTwo(
    `once the board has answered to ${name}, no instance makes a reservation that it forbids, and lists follow within 2 seconds`,
    async (instances, house, board, { sqld }) => {
      const slot = { dia: house.today, hora: "21:00" };
      const lists = (listed: boolean) => async () =>
        (await Promise.all(instances.map(({ url }) => times(url, house.today)))).every((found) =>
          found.includes(slot.hora) === listed &&
          (listed || !lost.some((time) => found.includes(time)))
        );
      const told = nobodyTold([422, "datos"]);
      const crowds = instances.map(({ url }, nth) =>
        startCrowd({ url, slot, told, first: nth * 100_000, lanes: 8 })
      );
      await Promise.all(crowds.map((crowd) => crowd.until(({ held }) => held.size > 100)));
      const turnBack = await turn(board, house.today);
      const followed = eventually(lists(false), 2_000);
      const before = await rowsAt(sqld.url);
      const refused = told.refused.size;
      await Promise.all(
        crowds.map((crowd) => crowd.until((now) => now.refused.size > refused + 50)),
      );
      await followed;
      await Promise.all(crowds.map((crowd) => crowd.stop()));
      assertEquals((await rowsAt(sqld.url)).size, before.size);
      assertEquals([...compare(before, told)], []);

      await turnBack();
      await eventually(lists(true), 2_000);
      for (const [n, { url }] of instances.entries()) {
        assertEquals((await reserve(url, 1_000_000 + n, slot)).status, 200);
      }
    },
  );
}

testOnTwo(
  "a dish that is sold out is off the menu of two instances within 2 seconds, and back",
  async (instances, _, board) => {
    const draft = JSON.stringify({
      lineas: [{ id: "kibis", cantidad: 1 }, { id: "panuchos-3", cantidad: 1 }],
      entrega: { modo: "recoger" },
    });
    const asks = () =>
      Promise.all(instances.map(({ url }) => post(`${url}/api/pedido/borrador`, draft)));
    const everywhere = (error: string) => async () => {
      const answers = await asks();
      // Any other answer, such as that of a limit, would never come true: it is told at once.
      assertEquals(answers.map(({ body }) => body.motivo), ["lineas", "lineas"]);
      return answers.every(({ body }) => body.error === error);
    };
    assertEquals((await asks()).map(({ body }) => body.error), [
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
