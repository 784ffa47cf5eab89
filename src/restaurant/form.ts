/** Derives forms and questions from the schema of the restaurant's file, and reads what was typed into them. */
import * as v from "valibot";
import { normalisePhone } from "../domain/contact.ts";
import { normaliseMultiline } from "../domain/text.ts";
import { type FormPart, MORE, ROW_INPUTS, type TypedProblem } from "../ports/restaurant.ts";
import { WrongAnswer } from "./answers.ts";
import { freeId, identified, withFile } from "./file_edit.ts";
import { parseJson } from "./json_text.ts";
import { fieldsOf, structureProblem } from "./problems.ts";
import { FILE_WEEKDAYS, restaurantSchema } from "./schema.ts";
import { defaultOf, innerOf, insideOf, type Typing, typingOf } from "./values.ts";

/** The rows that a button adds to a list. */
const MORE_ROWS = 5;

/** The parts of the file `text` with these names. @param typed replaces the values that it has */
export function formOf(
  text: string,
  names: readonly string[],
  typed: URLSearchParams,
): readonly FormPart[] {
  const file = withoutTwin(parseJson(text));
  const answers = answersOf(typed);
  return names.map((name) => {
    const path = name.split(".");
    const value = path.reduce<unknown>((value, key) => Object(value)[key], file);
    return partOf(schemaAt(path), name, value, answers);
  });
}

/** A number for WhatsApp that is the phone's is not kept: it follows when the phone changes. */
function withoutTwin(file: unknown): Readonly<Record<string, unknown>> {
  const { whatsapp, ...others } = fieldsOf(file);
  const [own, phone] = [whatsapp, others.telefono].map((number) => normalisePhone(String(number)));
  return whatsapp === undefined || own === phone ? others : fieldsOf(file);
}

function schemaAt(path: readonly string[]): v.GenericSchema {
  return path.reduce<v.GenericSchema>((schema, key) => innerOf(schema, key)!, restaurantSchema);
}

function labelOf(schema: v.GenericSchema): string {
  return v.getTitle(schema) ?? "";
}

function partOf(
  schema: v.GenericSchema,
  name: string,
  value: unknown,
  typed: Answers,
): FormPart {
  const said = { name, label: labelOf(schema), help: v.getDescription(schema) ?? "" };
  const typing = typingOf(schema);
  if (typing !== null) {
    const shown = typed.texts.get(name) ?? textOf(value ?? defaultOf(schema), typing);
    const { input, maxLength, options, unchosen } = typing;
    return { ...said, input, maxLength, options, unchosen, value: shown, parts: [], isList: false };
  }
  const { item } = insideOf(schema);
  const parts = item === undefined
    ? fieldParts(schema, name, fieldsOf(value), typed)
    : Array.from({ length: shownRows(name, value, typed) }, (_, n) => ({
      ...partOf(item, `${name}.${n}`, Object(value)[n], typed),
      label: String(n + 1),
      value: typed.texts.get(`${name}.${n}${ROW_INPUTS.order}`) ?? String(n + 1),
    }));
  return { ...said, input: null, value: "", parts, isList: item !== undefined };
}

/**
 * The fields that have labels. A text in two languages gives both of its fields its own label too. Its English is empty
 * if it is the Spanish one, so that what was copied from there follows it.
 */
function fieldParts(
  schema: v.GenericSchema,
  name: string,
  value: Readonly<Record<string, unknown>>,
  typed: Answers,
): readonly FormPart[] {
  const { entries = {} } = insideOf(schema);
  const own = "es" in entries && value.en === value.es ? { es: value.es } : value;
  return Object.entries(entries).filter(([, inner]) => labelOf(inner) !== "").map(
    ([key, inner]) => {
      const part = partOf(inner, `${name}.${key}`, own[key], typed);
      return "es" in entries ? { ...part, label: `${labelOf(schema)} ${part.label}` } : part;
    },
  );
}

/** The text of an input, where numbers have no signs as in lists of changes. */
function textOf(value: unknown, { input, write }: Typing): string {
  if (value === undefined || value === null) return "";
  return input === "number" || input === "image" ? String(value) : write(value);
}

/** The rows of the file and as many as were typed, whatever their numbers are. */
function rowCount(name: string, value: unknown, { rows }: Answers): number {
  const own = Array.isArray(value) ? value.length : 0;
  const typed = rows.get(name) ?? new Set();
  return Math.max(
    own,
    Math.min(Math.max(0, ...typed.keys().map((row) => row + 1)), own + typed.size),
  );
}

/** Those rows, and some more if they were asked for; one for an empty list. */
function shownRows(name: string, value: unknown, typed: Answers): number {
  const count = rowCount(name, value, typed);
  return typed.texts.get(MORE) === name ? count + MORE_ROWS : Math.max(count, 1);
}

