/** The rules of a restaurant file beyond the form of each field. */
import {
  addDays,
  type Day,
  isDay,
  minuteOfDay,
  MINUTES_A_DAY,
  weekdayIndex,
} from "../domain/local_time.ts";
import { linkCode } from "../domain/menu.ts";
import { plannedServices, type Schedule, type ServiceHours } from "../domain/schedule/services.ts";
import { type Problem, problem, shown } from "./problems.ts";
import { FILE_WEEKDAYS, PHONE_EXPECTED, type RestaurantFile } from "./schema.ts";

export function ruleProblems(file: RestaurantFile): readonly Problem[] {
  const rules = [
    missingProblems,
    hoursProblems,
    specialProblems,
    kitchenProblems,
    tariffProblems,
    menuProblems,
  ];
  return rules.flatMap((problemsOf) => problemsOf(file));
}

/** What a restaurant has before anything else, each with what is expected. */
const FIRST = [
  ["telefono", PHONE_EXPECTED],
  ["direccion", "una dirección"],
  ["ubicacion", "un lugar del mapa"],
  ["zona", "una zona horaria"],
] as const;

/** These may be missing together, while a file has no hours, menu or delivery yet. */
function missingProblems(file: RestaurantFile): Problem[] {
  const { horario, dias_especiales, secciones, adiciones, envio } = file;
  const isBegun = envio !== undefined ||
    [...Object.values(horario), dias_especiales, secciones, adiciones].some(({ length }) =>
      length > 0
    );
  const missing = FIRST.filter(([name]) => file[name] === undefined);
  if (missing.length === FIRST.length && !isBegun) return [];
  return missing.map(([name, expected]) => problem([name], expected, ""));
}

type FileService = RestaurantFile["horario"]["lunes"][number];

function hoursProblems(file: RestaurantFile): Problem[] {
  const weekly = { ...toSchedule(file), specialDays: [] };
  return FILE_WEEKDAYS.flatMap((day, n) => {
    const path = ["horario", day];
    return [
      ...overlaps(path, file.horario[day], [addDays(SOME_MONDAY, n)], weekly),
      ...tooShort(path, file.horario[day], weekly.hours[n]!.kitchenLeadMinutes, file),
    ];
  });
}

const SOME_MONDAY = "2001-01-01";

/** Years in which each date, the 29th of February too, falls on every weekday. */
const SOME_YEARS = Array.from({ length: 29 }, (_, n) => 2000 + n);

function specialProblems(file: RestaurantFile): Problem[] {
  const { dias_especiales: all } = file;
  const schedule = toSchedule(file);
  return all.flatMap(({ fecha, servicios }, i): Problem[] => {
    if (all.findIndex((other) => other.fecha === fecha) < i) {
      const path = ["dias_especiales", i, "fecha"];
      return [problem(path, "un día que no esté dos veces", shown(fecha))];
    }
    const path = ["dias_especiales", i, "servicios"];
    const dates = [fecha, ...SOME_YEARS.map((year) => `${year}-${fecha}`)].filter(isDay);
    const leads = dates.map((day) => schedule.hours[weekdayIndex(day)]!.kitchenLeadMinutes);
    const lead = Math.max(...leads);
    return [
      ...overlaps(path, servicios, dates, schedule),
      ...tooShort(path, servicios, lead, file),
    ];
  });
}

/** The problem of services on these dates that overlap each other or those of adjacent days. */
function overlaps(
  path: Problem["path"],
  services: readonly FileService[],
  dates: readonly Day[],
  schedule: Schedule,
): Problem[] {
  const isMet = (date: Day) => {
    const near = [-1, 0, 1].flatMap((ahead) =>
      plannedServices(schedule, addDays(date, ahead)).map(({ opens, closes }) => {
        const midnight = ahead * MINUTES_A_DAY;
        return { from: midnight + opens, to: midnight + closes, isOwn: ahead === 0 };
      })
    );
    return near.some((one, n) =>
      near.slice(0, n).some(({ to, isOwn }) => to > one.from && (isOwn || one.isOwn))
    );
  };
  if (!dates.some(isMet)) return [];
  const expected = "un horario sin traslapes, tampoco con los días de al lado";
  return [problem(path, expected, services.map(hoursOf).join(", ") || "cerrado")];
}

function hoursOf({ abre, cierra }: FileService): string {
  return `${abre}-${cierra}`;
}

