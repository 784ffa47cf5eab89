/** What must hold after each write, each step and each burst. */
import type { Row } from "../../src/storage/database/database.ts";
import { answerProblems, OPERATIONS } from "../openapi/_document.ts";
import { ask, DRAFT, toolRequest, UNASKED } from "./acts.ts";
import {
  AFTER_TROUBLE_MS,
  answered,
  type Attempt,
  type Evening,
  followed,
  FOLLOWS_MS,
  MAX_TROUBLE_MS,
  REPEATS_MS,
  type Seen,
} from "./evening.ts";
import { type Answer, type Instance, query, type Side } from "./instance.ts";
import {
  boardDay,
  fitsNow,
  HALF_HOURS,
  hoursOf,
  isOpen,
  localTime,
  nextDay,
  readFacts,
  servedBy,
  serviceDay,
  type Verdict,
  verdict,
} from "./restaurant.ts";
import { checkHistory, movesOf, MOVING } from "./moves.ts";
import { tapsOn } from "./page.ts";
import { atOnce, type Draw, drawing, elapsed } from "./world.ts";

/** How soon an instance lists what it has held itself, in milliseconds. */
const OWN_FOLLOWS_MS = 300;

/** How long a hold may wait for its turn after its request arrived, in milliseconds. */
const WAITS_MS = 20_000;

/** How long a request is like an earlier one, and a table a second one. */
const ALIKE_MS = 10 * 60_000;

/** A guest's answer is one that its operation declares, and names no other guest. */
export function checkAnswer(
  { fail, reached }: Evening,
  { method, path, mark }: Readonly<Record<"method" | "path" | "mark", string>>,
  { status, text }: Answer,
): void {
  const other = (text.match(/Zq[a-z]{2}xqzx/g) ?? []).find((found) => found !== mark);
  if (other !== undefined) fail("no answer discloses another guest", `${path} ${other}`);
  const name = path.split("?")[0];
  const operation = OPERATIONS.find((one) =>
    one.path === name && (status === 405 || one.method === method.toLowerCase())
  );
  if (operation === undefined) return;
  reached.add(`${operation.id} ${status}`);
  const problems = status === 304 ? [] : answerProblems(operation, status, JSON.parse(text));
  if (problems.length > 0) {
    fail("every answer fits its declared schema", `${path} ${status} ${problems}`);
  }
}

const REFUSALS: Readonly<Record<Verdict, string | null>> = {
  "listed": null,
  "graced": null,
  "refused": "hora_no_reservable",
  "paused": "reservas_apagadas",
  "out of range": "dia_fuera_de_rango",
  "too large": "personas_fuera_de_rango",
};

const isAccepted = (said: Verdict): boolean => REFUSALS[said] === null;

/** A request is refused for its time only if that is not accepted, and for the right reason. */
export function checkRefusal(
  evening: Evening,
  instance: Instance,
  { body: { dia, hora, personas }, code }: Attempt,
  asked: { readonly at: number; readonly elapsed: number },
): void {
  const { facts, fail } = evening;
  const isRefused = Object.values(REFUSALS).includes(code);
  if (!isRefused || !isUpToDate(evening, instance, asked.elapsed)) return;
  const said = [asked.at, Date.now()]
    .map((now) => verdict(facts, now, `${dia}T${hora}`, Number(personas)));
  if (said.some((one) => REFUSALS[one] === code)) return;
  fail("what is listed is accepted", `${dia} ${hora} x${personas} ${code}: ${said}`);
}

/** Changes with each reservation that is made, seen, changed or erased. */
const RESERVATIONS = query(
  `SELECT count(*) || ' ' || max(id) || ' ' || sum(version) || ' ' || count(acknowledged_at) AS mark
  FROM reservations`,
);
const ROWS = query("SELECT * FROM reservations");

