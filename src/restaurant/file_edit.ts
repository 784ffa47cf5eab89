/** Edits one dish of a restaurant's file and leaves the rest as its owner wrote it; lists what differs between two files. */
import { applyEdits, type JSONPath, type ModificationOptions, modify } from "jsonc-parser";
import type { Menu } from "../domain/menu.ts";
import { isObject } from "../domain/read.ts";
import { foldText } from "../domain/text.ts";
import type { DishEdit, FaceEdit, FileChange, ServedRestaurant } from "../ports/restaurant.ts";
import { readJson } from "./json_text.ts";
import { fieldsOf } from "./problems.ts";
import { onlyPresentationId } from "./rules.ts";
import { MAX_ID } from "./values.ts";

type Fields = Readonly<Record<string, unknown>>;

interface MenuFile {
  readonly secciones: readonly { readonly platillos: readonly Fields[] }[];
}

/**
 * The served text with the edit; null if the dish or its section is not on the menu. A dish that stays where it is keeps its
 * comments.
 */
export function withDish(
  { text, restaurant: { menu } }: Pick<ServedRestaurant, "text" | "restaurant">,
  { id, section, after, dish }: DishEdit,
): string | null {
  const { sections } = menu;
  const from = sections.findIndex(({ dishes }) => dishes.some((each) => each.id === id));
  const at = sections[from]?.dishes.findIndex((each) => each.id === id) ?? -1;
  if (id !== null && at < 0 || sections[section] === undefined) return null;
  const { secciones } = readJson(text).value as MenuFile;
  const { platillos = [] } = secciones[from] ?? {};
  const without = id === null ? text : removed(text, platillos, pathOf(from, at));
  if (dish === null) return without;
  const written = fileDish(menu, platillos[at], id, dish);
  const others = sections[section].dishes.filter((each) => each.id !== id);
  const index = others.findIndex((each) => each.id === after) + 1;
  if (from === section && at === index) {
    return changed(text, pathOf(from, at), platillos[at], written);
  }
  return put(without, pathOf(section, index), written, { isArrayInsertion: true });
}

/** The served text with another `presentacion`. */
export function withFace({ text }: Pick<ServedRestaurant, "text">, face: FaceEdit): string {
  const { presentacion } = readJson(text).value as Fields;
  const said = JSON.stringify(face);
  return changed(
    text,
    ["presentacion"],
    presentacion,
    said === "{}" ? undefined : JSON.parse(said),
  );
}

function pathOf(section: number, index: number): JSONPath {
  return ["secciones", section, "platillos", index];
}

function removed(text: string, platillos: readonly Fields[], path: JSONPath): string {
  const edited = put(text, path, undefined);
  try {
    readJson(edited);
    return edited;
  } catch {
    // jsonc-parser leaves the comma after a last item that had one: then the whole list is written.
    return put(text, path.slice(0, -1), platillos.toSpliced(Number(path.at(-1)), 1));
  }
}

const FORMAT = { insertSpaces: true, tabSize: 2, eol: "\n" };

function put(text: string, path: JSONPath, value: unknown, how: ModificationOptions = {}): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: FORMAT, ...how }));
}

