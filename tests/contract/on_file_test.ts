/** The suite against services of its own, with limits so high that no test waits for them. */
import { NO_LIMITS } from "../service/_guests.ts";
import { noonRestaurant } from "../support/edited_sample.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { tempFolder } from "../support/temp_folder.ts";
import { contractSuite } from "./suite.ts";
import { SAMPLE_POINT } from "./target.ts";

/** A restaurant with a hidden section, a menu of today and little else. */
function otherRestaurant(): string {
  const { text, today } = noonRestaurant(
    ["secciones[1].visible", "oculta"],
    ["calificacion", undefined],
    ["preguntas_frecuentes", []],
    ["adiciones", []],
  );
  const file = JSON.parse(text);
  const soup = { id: "dia-1", nombre: "Sopa", presentaciones: [{ id: "dia-1-1", precio: 65 }] };
  const dayMenu = { nombre: "Menú del día", visible: today, platillos: [soup] };
  return JSON.stringify({ ...file, secciones: [...file.secciones, dayMenu] });
}

for (const label of ["file", "other"]) {
  contractSuite({
    label,
    write: true,
    point: SAMPLE_POINT,
    // Only the sample has a map.
    delivers: label === "file",
    async start() {
      const folder = await tempFolder();
      const RESTAURANT_FILE = `${folder.path}/restaurante.json`;
      await Deno.writeTextFile(RESTAURANT_FILE, otherRestaurant());
      const own = { ...NO_LIMITS, BASE_URL: "https://mesa.example", RESTAURANT_FILE };
      const service = await startServiceProcess({ env: label === "file" ? NO_LIMITS : own });
      const stop = async () => {
        await service[Symbol.asyncDispose]();
        await folder[Symbol.asyncDispose]();
      };
      return { url: service.url, stop };
    },
  });
}
