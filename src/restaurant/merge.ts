/** Merges what two people made of one version of a restaurant's file. Items of lists correspond by their identity. */
import type * as v from "valibot";
import { isObject } from "../domain/read.ts";
import type { FileMerge, FileQuestion } from "../ports/restaurant.ts";
import { freeId, identified, identities, inWords, isSame, withFile } from "./file_edit.ts";
import { parseJson } from "./json_text.ts";
import { fieldsOf, itemName, nameOf } from "./problems.ts";
import { restaurantSchema } from "./schema.ts";
import { innerOf, typingOf } from "./values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What both began with, what is to be saved, and what is served. */
type Three<T> = Readonly<Record<"base" | "after" | "now", T>>;

interface Place {
  /** The keys that lead to it, by identity. */
  readonly path: readonly string[];
  readonly names: readonly string[];
  readonly schema: v.GenericSchema | undefined;
}

interface Merging {
  readonly questions: FileQuestion[];
  readonly answers: URLSearchParams;
}

/**
 * Merges the changes from `base` to `after` into `now`, whose own changes since `base` stay. Where both changed one
 * value, or one changed what the other removed, it is a question; until its answer is known, nothing is removed.
 * @param answers by the names of the questions, `suyo` for what `now` has and `mio` for what `after` has
 */
export function mergedText(
  { base, after, now }: Three<string>,
  answers: URLSearchParams,
): FileMerge {
  const old = identified(parseJson(base));
  const like = (text: string) => spread(identified(parseJson(text), old));
  const merging = { questions: [], answers };
  const own = withOwnIds({ base: spread(old), after: like(after), now: like(now) });
  return { text: withFile(now, mergedFile(own, merging)), questions: merging.questions };
}

/** A file with its dishes beside its sections. A dish names its section: a move is a change of the dish. */
interface Spread {
  readonly file: Fields;
  readonly sections: readonly Fields[];
  readonly dishes: Dishes;
}

type Dishes = ReadonlyMap<string, Fields>;

function spread(file: Fields): Spread {
  const all = (file.secciones ?? []) as readonly Fields[];
  return {
    file,
    sections: all.map(({ platillos: _, ...section }) => section),
    dishes: byId(
      all.flatMap(({ id, platillos }) =>
        ((platillos ?? []) as readonly Fields[]).map((dish) => ({ ...dish, [SECTION]: id }))
      ),
    ),
  };
}

function byId(dishes: readonly Fields[]): Dishes {
  return new Map(dishes.map((dish) => [String(dish.id), dish]));
}

function inSection(dishes: Dishes, id: unknown): Dishes {
  return new Map([...dishes].filter(([, dish]) => dish[SECTION] === id));
}

const SECTION = "sección";
const SECTIONS = innerOf(restaurantSchema, "secciones")!;
const DISHES = innerOf(innerOf(SECTIONS, 0)!, "platillos")!;

/** `after` with other ids for dishes, presentations and extras that it adds under ids that `now` adds for others. */
function withOwnIds({ base, after, now }: Three<Spread>): Three<Spread> {
  const [old, theirs] = [base, now].map(({ file, dishes }) =>
    new Map(withIds([[...dishes.values()], file.adiciones]))
  );
  const taken = new Set([...old!.keys(), ...theirs!.keys()]);
  for (const [id] of withIds([[...after.dishes.values()], after.file.adiciones])) taken.add(id);
  const added = [...now.dishes.values(), ...(now.file.adiciones ?? []) as readonly Fields[]]
    .filter(({ id }) => !old!.has(String(id)));
  const known = new Map(added.map((each) => [withoutIds(each), each]));
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isObject(value)) return value;
    const id = String(value.id);
    if (old!.has(id) || !theirs!.has(id)) return mapped(value, renamed);
    // The same form may have been sent before.
    const twin = known.get(withoutIds(value));
    if (twin !== undefined || isSame(theirs!.get(id), value)) return twin ?? value;
    return { ...mapped(value, renamed), id: freeId(id.replace(/-\d+$/, ""), taken) };
  };
  const file = { ...after.file, adiciones: renamed(after.file.adiciones) };
  const dishes = byId(renamed([...after.dishes.values()]) as readonly Fields[]);
  return { base, now, after: { ...after, file, dishes } };
}

