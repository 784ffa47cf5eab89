/** No page of the board is wider than its window, whatever is unfolded and however long its texts are. */
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { CLOSURE_LIMITS } from "../../src/domain/schedule/services.ts";
import type { Route } from "../../src/http/router.ts";
import { editedSample } from "../support/edited_sample.ts";
import { quietSource, type TestBoard } from "../support/test_board.ts";
import { act, linksTo, reserve, SATURDAY, stored, takeBack } from "./_board_pages.ts";
import { buttonOf, testTonight, untilLive } from "./_browser.ts";

const WIDTHS = [320, 360, 768, 820, 1024, 1280];
const TEXT_SIZES = ["100%", "200%"];

/** A text of words, and one that breaks nowhere. */
const LONG = ["Guadalupe del Carmen Escalante Rodríguez y familia ", "W"];

function long(length: number, n = 0): string {
  return LONG[n % 2]!.repeat(length).slice(0, length).trim();
}

const LONG_FILE = editedSample(
  ["nombre", long(80, 1)],
  ["direccion", long(200, 1)],
  ["secciones[0].nombre", long(60, 1)],
  ["secciones[0].platillos[0].nombre", long(80, 1)],
  ["secciones[0].platillos[1].nombre", long(80)],
  ["adiciones[0].nombre", long(60, 1)],
  ["dias_especiales", [{ fecha: "2026-03-25", servicios: [], motivo: long(200, 1) }]],
  ["presentacion.enlaces", [{ nombre: long(20, 1), direccion: "https://mesa.example/aqui" }]],
  ["reservas.cupo_en_sala", 300],
  ["reservas.cupo_por_horario", 40],
);

/** An evening of 69 reservations and a restaurant of which each text is as long as it may be. @returns folios */
async function fullBoard(board: TestBoard): Promise<readonly string[]> {
  for (const [after, text] of [SAMPLE_FILE_TEXT, LONG_FILE].entries()) {
    await board.storage.restaurants.add({ text, after, actor: long(60, after) });
  }
  await board.storage.poll.refresh();
  const folios: string[] = [];
  const hours = ["19:30", "20:00", "20:30", "21:00", "21:30", "22:00", "22:30", "23:00"];
  for (let n = 0; n < 69; n++) {
    folios.push(
      await reserve(board, {
        hora: hours[n % hours.length],
        personas: 1 + n % 4,
        nombre: long(80, n),
        telefono: `99912340${10 + n % 40}`,
        ocasion: n % 3 === 0 ? "cumpleanos" : "general",
        comentarios: `Alergia a la nuez, al marisco y al ${long(460, n)}`,
        landing: long(120, n),
      }),
    );
  }
  for (const [n, folio] of folios.slice(0, 30).entries()) {
    await act(board, folio, "nota", { nota: long(500, n) });
    await act(board, folio, "mesa", { mesa: `${n}${long(6, n)}` });
    const tap = ["llego", "llego", "no_vino", "cancelar", "avisada", "confirmo"][n % 6]!;
    // No time has come yet at which a party may be marked absent.
    if (tap === "no_vino") await markAbsent(board, folio);
    else await act(board, folio, tap);
  }
  await act(board, folios[0]!, "se_fue");
  for (const personas of ["10", "10"]) {
    await board.post("/llegaron", { personas, nombre: long(80, 1), mesa: long(8, 1) });
  }
  const motivo = long(CLOSURE_LIMITS.reason, 1);
  for (const dia of [SATURDAY, "2026-03-20"]) {
    await board.post("/cierres", { accion: "cerrar", dia, de: "23:00", motivo, publico: "si" });
  }
  for (const hora of hours) await board.post("/lleno", { hora: `${SATURDAY}T${hora}` });
  const dish = board.deps.restaurant().menu.sections[0]!.dishes[0]!.id;
  await board.storage.switches.by(long(60, 1)).soldOut(dish, null);
  await board.storage.switches.by(long(60, 1)).pause({
    night: SATURDAY,
    until: board.clock.now() + 3_600_000,
  });
  return folios;
}

async function markAbsent(board: TestBoard, folio: string): Promise<void> {
  const { version } = await stored(board, folio);
  const edit = { folio, version, action: "no_show", actor: "Luis" } as const;
  await board.deps.book.edit({ ...edit, changes: { status: "no_show" } });
}

/** Unfolds whatever can be, and what that brings; then fails if the page is wider than any of the windows. */
async function holdWidths(page: Page, label: string): Promise<void> {
  await page.evaluate(`(async () => {
    for (let closed; (closed = [...document.querySelectorAll("details:not([open])")]).length > 0;) {
      for (const each of closed) each.open = true;
      // An opened row reads the rest of its reservation.
      for (let tries = 0; tries < 200 && document.querySelector(".script .row [open] > .unread"); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  })()`);
  const wide: Record<string, string> = {};
  for (const size of TEXT_SIZES) {
    await page.evaluate(`document.documentElement.style.fontSize = "${size}"`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate<string | null>(WIDER);
      if (found !== null) wide[`${width} px, text of ${size}`] = found;
    }
  }
  assertEquals(wide, {}, label.slice(0, 60));
}

