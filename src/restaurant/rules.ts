/** What weekly hours and menu must obey beyond their form. */
import * as v from "valibot";
import { MINUTES_A_DAY } from "../domain/local_time.ts";
import { linkCode } from "../domain/menu.ts";
import { onlyPresentationId, toService } from "./convert.ts";
import { fieldsOf, isObject, itemsOf, problem, shown } from "./problems.ts";
import { MAX_SERVICES_A_DAY, serviceSchema, WEEKDAYS } from "./schema.ts";

const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

interface PlacedService {
  readonly path: string;
  readonly hours: string;
  /** Minutes since Monday 00:00. */
  readonly from: number;
  /** Minutes since Monday 00:00, beyond the week's end where Sunday's service runs into Monday. */
  readonly to: number;
  /** Index of the weekday on which it starts. */
  readonly day: number;
}

/**
 * Services that overlap (across midnight and from Sunday into Monday too), that are too short, or that are none at all. Each is
 * compared with every other, so those beyond {@linkcode MAX_SERVICES_A_DAY}, which the schema refuses, are left out.
 */
export function hoursProblems(file: unknown): string[] {
  const hours = fieldsOf(file).horario;
  const services = WEEKDAYS.flatMap((name, day) =>
    itemsOf(fieldsOf(hours)[name]).slice(0, MAX_SERVICES_A_DAY).flatMap((each, i) =>
      v.is(serviceSchema, each) ? [place(each, day, `horario.${name}[${i}]`)] : []
    )
  );
  return [...noServices(hours), ...overlaps(services), ...tooShort(services, file)];
}

function place(
  service: { abre: string; cierra: string },
  day: number,
  path: string,
): PlacedService {
  const { opens, closes } = toService(service);
  const midnight = day * MINUTES_A_DAY;
  const hours = `${service.abre}-${service.cierra}`;
  return { path, hours, from: midnight + opens, to: midnight + closes, day };
}

function noServices(hours: unknown): string[] {
  const empty = WEEKDAYS.every((name) => {
    const day = fieldsOf(hours)[name];
    return Array.isArray(day) && day.length === 0;
  });
  return empty ? [problem("horario", "a service on one day at least", "none all week")] : [];
}

