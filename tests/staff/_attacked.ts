/** A board with reservations that an attacker would like to see or change, and all that can be asked of it. */
import { assert, assertEquals } from "@std/assert";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import type { StaffRole } from "../../src/ports/staff.ts";
import { staffRoutes } from "../../src/staff_app.ts";
import { editedSample } from "../support/edited_sample.ts";
import { reservationBody } from "../support/test_app.ts";
import {
  cookiesOf,
  type FormFields,
  formRequest,
  HOST_KEY,
  quietSource,
  type TestBoard,
  testBoard,
  type TestBoardOptions,
} from "../support/test_board.ts";

/** What no page that is refused may show. */
const SECRETS = ["Guadalupe Pech", "Rosario Canul", "9995550101", "9997654321", "sin nuez"];

export interface AttackedBoard extends TestBoard {
  readonly folios: readonly [string, string];
}

const OTHER_FILE = editedSample(["nombre", "Otra mesa"]);

/** Two reservations wait on the board, for today by its clock; the restaurant is served in its second version, and has first steps. */
export async function attackedBoard(options: TestBoardOptions = {}): Promise<AttackedBoard> {
  const board = await testBoard({ source: quietSource(), ...options });
  for (const [after, text] of [OTHER_FILE, SAMPLE_FILE_TEXT].entries()) {
    await board.storage.restaurants.add({ text, after, actor: "Lupe" });
  }
  await board.storage.switches.setFirstSteps([]);
  const folio = async (changes: Record<string, unknown>): Promise<string> => {
    const answer = await board.app.post("/api/reserva", reservationBody(changes));
    assertEquals(answer.status, 200, answer.text);
    return answer.body.folio;
  };
  const first = await folio({
    dia: "2026-03-10",
    telefono: "9995550101",
    comentarios: "sin nuez",
  });
  const second = await folio({
    dia: "2026-03-10",
    nombre: "Rosario Canul",
    telefono: "9997654321",
  });
  return Object.assign(board, { folios: [first, second] as const });
}

/** A form of the board that changes something if nothing stops it. */
export interface Change {
  readonly path: string;
  readonly form: FormFields;
}

/** One for every route that takes forms, or for those that need one of `keys`. */
export function changesOf(board: AttackedBoard, ...keys: readonly StaffRole[]): readonly Change[] {
  const [first, second] = board.folios;
  const changes: readonly Change[] = [
    { path: `/reserva/${first}`, form: { accion: "llego", version: "1", volver: "/" } },
    { path: "/visto", form: [["folio", first], ["folio", second]] },
    { path: "/nueva", form: NEW_RESERVATION },
    { path: "/llegaron", form: { personas: "2" } },
    { path: "/noche", form: { dia: "2026-03-10", accion: "todas", folio: `${second}.1` } },
    { path: "/lleno", form: { hora: "2026-03-10T20:00", volver: "/" } },
    { path: "/reloj", form: { dia: "2026-03-10" } },
    { path: "/casa", form: { accion: "pausar" } },
    { path: "/dia", form: { platillos: "Sopa 65" } },
    { path: "/cierres", form: { dia: "2026-03-14", motivo: "Boda" } },
    { path: "/borrar", form: { telefono: "9995550101", accion: "borrar", por_venir: "si" } },
    {
      path: "/carta/0",
      form: { version: "2", "secciones.0.platillos.0.quitar": "sí", accion: "guardar" },
    },
    { path: "/platillos", form: PASTED },
    { path: "/carta/0", form: { version: "2", paso: "+10 %", accion: "guardar" } },
    {
      path: "/archivo",
      form: { version: "2", visto: "2", texto: OTHER_FILE, accion: "guardar" },
    },
    {
      path: "/presentacion",
      form: { version: "2", "presentacion.frase.es": "Otra", accion: "guardar" },
    },
    {
      path: "/ajustes/horario",
      form: { version: "2", "horario.lunes": "8-20", accion: "guardar" },
    },
    { path: "/archivo", form: { version: "2", visto: "2", n: "1", accion: "guardar" } },
    {
      path: "/claves",
      form: { accion: "cambiar", clave: board.storage.seals.seal(`host..${HOST_KEY}`, "staffKey") },
    },
    { path: "/pasos", form: { accion: "envio" } },
  ];
  if (keys.length === 0) return changes;
  const paths = routesOf(board, "POST", keys);
  return changes.filter(({ path }) => paths.includes(path));
}

