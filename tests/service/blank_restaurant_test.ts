/** A service of a database without a restaurant, where guests come to an address of its own. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { type Api, assertRefused, connect } from "../contract/api.ts";
import { SAMPLE_POINT } from "../contract/target.ts";
import { run } from "../commands/_run.ts";
import { eventually } from "../support/eventually.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { inTempFolder } from "../support/temp_folder.ts";
import { wordsOf } from "../staff/_board_pages.ts";
import { type Forms, signedIn } from "./_board.ts";
import { NO_LIMITS } from "./_guests.ts";

const HOST = "la-lupita.example";

function startBlank(env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  return startServiceProcess({ env: { ...NO_LIMITS, BASE_URL: `https://${HOST}`, ...env } });
}

/** Checks each answer against the service's own document. */
function connected({ url }: ServiceProcess): Promise<Api> {
  return connect(url, { point: SAMPLE_POINT, delivers: false });
}

Deno.test("every operation answers as the document says: a name, no hours, no dishes, no delivery, nothing to reserve", async () => {
  await using service = await startBlank();
  const api = await connected(service);
  // deno-lint-ignore no-explicit-any -- the document is what they are held to
  const read = async (path: string): Promise<any> => (await api.get(path)).body;
  const info = await read("/api/info");
  assertEquals([info.nombre, info.telefono, info.direccion, info.mapa], [HOST, ...Array(3)]);
  assertEquals([info.ahora.abierto, info.ahora.reservas_activas], [false, false]);
  assertEquals([info.envio.radio_maximo_km, info.muestra], [0, undefined]);
  const menu = await read("/api/menu?lang=en");
  assertEquals([menu.restaurante, menu.total_platillos, menu.secciones], [HOST, 0, []]);
  const { dias, reservas_activas, whatsapp } = await read("/api/disponibilidad?dias=90");
  assertEquals([dias.length, reservas_activas, whatsapp], [90, false, undefined]);
  assert(
    dias.every((day: { abre: boolean; horas_reservables: [] }) =>
      !day.abre && day.horas_reservables.length === 0
    ),
  );
  const quote = await read("/api/envio?lat=20.969&lng=-89.621");
  assertEquals([quote.cubierto, quote.cotizado, quote.whatsapp], [false, false, undefined]);
  assertEquals((await read("/api/ubicacion?texto=58+x+59")).candidatos, []);
  assertRefused(await api.get("/api/contacto"), { status: 503, motivo: "pronto" });
  const draft = { lineas: [{ id: "panuchos-3", cantidad: 1 }], entrega: { modo: "recoger" } };
  assertRefused(await api.post("/api/pedido/borrador", draft), { status: 422, motivo: "lineas" });
  const table = { dia: dias[1].dia, hora: "20:00", personas: 2, nombre: "Lupe Pech" };
  const body = { ...table, telefono: "9995550001" };
  const refused = await api.post("/api/reserva", body);
  const { detalle } = assertRefused(refused, { status: 503, motivo: "apagado" });
  assert(!/WhatsApp/.test(detalle), detalle);
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "info", arguments: {} },
  };
  const answer = await api.fetch("/mcp", {
    method: "POST",
    body: JSON.stringify(call),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  });
  assertStringIncludes(answer.text, HOST);
});

/** What only the sample has. */
const OF_THE_SAMPLE = (() => {
  const { nombre, direccion, secciones, preguntas_frecuentes } = JSON.parse(SAMPLE_FILE_TEXT);
  const dishes = secciones.flatMap((
    { platillos }: { platillos: { descripcion?: { es: string } }[] },
  ) => platillos.flatMap(({ descripcion }) => descripcion?.es ?? []));
  return [
    nombre,
    direccion,
    "MUESTRA",
    ...dishes,
    ...preguntas_frecuentes.map(
      ({ pregunta }: { pregunta: { es: string } }) => pregunta.es,
    ),
  ];
})();