function overlaps(services: readonly PlacedService[]): string[] {
  return services.flatMap((one, i) =>
    services.slice(i + 1).filter((other) => overlap(one, other)).map((other) =>
      problem(
        other.path,
        `a service apart from ${one.path} (${one.hours})`,
        `${other.hours}, which overlaps it`,
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
function tooShort(services: readonly PlacedService[], file: unknown): string[] {
  const { cocina, reservas } = fieldsOf(file);
  const margin = minutes(fieldsOf(reservas).margen_minutos);
  return services.flatMap(({ path, hours, from, to, day }) => {
    const ownLead = fieldsOf(fieldsOf(cocina).por_dia)[WEEKDAYS[day]!];
    const lead = minutes(ownLead ?? fieldsOf(cocina).cierra_antes_minutos);
    if (to - from > lead + margin) return [];
    const expected = `a service of more than ${
      lead + margin
    } minutes (the kitchen closes ${lead} before its end, the margin is ${margin})`;
    return [problem(path, expected, `${hours}, ${to - from} minutes`)];
  });
}

function minutes(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

/** The kitchen's slowest must not be quicker than its quickest. */
export function kitchenProblems(file: unknown): string[] {
  const { minutos_min: min, minutos_max: max } = fieldsOf(fieldsOf(file).cocina);
  if (typeof min !== "number" || typeof max !== "number" || min <= max) return [];
  return [problem("cocina.minutos_max", `at least cocina.minutos_min (${min})`, `${max}`)];
}

const MAX_ID = 40;

interface Placed {
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** An id and where the file says it, in words. */
interface PlacedId {
  readonly id: string;
  readonly path: string;
  /** Of the dish or addition. */
  readonly name: unknown;
  /** Set where the id is not written but made of the dish's. */
  readonly derived: boolean;
}

/** Dishes without a price or with two kinds of it, presentations with the same label, ids used twice, ids with the same hash. */
export function menuProblems(file: unknown): string[] {
  const dishes = dishesOf(file);
  const additionIds = placed(fieldsOf(file).adiciones, "adiciones").flatMap(idOf);
  return [
    ...dishes.flatMap(pricing),
    ...dishes.flatMap(labels),
    ...dishes.flatMap(derivedIdTooLong),
    ...sharedIds([...dishes.flatMap(dishIds), ...additionIds]),
    ...sharedCodes([...dishes.flatMap(orderableIds), ...additionIds]),
  ];
}

function dishesOf(file: unknown): Placed[] {
  return itemsOf(fieldsOf(file).secciones).flatMap((section, i) =>
    placed(fieldsOf(section).platillos, `secciones[${i}].platillos`)
  );
}

function placed(list: unknown, path: string): Placed[] {
  return itemsOf(list).flatMap((value, i) =>
    isObject(value) ? [{ path: `${path}[${i}]`, value }] : []
  );
}

function pricing({ path, value }: Placed): string[] {
  const one = "precio" in value;
  const several = "presentaciones" in value;
  if (one !== several) return [];
  return [problem(path, "either precio or presentaciones", one ? "both" : "neither")];
}

function labels({ path, value }: Placed): string[] {
  const presentations = placed(value.presentaciones, `${path}.presentaciones`);
  if (presentations.length < 2) return [];
  const seen = new Set<unknown>();
  return presentations.flatMap(({ path, value: { etiqueta } }) => {
    const known = seen.has(etiqueta);
    seen.add(etiqueta);
    if (etiqueta !== null && (!known || typeof etiqueta !== "string")) return [];
    return [problem(`${path}.etiqueta`, "a text that tells it from the others", shown(etiqueta))];
  });
}

function dishIds(dish: Placed): PlacedId[] {
  return [...idOf(dish), ...orderableIds(dish)];
}

/** The ids that orders name. */
function orderableIds(dish: Placed): PlacedId[] {
  const { path, value } = dish;
  const derived = "precio" in value
    ? idOf(dish).map((own) => ({ ...own, id: onlyPresentationId(own.id), derived: true }))
    : [];
  const presentations = placed(value.presentaciones, `${path}.presentaciones`).flatMap(idOf);
  return [...derived, ...presentations.map((each) => ({ ...each, name: value.nombre }))];
}

/** A dish's own id may be as long as any, but the one derived from it must not be longer. */
function derivedIdTooLong({ path, value: { id, precio } }: Placed): string[] {
  if (precio === undefined || typeof id !== "string" || id.length > MAX_ID) return [];
  if (onlyPresentationId(id).length <= MAX_ID) return [];
  return [problem(`${path}.id`, `at most ${MAX_ID - 2} characters (-1 is added)`, shown(id))];
}

function idOf({ path, value: { id, nombre: name } }: Placed): PlacedId[] {
  return typeof id === "string" ? [{ id, path: `${path}.id`, name, derived: false }] : [];
}

function sharedIds(ids: readonly PlacedId[]): string[] {
  const first = new Map<string, PlacedId>();
  return ids.flatMap((each) => {
    const other = first.get(each.id);
    if (!other) first.set(each.id, each);
    // Two derived ids are equal because the dishes' own are, which is reported already.
    return other && !(each.derived && other.derived) ? [shared(each, other)] : [];
  });
}

function shared(each: PlacedId, other: PlacedId): string {
  const note = ({ derived }: PlacedId) => derived ? " with -1 added" : "";
  return problem(
    each.path,
    "an id of its own",
    `${shown(each.id)}${note(each)}, as ${other.path}${note(other)} has`,
  );
}

/** Different ids with the same `linkCode`: a draft's link could not tell one from the other. */
function sharedCodes(ids: readonly PlacedId[]): string[] {
  const first = new Map<number, PlacedId>();
  return ids.flatMap((each) => {
    const code = linkCode(each.id);
    const other = first.get(code) ?? each;
    first.set(code, other);
    if (other.id === each.id) return [];
    const named = ({ id, name }: PlacedId) => `${shown(id)} of ${shown(name)}`;
    return [problem(each.path, `an id that links can tell from ${named(other)}`, named(each))];
  });
}