/** What the tables hold now; a hold in the write fits what they held at that moment. */
export function afterWrite(evening: Evening, name: string): void {
  const { shared, seen, wrote, facts } = evening;
  evening.facts = readFacts(shared, facts);
  const { written, file } = evening.facts;
  if (file !== facts.file) {
    evening.edited = elapsed();
    checkDated(evening);
  }
  if (written.slice(0, -1).some((text, n) => text !== facts.written[n])) {
    wrote.set(name, elapsed());
    checkClosures(evening);
  }
  const mark = String(shared.rows(RESERVATIONS)[0]!.mark);
  if (mark === evening.mark) return;
  evening.mark = mark;
  wrote.set(`${name} reservation`, elapsed());
  const rows = shared.rows(ROWS);
  const here = new Map(rows.map((row) => [row.folio, row]));
  for (const [folio, one] of seen) {
    const row = here.get(folio);
    const isRepeated = row?.source === "personal" && Date.now() - one.made.at < REPEATS_MS;
    if (row && one.isGone && !isRepeated) evening.fail("erased stays erased", folio);
    one.isGone = row === undefined;
  }
  for (const row of rows) {
    const folio = String(row.folio);
    const one = seen.get(folio) ?? firstSeen(evening, row, rows);
    if (!seen.has(folio) && row.source !== "personal") checkHold(evening, row);
    // One that staff wrote again after it was erased begins anew.
    if (Number(row.version) > Number(one.row.version)) checkHistory(evening, one.row, row);
    one.row = row;
    one.phones.add(String(row.phone));
    one.wasCancelled ||= row.status === "cancelled";
    seen.set(folio, one);
  }
}

const CLOSURES = query(`SELECT id, kind || coalesce(day, starts || ends) || reason AS what,
    1 AS stands FROM closures
  UNION ALL SELECT value ->> 'id', (value ->> 'kind') ||
    coalesce(value ->> 'day', (value ->> 'from') || (value ->> 'to')) || (value ->> 'reason'), 0
  FROM removals WHERE undone IS NULL AND switch <> 'pause'`);
const OVER = query(`SELECT change FROM removals
  WHERE value ->> 'until' <= at OR value ->> 'to' <= ?1 AND at > ?2`);

/** A closure that is taken back is kept, and put back as it was; what ends by itself was never taken back. */
function checkClosures({ shared, closed, facts, fail }: Evening): void {
  const rows = shared.rows(CLOSURES);
  for (const { id, what } of rows) {
    if (!closed.has(Number(id))) closed.set(Number(id), String(what));
  }
  for (const [id, what] of closed) {
    const found = rows.filter((row) => row.id === id);
    const isKept = found.length === 1 && found[0]!.what === what;
    // Putting back what another has closed anew leaves that, which may itself have been taken back since.
    const isAnew = found.length === 0 &&
      rows.some((row) => Number(row.id) > id && row.what === what);
    if (isAnew) closed.delete(id);
    else if (!isKept) fail("a closure that is taken back is kept as it was", `${id} ${what}`);
  }
  const before = localTime(Date.now() - WAITS_MS, facts.file);
  for (const { change } of shared.rows(OVER, before, Date.now() - 1_000)) {
    fail("what ended by itself was not taken back", String(change));
  }
}

/** The id of a dish of one day never comes to mean another dish. */
function checkDated({ facts: { file }, dated, fail }: Evening): void {
  for (const { id = "", platillos } of file.secciones) {
    for (const dish of id.startsWith("dia-") ? platillos : []) {
      const name = dish.nombre.toLowerCase();
      const known = dated.get(dish.id) ?? name;
      if (known !== name) fail("no id comes to mean another dish", `${dish.id} ${known} ${name}`);
      dated.set(dish.id, name);
    }
  }
}

function firstSeen({ seen }: Evening, row: Row, rows: readonly Row[]): Seen {
  const { day, time, party_size, name, occasion, comments } = row;
  const made = {
    phone: String(row.phone),
    name: String(name),
    at: Number(row.created_at),
    asked: [day, time, party_size, name, occasion, comments].join("|"),
  };
  const isSecond = rows.some((other) => {
    const first = seen.get(String(other.folio))?.made;
    return first !== undefined && first.phone === made.phone && first.name === made.name &&
      first.at > made.at - ALIKE_MS && isSameNight(other, row) &&
      other.source !== "personal" && other.status !== "cancelled";
  });
  return { row, made, isSecond, phones: new Set(), wasCancelled: false, isGone: false };
}

/** Whether two tables are of one evening, or of adjacent ones where either is after midnight. */
function isSameNight(one: Row, other: Row): boolean {
  const apart = (Date.parse(String(one.service_day)) - Date.parse(String(other.service_day))) /
    86_400_000;
  const isLate = [one, other].some(({ day, service_day }) => day !== service_day);
  return apart === 0 || isLate && Math.abs(apart) === 1;
}

