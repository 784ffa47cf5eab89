/** What strangers and staff can send: every route of both applications, with the worst shapes of what it reads. */
import { assert, assertEquals } from "@std/assert";
import { OPERATIONS } from "../../src/app.ts";
import type { Route } from "../../src/http/router.ts";
import { openForm } from "../pages/_guest_form.ts";
import { type AttackedBoard, changesOf } from "../staff/_attacked.ts";
import type { TestApp } from "../support/test_app.ts";
import type { Cost } from "./_reader_costs.ts";
import { EVERY_OPERATION } from "./_requests.ts";

/** A good request, whose parts are then replaced by bad ones. */
export interface Good {
  /** Without its query. */
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  /** Of JSON: the body around a value, and the value. */
  readonly json?: { readonly value: unknown; wrap(text: string): string };
  /** The largest body that is accepted, in bytes. */
  readonly maxBytes?: number;
  /** How many fields its page may have, where that depends on what was sent before. */
  readonly fields?: number;
}

export type Side = "guests" | "staff";

const GUESTS_FORM = 262_144;
const STAFF_FORM = 65_536;
/** A form or a file with photos of a hundred dishes. */
const SETTINGS_FORM = 8_000_000;
const PASTE_FORM = 2_000_000;

/** The good requests of a route; none for one without a row. Pages and operations without a body need no row. */
export async function goodRequests(
  side: Side,
  { method, path }: Route,
  board: AttackedBoard,
): Promise<readonly Good[]> {
  const rows = side === "guests" ? await guestRows(board.app) : staffRows(board);
  const own = rows[`${method} ${path}`];
  if (own) return own;
  return method === "GET" && !path.includes("{") ? [{ path }] : [];
}

type Rows = Readonly<Record<string, readonly Good[]>>;

async function guestRows(app: TestApp): Promise<Rows> {
  const opened = { ...await openForm(app), cuando: "2026-03-12T20:30", ocasion: "general" };
  const typed = { ...opened, nombre: "Guadalupe", telefono: "9991234567", comentarios: "sin nuez" };
  const place = { texto: "60 por 61", lat: "20.97", lng: "-89.62", buscado: "60 por 61" };
  const order = { modo: "domicilio", direccion: "60", referencias: "", comentarios: "", ...place };
  const form = (path: string, form: Record<string, string>): Good => {
    return { path, form, maxBytes: GUESTS_FORM };
  };
  const bodies = EVERY_OPERATION.filter(({ body }) => body !== "").map(({ path, body }) => {
    const { maxBytes } = OPERATIONS.find((one) => one.path === path)!.body!;
    const json = { value: JSON.parse(body), wrap: (text: string) => text };
    return [`POST ${path}`, [{ path, json, maxBytes }]] as const;
  });
  return {
    ...Object.fromEntries(bodies),
    "* /mcp": mcpCalls(),
    "* /mcp/": mcpCalls().slice(0, 1).map((good) => ({ ...good, path: "/mcp/" })),
    "POST /reservar": [form("/reservar", typed), form("/reservar", { ...typed, accion: "idioma" })],
    "POST /pedir": ["total", "buscar", "idioma"].map((accion) =>
      form("/pedir", { ...order, "panuchos-3": "1", accion })
    ),
    "GET /imagen/{name}": [{ path: "/imagen/x" }],
    "GET /reservada/{token}": [{ path: "/reservada/x" }],
    "GET /pedido/{token}": [{ path: "/pedido/x" }],
  };
}

const MCP_BYTES = Math.max(...OPERATIONS.map(({ body }) => body?.maxBytes ?? 0)) + 8 * 1024;

function mcpCalls(): readonly Good[] {
  const calls = OPERATIONS.map((operation): Good => {
    const { body, search } = EVERY_OPERATION.find(({ path }) => path === operation.path)!;
    const value = body ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(search));
    const head = `"method":"tools/call","params":{"name":"${operation.operationId}"`;
    const wrap = (text: string) => `{"jsonrpc":"2.0","id":1,${head},"arguments":${text}}}`;
    return { path: "/mcp", json: { value, wrap }, maxBytes: MCP_BYTES };
  });
  const meta = (text: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":${text}}}`;
  const whole = { value: { jsonrpc: "2.0", id: 1, method: "ping" }, wrap: (text: string) => text };
  return [
    ...calls,
    { path: "/mcp", json: { value: {}, wrap: meta }, maxBytes: MCP_BYTES },
    { path: "/mcp", json: whole, maxBytes: MCP_BYTES },
  ];
}