Deno.test("guests read that it opens soon, in both languages, and no form, menu, order or word of the sample", async () => {
  await using service = await startBlank();
  const api = await connected(service);
  for (
    const [lang, soon, menu] of [
      ["es", "Abrimos pronto.", "La carta todavía no está aquí."],
      ["en", "Opening soon.", "The menu is not here yet."],
    ] as const
  ) {
    for (
      const [path, says] of [["/", soon], ["/reservar", soon], ["/carta", menu], ["/pedir", menu], [
        "/envio",
        menu,
      ]]
    ) {
      const { status, text } = await api.fetch(`${path}?lang=${lang}`);
      assertEquals(status, 200, path);
      assertStringIncludes(wordsOf(text), says!);
      assert(
        !/<form|href="\/(reservar|carta|pedir|envio)|wa\.me|tel:/.test(text),
        `${path}: ${text}`,
      );
    }
  }
  const { text } = await api.fetch("/");
  const data = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(text)![1]!);
  assertEquals([data.name, data.acceptsReservations], [HOST, false]);
  const absent = ["address", "telephone", "geo", "hasMenu", "potentialAction"];
  assertEquals(Object.keys(data).filter((key) => absent.includes(key)), []);
  assertStringIncludes((await api.fetch("/llms.txt")).text, "Opens soon");
  const paths = [
    "/",
    "/reservar",
    "/carta",
    "/pedir",
    "/docs",
    "/llms.txt",
    "/api/info",
    "/api/menu",
  ];
  for (const path of paths) {
    const { text } = await api.fetch(path);
    assertEquals(OF_THE_SAMPLE.filter((words) => text.includes(words)), [], path);
  }
  const log = service.lines.join("\n");
  assert(!/MUESTRA|"level":"(warn|error)"/.test(log), log);
});

const PLACE = {
  nombre: "La Lupita",
  telefono: "999 111 2233",
  direccion: "Calle 60 500",
  ubicacion: "20.967, -89.6237",
  zona: "Yucatán",
};

/** Saves a part of Ajustes. */
function save(
  forms: Forms,
  part: string,
  typed: Readonly<Record<string, string>>,
  version: number,
) {
  const base = { version: String(version), visto: String(version) };
  return forms.send(`/ajustes/${part}`, { ...base, accion: "guardar", ...typed });
}

async function nameOf({ url }: ServiceProcess): Promise<string> {
  return (await (await fetch(`${url}/api/info`)).json()).nombre;
}

Deno.test("the first change can be reverted, a start keeps what was opened, and nothing is reserved before that", async () => {
  await inTempFolder(async (DATA_DIR) => {
    await using first = await startBlank({ DATA_DIR });
    const forms = await signedIn(first);
    await save(forms, "contacto", PLACE, 0);
    await forms.send("/archivo", { n: "1", version: "2", visto: "2", accion: "guardar" });
    assertEquals(await nameOf(first), HOST);
    await forms.send("/archivo", { n: "2", version: "3", visto: "3", accion: "guardar" });
    assertEquals(await nameOf(first), "La Lupita");
    await save(forms, "horario", { "horario.lunes": "13-23" }, 4);
    const days = async ({ url }: ServiceProcess) =>
      (await (await fetch(`${url}/api/disponibilidad?dias=8`)).json()) as {
        reservas_activas: boolean;
        dias: { horas_reservables: string[] }[];
      };
    assertEquals((await days(first)).reservas_activas, false);
    await forms.send("/cierres", { accion: "quitar", abre: '{"until":null}', volver: "/" });
    await first.stop();
    await using again = await startBlank({ DATA_DIR });
    const { reservas_activas, dias } = await days(again);
    assertEquals(reservas_activas, true);
    assert(dias.some(({ horas_reservables }) => horas_reservables.length > 0));
  });
});

Deno.test("a file that is imported takes the place of the blank restaurant", async () => {
  await inTempFolder(async (folder) => {
    const [DATA_DIR, file] = [join(folder, "data"), join(folder, "restaurante.json")];
    await Deno.writeTextFile(file, SAMPLE_FILE_TEXT);
    await using service = await startBlank({ DATA_DIR });
    await run(["import", file, "--yes"], { DATA_DIR, BASE_URL: `https://${HOST}` });
    const { nombre } = JSON.parse(SAMPLE_FILE_TEXT);
    await eventually(async () => await nameOf(service) === nombre);
  });
});

Deno.test("a file that is named later is served, and the log says that reservations are still to be opened", async () => {
  await inTempFolder(async (folder) => {
    const [DATA_DIR, file] = [join(folder, "data"), join(folder, "restaurante.json")];
    await Deno.writeTextFile(file, SAMPLE_FILE_TEXT);
    await (await startBlank({ DATA_DIR })).stop();
    await using service = await startBlank({ DATA_DIR, RESTAURANT_FILE: file });
    await service.logged(({ message }) => /until staff open them/.test(message));
  });
});
