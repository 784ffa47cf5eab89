/** What weekly hours and menu must obey beyond their form. */
import * as v from "valibot";
import { minuteOfDay, MINUTES_A_DAY } from "../domain/local_time.ts";
import { linkCode } from "../domain/menu.ts";
import type { ServiceHours } from "../domain/schedule/services.ts";
import { fieldsOf, itemsOf, type Problem, problem, shown } from "./problems.ts";
import {
  additionSchema,
  dishSchema,
  MAX_SERVICES_A_DAY,
  serviceSchema,
  WEEKDAYS,
} from "./schema.ts";

const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

interface PlacedService {
  readonly path: string;
  readonly hours: string;
  /** Minutes since Monday 00:00. */
  readonly from: number;
  /** Minutes since Monday 00:00, beyond the week's end where Sunday's service runs into Monday. */
  readonly to: number;
  readonly day: typeof WEEKDAYS[number];
}

/**
 * Services that overlap (across midnight and from Sunday into Monday too), that are too short, or that are none at all. Each is
 * compared with every other, so those beyond {@linkcode MAX_SERVICES_A_DAY}, which the schema refuses, are left out.
 */
export function hoursProblems(file: unknown): Problem[] {
  const hours = fieldsOf(fieldsOf(file).horario);
  const services = WEEKDAYS.flatMap((day, index) => {
    const known = itemsOf(hours[day]).slice(0, MAX_SERVICES_A_DAY);
    return placed(serviceSchema, known, `horario.${day}`).map(({ path, value }): PlacedService => {
      const { opens, closes } = toService(value);
      const midnight = index * MINUTES_A_DAY;
      const written = `${value.abre}-${value.cierra}`;
      return { path, hours: written, from: midnight + opens, to: midnight + closes, day };
    });
  });
  const isEmpty = WEEKDAYS.every((day) =>
    Array.isArray(hours[day]) && itemsOf(hours[day]).length === 0
  );
  const none = problem("horario", "servicio un día cuando menos", "ninguno en la semana");
  return [...(isEmpty ? [none] : []), ...overlaps(services), ...tooShort(services, file)];
}

/** A radius that the base price already covers whole would leave the price of further kilometres without a meaning. */
export function tariffProblems(file: unknown): Problem[] {
  const { base_km: base, radio_maximo_km: radius } = fieldsOf(fieldsOf(file).envio);
  if (typeof base !== "number" || typeof radius !== "number" || radius > base || radius <= 0) {
    return [];
  }
  return [problem("envio.radio_maximo_km", `más que envio.base_km (${base})`, `${radius}`)];
}

