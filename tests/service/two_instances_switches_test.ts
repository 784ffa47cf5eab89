/** Switches that turn while guests of two instances reserve: after a switch has answered, nobody gets what it took away. */
import { assertEquals } from "@std/assert";
import type { ServiceProcess } from "../support/service_process.ts";
import { eventually } from "./_eventually.ts";
import { nobodyTold, post, reserve, startCrowd } from "./_guests.ts";
import { command, type NoonHouse, noonHouse } from "./_noon_service.ts";
import { type FarServer, testOnFarServer } from "./_on_server.ts";
import { compare, rowsAt } from "./_rows.ts";

/** Two services on one server, of a restaurant on whose clock it is noon. */
function testOnTwo(
  name: string,
  run: (instances: readonly ServiceProcess[], house: NoonHouse, far: FarServer) => Promise<void>,
): void {
  testOnFarServer(name, async (far) => {
    const house = await noonHouse(far.folder, { DATABASE_URL: far.sqld.url });
    const { RESTAURANT_FILE = "", BASE_URL = "" } = house.env;
    await using one = await far.start("one", { RESTAURANT_FILE, BASE_URL });
    await using other = await far.start("other", { RESTAURANT_FILE, BASE_URL });
    await run([one, other], house, far);
  });
}

const SWITCHES = [
  { turn: ["close", "TODAY"], back: ["reopen", "TODAY"], lost: ["10:00", "19:00", "21:00"] },
  {
    turn: ["close", "TODAY", "--from", "19:00"],
    back: ["reopen", "TODAY"],
    lost: ["19:00", "21:00"],
  },
  { turn: ["kitchen", "close", "--at", "20:00"], back: ["kitchen", "default"], lost: ["20:00"] },
] as const;

for (const { turn, back, lost } of SWITCHES) {
  testOnTwo(
    `once ${
      turn.join(" ").replace("TODAY", "DAY")
    } has ended no instance makes a reservation that it forbids, and lists follow within 2 seconds`,
    async (instances, house, { sqld }) => {
      const slot = { dia: house.today, hora: "21:00" };
      const words = (args: readonly string[]) =>
        args.map((word) => word.replace("TODAY", house.today));
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
      await command(house, ...words(turn));
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

      await command(house, ...words(back));
      await eventually(lists(true), 2_000);
      for (const [n, { url }] of instances.entries()) {
        assertEquals((await reserve(url, 1_000_000 + n, slot)).status, 200);
      }
    },
  );
}

testOnTwo(
  "a dish that is sold out is off the menu of two instances within 2 seconds, and back",
  async (instances, house) => {
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
    await command(house, "soldout", "kibis");
    await eventually(everywhere("linea_agotada"), 2_000);
    await command(house, "available", "kibis");
    await eventually(everywhere("linea_desconocida"), 2_000);
  },
);

async function times(url: string, day: string): Promise<string[]> {
  const { dias } = await (await fetch(`${url}/api/disponibilidad?dia=${day}`)).json();
  return dias[0].horas_reservables;
}
