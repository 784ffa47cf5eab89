import { assert, assertEquals } from "@std/assert";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { NO_LIMITS, post } from "./_guests.ts";

const DOOR = { lat: 20.9712, lng: -89.6291 };

async function pageOf({ url }: ServiceProcess, link: string): Promise<string> {
  return await (await fetch(`${url}${new URL(link).pathname}?lang=en`)).text();
}

Deno.test("a delivery's page shows its route on the built-in map, and none where an engine plans", async () => {
  const DATA_DIR = await Deno.makeTempDir();
  try {
    const env = { ...NO_LIMITS, DATA_DIR, BASE_URL: "https://mesa.example" };
    let link: string;
    {
      await using service = await startServiceProcess({ env });
      const home = { modo: "domicilio", direccion: "Calle 57", ...DOOR };
      const order = JSON.stringify({ lineas: [{ id: "panuchos-3", cantidad: 1 }], entrega: home });
      const { status, body } = await post(`${service.url}/api/pedido/borrador`, order);
      assertEquals(status, 200);
      link = body.confirmar_en;
      const page = await pageOf(service, link);
      assert(page.includes('<figure class="route"><svg ') && page.includes("map-route"));
      assert(page.includes('aria-label="Map of the drive') && page.includes("an invented map"));
    }
    const engine = { ...env, ROUTER: "osrm", ROUTER_URL: "http://127.0.0.1:9/" };
    await using service = await startServiceProcess({ env: engine });
    const page = await pageOf(service, link);
    assert(page.includes("Calle 57") && !page.includes("<svg"));
  } finally {
    await Deno.remove(DATA_DIR, { recursive: true });
  }
});