interface Answers {
  /** By the names of the inputs; of several with one name, the last. */
  readonly texts: Map<string, string>;
  /** The names of the inputs, and of all objects and lists that hold them. */
  readonly present: ReadonlySet<string>;
  /** The names of the objects and lists that hold a text, rows' places apart. */
  readonly filled: ReadonlySet<string>;
  /** The numbers of the rows of each list. */
  readonly rows: ReadonlyMap<string, ReadonlySet<number>>;
}

const ENDS = Object.values(ROW_INPUTS);

/** No input has a longer name. */
const MAX_NAME = 100;

/** Reads all names in one pass, because each part of the file would search them all for its own. */
function answersOf(form: URLSearchParams): Answers {
  const texts = new Map([...form].filter(([name]) => name.length <= MAX_NAME));
  const [present, filled] = [new Set<string>(texts.keys()), new Set<string>()];
  const rows = new Map<string, Set<number>>();
  for (const [name, text] of texts) {
    const isFilled = !ENDS.some((end) => name.endsWith(end)) && !["", "no"].includes(text.trim());
    for (let end = name.lastIndexOf("."); end > 0; end = name.lastIndexOf(".", end - 1)) {
      const holder = name.slice(0, end);
      present.add(holder);
      if (isFilled) filled.add(holder);
      const [, list, row] = /^(.*)\.(\d{1,3})$/.exec(holder) ?? [];
      if (list !== undefined) rows.set(list, (rows.get(list) ?? new Set()).add(Number(row)));
    }
  }
  return { texts, present, filled, rows };
}

interface Reading {
  readonly typed: Answers;
  readonly problems: TypedProblem[];
  /** Those of new items that are left out, so that the rest can be judged. */
  readonly leftOut: TypedProblem[];
  /** The ids of the file, and those added. */
  readonly ids: Set<string>;
  /** The id of the object that holds the value. */
  readonly owner: string;
  /** The objects that were read, by their names. */
  readonly objects: Map<string, unknown>;
}

/**
 * The text `base`, with the parts `names` as typed into its form; what is wrong stays as it was.
 * @param taken ids that no new item gets, besides those of the file
 */
export function answered(
  names: readonly string[],
  form: URLSearchParams,
  base: string,
  taken: readonly string[] = [],
): { readonly text: string; readonly problems: readonly TypedProblem[] } {
  const typed = answersOf(form);
  copyDayBefore(typed.texts);
  // Of a form that is sent twice, both sendings give an item the same id, and so add it once.
  const own = base.matchAll(/"id"\s*:\s*"([^"]*)"/g).map(([, id]) => id!);
  const ids = new Set([...own, ...taken]);
  const objects = new Map<string, unknown>();
  const reading = { typed, problems: [], leftOut: [], ids, owner: "", objects };
  const file = withoutTwin(identified(parseJson(base)));
  const edited = names.map((name) => {
    const value = valueOf(schemaAt([name]), name, file[name], reading);
    return [name, name === "secciones" ? inChosenSections(value, reading) : value];
  });
  const text = withFile(base, withoutTwin({ ...file, ...Object.fromEntries(edited) }));
  return { text, problems: [...reading.problems, ...reading.leftOut] };
}

/** A weekday typed as "igual" gets the hours that were typed for the day before it, from Monday on. */
function copyDayBefore(texts: Map<string, string>): void {
  let before: string | undefined;
  for (const name of FILE_WEEKDAYS.map((day) => `horario.${day}`)) {
    if (before !== undefined && SAME_HOURS.test(texts.get(name) ?? "")) texts.set(name, before);
    before = texts.get(name);
  }
}

