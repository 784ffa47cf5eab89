/** What staff can do on the board, told a second time: buttons and links, and what each does with a reservation. */
import type { Row } from "../../src/storage/database/database.ts";
import type { Evening } from "./evening.ts";
import { query } from "./instance.ts";
import type { Tap } from "./page.ts";
import { type Facts, localTime } from "./restaurant.ts";

/** What its label says; how often it is pressed beside others; its name in the history, or the switch that it turns. */
type Known = readonly [says: RegExp, weight: number, does?: string];

const LINKS =
  "/ /nueva /llegaron /buscar /casa /codigos /dia /cierres /datos /mes /entrar /imprimir /noche /confirmar /reserva/… /versiones /platillos /archivo /ajustes/… tel: https://wa.me";

/** By where they lead and what they ask for there. */
export const BUTTONS: Readonly<Record<string, Known>> = {
  "/reserva/… llego": [/^Llegó$|^Sentar$/, 16, "arrived"],
  "/reserva/… llego mesa": [/^T\d/, 12, "arrived"],
  "/reserva/… se_fue": [/^Se fue$/, 16, "left"],
  "/reserva/… no_vino": [/^No vino$/, 6, "no_show"],
  "/reserva/… cancelar": [
    /^(Sí, c|C)ancelar( la reservación)?$|^No viene$|^Se fueron$/,
    12,
    "cancelled",
  ],
  "/reserva/… deshacer": [/^Deshacer( «.+»)?$/, 12, "undone"],
  "/reserva/… llego aceptado": [/^Sí, de todos modos$/, 40, "arrived"],
  "/reserva/… deshacer aceptado": [/^Sí, de todos modos$/, 40, "undone"],
  "/reserva/… mesa aceptado": [/^Sí, de todos modos$/, 40, "seated"],
  "/reserva/… avisar": [/^Avisar$/, 16, "called"],
  "/reserva/… avisada": [/^Avisada$/, 16, "reminded"],
  "/reserva/… confirmo": [/^Confirmó$/, 16, "reconfirmed"],
  "/reserva/… mesa": [/^Guardar la mesa$/, 6, "seated"],
  "/reserva/… mesa mesa": [/^T\d/, 6, "seated"],
  "/reserva/… nota": [/^Guardar la nota$|^Ya le avisé$/, 8, "noted"],
  "/reserva/… cambiar": [/^Guardar los cambios$/, 16, "edited"],
  "/reserva/… cambiar aceptado": [/^Guardar los cambios de todos modos$/, 40, "edited"],
  "/reserva/… cambiar poner": [/^\d\d:\d\d .*pers\.$/, 3],
  "/reserva/… cambiar horas": [/^Ver las horas de ese día$/, 2],
  "/noche todas": [/^Todas llegaron$/, 6],
  "/noche ninguna": [/^Ninguna vino$/, 6],
  "/noche deshacer": [/^Deshacer$/, 20],
  "/visto folio": [/^Visto$|^Todo visto$/, 6],
  "/nueva": [/^Reservar$/, 30],
  "/nueva aceptado": [/^Reservar de todos modos$/, 40],
  "/nueva poner": [/^\d\d:\d\d .*pers\.$/, 6],
  "/nueva horas": [/^Ver las horas de ese día$/, 3],
  "/llegaron personas": [/^\d+$|^Anotar$/, 40],
  "/llegaron aceptado": [/^Sí, anotarlas de todos modos$/, 40],
  "/llegaron espera": [/^Que esperen$/, 20],
  "/llegaron": [/^Sí, llegaron otras \d+ personas?$/, 20],
  "/lleno": [/^Marcar llena$/, 6, "+full"],
  "/casa pausar_servicio": [/^Pausar hasta que termine este servicio$/, 2, "+pause"],
  "/casa pausar_hora": [/^Pausar una hora$/, 3, "+pause"],
  "/casa pausar": [/^Pausar hasta que las abras$/, 2, "+pause"],
  "/casa cocina_ya": [/^Cerrar ya$/, 2, "+kitchen"],
  "/casa cocina_a": [/^Cerrar$/, 4, "+kitchen"],
  "/casa cocina_normal": [/^Volver al horario de costumbre$/, 16, "-kitchen"],
  "/casa agotado_hoy": [/^Agotado por hoy$/, 4, "+dish"],
  "/casa agotado_hasta": [/^Hasta nuevo aviso$/, 4, "+dish"],
  "/casa ya_hay": [/^Ya hay$/, 8, "-dish"],
  "/dia": [/^Guardar( lo que se entendió)?$/, 30],
  "/dia quitar": [/^Quitar$/, 4],
  "/cierres": [/^Ver a quién afecta$/, 16],
  "/cierres cerrar": [/^Cerrar$/, 30],
  "link /cierres quitar": [
    /^Abrir$|^Abrir las reservaciones$|^Quitar el cierre$|^Quitar los \d+ días$|^Abrir la hora$/,
    12,
  ],
  "/cierres quitar": [/^Sí, abrir$/, 60],
  "/cierres deshacer": [/^Deshacer$/, 30],
  "/archivo revisar": [/^Ver qué cambia$|^Volver a la versión \d+$/, 20],
  "/archivo guardar": [/^Guardar$/, 40],
  "/platillos": [/^Leer la carta$/, 0],
  "/ajustes/… guardar": [/^Guardar$/, 12],
  "/ajustes/… revisar": [/^Ver los precios nuevos$/, 0],
  "/ajustes/… mas": [/^Agregar 5 renglones$/, 2],
  "/archivo deshacer": [/^Deshacer$/, 10],
  "/borrar contar": [/^Ver cuántas hay$/, 20],
  "/borrar borrar": [
    /^Borrar( de las copias| 1 reservación de antes| \d+ reservaciones de antes)?$/,
    20,
  ],
  "/entrar": [/^Entrar$|^Guardar$/, 20],
  "/entrar ver": [/^Mostrar lo que escribo$/, 2],
  "/salir": [/^Salir$/, 1],
  "again": [/./, 6],
  "/": [/^Ver$/, 2],
  "/buscar": [/^Buscar$/, 6],
  "/datos.csv": [/^Descargar CSV$/, 6],
  // Behind it, a new key would end the session with which the rules look.
  "link /claves": [/^Clave del turno y clave del dueño$/, 0],
  ...Object.fromEntries(LINKS.split(" ").map((path) => [`link ${path}`, [/./, 1] as const])),
};

