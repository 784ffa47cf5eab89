/** What guests, assistants, hosts and an owner do in one step, drawn from the step's numbers. */
import { formRequest } from "../support/test_board.ts";
import { AFTER_TROUBLE_MS, type Attempt, type Evening, type Guest } from "./evening.ts";
import type { Answer, Instance, Side } from "./instance.ts";
import { HALF_HOURS, localTime, nextDay } from "./restaurant.ts";
import { checkAnswer, checkRefusal } from "./rules.ts";
import { visit } from "./staff.ts";
import { type Draw, elapsed, pause } from "./world.ts";

export interface Scene {
  readonly evening: Evening;
  readonly instance: Instance;
  readonly draw: Draw;
  readonly nth: number;
}

/** After so many requests at once an address has met its limit. */
const MEETS_LIMIT = 25;
/** How long callers wait for an answer. */
const PATIENCE_MS = 20_000;
const SOMEBODY = { mark: "", phone: "0" };

interface Sending extends RequestInit {
  /** Called with every answer that leaves the service. */
  readonly onSent?: (answer: Answer) => void;
  readonly guest?: Pick<Guest, "mark" | "phone">;
}

/** Sends a request. @returns the answer; null if it was lost */
export async function send(
  { evening, instance, draw }: Omit<Scene, "nth">,
  side: Side,
  path: string,
  { onSent, guest: { mark, phone } = SOMEBODY, ...init }: Sending = {},
): Promise<Answer | null> {
  await pause(1 + draw(400) / 10);
  const headers = new Headers(init.headers);
  // Each guest calls from an address of their own.
  headers.set("x-forwarded-for", `192.0.2.${1 + Number(phone.slice(-4)) % 250}`);
  const reading = instance.answer(side, path, { ...init, headers }).then((answer) => {
    if (!instance.life.isAlive) return null;
    const asked = { method: init.method ?? "GET", path, mark };
    if (side === "guests") checkAnswer(evening, asked, answer);
    onSent?.(answer);
    return answer;
  });
  const answer = await Promise.race([reading, pause(PATIENCE_MS).then(() => null)]);
  return draw.chance(0.03) ? null : answer;
}

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers: { "content-type": "application/json", ...headers },
});

/** A request of a tool, as MCP sends it. */
export const toolRequest = (name: string, fields: unknown): RequestInit =>
  json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: fields } });

interface Told {
  readonly folio?: string;
  readonly error?: string;
  readonly segunda_mesa?: true;
  readonly comprobante?: string;
  readonly repetida?: boolean;
}

/** Sends a request for a table once, and notes what the service answers. */
export async function ask(scene: Omit<Scene, "nth">, attempt: Attempt): Promise<Answer | null> {
  const { evening: { claims, shared }, evening, instance } = scene;
  const { guest, body } = attempt;
  const asked = { at: Date.now(), elapsed: elapsed() };
  const isFirst = attempt.status === 0 && attempt.unanswered === 0;
  attempt.unanswered++;
  const note = (status: number, told: Told) => {
    const { folio, error = "", repetida, segunda_mesa, comprobante = "" } = told;
    Object.assign(attempt, { status, code: error, unanswered: attempt.unanswered - 1 });
    checkRefusal(evening, instance, attempt, asked);
    if (folio === undefined) return;
    const known = claims.get(folio);
    if (known && known.attempt.body.nombre !== body.nombre) {
      evening.fail("a retry under another name learns of no table", `${folio} ${body.nombre}`);
    }
    if (known) return;
    // A retry, and a commit whose outcome was unknown at first, do not tell of a second table.
    const isPlain = isFirst && !repetida && shared.trouble === "none" &&
      asked.elapsed - evening.troubled > AFTER_TROUBLE_MS;
    const isSecond = segunda_mesa ?? (isPlain ? false : null);
    const page = URL.parse(comprobante)?.pathname ?? folio;
    claims.set(folio, { attempt, page, isSecond, isChecked: false });
  };
  const [path, request, read] = requestOf(attempt);
  const onSent = (answer: Answer) => note(...read(answer));
  return await send(scene, "guests", path, { ...request, onSent, guest });
}

/** How its channel sends an attempt, and what it reads in the answer. */
function requestOf(
  { channel, body, key }: Attempt,
): [path: string, request: RequestInit, read: (answer: Answer) => [status: number, told: Told]] {
  if (channel === "api") {
    const request = json(body, key === null ? {} : { "idempotency-key": key });
    return ["/api/reserva", request, ({ status, headers, text }) => {
      const repetida = headers.has("idempotent-replayed");
      return [status, { ...JSON.parse(text), ...(repetida && { repetida }) }];
    }];
  }
  if (channel === "mcp") {
    return ["/mcp", toolRequest("createRestaurantReservation", body), ({ status, text }) => {
      const { result } = JSON.parse(text);
      const told: Told = JSON.parse(result?.content[0].text ?? "{}");
      const failed = told.error === "sin_respuesta" ? 502 : 422;
      return [result?.isError ? failed : status, told];
    }];
  }
  const { dia, hora, personas, nombre, telefono, comentarios = "" } = body;
  const own = { clave: key, listado: "", dia: "", cuando: `${dia}T${hora}` };
  const fields = { ...own, personas, nombre, telefono, comentarios } as Record<string, string>;
  return ["/reservar", formRequest(fields), ({ status, headers }) => {
    const folio = headers.get("location") ?? "";
    return folio.startsWith("/reservada/") ? [200, { folio }] : [status, {}];
  }];
}

