/** What hosts and an owner do at the board: they open a page and press what it shows, with fields filled in. */
import { cookiesOf, formRequest, STAFF_KEY } from "../support/test_board.ts";
import { drawDay, type Scene, send, today } from "./acts.ts";
import { REPEATS_MS } from "./evening.ts";
import { type Answer, query } from "./instance.ts";
import { BUTTONS, checkTaps, isDone } from "./moves.ts";
import { type Field, type Tap, tapsOn } from "./page.ts";
import { drawServices, type File, HALF_HOURS, localTime, nextDay, WEEKDAYS } from "./restaurant.ts";
import { elapsed, pause } from "./world.ts";

/** Where visits begin, as from a bookmark. */
const DOORS: Readonly<Record<string, string>> = {
  board: "/ / /tablero /?dia=NIGHT /tablero?dia=NIGHT",
  evening: "/noche?dia=NIGHT /confirmar?dia=NIGHT",
  reservation: "/reserva/FOLIO",
  take: "/nueva?dia=DAY /llegaron",
  door: "/llegaron /llegaron /",
  house: "/casa /casa /dia /dia /cierres /cierres?quitar=CLOSED&volver=/cierres",
  owner: "/versiones /versiones /platillos /ajustes/reservas /datos /buscar",
};

const NEWEST = query("SELECT folio, service_day FROM reservations ORDER BY id DESC LIMIT 30");

const CLOSED = query("SELECT id FROM closures UNION ALL SELECT 'pausa' ORDER BY 1 DESC LIMIT 9");

/** As many pages as a visit sees. */
const PAGES = 4;