function mapped(fields: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value)]));
}

function withoutIds(value: unknown): string {
  return JSON.stringify(value, (key, inner) => key === "id" ? undefined : inner);
}

/** All objects in `value` that have ids. */
function* withIds(value: unknown): Generator<[id: string, object: Fields]> {
  if (typeof value !== "object" || value === null) return;
  const { id } = fieldsOf(value);
  if (typeof id === "string") yield [id, fieldsOf(value)];
  for (const inner of Object.values(value)) yield* withIds(inner);
}

function mergedFile(spreads: Three<Spread>, merging: Merging): Fields {
  const { base, after, now } = spreads;
  const whole = (file: Fields) => ({ ...file, secciones: [] });
  const root = { path: [], names: [], schema: restaurantSchema };
  const versions = { base: whole(base.file), after: whole(after.file), now: whole(now.file) };
  const file = merge(versions, root, merging) as Fields;
  const { sections, asked } = mergedSections(spreads, merging);
  const dishes = mergedDishes(spreads, { sections, asked }, merging);
  const secciones = sections.map((section) => {
    const lists = [base, after, now].map((each) => inSection(each.dishes, section.id));
    const platillos = inOrder(inSection(dishes, section.id), lists)
      .map(({ [SECTION]: _, ...dish }) => dish);
    return { ...section, platillos };
  });
  return { ...file, secciones };
}

type Sections = Pick<Spread, "sections"> & {
  /** Those that one removed and the other changed or filled. */
  readonly asked: ReadonlySet<unknown>;
};

/** The merged sections. A dish that one put into a section, or changed there, is a change of the section. */
function mergedSections({ base, after, now }: Three<Spread>, merging: Merging): Sections {
  const asked = new Set<unknown>();
  const marked = (one: Spread, other: Spread): readonly Fields[] =>
    one.sections.map((section) => {
      const old = base.sections.find(({ id }) => id === section.id);
      if (old === undefined || other.sections.some(({ id }) => id === section.id)) return section;
      const touched = [...inSection(one.dishes, section.id)].filter(([id, dish]) =>
        isTouched(dish, base.dishes.get(id), other.dishes.get(id))
      ).map(([, dish]) => dish);
      if (touched.length === 0 && isSame(old, section)) return section;
      asked.add(section.id);
      return { ...section, platillos: touched };
    });
  const lists = { base: base.sections, after: marked(after, now), now: marked(now, after) };
  const place = { path: ["secciones"], names: [], schema: SECTIONS };
  const sections = merge(lists, place, merging) as readonly Fields[];
  return { asked, sections: sections.map(({ platillos: _, ...section }) => section) };
}

/** Whether the removal of its section would lose what was made of `dish`. */
function isTouched(dish: Fields, old: Fields | undefined, other: Fields | undefined): boolean {
  if (old === undefined) return true;
  return other === undefined ? !isSame(old, dish) : old[SECTION] !== dish[SECTION];
}