/** How an attempt begins. */
export const UNASKED = { status: 0, code: "", unanswered: 0 };

/** Repeats a request as a careful caller does, until it is answered or they give up. */
async function insist(
  scene: Scene,
  asked: Omit<Attempt, keyof typeof UNASKED>,
): Promise<string> {
  const { evening, draw } = scene;
  const attempt: Attempt = { ...asked, ...UNASKED };
  evening.attempts.push(attempt);
  attempt.guest.last = attempt;
  const said: string[] = [];
  for (let times = 0; times < 3; times++) {
    const instance = times === 0 ? scene.instance : draw.pick(evening.instances);
    const answer = await ask({ ...scene, instance }, attempt);
    said.push(answer === null ? "no answer" : `${attempt.status} ${attempt.code}`);
    if (answer !== null && answer.status !== 502 || draw.chance(0.5)) break;
    await pause(draw(2_000));
  }
  const { guest, channel, body: { dia, hora, personas } } = attempt;
  return `${guest.mark} ${channel} ${dia} ${hora} x${personas} -> ${said.join(", ")}`;
}

export const today = ({ facts }: Evening): string => localTime(Date.now(), facts.file).slice(0, 10);

/** A day from today on, mostly a near one. */
export function drawDay({ evening, draw }: Scene): string {
  const days = draw.chance(0.6) ? 0 : draw.chance(0.8) ? 1 + draw(2) : draw(95) - 2;
  return nextDay(today(evening), days);
}

/** A guest asks for a table at a time that is listed, or at any. */
async function reserve(scene: Scene, isListed: boolean): Promise<string> {
  const { evening, draw, nth } = scene;
  const [dia, guest] = [drawDay(scene), draw.pick(evening.guests)];
  const personas = draw.chance(0.1) ? 1 + draw(40) : 1 + draw(6);
  let hora = draw.pick(HALF_HOURS);
  if (isListed) {
    const path = `/api/disponibilidad?dia=${dia}&personas=${personas}`;
    const { status, text } = await send(scene, "guests", path) ?? { status: 0, text: "" };
    const times: string[] = status === 200 ? JSON.parse(text).dias[0].horas_reservables : [];
    if (times.length === 0) return `nothing listed on ${dia}`;
    // Guests want the same hours.
    hora = draw.chance(0.6) ? times[0]! : draw.pick(times);
  }
  const comment = { comentarios: `Alergia a la nuez, ${guest.mark}` };
  const { name: nombre, phone: telefono } = guest;
  const body = { dia, hora, personas, nombre, telefono, ...(draw.chance(0.3) && comment) };
  const channel = draw.pick(["api", "api", "mcp", "form"] as const);
  if (channel === "form") {
    const page = await send(scene, "guests", `/reservar?dia=${dia}`, { guest });
    const [, key] = /name="clave" value="([^"]+)"/.exec(page?.text ?? "") ?? [];
    if (key === undefined) return "no form";
    const said = await insist(scene, { guest, channel, body, key });
    return draw.chance(0.4) ? `${said}; ${await correct(scene, guest.last!)}` : said;
  }
  const occasion = draw.chance(0.1) && { ocasion: "cumpleanos" };
  const key = channel === "api" && draw.chance(0.6) ? `key-${nth}` : null;
  return await insist(scene, { guest, channel, body: { ...body, ...occasion }, key });
}

/** Back, and the form once more with another value. */
async function correct(scene: Scene, asked: Attempt): Promise<string> {
  const { evening, draw, nth } = scene;
  const changed = draw.pick([
    { telefono: `+5299930${String(nth).padStart(5, "0")}` },
    { nombre: `Otra ${asked.guest.mark}` },
    { comentarios: asked.guest.mark },
    { hora: draw.pick(HALF_HOURS), personas: 1 + draw(6) },
    { dia: drawDay(scene) },
  ]);
  evening.corrected.add(asked.key!);
  const body = { ...asked.body, ...changed };
  const guest = { ...asked.guest, phone: String(body.telefono) };
  return await insist(scene, { ...asked, guest, body });
}