/** The problems of services that can never be reserved: the kitchen, less the margin, closes before it opens. */
function tooShort(
  path: Problem["path"],
  services: readonly FileService[],
  lead: number,
  { reservas: { margen_minutos: margin } }: RestaurantFile,
): Problem[] {
  return services.flatMap((service, n) => {
    const { opens, closes } = toService(service);
    const minutes = closes - opens;
    if (minutes === MINUTES_A_DAY) return [problem([...path, n], LENGTH, hoursOf(service))];
    if (minutes > lead + margin) return [];
    const expected = `un servicio de más de ${lead + margin} minutos ` +
      `(la cocina cierra ${lead} antes del fin, el margen es de ${margin})`;
    return [problem([...path, n], expected, `${hoursOf(service)}, ${minutes} minutos`)];
  });
}

/** A time typed twice is more frequent than a place that never closes. */
const LENGTH =
  "un servicio que cierre a otra hora que la de abrir (todo el día es 00:00-12:00 y 12:00-00:00)";

function kitchenProblems({ cocina: { minutos_min: min, minutos_max: max } }: RestaurantFile) {
  if (min <= max) return [];
  const path = ["cocina", "minutos_max"];
  return [problem(path, `${min} o más, que es lo menos que tarda`, `${max}`)];
}

const PRICES = ["base_km", "base_costo", "costo_km_extra"] as const;

/** If the base price covers the whole radius, the price of further kilometres has no meaning. */
function tariffProblems({ envio }: RestaurantFile) {
  if (envio === undefined) return [];
  const { base_km: base = 0, radio_maximo_km: radius } = envio;
  const missing = PRICES.filter((name) => envio[name] === undefined);
  if (missing.length > 0 && missing.length < PRICES.length) {
    return missing.map((name) => problem(["envio", name], "un número, o ninguno de los tres", ""));
  }
  if (radius > base) return [];
  const path = ["envio", "radio_maximo_km"];
  return [problem(path, `más de ${base}, los kilómetros del costo base`, `${radius}`)];
}

export type FileDish = RestaurantFile["secciones"][number]["platillos"][number];

function menuProblems({ secciones, adiciones }: RestaurantFile): Problem[] {
  const dishes = secciones.flatMap(({ platillos }, section) =>
    platillos.map((dish, i) => ({ ...dish, path: ["secciones", section, "platillos", i] }))
  );
  const ids = [
    ...dishes.flatMap(({ id, nombre: name, presentaciones, path }) => [
      { id, name, path: [...path, "id"] },
      ...presentaciones.map(({ id }, i) => {
        return { id, name, path: [...path, "presentaciones", i, "id"] };
      }),
    ]),
    ...adiciones.map(({ id, nombre: name }, i) => ({ id, name, path: ["adiciones", i, "id"] })),
  ];
  return [...dishes.flatMap(labelProblems), ...idProblems(ids)];
}

/** The problems of presentations with one label, and of several without one. */
function labelProblems({ presentaciones, path }: FileDish & Pick<Problem, "path">): Problem[] {
  const written = presentaciones.map(({ etiqueta }) => etiqueta);
  return written.flatMap((label, i) => {
    const isClear = written.indexOf(label) === i && (label !== undefined || written.length === 1);
    const place = [...path, "presentaciones", i, "etiqueta"];
    return isClear ? [] : [problem(place, "un texto que la distinga de las otras", shown(label))];
  });
}

interface PlacedId extends Pick<Problem, "path"> {
  readonly id: string;
  readonly name: string;
}

/** The problems of equal ids, and of ids with one `linkCode`, which the link of a draft could not distinguish. */
function idProblems(ids: readonly PlacedId[]): Problem[] {
  const first = new Map<number, PlacedId>();
  return ids.flatMap(({ id, path, name }) => {
    const other = first.get(linkCode(id));
    if (other === undefined) {
      first.set(linkCode(id), { id, path, name });
      return [];
    }
    const expected = "un id propio, que los enlaces no confundan con otro";
    return [
      problem(path, expected, `${shown(id)} como ${shown(other.id)} de ${shown(other.name)}`),
    ];
  });
}

export function toSchedule({ horario, dias_especiales, cocina }: RestaurantFile): Schedule {
  return {
    hours: FILE_WEEKDAYS.map((day) => ({
      services: inOrder(horario[day]),
      kitchenLeadMinutes: cocina.por_dia[day] ?? cocina.cierra_antes_minutos,
    })),
    specialDays: dias_especiales.map(({ fecha, servicios, motivo }) => ({
      date: fecha,
      services: inOrder(servicios),
      reason: motivo ?? null,
    })),
  };
}

function inOrder(services: readonly FileService[]): readonly ServiceHours[] {
  return services.map(toService).sort((a, b) => a.opens - b.opens);
}

function toService({ abre, cierra }: FileService): ServiceHours {
  const opens = minuteOfDay(abre);
  const closes = minuteOfDay(cierra);
  return { opens, closes: closes <= opens ? closes + MINUTES_A_DAY : closes };
}