/** Writes only what differs, field by field; a list of another length as a whole. */
function changed(text: string, path: JSONPath, before: unknown, after: unknown): string {
  if (JSON.stringify(before) === JSON.stringify(after)) return text;
  if (!isHolder(before) || !isHolder(after)) return put(text, path, after);
  if (Array.isArray(before) && Object.keys(before).length !== Object.keys(after).length) {
    return put(text, path, after);
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.reduce((text, key) => {
    const step = Array.isArray(before) ? Number(key) : key;
    return changed(text, [...path, step], before[key], after[key]);
  }, text);
}

function isHolder(value: unknown): value is Fields {
  return isObject(value) || Array.isArray(value);
}

/** The dish as the file writes it: what the edit does not name stays as in `old`. */
function fileDish(
  { sections, additions }: Menu,
  old: Fields | undefined,
  id: string | null,
  { nombre, descripcion, presentaciones }: NonNullable<DishEdit["dish"]>,
): Fields {
  const dishes = sections.flatMap(({ dishes }) => dishes);
  const named = [...dishes, ...dishes.flatMap(({ presentations }) => presentations), ...additions];
  const taken = new Set(named.map(({ id }) => id));
  const ownId = id ?? freeId(nombre, MAX_DISH_ID, taken);
  const before = (old?.presentaciones ?? []) as readonly Fields[];
  const sold = presentaciones.map(({ id, etiqueta, precio }) => ({
    ...before.find((each) => each.id === id),
    id: id ?? freeId(`${ownId} ${etiqueta ?? ""}`, MAX_ID, taken),
    etiqueta,
    precio,
  }));
  const [only, ...others] = sold;
  const isPlain = only !== undefined && others.length === 0 && only.etiqueta === null &&
    old?.presentaciones === undefined;
  return {
    ...old,
    id: ownId,
    nombre,
    descripcion,
    precio: isPlain ? only.precio : undefined,
    presentaciones: isPlain ? undefined : sold,
  };
}

/** Leaves room for what the id of an only presentation adds. */
const MAX_DISH_ID = MAX_ID - onlyPresentationId("").length;

/** An id made of `name`, which it adds to `taken`. */
function freeId(name: string, max: number, taken: Set<string>): string {
  const plain = foldText(name).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "platillo";
  for (let nth = 1;; nth++) {
    const end = nth === 1 ? "" : `-${nth}`;
    const id = `${plain.slice(0, max - end.length)}${end}`;
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

/** What differs between the texts of two good files, in the later one's order. */
export function fileChanges(before: string, after: string): readonly FileChange[] {
  return [...differences(readJson(before).value, readJson(after).value, [])];
}

function* differences(
  before: unknown,
  after: unknown,
  names: readonly string[],
  field = "",
): Generator<FileChange> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const label = names.filter((name) => !LEVELS.includes(name)).join(", ")
    .replace(/, (en (español|inglés))$/, " $1");
  if (!isHolder(before) || !isHolder(after)) {
    return yield { label, before: inWords(before, field), after: inWords(after, field) };
  }
  const [old, now] = [partsOf(before), partsOf(after)];
  for (const key of new Set([...now.keys(), ...old.keys()])) {
    const { name } = now.get(key) ?? old.get(key)!;
    yield* differences(old.get(key)?.value, now.get(key)?.value, [...names, name], key);
  }
  if (!Array.isArray(after)) return;
  const order = (parts: Parts, others: Parts) =>
    [...parts.keys()].filter((key) => others.has(key)).map((key) => now.get(key)!.name).join(", ");
  const [was, is] = [order(old, now), order(now, old)];
  if (was !== is) yield { label: `${label}, orden`, before: was, after: is };
}

type Parts = ReadonlyMap<string, { readonly name: string; readonly value: unknown }>;

/** Left out of labels: the names of what they hold suffice. */
const LEVELS = ["secciones", "platillos", "presentaciones"];

/** Fields whose words are not their names. */
const WORDS: Readonly<Record<string, string>> = {
  descripcion: "descripción",
  nombre_en: "nombre en inglés",
  etiqueta_en: "etiqueta en inglés",
  es: "en español",
  en: "en inglés",
  envio: "envío",
  miercoles: "miércoles",
  sabado: "sábado",
  calificacion: "calificación",
  base_km: "kilómetros del costo base",
  base_costo: "costo base",
  costo_km_extra: "costo por kilómetro extra",
  radio_maximo_km: "radio máximo en kilómetros",
  anticipacion_minutos: "minutos de anticipación",
  presentacion: "presentación",
};

/** Names of images, which mean nothing to people: their beginning tells them apart. */
const IMAGES = ["foto", "logo"];
const PRICES = ["precio", "base_costo", "costo_km_extra"];

/** The fields of an object, or the items of a list by their ids, or by index if they have none. */
function partsOf(holder: Fields): Parts {
  const isList = Array.isArray(holder);
  return new Map(
    Object.entries(holder).map(([key, value]) => {
      const { id, nombre, etiqueta } = fieldsOf(value);
      const name = isList
        ? nombre ?? etiqueta ?? Number(key) + 1
        : Object.hasOwn(WORDS, key)
        ? WORDS[key]
        : key.replaceAll(/(?<=[a-z])_(?=[a-z])/g, " ");
      return [String(isList ? id ?? key : key), { name: String(name), value }];
    }),
  );
}

/** A value as people read it: without names of fields and ids. Null if there is none. */
function inWords(value: unknown, field: string): string | null {
  if (value === undefined) return null;
  if (IMAGES.includes(field)) return `imagen ${String(value).slice(0, 6)}`;
  if (PRICES.includes(field) && typeof value === "number") return `$${value.toFixed(2)}`;
  if (typeof value === "boolean") return value ? "sí" : "no";
  if (!isHolder(value)) return String(value ?? "ninguno");
  const words = Object.entries(value).filter(([name]) => name !== "id");
  return words.map(([name, inner]) => inWords(inner, name)).join(", ") || "ninguno";
}
