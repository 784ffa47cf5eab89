/**
 * Drawn restaurants, and the times that each accepts, told a second time: minute by minute out of its file and of the
 * tables, without the schedule of the service.
 */
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { query, type SharedDatabase } from "./instance.ts";
import type { Draw } from "./world.ts";

type Hours = { abre: string; cierra: string }[];

/** The part of a restaurant's file that decides about times. */
export interface File {
  zona: string;
  horario: Record<string, Hours>;
  dias_especiales?: { fecha: string; servicios: Hours }[];
  cocina: { cierra_antes_minutos: number; por_dia?: Record<string, number> };
  reservas: {
    margen_minutos: number;
    anticipacion_minutos: number;
    personas_maximo: number;
    cupo_por_horario?: number | undefined;
    cupo_en_sala?: number | undefined;
    estancia_minutos?: number | undefined;
  };
  preguntas_frecuentes: unknown[];
  secciones: {
    /** Of a menu of one day alone. */
    id?: string;
    visible?: string;
    platillos: {
      id: string;
      nombre: string;
      agotado?: boolean;
      presentaciones: { id: string; precio: number }[];
    }[];
  }[];
}

export const WEEKDAYS = ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"];

/** Some have summer time: of one hour, of half an hour, at midnight, in the southern hemisphere. */
const ZONES = [
  ...["America/Merida", "America/Merida", "Asia/Tokyo", "Asia/Kathmandu"],
  ...["Europe/Madrid", "America/New_York", "America/Havana", "Atlantic/Azores"],
  ...["Australia/Lord_Howe", "Pacific/Auckland"],
];

const twoDigits = (number: number): string => String(number).padStart(2, "0");
const timeText = (minute: number): string =>
  `${twoDigits(Math.floor(minute / 60) % 24)}:${twoDigits(minute % 60)}`;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The services of one weekday: none, or up to four from six in the morning to at most five in the next. */
export function drawServices(draw: Draw): Hours {
  const services = [];
  let from = 360 + draw(30) * 15;
  for (let left = draw.pick([0, 1, 1, 2, 2, 3, 4]); left > 0 && from < 1380; left--) {
    const to = Math.min(from + 180 + draw(40) * 15, draw.chance(0.5) ? 1_440 : 1_740);
    if (to - from < 180) break;
    services.push({ abre: timeText(from), cierra: timeText(to) });
    from = to + draw.pick([0, 30, 95]);
  }
  return services;
}

export function drawRestaurant(draw: Draw): File {
  const file: File = JSON.parse(SAMPLE_FILE_TEXT);
  file.zona = draw.pick(ZONES);
  if (draw.chance(0.8)) {
    for (const day of WEEKDAYS) file.horario[day] = drawServices(draw);
    const cierra = draw.pick(["23:30", "00:00", "02:15", "04:00"]);
    file.horario.sabado = [{ abre: "18:00", cierra }];
  }
  file.cocina.cierra_antes_minutos = draw.pick([0, 30, 45, 60]);
  file.cocina.por_dia = draw.chance(0.5) ? { sabado: draw.pick([0, 20, 90]) } : {};
  file.reservas = {
    margen_minutos: draw.pick([0, 15, 30, 60]),
    anticipacion_minutos: draw.pick([0, 15, 60, 200]),
    personas_maximo: draw.pick([40, 40, 8, 4]),
    ...(draw.chance(0.7) && { cupo_por_horario: 2 + draw(20) }),
    ...(draw.chance(0.5) && { cupo_en_sala: 4 + draw(30), estancia_minutos: 20 + draw(50) * 5 }),
  };
  // A menu of seventy dishes would take a third of the evening, to parse and to show it.
  file.secciones.splice(2 + draw(2));
  for (const { platillos } of file.secciones) platillos.splice(1 + draw(3));
  file.preguntas_frecuentes.splice(1 + draw(2));
  const dishes = file.secciones.flatMap(({ platillos }) => platillos);
  if (draw.chance(0.3)) Object.assign(draw.pick(dishes), { agotado: true });
  if (draw.chance(0.3)) file.secciones[0]!.visible = "oculta";
  return file;
}

/** When its evening begins, in epoch milliseconds: mostly before a night in which the zone's clocks change. */
export function drawEvening({ zona }: File, draw: Draw): number {
  const day = Temporal.PlainDate.from("2027-01-02").add({ days: draw(700) });
  const some = day.toZonedDateTime({ timeZone: zona, plainTime: "12:00" });
  const change = draw.chance(0.6) ? some.getTimeZoneTransition("next") : null;
  const isNear = change !== null && change.since(some).total("days") < 450;
  return (isNear ? change.subtract({ hours: draw(14) }) : some)
    .add({ minutes: draw(360) }).epochMilliseconds;
}