/** A table is held at a time that was listed or had just been, within the limit, for the right evening. */
function checkHold({ facts, shared, edited, troubled, fail }: Evening, row: Row): void {
  // Its instance may not have read a new file yet, or had not when it sent a write that came late.
  const sent = elapsed() - (Date.now() - Number(row.created_at));
  const reads = shared.trouble === "none" ? troubled + AFTER_TROUBLE_MS : Infinity;
  const mayLag = sent < reads && edited > troubled - MAX_TROUBLE_MS - FOLLOWS_MS;
  if (mayLag || sent - edited < FOLLOWS_MS) return;
  const at = `${row.day}T${row.time}`;
  // Its own people are in the tables already.
  const said = [0, WAITS_MS].map((ms) => verdict(facts, Number(row.created_at) - ms, at, 0));
  const detail = `${row.folio} ${at} of ${row.service_day}: ${said}`;
  if (!said.some(isAccepted) || Number(row.party_size) > facts.file.reservas.personas_maximo) {
    fail("no table is held that is to be refused", detail);
  }
  if (servedBy(facts, at) !== row.service_day) fail("a table is held for its evening", detail);
}

/** After a step: its claims are rows, and where nothing else changes, each face of its instance tells the same. */
export async function afterStep(evening: Evening): Promise<void> {
  const { ended, trace } = evening;
  if (ended === null) return;
  evening.ended = null;
  await atOnce(async () => {
    await checkClaims(evening);
    const draw = drawing(`look ${trace.length} ${trace.at(-1)}`);
    const { isAlive, calls } = ended.life;
    const mayLook = isAlive && calls === 0 && isUpToDate(evening, ended, elapsed());
    if (mayLook) await checkFaces(evening, ended, draw);
  });
}

/** Whether an instance has been able to read everything that was written, at a moment of the world's time. */
function isUpToDate(
  { wrote, shared, troubled }: Evening,
  { name }: Instance,
  moment: number,
): boolean {
  const isTroubled = shared.trouble !== "none" || moment - troubled < AFTER_TROUBLE_MS;
  return !isTroubled && [...wrote].every(([what, at]) => {
    const [by, isReservation] = what.split(" ");
    const follows = by !== name ? FOLLOWS_MS : isReservation ? OWN_FOLLOWS_MS : 0;
    return moment - at >= follows;
  });
}

const isErased = ({ erased, seen }: Evening, folio: string): boolean =>
  [...seen.get(folio)?.phones ?? []].some((phone) => erased.has(phone));

