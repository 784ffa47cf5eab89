/** What the doctor says of the map: how much of the delivery radius it covers, and how old its data is. */
import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { checkMap } from "../../src/commands/doctor/data.ts";
import type { Finding } from "../../src/commands/doctor/machine.ts";
import { readConfig } from "../../src/config/config.ts";
import { parseRestaurant } from "../../src/restaurant/load.ts";
import { at, graphOf, street } from "../streets/_small_graphs.ts";
import { writeMapOf } from "../streets/_map_files.ts";
import { townGraph } from "../streets/_town.ts";
import { type Edit, editedSample } from "../support/edited_sample.ts";
import { testInFolder } from "../support/temp_folder.ts";

const DAY_MS = 24 * 60 * 60_000;
const MADE = "2025-03-01T00:00:00Z";

/** Checks a map of a small town for a restaurant in it, so many days after its data was made. */
async function checked(
  folder: string,
  { radiusKm = 1.2, timestamp = MADE, days = 0, graph = townGraph(30), edits = [] }: {
    readonly radiusKm?: number;
    readonly timestamp?: string | null;
    readonly days?: number;
    readonly graph?: ReturnType<typeof graphOf>;
    readonly edits?: readonly Edit[];
  },
): Promise<Finding> {
  await writeMapOf(graph, join(folder, "mapa.bin"), timestamp);
  const text = editedSample(
    ["ubicacion", { lat: 20.967, lng: -89.6237 }],
    ["envio.radio_maximo_km", radiusKm],
    ...edits,
  );
  const now = Date.parse(MADE) + days * DAY_MS;
  return await checkMap(readConfig({ DATA_DIR: folder }), parseRestaurant(text), now);
}

testInFolder("a map that covers the radius is well, whatever its age was", async (folder) => {
  const known = await checked(folder, { days: 1 });
  assertEquals(known.mark, "bien");
  const [age, streets] = known.says.split(". ");
  assertEquals(age, `datos de ${MADE}, hace 1 día`);
  assertMatch(
    streets!,
    /^A 1\.2 km a la redonda hay \d+\.\d km de calles, y en auto se llega al 100 %$/,
  );
  const unknown = await checked(folder, { timestamp: null, days: 1000 });
  assertEquals(unknown.mark, "bien");
  assertMatch(unknown.says, /^datos de fecha desconocida\. A 1\.2 km/);
});

testInFolder(
  "a map that ends within the radius is warned of, with the box to import",
  async (folder) => {
    const { mark, says, remedy } = await checked(folder, { radiusKm: 8 });
    assertEquals(mark, "aviso");
    assertMatch(
      says,
      /\. A 8 km a la redonda hay \d+\.\d km de calles, y en auto se llega al 100 %$/,
    );
    assertMatch(remedy, / map import - --around 20\.967,-89\.6237,12`$/);
  },
);

testInFolder(
  "a map that prices no delivery is judged by nothing but its soundness and a street at the restaurant",
  async (folder) => {
    for (
      const [reason, edits] of [
        ["no se lleva a domicilio", [["envio", undefined]]],
        ["los envíos se cotizan por WhatsApp", [["envio", { radio_maximo_km: 8 }]]],
      ] as const
    ) {
      const { mark, says } = await checked(folder, { edits, days: 366 });
      assertEquals([mark, says], ["bien", `no hace falta: ${reason}`]);
      const graph = graphOf([at(5_000, 0), at(5_100, 0)], [street(0, 1, "Calle 60")]);
      const away = await checked(folder, { edits, graph });
      assertEquals(away.mark, "falla");
      assertMatch(away.says, /^el mapa no tiene calles a menos de 200 m del restaurante/);
    }
  },
);

testInFolder("data of over a year is warned of", async (folder) => {
  assertEquals((await checked(folder, { days: 365 })).mark, "bien");
  const { mark, says, remedy } = await checked(folder, { days: 366 });
  assertEquals(mark, "aviso");
  assertMatch(says, /, hace 366 días\. /);
  assertMatch(remedy, /más de un año: `curl .* map import -`$/);
});

testInFolder("streets that no car reaches from the restaurant are warned of", async (folder) => {
  const graph = graphOf([at(0, 0), at(100, 0), at(-900, 300), at(0, 300), at(900, 300)], [
    street(0, 1, "isla"),
    street(2, 3, "Calle 60"),
    street(3, 4, "Calle 60"),
  ]);
  const { mark, says, remedy } = await checked(folder, { graph, radiusKm: 1 });
  assertEquals(mark, "aviso");
  assertMatch(says, /hay 1\.9 km de calles, y en auto se llega al 5 %$/);
  assertMatch(remedy, /ubicación esté sobre su calle/);
});