const PASTED = {
  version: "2",
  texto: "Antojitos\nGaribaldis $30",
  "secciones.0.platillos.0.quitar": "sí",
  accion: "guardar",
};

const NEW_RESERVATION = {
  folio: "R-ATTACK00",
  dia: "2026-03-10",
  hora: "20:30",
  personas: "2",
  nombre: "Eusebio Dzul",
  telefono: "",
  ocasion: "general",
  comentarios: "",
};

/** Every address that shows something: of a folio in a path, the first reservation's. */
export function pagesOf(board: AttackedBoard, ...keys: readonly StaffRole[]): readonly string[] {
  // Without a folio the page for walk-ins leads to itself with one.
  return routesOf(board, "GET", keys.length > 0 ? keys : undefined).map((path) =>
    path === "/llegaron" ? `${path}?folio=` : path
  );
}

/** Fails unless the list of changes above holds every route there is. */
export function assertAllForms(board: AttackedBoard): void {
  const listed = changesOf(board).map(({ path }) => path);
  const missing = routesOf(board, "POST").filter((path) => !listed.includes(path));
  assertEquals(missing, [], "routes that no attack tries");
}

function routesOf(
  board: AttackedBoard,
  method: "GET" | "POST",
  keys: readonly StaffRole[] = ["host", "owner"],
): readonly string[] {
  return staffRoutes(board.deps, board.live)
    .filter((route) => route.method === method && keys.includes(route.key))
    .map(({ path }) =>
      path.replace("{folio}", board.folios[0]).replace("{parte}", "horario").replace(
        "{seccion}",
        "0",
      )
    );
}

/** All rows of the database, but for which instances have boards connected. */
export async function everyRow(
  { storage: { database } }: Pick<TestBoard, "storage">,
): Promise<string> {
  const tables = await database.read({
    sql:
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('instances') ORDER BY name",
  });
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, await database.read({ sql: `SELECT * FROM "${name}"` })]),
  );
  assert(rows.length > 5);
  return JSON.stringify(rows);
}

/** Fails if `work` changes anything that is kept. */
export async function assertNothingChanges(
  board: AttackedBoard,
  work: () => Promise<void>,
): Promise<void> {
  const before = await everyRow(board);
  await work();
  assertEquals(await everyRow(board), before);
  assertEquals(board.errors, [], "and nothing broke");
}

/** Fails if `text` holds anything of guests. */
export function assertTellsNothing(text: string, what: string): void {
  for (const secret of SECRETS) assert(!text.includes(secret), `${what} shows ${secret}`);
  assert(!/R-[0-9A-Z]{8}/.test(text), `${what} shows a folio`);
}

/** The cookies of a device that is signed in, by name. */
export function jar(cookie: string): Record<string, string> {
  const pairs = cookie === "" ? [] : cookie.split("; ");
  return Object.fromEntries(pairs.map((pair) => {
    const equals = pair.indexOf("=");
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  }));
}

/** As a Cookie header. */
export function header(cookies: Readonly<Record<string, string>>): string {
  return Object.entries(cookies).map(([name, value]) => `${name}=${value}`).join("; ");
}

/** Tries `key` as a browser on `address` does, behind a trusted proxy. */
export async function tryKey(
  board: TestBoard,
  key: string,
  { address = "203.0.113.7", cookie = "" }: { address?: string | undefined; cookie?: string } = {},
): Promise<{ status: number; retryAfter: string | null; cookie: string }> {
  const form = { clave: key, nombre: "Mallory", volver: "/" };
  const request = formRequest(form, { "x-forwarded-for": address, cookie });
  const { status, headers } = await board.ask("/entrar", request);
  return { status, retryAfter: headers.get("retry-after"), cookie: cookiesOf(headers) };
}