/** The last request of a guest once more: the same, or with another hour, party, name, comment or key. */
async function reserveAgain(scene: Scene): Promise<string> {
  const { evening: { guests }, draw, nth } = scene;
  const { last } = draw.pick(guests);
  if (last === null) return "has not asked before";
  const { guest: { mark }, channel } = last;
  const changed = draw.pick([
    null,
    null,
    {},
    { nombre: `Otra ${mark}` },
    { comentarios: mark },
    { hora: draw.pick(HALF_HOURS), personas: 1 + draw(6) },
  ]);
  if (changed === null) return await insist(scene, last);
  const body = { ...last.body, ...changed };
  if (channel === "form") return await insist(scene, { ...last, channel: "api", key: null, body });
  const key = channel === "api" && !("nombre" in changed) ? `key-${nth}` : last.key;
  return await insist(scene, { ...last, body, key });
}

export const DRAFT = "/api/pedido/borrador";

const PATHS = [
  ...["/api/info", "/api/info?lang=en", "/api/info?lang=xx", "/api/menu", "/api/menu?lang=xx"],
  ...["/api/disponibilidad?dia=2027-02-30", "/api/disponibilidad?dias=91", "/api/envio"],
  ...["/api/contacto?motivo=reserva", "/api/contacto?motivo=otro", "/api/envio?lat=0&lng=0"],
  ...["/api/ubicacion", "/api/ubicacion?texto=58+por+59"],
  ...["/", "/carta", "/llms.txt", "/openapi.json", "/reservar?lang=en", "/nada"],
];
const BODIES = [
  ...[json("{"), json({}), json({ comentarios: "x".repeat(9_000) })],
  ...[json({ comentarios: "x".repeat(90_000) }), { ...json("hola"), headers: {} }],
];

type Sent = readonly [path: string, init?: RequestInit];

/** Requests that are refused, and pages that are only read. */
const REQUESTS: readonly Sent[] = [
  ...PATHS.flatMap<Sent>((path) => [
    [path],
    [path, { method: "PUT" }],
    [path, { headers: { "if-none-match": "*" } }],
  ]),
  ...["/api/reserva", DRAFT].flatMap<Sent>((path) => [
    [path],
    ...BODIES.map<Sent>((body) => [path, body]),
  ]),
];

/** Some asks from one address until it meets its limit. */
async function read(scene: Scene): Promise<string> {
  const { draw } = scene;
  const [path, init] = draw.pick(REQUESTS);
  const isLimited = /reserva$|borrador$/.test(path) && draw.chance(0.1);
  let status;
  for (let left = isLimited ? MEETS_LIMIT : 1; left > 0 && status !== 429; left--) {
    status = (await send(scene, "guests", path, init))?.status;
  }
  return `${path} ${status}`;
}

/** Asks for a place and its delivery, once or until a limit is met, and orders that or something to fetch. */
async function order(scene: Scene): Promise<string> {
  const { draw, evening: { facts, orders } } = scene;
  const [lat, lng] = [20.962 + draw(150) / 10_000, -89.628 + draw(150) / 10_000];
  const place = `/api/ubicacion?texto=${50 + draw(20)}+por+${40 + draw(40)},+Centro`;
  const quote = `/api/envio?lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}`;
  const path = draw.pick([place, quote]);
  for (let left = draw.chance(0.05) ? MEETS_LIMIT : 1; left > 0; left--) {
    await send(scene, "guests", path);
  }
  const { id } = draw.pick(facts.file.secciones.flatMap(({ platillos }) => platillos));
  const home = { modo: "domicilio", direccion: "Calle 60 núm. 420, Centro", lat, lng };
  const entrega = draw.chance(0.5) ? { modo: "recoger" } : home;
  const body = { lineas: [{ id, cantidad: 1 + draw(3) }], entrega };
  const answer = await send(scene, "guests", DRAFT, json(body));
  if (answer?.status === 200) {
    const { confirmar_en, total } = JSON.parse(answer.text);
    orders.push({ page: new URL(confirmar_en).pathname, total, at: Date.now() });
  }
  return `${id} ${answer?.status}`;
}

/** An instance is killed, and started until the database answers. */
async function die({ evening: { instances }, evening, instance }: Scene): Promise<string> {
  instance.kill();
  const place = instances.indexOf(instance);
  while (place >= 0) {
    const started = await evening.start(instance.name).catch(() => null);
    if (started !== null) {
      instances[place] = started;
      break;
    }
    await pause(1_000);
  }
  return "killed and started again";
}

/** By name: how often it is drawn, and how it is played, which returns what happened. */
export const ACTS: Readonly<
  Record<string, readonly [weight: number, play: (scene: Scene) => Promise<string>]>
> = {
  reserveListed: [24, (scene) => reserve(scene, true)],
  reserveAnyTime: [10, (scene) => reserve(scene, false)],
  reserveAgain: [12, reserveAgain],
  read: [10, read],
  order: [7, order],
  board: [12, (scene) => visit(scene, "board")],
  evening: [4, (scene) => visit(scene, "evening")],
  reservation: [10, (scene) => visit(scene, "reservation")],
  take: [5, (scene) => visit(scene, "take")],
  door: [8, (scene) => visit(scene, "door")],
  house: [8, (scene) => visit(scene, "house")],
  owner: [4, (scene) => visit(scene, "owner")],
  die: [3, die],
};