function staffRows(board: AttackedBoard): Rows {
  const [folio] = board.folios;
  const known = Object.groupBy(changesOf(board), ({ path }) => path);
  const forms = (path: string, maxBytes = STAFF_FORM, ...more: Record<string, string>[]) => {
    const changes = (known[path] ?? []).map(({ form }): Record<string, string> => {
      const fields = Object.fromEntries(form instanceof Array ? form : Object.entries(form));
      // Measured again and again: nothing may be saved, after which the same form would be another.
      return fields.accion === "guardar" ? { ...fields, accion: "revisar" } : fields;
    });
    const fields = /^\/(ajustes|carta|platillos|presentacion)/.test(path) ? 12_500 : 0;
    return [...changes, ...more].map((form): Good => ({ path, form, maxBytes, fields }));
  };
  const edited = { version: "1", dia: "2026-03-10", hora: "20:00", personas: "2", nombre: "X" };
  const said = { telefono: "", comentarios: "", ocasion: "general", nota: "n", mesa: "2" };
  const act = `/reserva/${folio}`;
  const small = [
    "/visto",
    "/nueva",
    "/llegaron",
    "/noche",
    "/lleno",
    "/reloj",
    "/casa",
    "/dia",
    "/borrar",
    "/pasos",
    "/claves",
  ];
  return {
    ...Object.fromEntries(small.map((path) => [`POST ${path}`, forms(path)])),
    "POST /entrar": forms("/entrar", STAFF_FORM, { clave: "x", nombre: "W", volver: "/" }),
    "POST /salir": forms("/salir", STAFF_FORM, {}),
    "POST /cierres": forms("/cierres", STAFF_FORM, { accion: "quitar", abre: "closure 1" }),
    "POST /reserva/{folio}": forms(act, STAFF_FORM, { ...edited, ...said, accion: "guardar" }),
    "POST /archivo": forms("/archivo", SETTINGS_FORM),
    "POST /platillos": forms("/platillos", PASTE_FORM, { texto: "Sopas\nSopa de lima $40" }),
    "POST /presentacion": forms("/presentacion", SETTINGS_FORM),
    "POST /ajustes/{parte}": [
      ...forms("/ajustes/horario", SETTINGS_FORM),
      ...forms("/ajustes/contacto", SETTINGS_FORM, { version: "2", ubicacion: "60 por 61" }),
    ],
    "POST /carta/{seccion}": forms("/carta/0", SETTINGS_FORM, {
      version: "2",
      "secciones.0.platillos.0.nombre": "x",
    }),
    "GET /reserva/{folio}": [{ path: act }],
    "GET /presentacion/{name}": [{ path: "/presentacion/x" }],
    "GET /ajustes/{parte}": [{ path: "/ajustes/horario" }],
    "GET /carta/{seccion}": [{ path: "/carta/0" }],
  };
}

/** Texts of `bytes` bytes of which readers may take more than one look. */
export const FILLS: Readonly<Record<string, string>> = {
  letters: "a",
  blanks: " ",
  words: "a ",
  commas: ",",
  digits: "1",
  dashes: "-",
  dots: ".",
  slashes: "/",
  parentheses: "(",
  quotes: '"',
  tags: "<&",
  lines: "\r\n",
  marks: "\u0301\u0316",
  invisible: "\u200b",
  ligatures: "\ufdfa",
  emoji: "👩‍👧",
  streets: "60 por ",
  points: "20.97, -89.62 ",
  pins: "!3d1!4d1",
  links: "https://",
};

/** Header values, each repeated. */
export const HEADER_FILLS: Readonly<Record<string, string>> = {
  letters: "a",
  commas: ",",
  blanks: "a ",
  "blanks and commas": " ,",
  semicolons: ";",
  equals: "=",
  tags: '"a",',
  languages: "es;q=0.1,",
  cookies: "sobremesa_nombre=%41; ",
  hops: "203.0.113.7,",
  brackets: "[]:1",
};

export function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.max(0, Math.floor(bytes / new TextEncoder().encode(unit).length)));
}