/** What staff have switched, as the tables hold it. */
export interface Facts {
  /** As the tables hold them, the file first and stays last. */
  readonly written: readonly string[];
  /** What was found among them already but for stays, because rules ask for each half hour of a day. */
  readonly known: Map<string, unknown>;
  readonly file: File;
  readonly pause: { until?: number | null; night?: string } | null;
  readonly kitchen: { serviceDay: string; closes: string } | null;
  readonly closures: readonly {
    kind: string;
    day: string | null;
    starts: string;
    ends: string;
    reason: string;
    public: number;
  }[];
  /** Until when, by dish: a service day, or null. */
  readonly soldOut: Readonly<Record<string, string | null>>;
  /** Those who are expected or came, by the time they booked, and when they came and left. */
  readonly stays: readonly {
    evening: string;
    at: string;
    arrived: string | null;
    left: string | null;
    people: number;
  }[];
}

const FACTS = query(
  `SELECT (SELECT text FROM restaurant_versions ORDER BY version DESC LIMIT 1) AS file,
  (SELECT value FROM settings WHERE name = 'pause') AS pause,
  (SELECT value FROM settings WHERE name = 'kitchen') AS kitchen,
  (SELECT json_group_array(json_object('kind', kind, 'day', day, 'starts', starts, 'ends', ends,
    'reason', reason, 'public', is_public)) FROM closures) AS closures,
  (SELECT json_group_object(dish, service_day) FROM sold_out) AS soldOut,
  (SELECT json_group_array(json_object('evening', service_day, 'at', day || 'T' || time,
    'arrived', arrived_at, 'left', left_at, 'people', party_size))
    FROM reservations WHERE status IN ('confirmed', 'arrived')) AS stays`,
);

/** The facts as the tables hold them now: `last` if they are the same. */
export function readFacts(shared: SharedDatabase, last?: Facts): Facts {
  const { file: text, ...rest } = shared.rows(FACTS)[0]!;
  const written = [text, ...Object.values(rest)].map(String);
  const changed = written.findIndex((value, n) => value !== last?.written[n]);
  if (last !== undefined && changed < 0) return last;
  const file = last !== undefined && changed > 0 ? last.file : JSON.parse(String(text));
  const known = last !== undefined && changed === written.length - 1 ? last.known : new Map();
  const values = Object.entries(rest).map(([name, value]) => [name, JSON.parse(String(value))]);
  return { written, known, file, ...Object.fromEntries(values) };
}

/** What `find` finds among facts, once for each `key`. */
function once<Found>({ known }: Facts, key: string, find: () => Found): Found {
  if (!known.has(key)) known.set(key, find());
  return known.get(key) as Found;
}

export const nextDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

const weekdayOf = (day: string): string => WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]!;
const minutesBetween = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;

let told = { now: 0, zone: "", time: "" };

/** The local time at an instant, AAAA-MM-DDTHH:MM. The last is kept: rules ask for it again and again. */
export function localTime(now: number, { zona: zone }: File): string {
  if (told.now !== now || told.zone !== zone) {
    const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
    told = { now, zone, time: local.toPlainDateTime().toString({ smallestUnit: "minute" }) };
  }
  return told.time;
}

/** Whether clocks show the time, which they skip in one night of spring. */
const isShown = (at: string, { zona }: File): boolean =>
  Temporal.PlainDateTime.from(at).toZonedDateTime(zona).toPlainDateTime().toString().startsWith(at);

const isBetweenClosed = ({ closures }: Facts, at: string): boolean =>
  closures.some(({ kind, starts, ends }) => kind === "span" && starts <= at && at < ends);

/** In minutes from the midnight before it begins. */
interface Service {
  readonly began: string;
  readonly opens: number;
  readonly closes: number;
}

/** The services of this day and the day before, and how many minutes `at` is from the midnight before each. */
function servicesNear(facts: Facts, at: string) {
  return [0, -1].flatMap((days) => {
    const minute = minutesOf(at.slice(11)) - days * 1_440;
    return servicesOf(facts, nextDay(at.slice(0, 10), days))
      .map((service) => ({ ...service, minute }));
  });
}