/** A 200 is a row. */
async function checkClaims(evening: Evening): Promise<void> {
  const { claims, instances, seen, fail } = evening;
  // The page asks the database, which one that was killed no longer hears.
  const alive = instances.find(({ life }) => life.isAlive);
  for (const [told, claim] of [...claims]) {
    if (claim.isChecked || alive === undefined) continue;
    claim.isChecked = true;
    claims.delete(told);
    const page = told.startsWith("/") ? (await alive.answer("guests", told)).text : null;
    // A link's seal may look like one.
    const folio = /(?:class="folio">|wa\.me\/[^"]*?)(R-[0-9A-Z]{8})/.exec(page ?? "")?.[1] ?? told;
    // A form that is sent again is a retry, whatever its link.
    const isRetry = claims.has(folio);
    const isSecond = isRetry ? null : page?.includes("ya tenía otra mesa") || claim.isSecond;
    if (!isRetry) claims.set(folio, claim);
    const { guest, channel, body, key } = claim.attempt;
    const one = seen.get(folio);
    const detail = `${folio} ${guest.mark} ${body.dia} ${body.hora}`;
    if (!one || one.isGone && !isErased(evening, folio)) fail("a 200 is a row", detail);
    if (channel === "form") checkOneTable(evening, key!, folio);
    // A form that has held a table leads to that, whatever is changed in it.
    const isCorrected = evening.corrected.has(key ?? "");
    if (!isCorrected && !one!.phones.has(guest.phone)) {
      fail("a folio is that of its guest", detail);
    }
    const { hora, personas, nombre, ocasion = "general", comentarios = null } = body;
    const asked = [body.dia, hora, personas, nombre, ocasion, comentarios].join("|");
    if (!isCorrected && one!.made.asked !== asked) {
      fail("a table is held as it was asked for", `${detail}: ${one!.made.asked}, not ${asked}`);
    }
    if (isSecond !== null && isSecond !== one!.isSecond) {
      fail("a second table is told of, and no other", `${detail} ${isSecond}`);
    }
  }
}

/** One form holds one table, unless staff have taken it back since. */
function checkOneTable({ forms, seen, fail }: Evening, key: string, folio: string): void {
  const first = forms.get(key) ?? folio;
  forms.set(key, folio);
  const { wasCancelled, isGone } = seen.get(first)!;
  if (first !== folio && !wasCancelled && !isGone) {
    fail("a form holds one table", `${key} ${first} ${folio}`);
  }
}

/** After a burst: what is in doubt is asked again, and then every table has its 200 and every 200 its table. */
export async function afterBurst(evening: Evening, draw: Draw): Promise<void> {
  const { attempts, instances, fail } = evening;
  const askAlone = async (attempt: Attempt): Promise<void> => {
    evening.open++;
    void ask({ evening, instance: draw.pick(instances), draw }, attempt).then(() => evening.open--);
    await answered(evening);
    if (attempt.status !== 502) return;
    fail("what is in doubt is decided once the database answers", attempt.code);
  };
  await atOnce(() => checkClaims(evening));
  const unanswered = attempts.filter((attempt) => attempt.unanswered > 0);
  const untold = new Set(unanswered.map(({ guest }) => guest.phone));
  for (const { folio } of unclaimed(evening)) {
    // Staff may have corrected the number since.
    const { phones } = evening.seen.get(String(folio))!;
    if (phones.isDisjointFrom(untold)) fail("an error left no row", String(folio));
  }
  const failed = attempts.filter(({ status }) => status === 502);
  const again = new Set([...unanswered, ...failed]);
  for (const attempt of again) await askAlone(attempt);
  if (again.size > 0) await followed(evening);
  attempts.length = 0;
  await atOnce(async () => {
    await checkClaims(evening);
    checkTables(evening);
    checkSwitches(evening);
    await checkFaces(evening, draw.pick(instances), draw);
    for (const instance of instances) await checkDoor(looking(evening, instance, draw));
  });
  await checkAccepted(evening, draw, askAlone);
}

const MANY = Array.from({ length: 30 }, (_, n) => n + 1);

/** A guest asks for a time beside which others are told something else. */
async function checkAccepted(
  { facts, guests, trace, fail }: Evening,
  draw: Draw,
  askAlone: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  const today = localTime(Date.now(), facts.file).slice(0, 10);
  const dia = nextDay(today, draw.pick([0, 0, 0, 1, 1, 2, draw(91)]));
  const [guest, party] = [draw.pick(guests), 1 + draw(6)];
  const say = (hora: string, people: number) =>
    verdict(facts, Date.now(), `${dia}T${hora}`, people);
  const said = HALF_HOURS.map((hora) => say(hora, party));
  const edges = HALF_HOURS.filter((_, n) =>
    [n - 1, n + 1 - said.length].some((m) => said[n] !== said.at(m))
  );
  const hora = draw.pick(edges.length > 0 ? edges : HALF_HOURS);
  // Often the largest party that there is room for, or one person more.
  const fits = MANY.findLast((people) => isAccepted(say(hora, people))) ?? MANY.length;
  const personas = fits < MANY.length && draw.chance(0.5) ? fits + draw(2) : party;
  const expected = say(hora, personas);
  const { name: nombre, phone: telefono, mark } = guest;
  const comentarios = `${mark} ${trace.length}`;
  const body = { dia, hora, personas, nombre, telefono, comentarios };
  const attempt: Attempt = { guest, channel: "api", body, key: null, ...UNASKED };
  await askAlone(attempt);
  const { status, code } = attempt;
  if (status === 429 || expected !== say(hora, personas)) return;
  if ((status === 200) === isAccepted(expected)) return;
  fail("what is listed is accepted, and nothing else", `${dia} ${hora} ${expected} ${code}`);
}

const ONLINE = query(
  "SELECT folio FROM reservations WHERE source IS NOT 'personal' AND status <> 'cancelled'",
);

/** Tables that no 200 has told of. One that staff have cancelled is none. */
const unclaimed = ({ shared, claims }: Evening): Row[] =>
  shared.rows(ONLINE).filter(({ folio }) => !claims.has(String(folio)));

function checkTables(evening: Evening): void {
  const { claims, seen, fail } = evening;
  for (const { folio } of unclaimed(evening)) {
    fail("a table without a 200 becomes one by a retry or goes", String(folio));
  }
  for (const folio of claims.keys()) {
    if (seen.get(folio)!.isGone && !isErased(evening, folio)) fail("a 200 stays a row", folio);
  }
  checkAlike(evening);
}

function checkAlike({ claims, seen, fail }: Evening): void {
  const alike = Map.groupBy(claims, ([, { attempt: { guest, body } }]) => {
    const { dia, hora, personas, ocasion = "general", comentarios = "" } = body;
    return JSON.stringify([guest.phone, dia, hora, personas, ocasion, comentarios]);
  });
  for (const [request, held] of alike) {
    held.slice(1).forEach(([folio], n) => {
      const [first] = held[n]!;
      const { made, wasCancelled, isGone } = seen.get(first)!;
      const apart = seen.get(folio)!.made.at - made.at;
      if (apart >= ALIKE_MS || wasCancelled || isGone) return;
      fail("no second table of alike requests", `${first} ${folio} ${request}`);
    });
  }
}

const SET = query(`SELECT name FROM settings WHERE name IN ('pause', 'kitchen')
  UNION ALL SELECT 'dish ' || dish FROM sold_out UNION ALL SELECT 'full ' || starts FROM closures WHERE kind = 'full'`);

function checkSwitches({ switched, shared, fail }: Evening): void {
  const set = new Set(shared.rows(SET).map(({ name }) => name));
  for (const [name, { isSet }] of switched) {
    if (isSet === null || set.has(name) === isSet) continue;
    fail("what was switched last stands", `${name} ${isSet}`);
  }
}

/** Not who came without a reservation: they were written down as they came. */
const AFTER_MIDNIGHT = query(`SELECT day || 'T' || time AS at FROM reservations AS r
  WHERE service_day = ? AND day > service_day AND status IN ('confirmed', 'arrived') AND told_minutes IS NULL
    AND (status = 'confirmed' OR EXISTS (SELECT 1 FROM reservation_versions AS v
      WHERE v.reservation = r.id AND v.action = 'arrived'))
  ORDER BY at DESC LIMIT 1`);
const OF_DAY = query("SELECT * FROM reservations WHERE service_day = ?");

/** An instance, and a day and a party for which is looked at what it tells. */
interface Look {
  readonly evening: Evening;
  readonly instance: Instance;
  readonly draw: Draw;
  /** The restaurant's time. */
  readonly now: string;
  readonly day: string;
  readonly party: number;
  isListed(at: string): boolean;
  same(rule: string, told: unknown, expected: unknown): void;
  text(path: string, init?: RequestInit, side?: Side): Promise<string>;
  json: (path: string, init?: RequestInit) => ReturnType<typeof JSON.parse>;
}

function looking(evening: Evening, instance: Instance, draw: Draw): Look {
  const { facts, fail } = evening;
  const now = localTime(Date.now(), facts.file);
  const day = nextDay(now.slice(0, 10), draw.pick([0, 0, 1, 1, 2, 7, draw(91)]));
  const party = 1 + draw(8);
  const text: Look["text"] = async (path, init, side = "guests") =>
    (await instance.answer(side, path, init)).text;
  return {
    ...{ evening, instance, draw, now, day, party, text },
    isListed: (at) => verdict(facts, Date.now(), at, party) === "listed",
    same(rule, told, expected) {
      const [one, other] = [JSON.stringify(told), JSON.stringify(expected)];
      if (one === other) return;
      fail(rule, `${instance.name} ${day} x${party} at ${now}: told ${one}, expected ${other}`);
    },
    json: async (path, init) => JSON.parse(await text(path, init)),
  };
}

/** What an instance tells is what the tables hold. */
async function checkFaces(evening: Evening, instance: Instance, draw: Draw): Promise<void> {
  const look = looking(evening, instance, draw);
  const { day } = look;
  await checkDoor(look);
  const { dias: [{ horas_reservables }] } = await look.json(listOf(look));
  const expected = HALF_HOURS.filter((time) => look.isListed(`${day}T${time}`));
  look.same("the list tells what the tables hold", horas_reservables, expected);
  if (!draw.chance(0.4)) await draw.pick(FACES)(look);
}

const FACES = [
  ...[checkTools, checkForm, checkInfo, checkMenu, checkBoard, checkMonth, checkHome],
  ...[checkConfirmation, checkOrder, checkPrice, checkPolling],
];

const listOf = ({ day, party }: Look): string => `/api/disponibilidad?dia=${day}&personas=${party}`;

async function checkTools(look: Look): Promise<void> {
  const { draw, day, party, json, same } = look;
  const [tool, path, fields] = draw.pick(
    [
      ["getAvailableReservationTimes", listOf(look), { dia: day, personas: String(party) }],
      ["menu", "/api/menu", {}],
      ["info", "/api/info", {}],
    ] as const,
  );
  const { result } = await json("/mcp", toolRequest(tool, fields));
  same("a tool tells what its operation does", result.structuredContent, await json(path));
}

async function checkForm({ evening, day, party, text, isListed, same }: Look): Promise<void> {
  const page = await text(`/reservar?dia=${day}&personas=${party}`);
  const isUnasked = party > evening.facts.file.reservas.personas_maximo;
  if (isUnasked || !page.includes(`name="listado" value="${day}"`)) return;
  const shown = [...page.matchAll(/name="cuando" value="([^"]+)"/g)].map(([, at]) => at);
  const near = [day, nextDay(day, 1)]
    .flatMap((date) => HALF_HOURS.map((time) => `${date}T${time}`));
  const served = near.filter((at) => servedBy(evening.facts, at) === day && isListed(at));
  same("the form offers what the list does", shown, served);
}

async function checkInfo({ evening: { facts }, now, json, same }: Look): Promise<void> {
  const { ahora, cierres } = await json("/api/info");
  same("info tells the restaurant's time", `${ahora.dia}T${ahora.hora}`, now);
  same("info tells whether the doors are open", ahora.abierto, isOpen(facts, now));
  const isPaused = verdict(facts, Date.now(), now, 1) === "paused";
  same("info tells whether tables are reserved", ahora.reservas_activas, !isPaused);
  // Those of today may be over.
  const [from, to] = [nextDay(ahora.dia, 1), nextDay(ahora.dia, 91)];
  const told = (cierres as Record<string, string | null>[])
    .map(({ desde, hasta, motivo }) => `${desde} ${hasta} ${motivo}`);
  const written = facts.closures.filter(({ kind }) => kind !== "full")
    .map(({ day, starts, ends, reason, public: isPublic }) => {
      const [desde, hasta] = day ? [`${day}T00:00`, `${nextDay(day, 1)}T00:00`] : [starts, ends];
      return `${desde} ${hasta} ${isPublic ? reason : null}`;
    });
  for (const { fecha: day, servicios } of facts.file.dias_especiales ?? []) {
    const isUsual = servicios.length > 0 ||
      hoursOf({ ...facts.file, dias_especiales: [] }, day).length === 0;
    if (isUsual || facts.closures.some((each) => each.day === day)) continue;
    written.push(`${day}T00:00 ${nextDay(day, 1)}T00:00 null`);
  }
  const ahead = (all: readonly string[]) => all.filter((one) => from <= one && one < to).sort();
  same(
    "info tells the closures to come, and why only where all may read it",
    ahead(told),
    ahead(written),
  );
}

async function checkMenu({ evening: { facts }, now, json, text, same }: Look): Promise<void> {
  const { secciones }: Pick<Evening["facts"]["file"], "secciones"> = await json("/api/menu");
  const ids = new Set(secciones.flatMap(({ platillos }) => platillos.map(({ id }) => id)));
  const form = await text("/pedir");
  const night = serviceDay(facts, Date.now());
  const before = serviceDay(facts, Date.now() - 60_000);
  const today = now.slice(0, 10);
  for (const { visible, platillos } of facts.file.secciones) {
    // Whether guests may still come in the minute of closing depends on the kitchen.
    if (visible === before && before !== night) continue;
    const isServed = visible === undefined || visible !== "oculta" && visible >= night;
    for (const { id, agotado, presentaciones: [sold] } of platillos) {
      const until = facts.soldOut[id];
      // Yesterday's evening may not be over.
      if (until === nextDay(today, -1)) continue;
      const isGone = agotado || until === null || until !== undefined && until >= today;
      same(`the menu has ${id}`, ids.has(id), isServed && !isGone);
      same(`the order form has ${id}`, form.includes(` name="${sold!.id}"`), isServed && !isGone);
    }
  }
}

async function checkBoard({ evening, draw, now, day, text, same }: Look): Promise<void> {
  const rows = evening.shared.rows(OF_DAY, day);
  if (rows.length === 0) return;
  const shown = (path: string) => text(path, { headers: { cookie: evening.watcher } }, "staff");
  const page = await shown(`/?dia=${day}`);
  const missing = rows.filter(({ folio, status }) =>
    status !== "cancelled" && !page.includes(`id="${folio}"`)
  );
  same("the board shows every table", missing, []);
  const row = draw.pick(rows);
  const [, today] = /imprimir\?dia=([\d-]+)/.exec(await shown("/"))!;
  const bookedFor = (night: string) => evening.shared.rows(AFTER_MIDNIGHT, night)[0]?.at as string;
  const settled = boardDay(evening.facts, Date.now(), bookedFor);
  same("the board shows the evening to settle", today, settled);
  const kinds = new Set(tapsOn(await shown(`/reserva/${row.folio}`)).map(({ kind }) => kind));
  const moves = [...kinds].filter((kind) => MOVING.includes(kind)).sort();
  same("a reservation shows the moves that it can make", moves, movesOf(row, today!, now));
}

/** A board that polls with the tag of its last answer has what a page has that is opened then. */
async function checkPolling({ evening, instance, text, same }: Look): Promise<void> {
  const headers = { cookie: evening.watcher };
  const last = evening.polled.get(instance.name);
  const known = last && { "if-none-match": last.tag };
  const answer = await instance.answer("staff", "/tablero", { headers: { ...headers, ...known } });
  const shown = answer.status === 304 ? last! : {
    tag: answer.headers.get("etag")!,
    content: answer.text.slice(answer.text.indexOf('<div id="board"')),
  };
  same("a board that polls has a day", shown.content.startsWith('<div id="board"'), true);
  evening.polled.set(instance.name, shown);
  const page = await text("/", { headers }, "staff");
  same("a board that polls shows what one that is opened does", page.includes(shown.content), true);
}

const WAITING = query(
  "SELECT folio, service_day, party_size FROM reservations WHERE status = 'waiting'",
);

/** Who waits stands at the door alone, and lights up while it fits. */
async function checkDoor({ evening: { shared, facts, watcher }, text, same }: Look): Promise<void> {
  const all = shared.rows(WAITING);
  if (all.length === 0) return;
  const page = await text("/", { headers: { cookie: watcher } }, "staff");
  const [, today] = /imprimir\?dia=([\d-]+)/.exec(page)!;
  const waiting = all.filter(({ service_day }) => service_day === today);
  const door = /<section [^>]*id="esperan"[^]*?<\/section>/.exec(page)?.[0] ?? "";
  const foliosIn = (part: string, look = "") =>
    Array.from(part.matchAll(/<li id="(R-\w+)" class="row([^"]*)"/g))
      .filter(([, , looks]) => looks!.includes(look)).map(([, folio]) => folio).sort();
  const foliosOf = (rows: readonly Row[]) => rows.map(({ folio }) => String(folio)).sort();
  const others = foliosIn(page.replace(door, ""));
  same("who waits, and nobody else, is shown as waiting", foliosIn(door), foliosOf(waiting));
  const elsewhere = foliosOf(all).filter((folio) => others.includes(folio));
  same("who waits is in no room and no list", elsewhere, []);
  const fitting = waiting.filter(({ party_size }) =>
    fitsNow(facts, Date.now(), today!, Number(party_size))
  );
  same("of those who wait, those that fit light up", foliosIn(door, " fits"), foliosOf(fitting));
}

const WAITED = query(
  `SELECT coalesce(sum(arrived), 0) AS arrived, coalesce(sum(people), 0) AS people,
    coalesce(sum(left), 0) AS left
  FROM (SELECT service_day, status = 'arrived' AS arrived, party_size * (status = 'arrived') AS people,
      status = 'cancelled' AS left FROM reservations WHERE told_minutes IS NOT NULL
    UNION ALL SELECT service_day, parties * (status = 'arrived'), people * (status = 'arrived'),
      parties * (status = 'cancelled') FROM erased_reservations WHERE source = 'esperaron mesa')
  WHERE service_day GLOB ?`,
);

/** The month counts who waited and was seated, with their people, and who left. */
async function checkMonth({ evening: { shared, watcher }, day, text, same }: Look): Promise<void> {
  const month = day.slice(0, 7);
  const page = await text(`/mes?mes=${month}`, { headers: { cookie: watcher } }, "staff");
  const row = /<th scope="row">esperaron mesa [^]*?<\/tr>/.exec(page)?.[0] ?? "";
  const told = Array.from(row.matchAll(/<td>(\d+)/g), ([, count]) => Number(count));
  const { arrived, people, left } = shared.rows(WAITED, `${month}-*`)[0]!;
  const counted = [arrived, people, 0, left].map(Number);
  const isShown = counted.some((count) => count > 0);
  same("the month counts who waited, was seated and left", told, isShown ? counted : []);
}

const SHOWN_MS = 48 * 60 * 60_000;

/** A confirmation is shown for as long as its table stands as it was asked for. */
async function checkConfirmation({ evening, instance, draw, same }: Look): Promise<void> {
  const [folio, claim] = draw.pick([...evening.claims]) ?? [];
  if (claim === undefined) return;
  const { page, attempt: { body } } = claim;
  const { row: { day, time, party_size, status }, made, isGone } = evening.seen.get(folio!)!;
  const stands = !isGone && /^(confirmed|arrived)$/.test(String(status)) &&
    Date.now() < made.at + SHOWN_MS &&
    `${day} ${time} ${party_size}` === `${body.dia} ${body.hora} ${body.personas}`;
  const told = (await instance.answer("guests", page)).status;
  same(`a confirmation is shown while its table stands: ${folio}`, told, stands ? 200 : 410);
}

/** How long the link of an order counts, and how long before its answer it may have been made. */
const [LINK_MS, ANSWERS_MS] = [30 * 60_000, 20_000];

/** The link of an order holds what was quoted, whatever has changed since, for half an hour. */
async function checkOrder({ evening: { orders }, instance, draw, same }: Look): Promise<void> {
  const order = draw.pick(orders);
  const age = Date.now() - (order?.at ?? 0) - LINK_MS;
  if (order === undefined || Math.abs(age) < ANSWERS_MS) return;
  const { status, text } = await instance.answer("guests", order.page);
  same("the link of an order counts for half an hour", status, age < 0 ? 200 : 410);
  same(
    `the link of an order holds its total: ${order.page}`,
    text.includes(`$${order.total}`),
    true,
  );
}

/** An order costs what its dishes and its way do. */
async function checkPrice({ evening: { facts }, draw, json, same }: Look): Promise<void> {
  const { presentaciones: [sold] } = draw.pick(
    facts.file.secciones.flatMap(({ platillos }) => platillos),
  );
  const [lat, lng] = [20.962 + draw(150) / 10_000, -89.628 + draw(150) / 10_000];
  const { costo } = await json(`/api/envio?lat=${lat}&lng=${lng}`);
  const home = { modo: "domicilio", direccion: "Calle 60 núm. 420, Centro", lat, lng };
  const [entrega, way] = draw.chance(0.5) ? [home, costo] : [{ modo: "recoger" }, null];
  const cantidad = 1 + draw(3);
  const body = JSON.stringify({ lineas: [{ id: sold!.id, cantidad }], entrega });
  const headers = { "content-type": "application/json" };
  const { ok, total, costo_envio } = await json(DRAFT, { method: "POST", headers, body });
  const expected = [sold!.precio * cantidad + (way ?? 0), way];
  if (ok) same("an order costs what its dishes and its way do", [total, costo_envio], expected);
}

async function checkHome({ evening, instance, text, same }: Look): Promise<void> {
  const { homes, facts: { file } } = evening;
  if (homes.get(instance.name) === file) return;
  homes.set(instance.name, file);
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s;
  const { openingHoursSpecification = [] } = JSON.parse(data.exec(await text("/"))![1]!);
  const told = openingHoursSpecification
    .map(({ opens, closes }: Record<string, string>) => `${opens}-${closes}`);
  const written = Object.values(file.horario).flat()
    .map(({ abre, cierra }) => `${abre}-${cierra}`);
  same("the page's data tells the hours of the file", told.sort(), written.sort());
}
