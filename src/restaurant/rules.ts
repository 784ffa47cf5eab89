/** The rules of a restaurant file beyond the form of each field. */
import {
  addDays,
  type Day,
  isDay,
  minuteOfDay,
  MINUTES_A_DAY,
  startOfDay,
  type WallSpan,
  weekdayIndex,
} from "../domain/local_time.ts";
import { linkCode } from "../domain/menu.ts";
import type { ServiceHours } from "../domain/schedule/services.ts";
import { pathText, type Problem, problem, shown } from "./problems.ts";
import { type RestaurantFile, WEEKDAYS } from "./schema.ts";
import { MAX_ID } from "./values.ts";

/** The problems of a file that has the form of its schema. */
export function ruleProblems(file: RestaurantFile): readonly Problem[] {
  return [hoursProblems, specialProblems, kitchenProblems, tariffProblems, menuProblems].flatMap((
    of,
  ) => of(file));
}

const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

interface PlacedService {
  readonly path: Problem["path"];
  readonly hours: string;
  /** Minutes since Monday 00:00. */
  readonly from: number;
  /** Minutes since Monday 00:00. Beyond the week's end if Sunday's service ends on Monday. */
  readonly to: number;
  readonly day: typeof WEEKDAYS[number];
}

function hoursProblems(file: RestaurantFile): Problem[] {
  const services = WEEKDAYS.flatMap((day, index) =>
    file.horario[day].map((written, i): PlacedService => {
      const { opens, closes } = toService(written);
      const midnight = index * MINUTES_A_DAY;
      return {
        path: ["horario", day, i],
        hours: `${written.abre}-${written.cierra}`,
        from: midnight + opens,
        to: midnight + closes,
        day,
      };
    })
  );
  if (services.length > 0) return [...overlaps(services), ...tooShort(services, file)];
  return [problem(["horario"], "servicio un día cuando menos", "ninguno en la semana")];
}

/** Compares services across midnight, and from Sunday into Monday, too. */
function overlaps(services: readonly PlacedService[]): Problem[] {
  return services.flatMap((one, i) =>
    services.slice(i + 1).filter((other) => overlap(one, other)).map((other) =>
      problem(
        other.path,
        `un servicio aparte de ${pathText(one.path)} (${one.hours})`,
        `${other.hours}, que se traslapa`,
      )
    )
  );
}

function overlap(a: PlacedService, b: PlacedService): boolean {
  return [-MINUTES_A_WEEK, 0, MINUTES_A_WEEK].some((shift) =>
    a.from < b.to + shift && b.from + shift < a.to
  );
}

/** A service whose kitchen, less the arrival margin, closes before it opens can never be reserved. */
function tooShort(
  services: readonly PlacedService[],
  { cocina, reservas: { margen_minutos: margin } }: RestaurantFile,
): Problem[] {
  return services.flatMap(({ path, hours, from, to, day }) => {
    if (to - from === MINUTES_A_DAY) return [problem(path, LENGTH, hours)];
    const lead = cocina.por_dia[day] ?? cocina.cierra_antes_minutos;
    if (to - from > lead + margin) return [];
    const expected = `un servicio de más de ${
      lead + margin
    } minutos (la cocina cierra ${lead} antes del fin, el margen es de ${margin})`;
    return [problem(path, expected, `${hours}, ${to - from} minutos`)];
  });
}

/** Years with every weekday, also of a 29th of February. */
const SOME_YEARS = Array.from({ length: 29 }, (_, n) => 2000 + n);

/** A special day listed before, or whose services overlap others of that day or its neighbours, or can never be reserved. */
function specialProblems(file: RestaurantFile): Problem[] {
  const { dias_especiales: all, cocina } = file;
  const dates = all.map(({ fecha }) => fecha);
  return all.flatMap(({ fecha, servicios }, i): Problem[] => {
    const path = ["dias_especiales", i];
    if (dates.indexOf(fecha) < i) {
      return [problem([...path, "fecha"], "un día que no esté dos veces", shown(fecha))];
    }
    const days = isDay(fecha)
      ? [fecha]
      : SOME_YEARS.map((year) => `${year}-${fecha}`).filter(isDay);
    const met = days.flatMap((day) => {
      const near = [-1, 0, 1].flatMap((ahead) => spansOn(file, addDays(day, ahead)));
      return near.filter((one, n) => near.some((other, m) => m < n && other.to > one.from));
    });
    const hours = servicios.map(({ abre, cierra }) => `${abre}-${cierra}`).join(", ");
    const expected = "un horario sin traslapes, tampoco con los días de al lado";
    if (met.length > 0) return [problem([...path, "servicios"], expected, hours)];
    const placed = servicios.map((written, n) => {
      const { opens: from, closes: to } = toService(written);
      const hours = `${written.abre}-${written.cierra}`;
      return { path: [...path, "servicios", n], hours, from, to, day: WEEKDAYS[0] };
    });
    return tooShort(placed, { ...file, cocina: { ...cocina, por_dia: {} } });
  });
}

