/** What the menu must obey beyond its form: one price or several, labels that tell apart, ids of their own. */
import { onlyPresentationId } from "../convert.ts";
import { fieldsOf, isObject, itemsOf } from "../loose.ts";
import { problem, shown } from "../wording.ts";

const MAX_ID = 40;

interface Placed {
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** An id and where the file says it, in words. */
interface PlacedId {
  readonly id: string;
  readonly path: string;
  /** Set where the id is not written but made of the dish's. */
  readonly derived: boolean;
}

/** Dishes without a price or with two kinds of it, presentations that cannot be told apart, ids used twice. */
export function menuProblems(file: unknown): string[] {
  const dishes = dishesOf(file);
  return [
    ...dishes.flatMap(pricing),
    ...dishes.flatMap(labels),
    ...dishes.flatMap(derivedIdTooLong),
    ...sharedIds([...dishes.flatMap(dishIds), ...additionIds(file)]),
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

function dishIds({ path, value }: Placed): PlacedId[] {
  const own = idOf({ path, value });
  const derived = "precio" in value
    ? own.map(({ id, path }) => ({ id: onlyPresentationId(id), path, derived: true }))
    : [];
  const presentations = placed(value.presentaciones, `${path}.presentaciones`).flatMap(idOf);
  return [...own, ...derived, ...presentations];
}

/** A dish's own id may be as long as any, but the one derived from it must not be longer. */
function derivedIdTooLong({ path, value: { id, precio } }: Placed): string[] {
  if (precio === undefined || typeof id !== "string" || id.length > MAX_ID) return [];
  if (onlyPresentationId(id).length <= MAX_ID) return [];
  return [problem(`${path}.id`, `at most ${MAX_ID - 2} characters (-1 is added)`, shown(id))];
}

function additionIds(file: unknown): PlacedId[] {
  return placed(fieldsOf(file).adiciones, "adiciones").flatMap(idOf);
}

function idOf({ path, value: { id } }: Placed): PlacedId[] {
  return typeof id === "string" ? [{ id, path: `${path}.id`, derived: false }] : [];
}

function sharedIds(ids: readonly PlacedId[]): string[] {
  const first = new Map<string, PlacedId>();
  return ids.flatMap((each) => {
    const other = first.get(each.id);
    if (!other) first.set(each.id, each);
    // Two derived ids are alike because the dishes' own are, and that is told already.
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