/** Opens a page, presses something on it, and so on. */
export async function visit(scene: Scene, door: string): Promise<string> {
  const { draw, evening: { shared, cookies } } = scene;
  const { folio = "R-00000000", service_day: night = today(scene.evening) } =
    draw.pick(shared.rows(NEWEST)) ?? {};
  const device = draw(cookies.length);
  let path = draw.pick(DOORS[door]!.split(" ")).replace("FOLIO", String(folio))
    .replace("NIGHT", String(night)).replace("DAY", drawDay(scene))
    .replace("CLOSED", String(draw.pick(shared.rows(CLOSED)).id));
  const said: string[] = [];
  let pressed: Tap | null = null;
  let answer = await get(scene, device, path);
  for (let left = PAGES; left > 1 && answer !== null; left--) {
    const location = answer.headers.get("location");
    const tap = location === null ? drawTap(scene, path, answer) : null;
    const leaves = /abierto=|hecho=\d/.test(location ?? "") ? 0.2 : 0.6;
    if (tap === null && (location === null || draw.chance(leaves))) break;
    await pause(draw(2_000));
    path = tap?.path ?? location!.replace(/#.*/, "");
    // What was sent without a session is the same act when it is sent again.
    if (tap !== null) pressed = tap.kind === "again" ? { ...tap, kind: pressed!.kind } : tap;
    answer = tap === null ? await get(scene, device, path) : await press(scene, device, pressed!);
    said.push(`${tap?.kind ?? path} ${answer?.status}`);
  }
  return said.join(", ");
}

const ofDevice = ({ evening }: Scene, device: number) => ({
  headers: { cookie: evening.cookies[device]!, "sec-fetch-site": "same-origin" },
});

const get = (scene: Scene, device: number, path: string): Promise<Answer | null> =>
  send(scene, "staff", path, ofDevice(scene, device));

/** One of what a page shows; null if the answer is none. */
function drawTap({ draw, evening }: Scene, path: string, { headers, text }: Answer): Tap | null {
  if (!headers.get("content-type")?.startsWith("text/html")) return null;
  const taps = tapsOn(text);
  checkTaps(evening, path, taps);
  // What was not pressed in this evening yet comes first.
  const weight = (kind: string) => BUTTONS[kind]![1] * (evening.pressed.has(kind) ? 1 : 5);
  const kinds = [...new Set(taps.map((tap) => tap.kind))];
  const kind = draw.pick(kinds.flatMap((one) => Array<string>(weight(one)).fill(one)));
  evening.pressed.set(kind, (evening.pressed.get(kind) ?? 0) + 1);
  return draw.pick(taps.filter((tap) => tap.kind === kind)) ?? null;
}

/** What a person who presses a button of a page never reads. */
const DEAD = new RegExp(
  "Esa página no existe|Esa página ya no sirve|Ese botón no existe|no admite ese método|Trae campos de más",
);

/** Presses what a page shows, at times twice: as its answer was lost, or as the page was gone back to. */
async function press(scene: Scene, device: number, tap: Tap): Promise<Answer | null> {
  const { evening, evening: { cookies, called, fail }, draw } = scene;
  const { kind, isPost } = tap;
  if (/^link (tel:|https)/.test(kind)) return null;
  const fields = new URLSearchParams(filled(scene, tap));
  const path = isPost || fields.size === 0 ? tap.path : `${tap.path}?${fields}`;
  const onSent = ({ status, headers, text }: Answer) => {
    if (DEAD.test(text)) fail("what the board shows can be pressed", `${kind} ${path} ${status}`);
    if (text.includes('id="chat"')) {
      const call = `${path} ${fields.get("version")}`;
      // The clock stands still: two taps of one host are of one instant, in which the second counts as the first.
      if ((called.get(call) ?? device) !== device) {
        fail("of two hosts who call a party one writes to it", call);
      }
      called.set(call, device);
    }
    if (!isPost || status !== 303 || isDone(evening, tap, fields, headers.get("location")!)) return;
    fail("a tap that is answered is done", `${kind} ${path} ${fields}`.slice(0, 300));
  };
  const once = async () => {
    const { headers } = ofDevice(scene, device);
    const request = isPost ? formRequest([...fields], headers) : { headers };
    const note = noting(scene, tap, fields);
    const answer = await send(scene, "staff", path, { ...request, onSent });
    note(answer?.status);
    if (isPost && answer !== null) cookies[device] = keptCookies(cookies[device]!, answer);
    return answer;
  };
  const answer = await (kind === "/borrar borrar" ? erase(scene, device, fields, once) : once());
  if (!draw.chance(answer === null ? 0.5 : isPost ? 0.1 : 0)) return answer;
  await pause(draw(4_000));
  return await once();
}

/** What a person types or chooses, by the names of fields; others stay as the page shows them. */
const TYPED: Readonly<Record<string, (scene: Scene, tap: Tap) => string>> = {
  dia: drawDay,
  hasta: (scene) => scene.draw.chance(0.8) ? "" : nextDay(today(scene.evening), scene.draw(14)),
  de: ({ draw }) => draw.chance(0.7) ? draw.pick(HALF_HOURS) : "",
  a: ({ draw }) => draw.chance(0.7) ? draw.pick(HALF_HOURS) : "",
  motivo: () => "Evento",
  hora: (scene, { path }) => path === "/casa" ? soon(scene) : scene.draw.pick(HALF_HOURS),
  personas: ({ draw }) => String(1 + draw(9)),
  otras: ({ draw }) => String(1 + draw(14)),
  nombre: ({ draw, evening }, { path }) =>
    path === "/entrar" ? draw.pick(["Wendy", "Luis", "Zoë"]) : draw.pick(evening.guests).name,
  telefono: ({ draw, evening }) => draw.pick(evening.guests).phone,
  comentarios: ({ draw }) => draw.pick(["", "Sin nuez", "Silla de bebé\nJunto a la ventana"]),
  nota: ({ draw }) => draw.pick(["", "Prefiere la terraza", "Paga la casa\nDijo Lupe"]),
  mesa: ({ draw }) => draw.chance(0.1) ? "" : `T${1 + draw(9)}`,
  q: ({ draw, evening }) => draw.chance(0.5) ? draw.pick(evening.guests).phone.slice(-9) : "nuez",
  clave: () => STAFF_KEY,
  platillos: ({ draw }) => Array.from({ length: 1 + draw(4) }, () => draw.pick(COOKED)).join("\n"),
  texto: editedFile,
  "reservas.cupo_por_horario": limit,
  "reservas.cupo_en_sala": limit,
};

const COOKED = ["Sopa 65", "Puchero $80", "Relleno chico 60 / grande 90", "POZOLE 75", "con todo"];

function limit({ draw }: Scene): string {
  return draw.chance(0.3) ? "" : String(2 + draw(20));
}

/** Within the evening, often on a half hour. */
function soon({ draw, evening: { facts } }: Scene): string {
  const minutes = draw.chance(0.5) ? draw(400) : 30 * draw(14) - Date.now() / 60_000 % 30;
  return localTime(Date.now() + minutes * 60_000, facts.file).slice(11);
}

/** The owner changes a dish's name and price, a limit, or the hours of a weekday or of one day. */
function editedFile(scene: Scene): string {
  const { draw, instance, nth } = scene;
  const file = JSON.parse(instance.restaurant.served().text);
  const isOfDay = ({ id = "" }: { id?: string }) => id.startsWith("dia-");
  const sections = file.secciones.filter((section: { id?: string }) => !isOfDay(section));
  const { platillos } = draw.pick<File["secciones"][number]>(sections);
  const kind = draw.pick(["dish", "limit", "weekday", "day"]);
  if (kind === "weekday") file.horario[draw.pick(WEEKDAYS)] = drawServices(draw);
  else if (kind === "day") {
    const [fecha, servicios] = [drawDay(scene), drawServices(draw)];
    file.dias_especiales = [{ fecha, servicios }];
  } else if (kind === "dish") {
    const dish = draw.pick(platillos);
    dish.nombre = `Platillo ${nth}`;
    dish.presentaciones[0]!.precio += draw(9);
  } else {
    const limit = draw.pick(["cupo_por_horario", "cupo_en_sala"]);
    file.reservas[limit] = draw.chance(0.3) ? undefined : 2 + draw(20);
  }
  return JSON.stringify(file);
}

/** What the form sends. What it shows filled in mostly stays. */
function filled(scene: Scene, tap: Tap): [name: string, value: string][] {
  const { draw } = scene;
  const radios = Map.groupBy(tap.fields.filter(({ type }) => type === "radio"), ({ name }) => name);
  const chosen = [...radios.values()].map((group) =>
    draw.chance(0.5) ? draw.pick(group) : group.find(({ isChecked }) => isChecked)
  );
  return tap.fields.flatMap((field) => {
    const { name, value, type, isRequired } = field;
    if (type === "radio" && !chosen.includes(field)) return [];
    if (type === "checkbox" && !isTicked(scene, field)) return [];
    if (["hidden", "radio", "checkbox", "select"].includes(type)) return [[name, value]];
    const isKept = value !== "" && draw.chance(0.7) ||
      value === "" && !isRequired && draw.chance(0.3);
    // The restaurant has a name and a telephone, too.
    const isOfFile = tap.kind.startsWith("/ajustes") && !name.startsWith("reservas.");
    return [[name, isKept || isOfFile ? value : TYPED[name]?.(scene, tap) ?? value]];
  });
}

/** Those of the restaurant's file stay as they are. */
function isTicked({ draw }: Scene, { name, isChecked, isRequired }: Field): boolean {
  if (!["ocasion", "publico", "por_venir"].includes(name)) return isChecked;
  return isRequired || draw.chance(0.6);
}

/** Signing in, out and under another name change what the device keeps. */
function keptCookies(kept: string, { headers }: Answer): string {
  const jar = [...kept.split("; "), ...cookiesOf(headers).split("; ")].filter(Boolean)
    .map((cookie) => [cookie.slice(0, cookie.indexOf("=")), cookie]);
  return Object.values(Object.fromEntries(jar)).join("; ");
}

/** The switch of what is taken back, by its token, or of what is put back, by the change that removed it. */
const TAKEN = query(`SELECT 'full ' || starts AS name FROM closures
  WHERE kind = 'full' AND 'closure ' || id = ?1 UNION ALL SELECT 'pause' WHERE ?1 GLOB '{*'`);
const PUT_BACK = query(`SELECT iif(switch = 'pause', switch, 'full ' || (value ->> 'from')) AS name
  FROM removals WHERE change = ? AND (switch = 'pause' OR value ->> 'kind' = 'full')`);

/** The switches that a tap turns, and whether it sets them. */
function turnsOf(
  { evening: { shared } }: Scene,
  { kind }: Tap,
  sent: URLSearchParams,
): readonly (readonly [name: string, isSet: boolean])[] {
  const opened = kind === "/cierres quitar" ? sent.getAll("abre") : [];
  const taken = opened.flatMap((token) => shared.rows(TAKEN, token));
  const back = kind === "/cierres deshacer" ? shared.rows(PUT_BACK, sent.get("cambio")!) : [];
  const [, sign, name = ""] = /^([+-])(.*)/.exec(BUTTONS[kind]![2] ?? "") ?? [];
  const of = { full: "hora", dish: "platillo" }[name];
  const own = `${name}${of === undefined ? "" : ` ${sent.get(of)}`}`;
  return [
    ...taken.map(({ name }) => [String(name), false] as const),
    ...back.map(({ name }) => [String(name), true] as const),
    ...name === "" ? [] : [[own, sign === "+"] as const],
  ];
}

/** Watches the switches that a tap turns. @returns what notes the answer: what was refused has turned nothing */
function noting(scene: Scene, tap: Tap, sent: URLSearchParams): (status?: number) => void {
  const { evening: { switched } } = scene;
  const began = elapsed();
  const turns = turnsOf(scene, tap, sent).map(([name, sets]) => ({
    name,
    sets,
    was: switched.get(name),
  }));
  return (status) => {
    if (status === 422 || status === 403 || status === 409) return;
    for (const { name, sets, was } of turns) {
      const other = switched.get(name);
      const isAlone = other === was && (other === undefined || other.ended <= began);
      switched.set(name, { isSet: status === 303 && isAlone ? sets : null, ended: elapsed() });
    }
  };
}

/** Those of a phone, now or once. ?3: also the ones to come; ?4 is yesterday. */
const REMEMBERED = query(`SELECT folio FROM reservations AS r
  WHERE NOT (source IS 'personal' AND created_at > ?2) AND (phone = ?1
  OR EXISTS (SELECT 1 FROM reservation_versions AS v WHERE v.reservation = r.id AND v.before ->> 'phone' = ?1))
  AND (?3 OR status IN ('cancelled', 'no_show') OR left_at IS NOT NULL OR service_day < ?4)`);

/** What staff were told is erased is in no table and in no search. */
async function erase(
  scene: Scene,
  device: number,
  sent: URLSearchParams,
  send: () => Promise<Answer | null>,
): Promise<Answer | null> {
  const { evening, evening: { shared, erased, seen, fail } } = scene;
  const phone = sent.get("telefono")!;
  const search = () => get(scene, device, `/buscar?q=${phone.slice(-9)}`);
  await search();
  erased.add(phone);
  // A hold that is under way then may come after it.
  const there = new Set(seen.keys());
  const mayRepeat = Date.now() - REPEATS_MS;
  const answer = await send();
  const yesterday = nextDay(today(evening), -1);
  const left = shared.rows(REMEMBERED, phone, mayRepeat, sent.has("por_venir") ? 1 : 0, yesterday)
    .filter(({ folio }) => there.has(String(folio)));
  if (answer?.status === 303 && left.length > 0) fail("what staff were told is erased is", phone);
  const gone = [...seen].filter(([, one]) => one.isGone && one.phones.has(phone));
  const page = await search();
  const shown = gone.find(([folio]) => page?.text.includes(folio));
  if (shown !== undefined) fail("a search shows nothing that is erased", shown[0]);
  return answer;
}