/** JSON texts by name, each for a number of bytes: the whole body and each of its fields, in the worst shapes. */
export function jsonShapes(value: unknown): Readonly<Record<string, (bytes: number) => string>> {
  const text = JSON.stringify(value);
  const inside = (more: (bytes: number) => string) => (bytes: number) =>
    `${text.slice(0, -1)}${text === "{}" ? "" : ","}${more(bytes - text.length - 10)}}`;
  const whole = {
    "distinct names": inside((bytes) => numbered(bytes, (n) => `"k${n}":1`, ",")),
    "equal names": inside((bytes) => filled('"x":1,', bytes) + '"x":1'),
    "a long name": inside((bytes) => `"${filled("a", bytes - 6)}":1`),
    "deep lists": (bytes: number) => nested("[", "]", bytes),
    "deep lists inside": inside((bytes) => `"x":${nested("[", "]", bytes - 6)}`),
    "deep objects": (bytes: number) => nested('{"a":', "}", bytes, "1"),
    "lists that never end": (bytes: number) => filled("[", bytes),
    "a list": (bytes: number) => `[${filled("0,", bytes - 4)}0]`,
    "a number": (bytes: number) => filled("1", bytes),
    blanks: (bytes: number) => filled(" ", bytes),
  };
  const fields = pathsOf(value).flatMap(({ name, put }) => {
    const room = (bytes: number) => bytes - put("").length;
    const escaped = (unit: string) => JSON.stringify(unit).slice(1, -1);
    const texts = Object.entries(FILLS).map((
      [fill, unit],
    ) => [
      `${name}: ${fill}`,
      (bytes: number) => put(`"${filled(escaped(unit), room(bytes) - 2)}"`),
    ]);
    const others: [string, (bytes: number) => string][] = [
      ["zeros", (bytes) => put(`[${filled("0,", room(bytes) - 4)}0]`)],
      ["objects", (bytes) => put(`[${filled("{},", room(bytes) - 5)}{}]`)],
      ["unknown items", (bytes) => put(`[${filled('{"a":1},', room(bytes) - 10)}{}]`)],
      ["names", (bytes) => put(`{${numbered(room(bytes) - 2, (n) => `"k${n}":1`, ",")}}`)],
      ["depth", (bytes) => put(nested("[", "]", room(bytes)))],
    ];
    return [...texts, ...others.map(([what, make]) => [`${name}: ${what}`, make])];
  });
  return { ...whole, ...Object.fromEntries(fields) };
}

/** Every field of a JSON value, and the value's text with another text in the field's place. */
function pathsOf(value: unknown): { name: string; put(text: string): string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const put = (text: string) => {
      const others = Object.entries(value).map(([other, kept]) =>
        [other, other === key ? text : JSON.stringify(kept)] as const
      );
      return Array.isArray(value)
        ? `[${others.map(([, kept]) => kept)}]`
        : `{${others.map(([other, kept]) => `${JSON.stringify(other)}:${kept}`)}}`;
    };
    const deeper = pathsOf(inner).map((one) => {
      return { name: `${key}.${one.name}`, put: (text: string) => put(one.put(text)) };
    });
    return [{ name: key, put }, ...deeper];
  });
}

function nested(open: string, close: string, bytes: number, inner = ""): string {
  const depth = Math.floor((bytes - 2) / (open.length + close.length));
  return open.repeat(depth) + inner + close.repeat(depth);
}

/** As many different parts as fit. */
export function numbered(bytes: number, part: (n: string) => string, between: string): string {
  const parts: string[] = [];
  for (let n = 0, left = bytes; left > 0; n++) {
    const one = part(n.toString(36));
    left -= one.length + between.length;
    if (left > 0) parts.push(one);
  }
  return parts.join(between);
}

const MAX_RATIO = 2.3;

/**
 * What a process of its own measured as too slow: here the processor time of other tests would count. Fails if too
 * little was measured, or if any answer was an error of the service.
 */
export async function slowReaders(side: Side, part: "heads" | "bodies"): Promise<readonly Cost[]> {
  const program = new URL("./_reader_costs.ts", import.meta.url).pathname;
  const args = ["run", "--allow-all", "--no-check", program, side, part];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  const costs = lines.map((line): Cost => JSON.parse(line));
  assert(costs.length > 1_000, `only ${costs.length} shapes were measured`);
  assertEquals(costs.filter(({ status }) => status >= 500), []);
  return costs.filter(({ ms, limit, ratio }) => ms > limit || (ratio ?? 0) > MAX_RATIO);
}