/** All that is on a page is known, by the name that it bears. */
export function checkTaps({ fail, shown }: Evening, page: string, taps: readonly Tap[]): void {
  for (const { kind, label } of taps) {
    if (BUTTONS[kind]?.[0].test(label)) continue;
    fail("the rules know every button and link of the board", `"${label}" (${kind}) on ${page}`);
  }
  for (const { kind } of new Map(taps.map((tap) => [tap.kind, tap])).values()) {
    shown.set(kind, (shown.get(kind) ?? 0) + 1);
  }
}

/** From which state each move leads where. */
const MOVES: Readonly<Record<string, string>> = {
  arrived: "confirmed>arrived waiting>arrived called>arrived no_show>arrived",
  left: "arrived>left",
  called: "waiting>called",
  no_show: "confirmed>no_show",
  cancelled: "confirmed>cancelled waiting>cancelled called>cancelled",
  undone:
    "arrived>confirmed arrived>cancelled arrived>waiting arrived>called cancelled>arrived cancelled>waiting cancelled>called called>waiting left>arrived no_show>confirmed cancelled>confirmed confirmed>confirmed",
  reminded: "confirmed>confirmed",
  reconfirmed: "confirmed>confirmed",
};

/** The columns that each writes beside the state. */
const WRITES: Readonly<Record<string, string>> = {
  arrived: "table_label",
  noted: "note",
  seated: "table_label",
  edited: "day time service_day party_size name phone occasion comments",
};

const stateOf = ({ status, left_at, called_at }: Row): string =>
  left_at !== null
    ? "left"
    : status === "waiting" && called_at !== null
    ? "called"
    : String(status);

const CHANGES = query(`SELECT version, at, action, before, after FROM reservation_versions
  WHERE reservation = ? AND version > ? ORDER BY version`);

const CAME = query(`SELECT 1 FROM reservation_versions WHERE reservation = ? AND version < ?
  AND action = 'arrived'`);
const WAS_HERE = query(`SELECT 1 FROM reservation_versions WHERE reservation = ? AND version < ?
  AND before ->> 'arrived_at' IS NOT NULL`);

/** A reservation is what its history makes of it, and each entry is a move that was possible. */
export function checkHistory({ shared, facts, fail }: Evening, last: Row, row: Row): void {
  let now = last;
  for (const entry of shared.rows(CHANGES, Number(row.id), Number(last.version))) {
    const [before, after] = [entry.before, entry.after].map((text) => JSON.parse(String(text)));
    const then = { ...now, ...after, version: Number(now.version) + 1 };
    const told = `${row.folio} ${entry.action} ${entry.before} ${entry.after}`;
    const wasSo = Object.entries(before).every(([column, value]) => now[column] === value);
    if (!wasSo || entry.version !== then.version) fail("a history tells what was before", told);
    // The minute was read before the database was asked.
    const minutes = [0, LASTS_MS].map((ms) => localTime(Number(entry.at) - ms, facts.file));
    const { left_at: left, arrived_at: arrived, called_at: called } = then;
    const noted = { left, arrived, called }[String(entry.action)];
    // An arrival that is marked once the evening is over, or for all open parties, was at the booked time.
    const booked = `${now.day}T${now.time}`;
    const isTimely = noted === undefined || minutes.includes(noted) ||
      entry.action === "arrived" && noted === booked && hasShown(Number(entry.at), booked, facts);
    const was = (what: typeof CAME) =>
      shared.rows(what, Number(row.id), Number(entry.version)).length > 0;
    const isWalkIn = now.told_minutes === null && !was(CAME) &&
      (now.arrived_at !== null || was(WAS_HERE));
    const back = { arrived: "cancelled", cancelled: "arrived" }[stateOf(now)];
    const isTakenBack = entry.action === "undone" && isWalkIn && back !== undefined;
    if (isTakenBack !== (then.status === back)) {
      fail(
        "undoing an arrival unwrites a walk-in, undoing that writes it down, and it alone",
        told,
      );
    }
    if (!isTimely || !isMove(now, then, String(entry.action))) {
      fail("a reservation changes as staff can change it", told);
    }
    now = then;
  }
  const untold = Object.keys(row)
    .filter((name) => row[name] !== now[name] && !/^(acknowledged|alerted)_/.test(name));
  if (untold.length > 0) fail("a history tells every change", `${row.folio} ${untold}`);
}