const SAME_HOURS = /^\s*(igual|[ií]dem|")\s*$/i;

type Sections = readonly { readonly platillos?: readonly unknown[] }[];

/** The typed sections with their dishes moved to the chosen ones. */
function inChosenSections(value: unknown, { typed, objects }: Reading): Sections {
  const sections = (value as Sections).map((section) => ({
    ...section,
    platillos: [...section.platillos ?? []],
  }));
  for (const [key, to] of typed.texts) {
    if (!key.endsWith(ROW_INPUTS.section)) continue;
    const name = key.slice(0, -ROW_INPUTS.section.length);
    const from = /^secciones\.(\d+)\.platillos\.\d+$/.exec(name)?.[1];
    if (from === undefined || from === to) continue;
    const dish = objects.get(name);
    const [left, target] = [sections[Number(from)], sections[Number(to)]];
    if (target === undefined || !left?.platillos.includes(dish)) continue;
    left.platillos = left.platillos.filter((each) => each !== dish);
    target.platillos.push(dish);
  }
  return sections;
}

/** The typed value; `before` if the form does not have it, undefined if it is blank. */
function valueOf(
  schema: v.GenericSchema,
  name: string,
  before: unknown,
  reading: Reading,
): unknown {
  const { present, filled } = reading.typed;
  if (!present.has(name)) return before;
  const typing = typingOf(schema);
  if (typing !== null) return typedValue(schema, typing, name, { before, reading });
  if (schema.type === "optional" && !filled.has(name)) return undefined;
  const { item } = insideOf(schema);
  return item === undefined
    ? objectValue(schema, name, fieldsOf(before), reading)
    : listValue({ schema, item }, name, Array.isArray(before) ? before : [], reading);
}

function typedValue(
  schema: v.GenericSchema,
  typing: Typing,
  name: string,
  { before, reading: { typed: { texts }, problems } }: { before: unknown; reading: Reading },
): unknown {
  const text = normaliseMultiline(texts.get(name) ?? "");
  const refuse = (why: string) => {
    problems.push({ field: name, text: why });
    return before;
  };
  try {
    if (before !== undefined && text === textOf(before, typing)) return before;
    const value = text === "" ? typing.blank : typing.read(text);
    if (schema.type === "optional" && before === undefined && value === defaultOf(schema)) {
      return undefined;
    }
    // Of a text that is missing in both languages, only the Spanish one is a problem.
    if (value === undefined && name.endsWith(".en")) return undefined;
    const { issues } = v.safeParse(schema, value);
    return issues === undefined ? value : refuse(structureProblem(issues[0]).says);
  } catch (error) {
    if (!(error instanceof WrongAnswer)) throw error;
    return refuse(error.message);
  }
}

/** A text that is given in one language is copied to the other. */
function objectValue(
  schema: v.GenericSchema,
  name: string,
  before: Readonly<Record<string, unknown>>,
  reading: Reading,
): unknown {
  const { typed: { texts }, ids } = reading;
  const { entries = {} } = insideOf(schema);
  const own = texts.get(`${name}.nombre`) ?? texts.get(`${name}.etiqueta`) ?? "";
  const isNamed = entries.id !== undefined && entries.id.type !== "optional";
  const id = isNamed ? String(before.id ?? freeId(`${reading.owner} ${own}`, ids)) : reading.owner;
  for (const [one, other] of "es" in entries ? [["es", "en"], ["en", "es"]] : []) {
    const text = texts.get(`${name}.${one}`)?.trim();
    if (!text) texts.set(`${name}.${one}`, texts.get(`${name}.${other}`) ?? "");
  }
  const read = Object.entries(entries)
    .map(([key, inner]) => {
      const value = valueOf(inner, `${name}.${key}`, before[key], { ...reading, owner: id });
      return [key, key === "id" ? isNamed ? id : before.id : value];
    });
  const object = { ...before, ...Object.fromEntries(read) };
  reading.objects.set(name, object);
  return object;
}

/**
 * The items in their new order, without cleared ones. An item that the form shows in part is not cleared, nor is the
 * first of a list that may not be empty: what it lacks is told with all else.
 */
function listValue(
  { schema, item }: { readonly schema: v.GenericSchema; readonly item: v.GenericSchema },
  name: string,
  before: readonly unknown[],
  reading: Reading,
): unknown {
  const { texts, present, filled } = reading.typed;
  const canBeEmpty = v.is(schema, []);
  const rows = Array.from({ length: rowCount(name, before, reading.typed) }, (_, n) => {
    const row = `${name}.${n}`;
    const old = before[n];
    if (!present.has(row)) return n < before.length ? { value: old, place: n } : null;
    const isShown = Object.keys(fieldsOf(old)).every((key) =>
      key === "id" || present.has(`${row}.${key}`)
    );
    const isNeeded = n === 0 && !canBeEmpty && !filled.has(name);
    const isCleared = isShown && !filled.has(row) && !isNeeded;
    if (texts.has(row + ROW_INPUTS.removal) || isCleared) return null;
    const known = reading.problems.length;
    const value = valueOf(item, row, old, reading);
    // A new item that has no valid value yet would be refused again, as a whole.
    if (old === undefined && reading.problems.length > known) {
      if (canBeEmpty) reading.leftOut.push(...reading.problems.splice(known));
      return null;
    }
    return { value, place: placeOf(texts.get(row + ROW_INPUTS.order), n) };
  });
  return rows.filter((row) => row !== null).sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** The place of row `n`, from 0, with a typed number, from 1: before the row there, or after it if it moves down. */
function placeOf(typed: string | undefined, n: number): number {
  const to = Number(typed || n + 1) - 1;
  if (to === n || Number.isNaN(to)) return n;
  return to < n ? to - 0.5 : to + 0.5;
}
