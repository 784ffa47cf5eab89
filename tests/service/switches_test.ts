/** Commands that switch a running service: each takes effect within two seconds. */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { startServiceProcess } from "../support/service_process.ts";
import { eventually } from "./_eventually.ts";
import { post, reserve } from "./_guests.ts";
import { command, type NoonHouse, noonHouse } from "./_noon_service.ts";
import { rowsInFile } from "./_rows.ts";

const LIMIT_MS = 2_000;

/** Registers a test on a service that runs on a file. */
function testRunning(
  name: string,
  run: (service: Running) => Promise<void>,
): void {
  Deno.test(name, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const dataDir = `${folder}/data`;
      const house = await noonHouse(folder, { DATA_DIR: dataDir, PORT: String(freePort()) });
      const { PORT = "" } = house.env;
      await using service = await startServiceProcess({
        env: { PORT, DATA_DIR: dataDir, BASE_URL: "http://wrong.example" },
        args: ["serve", "--env", house.envFile],
      });
      const get = async (path: string) => await (await fetch(`${service.url}${path}`)).json();
      await run({ house, url: service.url, dataDir, get });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

interface Running {
  readonly house: NoonHouse;
  readonly url: string;
  readonly dataDir: string;
  // deno-lint-ignore no-explicit-any -- tests look into bodies whose shape is what they test
  get(path: string): Promise<any>;
}

testRunning(
  "valet switches a running service, which is told of by a file of variables",
  async ({ house, get }) => {
    const valet = async () => (await get("/api/info")).ahora.valet;
    assertEquals(await valet(), true);
    assertEquals(await command(house, "valet", "off"), "valet parking is off\n");
    await eventually(async () => !await valet(), LIMIT_MS);
    await command(house, "valet", "default");
    await eventually(valet, LIMIT_MS);
  },
);

testRunning(
  "soldout and available change the menu of a running service",
  async ({ house, url, get }) => {
    const ids = async () =>
      (await get("/api/menu")).secciones.flatMap(({ platillos }: { platillos: { id: string }[] }) =>
        platillos.map(({ id }) => id)
      );
    const draft = () =>
      post(
        `${url}/api/pedido/borrador`,
        JSON.stringify({
          lineas: [{ id: "panuchos-3", cantidad: 1 }],
          entrega: { modo: "recoger" },
        }),
      );
    const made = await draft();
    assertEquals(made.status, 200);
    // The file of variables wins over the environment that the service was started in.
    assertStringIncludes(made.body.confirmar_en, "https://mesa.example/pedido/");
    const { total_platillos: total } = await get("/api/menu");
    await command(house, "soldout", "panuchos");
    await eventually(async () => !(await ids()).includes("panuchos"), LIMIT_MS);
    assertEquals((await get("/api/menu")).total_platillos, total - 1);
    const refused = await draft();
    assertEquals([refused.status, refused.body.motivo], [422, "lineas"]);
    await command(house, "available", "panuchos");
    await eventually(async () => (await ids()).includes("panuchos"), LIMIT_MS);
  },
);

testRunning(
  "kitchen close and default move the kitchen of a running service",
  async ({ house, url, get }) => {
    const { today } = house;
    const closes = async () => (await get("/api/info")).ahora.cocina_cierra;
    const times = async () =>
      (await get(`/api/disponibilidad?dia=${today}`)).dias[0].horas_reservables;
    assertEquals(await closes(), "00:30");
    await command(house, "kitchen", "close", "--at", "19:00");
    const late = await reserve(url, 1, { dia: today, hora: "20:00" });
    assertEquals([late.status, late.body.error], [422, "hora_no_reservable"], "at once");
    await eventually(async () => await closes() === "19:00", LIMIT_MS);
    assertEquals((await times()).at(-1), "18:30");
    await command(house, "kitchen", "default");
    await eventually(async () => (await times()).at(-1) === "23:30", LIMIT_MS);
    assertEquals((await reserve(url, 1, { dia: today, hora: "20:00" })).status, 200);
  },
);

testRunning(
  "close and reopen shut and open a day of a running service, and name whom it hits",
  async ({ house, url, get }) => {
    const dia = Temporal.PlainDate.from(house.today).add({ days: 2 }).toString();
    const day = async () => (await get(`/api/disponibilidad?dia=${dia}`)).dias[0];
    const made = await reserve(url, 1, { dia, hora: "20:00" });
    const told = await command(house, "close", dia, "--reason", "Boda");
    assertStringIncludes(told, `${made.body.folio}  ${dia} 20:00`);
    assert(!told.includes("Guadalupe"), told);
    const refused = await reserve(url, 2, { dia, hora: "20:00" });
    assertEquals([refused.status, refused.body.motivo], [422, "datos"], "at once");
    await eventually(async () => !(await day()).abre, LIMIT_MS);
    assertStringIncludes(await command(house, "closures"), `${dia}, all day  Boda`);
    await command(house, "reopen", dia);
    await eventually(async () => (await day()).abre, LIMIT_MS);
    assertEquals((await reserve(url, 2, { dia, hora: "20:00" })).status, 200);
  },
);

testRunning(
  "pause --until ends at that time of the restaurant's clock, and resume before",
  async ({ house, url, get }) => {
    const slot = { dia: house.today, hora: "20:00" };
    const active = async () => (await get("/api/info")).ahora.reservas_activas;
    assertStringIncludes(await command(house, "pause", "--until", "20:30"), "off until 20:30");
    assertEquals((await reserve(url, 1, slot)).status, 503);
    await eventually(async () => !await active(), LIMIT_MS);
    await command(house, "resume");
    await eventually(active, LIMIT_MS);
    assertEquals((await reserve(url, 1, slot)).status, 200);
  },
);

testRunning(
  "purge erases a person's reservations while the service runs",
  async ({ house, url, dataDir }) => {
    const slot = { dia: house.today, hora: "20:00" };
    const made = await reserve(url, 1, slot);
    await reserve(url, 2, slot);
    const phone = "+529991000001";
    assertStringIncludes(await command(house, "purge", "--phone", phone), "still to come kept");
    assertEquals(
      await command(house, "purge", "--phone", phone, "--upcoming"),
      "1 reservation erased\n",
    );
    assertEquals([...(await rowsInFile(dataDir)).keys()], [2]);
    const again = await reserve(url, 1, slot);
    assertEquals(again.status, 200, "it was forgotten that there was one");
    assertNotEquals(again.body.folio, made.body.folio);
  },
);

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