/** An expression of the page: its width if it is wider than its window, and the innermost part without which it fits. */
const WIDER = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return null;
  const fitsWithout = (part) => {
    const { display } = part.style;
    part.style.display = "none";
    const fits = document.documentElement.scrollWidth < scrollWidth;
    part.style.display = display;
    return fits;
  };
  let widest = document.body;
  for (let part = widest; part; part = [...widest.children].find(fitsWithout)) widest = part;
  return scrollWidth + " px: " + widest.outerHTML.slice(0, 200);
})()`;

/** Sends a form as a page of the board does. */
async function send(page: Page, path: string, fields: Readonly<Record<string, string>>) {
  const arrived = page.waitForEvent("load");
  await page.evaluate(`(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: ${JSON.stringify(path)} });
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
      form.append(Object.assign(document.createElement("textarea"), { name, value }));
    }
    document.body.append(form);
    form.submit();
  })()`);
  await arrived;
}

/** Addresses of pages, beside those of the routes without a name in them. */
async function addresses(board: TestBoard, [first, second]: readonly string[]) {
  const linked = async (page: string, start: string) =>
    linksTo((await board.get(page)).text, start);
  const reason = long(CLOSURE_LIMITS.reason, 1);
  const closed = await board.storage.closures.by(long(60, 1))
    .add({ kind: "days", from: "2026-04-01", to: "2026-04-20" }, reason);
  const asking = `/cierres?quitar=${closed}&volver=/`;
  const { location } = await takeBack(board, asking);
  return [
    ...[location!, ...await linked("/cierres", "/cierres?quitar=")].slice(0, 2),
    "/cierres?quitar=pausa&volver=/casa",
    ...["/?dia=2026-03-20", `/reserva/${first}`, `/reserva/${second}?cambiar=1`, "/buscar?q=nuez"],
    ...[`/confirmar?dia=${SATURDAY}`, "/versiones?hecho=2&aplicado", "/presentacion/ninguna"],
    `/cierres?dia=${SATURDAY}&motivo=${long(200, 1)}`,
    ...(await linked("/cierres", "/cierres?cierre=")).slice(0, 1),
    ...await linked("/casa", "/ajustes/"),
    ...(await linked("/platillos", "/carta/")).slice(0, 1),
  ];
}

/** Forms that are answered with a question, a warning or a refusal, beside an empty one for every route. */
async function questions(board: TestBoard, folios: readonly string[]) {
  const free = folios[50]!;
  const { version } = await stored(board, free);
  const typed = {
    ...{ dia: SATURDAY, hora: "20:00", personas: "4", nombre: long(80, 1) },
    ...{ telefono: "9991234010", ocasion: "general", comentarios: long(500, 1) },
  };
  const walkIn = { folio: "R-00000000", personas: "7", nombre: long(80, 1) };
  await board.post("/llegaron", walkIn);
  const of = `/reserva/${free}`;
  return [
    [of, { accion: "cancelar", version: `${version}` }],
    [of, { ...typed, accion: "cambiar", version: `${version}`, hora: "23:45" }],
    [`/reserva/${folios[0]}`, { accion: "no_vino", version: "1" }],
    ["/nueva", typed],
    ["/llegaron", walkIn],
    ["/borrar", { telefono: "9991234010" }],
    ["/archivo", { texto: SAMPLE_FILE_TEXT, version: "2", accion: "revisar" }],
    ["/archivo", { texto: LONG_FILE.replaceAll("W", "<"), version: "2", accion: "revisar" }],
    ["/ajustes/horario", { "horario.sabado": "8-9", version: "2", accion: "revisar" }],
    ["/platillos", {
      texto: `${long(200, 1)}\n${long(80, 2)} $9\n${long(60, 1)} $8 ${long(60, 1)} / $9`,
    }],
    ["/carta/0", { paso: long(20, 1) }],
  ] as const;
}

function isNamed({ path }: Pick<Route, "path">): boolean {
  return path.includes("{");
}

testTonight(
  "no page is wider than its window, with every fold open, from 320 to 1,280 px and at 200 % text",
  async ({ board, open }) => {
    const folios = await fullBoard(board);
    const own = await addresses(board, folios);
    const asked = await questions(board, folios);
    for (const { path } of board.routes.filter(isNamed)) {
      const start = path.slice(0, path.indexOf("{"));
      assert(own.some((each) => each.startsWith(start)), `no page of ${path} is looked at`);
    }
    const whole = board.routes.filter((route) => !isNamed(route) && route.path !== "/salir");
    const [posts, others] = [true, false]
      .map((isPost) => whole.filter(({ method }) => (method === "POST") === isPost));
    const page = await open("/datos");
    for (const path of [...others!.map(({ path }) => path), ...own]) {
      const { text } = await board.get(path);
      if (!text.startsWith("<!DOCTYPE")) continue;
      await page.goto(`${board.url}${path}`);
      await holdWidths(page, path);
    }
    const empty = posts!.map(({ path }) => [path, {}] as const);
    for (const [path, fields] of [...empty, ...asked]) {
      await page.goto(`${board.url}/datos`);
      await send(page, path, fields);
      await holdWidths(page, `${path} for ${JSON.stringify(fields)}`);
    }
  },
  { source: quietSource(), actor: long(60, 1) },
);

testTonight("nor is the board while the last act can be undone", async ({ board, open }) => {
  const folio = await reserve(board, { nombre: long(80) });
  const page = await open("/");
  await untilLive(page);
  await buttonOf(page, folio, "Llegó").click();
  await page.locator("#undo:not([hidden])").waitFor();
  await holdWidths(page, "/");
});