/** Whether the clock shows `local` or a later time at `at`, or did within the hour, which autumn repeats. */
function hasShown(at: number, local: string, { file }: Facts): boolean {
  const hour = Array.from({ length: 61 }, (_, minutes) => localTime(at - minutes * 60_000, file));
  return hour.some((shown) => local <= shown);
}

/** How long a change may take from its request to its commit, in milliseconds. */
const LASTS_MS = 20_000;

function isMove(from: Row, to: Row, action: string): boolean {
  const [moves, writes = ""] = [MOVES[action], WRITES[action]];
  const may = [
    "version",
    ...writes.split(" "),
    ...moves === undefined ? [] : ["status", "arrived_at", "left_at", "called_at"],
  ];
  const isCallKept = from.called_at === to.called_at || action === "called" ||
    (action === "undone" && to.called_at === null && stateOf(from) === "called");
  // What was noted of a party is of its day.
  const mayMove = from.status === "confirmed" ||
    from.status === "cancelled" && from.told_minutes === null;
  const isDayKept = mayMove ||
    (from.status === "arrived"
      ? from.service_day === to.service_day
      : from.day === to.day && from.time === to.time);
  const isArrivalKept = from.arrived_at === to.arrived_at || action === "arrived" ||
    (action === "undone" &&
      (to.status !== "arrived" || to.arrived_at === `${from.day}T${from.time}`));
  return isArrivalKept && isCallKept && isDayKept && (moves ?? writes) !== "" &&
    Object.keys(to).every((name) => to[name] === from[name] || may.includes(name)) &&
    (moves?.split(" ").includes(`${stateOf(from)}>${stateOf(to)}`) ?? true);
}

/** The kinds of the buttons that move a reservation at the local time `now` of the service day `today`. */
export function movesOf(row: Row, today: string, now: string): readonly string[] {
  const [state, day] = [stateOf(row), String(row.service_day)];
  const moves = Object.keys(MOVES).filter((move) =>
    !/^re/.test(move) && MOVES[move]!.replace("confirmed>confirmed", "").includes(`${state}>`) &&
    (move !== "left" || day === today) && (!["arrived", "called"].includes(move) || day <= today) &&
    (move !== "no_show" || `${row.day}T${row.time}` <= now)
  );
  return MOVING.filter((kind) => moves.includes(BUTTONS[kind]![2]!)).sort();
}

/** Those kinds, of a reservation's own page. */
export const MOVING = Object.keys(BUTTONS)
  .filter((kind) => /… (llego|se_fue|avisar|no_vino|cancelar|deshacer)$/.test(kind));

const DONE = query(`SELECT 1 FROM reservation_versions WHERE action = ? AND version > ?
  AND reservation = (SELECT id FROM reservations WHERE folio = ?)`);
/** By the names of a form's fields. */
const VALUES = query(
  `SELECT coalesce(note, '') AS nota, coalesce(table_label, '') AS mesa, day AS dia,
  time AS hora, party_size AS personas, name AS nombre FROM reservations WHERE folio = ?`,
);
const UNSEEN = query(
  "SELECT 1 FROM reservations WHERE acknowledged_at IS NULL AND instr(?, folio) > 0",
);

/** Whether what staff were told is done is done. @param sent the form's fields @param to where the answer leads */
export function isDone(
  { shared, seen }: Evening,
  tap: Tap,
  sent: URLSearchParams,
  to: string,
): boolean {
  const { kind, path } = tap;
  const folio = /R-\w+/.exec(path + to)?.[0] ?? sent.get("folio") ?? "";
  if (kind === "/visto folio") return shared.rows(UNSEEN, sent.getAll("folio").join()).length === 0;
  if (/^.(nueva|llegaron)/.test(kind)) return seen.has(folio);
  const [values, does] = [shared.rows(VALUES, folio)[0], BUTTONS[kind]![2]];
  if (values === undefined || does === undefined || !path.startsWith("/reserva/")) return true;
  if (shared.rows(DONE, does, Number(sent.get("version")), folio).length > 0) return true;
  // It was so already.
  const isAsTyped = ([name, value]: [string, unknown]) =>
    String(sent.get(name) ?? value) === String(value);
  return !(does in MOVES) && Object.entries(values).every(isAsTyped);
}
