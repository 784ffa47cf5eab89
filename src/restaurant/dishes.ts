/** Dishes between the restaurant's file and its forms, which have one way for one price and for several. */
import { fieldsOf } from "./problems.ts";
import { onlyPresentationId } from "./rules.ts";

type Fields = Readonly<Record<string, unknown>>;

/** `file` with presentations for each dish, also for one with a single price: forms have one way for both. */
export function expanded(file: unknown): Fields {
  return withDishes(fieldsOf(file), ({ precio, ...dish }) => {
    const only = { id: onlyPresentationId(String(dish.id)), etiqueta: null, precio };
    return precio === undefined ? dish : { ...dish, presentaciones: [only] };
  });
}

function withDishes(file: Fields, change: (dish: Fields) => Fields): Fields {
  const sections = Array.isArray(file.secciones) ? file.secciones.map(fieldsOf) : [];
  const secciones = sections.map((section) => ({
    ...section,
    platillos: (section.platillos as Fields[] | undefined ?? []).map(change),
  }));
  return { ...file, secciones };
}

/** The typed sections as `file` writes them, with the dishes in the sections that were chosen for them. */
export function writtenSections(
  typed: unknown,
  file: Fields,
  form: ReadonlyMap<string, string>,
): unknown {
  const before = withDishes(file, (dish) => dish).secciones as { platillos: Fields[] }[];
  const old = new Map(before.flatMap(({ platillos }) => platillos).map((dish) => [dish.id, dish]));
  const { secciones } = withDishes({ secciones: typed }, ({ presentaciones, ...dish }) => {
    const raw = old.get(dish.id) ?? {};
    const [only, second] = presentaciones as Fields[] | undefined ?? [];
    const isPlain = raw.presentaciones === undefined && only?.etiqueta === null &&
      second === undefined;
    const [sold, otherwise] = isPlain
      ? [{ precio: only.precio }, "presentaciones"]
      : [{ presentaciones }, "precio"];
    // A field stays where its owner wrote it.
    const { [otherwise]: _, ...kept } = raw;
    return { ...kept, ...dish, ...sold };
  }) as { secciones: { platillos: Fields[] }[] };
  for (const [key, to] of form) {
    const [, from, n] = /^secciones\.(\d+)\.platillos\.(\d+)\.seccion$/.exec(key) ?? [];
    if (from === undefined || from === to) continue;
    const id = before[Number(from)]?.platillos[Number(n)]?.id;
    const dish = secciones[Number(from)]?.platillos.find((each) => each.id === id);
    const target = secciones[Number(to)];
    if (dish === undefined || target === undefined) continue;
    const left = secciones[Number(from)]!;
    left.platillos = left.platillos.filter((each) => each !== dish);
    target.platillos.push(dish);
  }
  return secciones;
}