/** When services start and end that begin on `day`, in order. */
function spansOn({ dias_especiales: all, horario }: RestaurantFile, day: Day): WallSpan[] {
  const special = all.find(({ fecha }) => fecha === day) ??
    all.find(({ fecha }) => fecha === day.slice("AAAA-".length));
  const midnight = startOfDay(day);
  return (special?.servicios ?? horario[WEEKDAYS[weekdayIndex(day)]!]).map(toService)
    .map(({ opens, closes }) => ({ from: midnight + opens, to: midnight + closes }))
    .sort((a, b) => a.from - b.from);
}

/** Places that never close are rarer than a time typed twice. */
const LENGTH =
  "un servicio que cierre a otra hora que la de abrir (todo el día es 00:00-12:00 y 12:00-00:00)";

function kitchenProblems({ cocina: { minutos_min: min, minutos_max: max } }: RestaurantFile) {
  if (min <= max) return [];
  const path = ["cocina", "minutos_max"];
  return [problem(path, `cuando menos cocina.minutos_min (${min})`, `${max}`)];
}

/** With a radius that the base price covers whole, the price of further kilometres has no meaning. */
function tariffProblems({ envio }: RestaurantFile) {
  if (envio === undefined || envio.radio_maximo_km > envio.base_km) return [];
  const { base_km: base, radio_maximo_km: radius } = envio;
  const path = ["envio", "radio_maximo_km"];
  return [problem(path, `más que envio.base_km (${base})`, `${radius}`)];
}

type Dish = RestaurantFile["secciones"][number]["platillos"][number];

interface PlacedDish {
  readonly path: Problem["path"];
  readonly dish: Dish;
}

function menuProblems({ secciones, adiciones }: RestaurantFile): Problem[] {
  const dishes = secciones.flatMap(({ platillos }, section) =>
    platillos.map((dish, i) => ({ path: ["secciones", section, "platillos", i], dish }))
  );
  const additionIds = adiciones.map(({ id, nombre }, i) => ({
    id,
    path: ["adiciones", i, "id"],
    name: nombre,
  }));
  return [
    ...dishes.flatMap(pricing),
    ...dishes.flatMap(labels),
    ...dishes.flatMap(derivedIdTooLong),
    ...idProblems([...dishes.flatMap(idsOf), ...additionIds]),
  ];
}

function pricing({ path, dish: { precio, presentaciones } }: PlacedDish): Problem[] {
  if ((precio === undefined) !== (presentaciones === undefined)) return [];
  const got = precio === undefined ? "ninguno" : "los dos";
  return [problem(path, "precio o presentaciones, uno de los dos", got)];
}

/** Presentations with the same label, and those of several without one. */
function labels({ path, dish: { presentaciones = [] } }: PlacedDish): Problem[] {
  const written = presentaciones.map(({ etiqueta }) => etiqueta);
  return written.flatMap((label, i) => {
    const isClear = written.indexOf(label) === i && (label !== null || written.length === 1);
    const place = [...path, "presentaciones", i, "etiqueta"];
    return isClear ? [] : [problem(place, "un texto que la distinga de las otras", shown(label))];
  });
}

/** An id that is derived from a dish's own has the same limit. */
function derivedIdTooLong({ path, dish: { id, precio } }: PlacedDish): Problem[] {
  if (precio === undefined || onlyPresentationId(id).length <= MAX_ID) return [];
  return [problem([...path, "id"], `hasta ${MAX_ID - 2} letras (se le agrega -1)`, shown(id))];
}

interface PlacedId {
  readonly id: string;
  readonly path: Problem["path"];
  /** Of the dish or addition. */
  readonly name: string;
}

/** The dish's own id, and those that orders name. */
function idsOf({ path, dish }: PlacedDish): PlacedId[] {
  const { id, nombre: name, precio, presentaciones = [] } = dish;
  const own = { id, path: [...path, "id"], name };
  const derived = precio === undefined ? [] : [{ ...own, id: onlyPresentationId(id) }];
  const written = presentaciones.map(({ id }, i) => ({
    id,
    path: [...path, "presentaciones", i, "id"],
    name,
  }));
  return [own, ...derived, ...written];
}

/** Ids used twice, and ids with the same `linkCode`: the link of a draft could not distinguish them. */
function idProblems(ids: readonly PlacedId[]): Problem[] {
  const first = new Map<number, PlacedId>();
  return ids.flatMap((each) => {
    const code = linkCode(each.id);
    const other = first.get(code);
    if (other === undefined) {
      first.set(code, each);
      return [];
    }
    const [got, used] = [each, other].map(({ id, name }) => `${shown(id)} de ${shown(name)}`);
    return other.id === each.id
      ? [problem(each.path, "un id propio", `${shown(each.id)}, que es de ${shown(other.name)}`)]
      : [problem(each.path, `un id que los enlaces distingan de ${used}`, got!)];
  });
}

/** A service as the file writes it, `HH:MM` both: closing at or before opening means after midnight. */
export function toService({ abre, cierra }: { abre: string; cierra: string }): ServiceHours {
  const opens = minuteOfDay(abre);
  const closes = minuteOfDay(cierra);
  return { opens, closes: closes <= opens ? closes + MINUTES_A_DAY : closes };
}

/** The id of the presentation of a dish that has one price and does not name its presentations. */
export function onlyPresentationId(dishId: string): string {
  return `${dishId}-1`;
}