const servicesOf = (facts: Facts, began: string): readonly Service[] =>
  once(facts, `services ${began}`, () => {
    if (facts.closures.some(({ kind, day }) => kind === "day" && day === began)) return [];
    return hoursOf(facts.file, began).map(({ abre, cierra }) => {
      const closes = minutesOf(cierra) + (cierra <= abre ? 1_440 : 0);
      return { began, opens: minutesOf(abre), closes };
    }).filter((service) => takesPlace(facts, service));
  });

/** The hours of a day if staff switch nothing. */
export const hoursOf = ({ horario, dias_especiales = [] }: File, day: string): Hours =>
  dias_especiales.find(({ fecha }) => fecha === day)?.servicios ?? horario[weekdayOf(day)]!;

/** Whether closures leave a part of a service open. All begin and end at multiples of five minutes. */
function takesPlace(facts: Facts, { began, opens, closes }: Service): boolean {
  for (let minute = opens; minute < closes; minute += 5) {
    const day = nextDay(began, Math.floor(minute / 1_440));
    if (!isBetweenClosed(facts, `${day}T${timeText(minute)}`)) return true;
  }
  return false;
}

/** Whether the doors are open at a local time. */
export const isOpen = (facts: Facts, at: string): boolean =>
  !isBetweenClosed(facts, at) &&
  servicesNear(facts, at).some(({ minute, opens, closes }) => opens <= minute && minute < closes);

/** The day on which the service begins that serves those who come at a local time; null where none does. */
export const servedBy = (facts: Facts, at: string): string | null =>
  once(facts, `serving ${at}`, () => findServing(facts, at));

function findServing(facts: Facts, at: string): string | null {
  const { file: { cocina, reservas }, file, kitchen } = facts;
  const isHalfHour = minutesOf(at.slice(11)) % 30 === 0;
  if (!isHalfHour || isBetweenClosed(facts, at)) return null;
  const serving = servicesNear(facts, at).find(({ began, minute, opens, closes }) => {
    const early = kitchen?.serviceDay === began
      ? minutesBetween(`${began}T00:00`, kitchen.closes)
      : Infinity;
    const usual = closes - (cocina.por_dia?.[weekdayOf(began)] ?? cocina.cierra_antes_minutos);
    return opens <= minute && minute <= Math.min(usual, early) - reservas.margen_minutos;
  });
  return serving !== undefined && isShown(at, file) ? serving.began : null;
}

/** The day whose doors are open by the file's hours, or today. */
export function serviceDay({ file, ...facts }: Facts, now: number): string {
  const planned = { ...facts, file, kitchen: null, closures: [], known: new Map() };
  const at = localTime(now, file);
  const [today, yesterday] = [at.slice(0, 10), nextDay(at.slice(0, 10), -1)];
  const open = servicesNear(planned, at).filter(({ minute, opens, closes }) =>
    opens <= minute && minute < closes
  ).map(({ began }) => began);
  if (open.length > 0) return open.includes(today) ? today : yesterday;
  // Guests may still come in the minute of closing.
  const isLast = minutesOf(at.slice(11)) % 30 === 0 && findServing(planned, at) === yesterday;
  return isLast ? yesterday : today;
}

/**
 * The day that the board shows by itself, found minute by minute: yesterday for six hours after its doors were open.
 * @param bookedFor the last local time after midnight that is booked for an evening
 */
export function boardDay(
  facts: Facts,
  now: number,
  bookedFor: (day: string) => string | undefined,
): string {
  const { file } = facts;
  const minute = minuteOf(localTime(now, file));
  const today = localTime(now, file).slice(0, 10);
  const yesterday = nextDay(today, -1);
  const runs = (day: string, from: number, to: number) => opens(facts, day, from, to) !== null;
  if (runs(today, minute, minute)) return today;
  if (serviceDay(facts, now) === yesterday) return yesterday;
  const hasBegun = runs(today, minuteOf(`${today}T00:00`), minute + 60);
  const booked = bookedFor(yesterday);
  const isAwaited = booked !== undefined && minute < minuteOf(booked) + 360;
  return !hasBegun && (isAwaited || runs(yesterday, minute - 360, minute)) ? yesterday : today;
}

/** The first minute from `from` to `to` at which a service of `day` has its doors open, or closed ones; null if none. */
function opens(facts: Facts, day: string, from: number, to: number, open = true): number | null {
  const planned = { ...facts, kitchen: null, closures: [], known: new Map() };
  for (let each = from; each <= to; each++) {
    const at = new Date(each * 60_000).toISOString().slice(0, 16);
    const isRunning = servicesNear(planned, at).some(({ began, minute, opens, closes }) =>
      began === day && opens <= minute && minute < closes
    );
    if (isRunning === open) return each;
  }
  return null;
}