function overlaps(services: readonly PlacedService[]): Problem[] {
  return services.flatMap((one, i) =>
    services.slice(i + 1).filter((other) => overlap(one, other)).map((other) =>
      problem(
        other.path,
        `un servicio aparte de ${one.path} (${one.hours})`,
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

/** A service whose kitchen, less the arrival margin, would close before it opens could never be reserved. */
function tooShort(services: readonly PlacedService[], file: unknown): Problem[] {
  const { cocina, reservas } = fieldsOf(file);
  const margin = minutes(fieldsOf(reservas).margen_minutos);
  return services.flatMap(({ path, hours, from, to, day }) => {
    if (to - from === MINUTES_A_DAY) return [problem(path, LENGTH, hours)];
    const ownLead = fieldsOf(fieldsOf(cocina).por_dia)[day];
    const lead = minutes(ownLead ?? fieldsOf(cocina).cierra_antes_minutos);
    if (to - from > lead + margin) return [];
    const expected = `un servicio de más de ${
      lead + margin
    } minutos (la cocina cierra ${lead} antes del fin, el margen es de ${margin})`;
    return [problem(path, expected, `${hours}, ${to - from} minutos`)];
  });
}

/** A place that never closes is rare; the same time typed twice is not. */
const LENGTH =
  "un servicio que cierre a otra hora que la de abrir (todo el día es 00:00-12:00 y 12:00-00:00)";

function minutes(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

/** The kitchen's slowest must not be quicker than its quickest. */
export function kitchenProblems(file: unknown): Problem[] {
  const { minutos_min: min, minutos_max: max } = fieldsOf(fieldsOf(file).cocina);
  if (typeof min !== "number" || typeof max !== "number" || min <= max) return [];
  return [problem("cocina.minutos_max", `cuando menos cocina.minutos_min (${min})`, `${max}`)];
}

const MAX_ID = 40;

/** A dish or an addition of good form: what is wrong with another is told by the schema. */
interface Placed<T> {
  readonly path: string;
  readonly value: T;
}

type PlacedDish = Placed<v.InferInput<typeof dishSchema>>;

/** An id and where the file says it, in words. */
interface PlacedId {
  readonly id: string;
  readonly path: string;
  /** Of the dish or addition. */
  readonly name: string;
  /** Set where the id is not written but made of the dish's. */
  readonly derived: boolean;
}

/** Dishes without a price or with two kinds of it, presentations with the same label, ids used twice, ids with the same hash. */
export function menuProblems(file: unknown): Problem[] {
  const { secciones, adiciones } = fieldsOf(file);
  const dishes = itemsOf(secciones).flatMap((section, i) =>
    placed(dishSchema, fieldsOf(section).platillos, `secciones[${i}].platillos`)
  );
  const additionIds = placed(additionSchema, adiciones, "adiciones").map(ownId);
  return [
    ...dishes.flatMap(pricing),
    ...dishes.flatMap(labels),
    ...dishes.flatMap(derivedIdTooLong),
    ...sharedIds([
      ...dishes.flatMap((dish) => [ownId(dish), ...orderableIds(dish)]),
      ...additionIds,
    ]),
    ...sharedCodes([...dishes.flatMap(orderableIds), ...additionIds]),
  ];
}

function placed<S extends v.GenericSchema>(
  schema: S,
  list: unknown,
  path: string,
): Placed<v.InferInput<S>>[] {
  return itemsOf(list).flatMap((value, i) =>
    v.is(schema, value) ? [{ path: `${path}[${i}]`, value }] : []
  );
}

function pricing({ path, value: { precio, presentaciones } }: PlacedDish): Problem[] {
  if ((precio === undefined) !== (presentaciones === undefined)) return [];
  const got = precio === undefined ? "ninguno" : "los dos";
  return [problem(path, "precio o presentaciones, uno de los dos", got)];
}

function labels({ path, value: { presentaciones = [] } }: PlacedDish): Problem[] {
  if (presentaciones.length < 2) return [];
  const seen = new Set<string | null>([null]);
  return presentaciones.flatMap(({ etiqueta }, i) => {
    const isNew = !seen.has(etiqueta);
    seen.add(etiqueta);
    if (isNew) return [];
    const place = `${path}.presentaciones[${i}].etiqueta`;
    return [problem(place, "un texto que la distinga de las otras", shown(etiqueta))];
  });
}

/** A dish's own id may be as long as any, but the one derived from it must not be longer. */
function derivedIdTooLong({ path, value: { id, precio } }: PlacedDish): Problem[] {
  if (precio === undefined || onlyPresentationId(id).length <= MAX_ID) return [];
  return [problem(`${path}.id`, `hasta ${MAX_ID - 2} letras (se le agrega -1)`, shown(id))];
}

function ownId({ path, value }: Placed<{ id: string; nombre: string }>): PlacedId {
  return { id: value.id, path: `${path}.id`, name: value.nombre, derived: false };
}

/** The ids that orders name. */
function orderableIds(dish: PlacedDish): PlacedId[] {
  const { path, value: { id, nombre: name, precio, presentaciones = [] } } = dish;
  const written = presentaciones.map((each, i) => ({
    id: each.id,
    path: `${path}.presentaciones[${i}].id`,
    name,
    derived: false,
  }));
  if (precio === undefined) return written;
  return [{ ...ownId(dish), id: onlyPresentationId(id), derived: true }, ...written];
}

function sharedIds(ids: readonly PlacedId[]): Problem[] {
  const first = new Map<string, PlacedId>();
  return ids.flatMap((each) => {
    const other = first.get(each.id);
    if (!other) first.set(each.id, each);
    // Two derived ids are equal because the dishes' own are, which is reported already.
    if (!other || each.derived && other.derived) return [];
    const note = ({ derived }: PlacedId) => derived ? " con -1 agregado" : "";
    const got = `${shown(each.id)}${note(each)}, que es de ${shown(other.name)}${note(other)}`;
    return [problem(each.path, "un id propio", got)];
  });
}

/** Different ids with the same `linkCode`: a draft's link could not tell one from the other. */
function sharedCodes(ids: readonly PlacedId[]): Problem[] {
  const first = new Map<number, PlacedId>();
  return ids.flatMap((each) => {
    const code = linkCode(each.id);
    const other = first.get(code) ?? each;
    first.set(code, other);
    if (other.id === each.id) return [];
    const named = ({ id, name }: PlacedId) => `${shown(id)} de ${shown(name)}`;
    return [problem(each.path, `un id que los enlaces distingan de ${named(other)}`, named(each))];
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