function mergedDishes(
  { base, after, now }: Three<Spread>,
  { sections, asked }: Sections,
  merging: Merging,
): Dishes {
  const isKept = (id: unknown) => sections.some((section) => section.id === id);
  const ids = new Set([...now.dishes.keys(), ...after.dishes.keys()]);
  return byId([...ids].flatMap((id) => {
    const [old, mine, theirs] = [base, after, now].map(({ dishes }) => dishes.get(id));
    const only = mine === undefined ? theirs : theirs === undefined ? mine : undefined;
    // With the question about its section that about the dish is answered.
    if (only !== undefined && asked.has(only[SECTION])) return isKept(only[SECTION]) ? [only] : [];
    const section = sections.find((each) => each.id === (mine ?? theirs)?.[SECTION]);
    const names = [section ?? {}, mine ?? theirs].flatMap((each) => itemName(each) ?? []);
    const place = { path: ["platillos", id], names, schema: innerOf(DISHES, 0) };
    const dish = merge({ base: old, after: mine, now: theirs }, place, merging);
    if (dish === undefined) return [];
    const home = [dish as Fields, mine, theirs].find((each) => isKept(each?.[SECTION]));
    return home === undefined ? [] : [{ ...dish as Fields, [SECTION]: home[SECTION] }];
  }));
}

function merge(versions: Three<unknown>, place: Place, merging: Merging): unknown {
  const { base, after, now } = versions;
  if (isSame(base, after) || isSame(after, now)) return now;
  if (isSame(base, now)) return after;
  const { schema } = place;
  const isWhole = schema !== undefined && typingOf(schema) !== null;
  const isList = Array.isArray(after) && Array.isArray(now);
  if (isWhole || !isList && !(isObject(after) && isObject(now))) {
    return answer(versions, place, merging);
  }
  const lists = [base ?? [], after, now].map((value) =>
    isList ? identities(value) : new Map(Object.entries(value as Fields ?? {}))
  );
  if (lists.includes(null)) return answer(versions, place, merging);
  const [old, mine, theirs] = lists as readonly ReadonlyMap<string, unknown>[];
  const values = new Map<string, unknown>();
  for (const key of new Set([...theirs!.keys(), ...mine!.keys()])) {
    const parts = { base: old!.get(key), after: mine!.get(key), now: theirs!.get(key) };
    const value = merge(parts, inside(place, isList ? 0 : key, key, parts), merging);
    if (value !== undefined) values.set(key, value);
  }
  return isList ? inOrder(values, [old!, mine!, theirs!]) : Object.fromEntries(values);
}

function inside(
  place: Place,
  at: string | number,
  key: string,
  { after, now }: Three<unknown>,
): Place {
  const schema = place.schema && innerOf(place.schema, at);
  const name = nameOf(at, after ?? now, schema);
  return { path: [...place.path, key], names: [...place.names, ...name], schema };
}

/** The value that was chosen. Without an answer, the one that is there. */
function answer(
  { base, after, now }: Three<unknown>,
  { path, names, schema }: Place,
  { questions, answers }: Merging,
): unknown {
  const name = `decide.${path.join(".")}`;
  const chosen = answers.get(name);
  const [old, mine, theirs] = [base, after, now].map((value) => inWords(alone(value), schema));
  questions.push({
    name,
    label: names.join(", "),
    before: old!,
    mine: mine!,
    theirs: theirs!,
    chosen: chosen === "mio" || chosen === "suyo" ? chosen : null,
  });
  return chosen === "suyo" ? now : chosen === "mio" ? after : after ?? now;
}

/** A dish without its section, which its words do not say. */
function alone(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { [SECTION]: _, ...own } = value;
  return own;
}

/** The values in the order of `after`, unless only `now` has another than `base`; new ones follow their neighbours. */
function inOrder<T>(
  values: ReadonlyMap<string, T>,
  [base, after, now]: readonly ReadonlyMap<string, unknown>[],
): readonly T[] {
  const shared = (one: Keys, other: Keys) => [...one.keys()].filter((key) => other.has(key));
  const isMoved = !isSame(shared(base!, after!), shared(after!, base!));
  const [first, second] = isMoved ? [after!, now!] : [now!, after!];
  const keys = [...first.keys()];
  [...second.keys()].forEach((key, n, all) => {
    if (!first.has(key)) keys.splice(keys.indexOf(all[n - 1]!) + 1, 0, key);
  });
  return keys.filter((key) => values.has(key)).map((key) => values.get(key)!);
}

type Keys = ReadonlyMap<string, unknown>;