const rooms = new WeakMap<Facts, Map<number, number>>();

/** How many people count in the room, by minute: those who came from then on, the others as they booked. */
function roomOf(facts: Facts): Map<number, number> {
  const known = rooms.get(facts);
  if (known !== undefined) return known;
  const room = new Map<number, number>();
  for (const { at, arrived, left, people } of facts.stays) {
    const from = minuteOf(arrived ?? at);
    const to = Math.min(from + stayOf(facts), left === null ? Infinity : minuteOf(left));
    for (let minute = from; minute < to; minute++) {
      room.set(minute, (room.get(minute) ?? 0) + people);
    }
  }
  rooms.set(facts, room);
  return room;
}

const minuteOf = (at: string): number => Date.parse(`${at}Z`) / 60_000;
const stayOf = ({ file: { reservas } }: Facts): number => reservas.estancia_minutos ?? 120;

/** Whether so many more people would be too many for their time, or for the room at a minute of their stay. */
function isFull(facts: Facts, at: string, party: number): boolean {
  const { file: { reservas }, stays } = facts;
  const arriving = stays.reduce((sum, one) => one.at === at ? sum + one.people : sum, 0);
  if (arriving + party > (reservas.cupo_por_horario ?? Infinity)) return true;
  if (reservas.cupo_en_sala === undefined) return false;
  const [room, from] = [roomOf(facts), minuteOf(at)];
  for (let minute = from; minute < from + stayOf(facts); minute++) {
    if ((room.get(minute) ?? 0) + party > reservas.cupo_en_sala) return true;
  }
  return false;
}

/**
 * Whether so many people who wait at the door fit into the room now; nobody knows where it has no limit.
 * @param today whose board is shown
 */
export function fitsNow(facts: Facts, now: number, today: string, party: number): boolean {
  const at = localTime(now, facts.file);
  const slot = `${at.slice(0, 14)}${Number(at.slice(14)) < 30 ? "00" : "30"}`;
  const limit = facts.file.reservas.cupo_en_sala;
  if (limit === undefined || isMarkedFull(facts, slot) || isFull(facts, at, party)) return false;
  const minute = minuteOf(at);
  const here = roomOf(facts).get(minute) ?? 0;
  return here + overstaying(facts, today, minute) + party <= limit;
}

/** The people past their stay who have not gone, and whose service was not followed by another. */
function overstaying(facts: Facts, today: string, now: number): number {
  return facts.stays.filter(({ evening, arrived, left }) => {
    if (evening !== today || arrived === null || left !== null) return false;
    const came = minuteOf(arrived);
    if (came + stayOf(facts) > now) return false;
    const opened = opens(facts, today, came, now);
    const closed = opened && opens(facts, today, opened, now, false);
    return closed === null || opens(facts, today, closed, now) === null;
  }).reduce((sum, { people }) => sum + people, 0);
}

const isMarkedFull = ({ closures }: Facts, at: string): boolean =>
  closures.some(({ kind, starts }) => kind === "full" && starts === at);

export type Verdict = "listed" | "graced" | "refused" | "paused" | "out of range" | "too large";

/** For how many minutes a time is accepted after it has left the list. */
const GRACE_MINUTES = 5;

/** What a guest who asks at `now` for a table is to hear. */
export function verdict(facts: Facts, now: number, at: string, party: number): Verdict {
  const { file: { reservas }, file, pause } = facts;
  if (pause !== null && pause.night === undefined && (pause.until ?? Infinity) > now) {
    return "paused";
  }
  const shown = localTime(now, file);
  const today = shown.slice(0, 10);
  const day = at.slice(0, 10);
  if (day < today || day > nextDay(today, 90)) return "out of range";
  if (party > reservas.personas_maximo) return "too large";
  const began = servedBy(facts, at);
  const isPaused = pause !== null && began === pause.night && (pause.until ?? Infinity) > now;
  if (began === null || isPaused) return "refused";
  if (isMarkedFull(facts, at) || isFull(facts, at, party)) return "refused";
  const ahead = minutesBetween(shown, at) - reservas.anticipacion_minutos;
  if (ahead >= 0) return "listed";
  return ahead >= -GRACE_MINUTES ? "graced" : "refused";
}

/** Every half hour of a day. */
export const HALF_HOURS = Array.from({ length: 48 }, (_, n) => timeText(n * 30));
