/** What two people make of one version of a restaurant's file, drawn. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { freeId, identified } from "../../src/restaurant/file_edit.ts";
import { SAMPLE_FILE_TEXT } from "../../src/restaurant/load.ts";
import { mergedText } from "../../src/restaurant/merge.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

const sample = JSON.parse(SAMPLE_FILE_TEXT);

/** Three sections of three dishes and a few of all else, without ids where a file may have none. */
const BASE = JSON.stringify({
  horario: sample.horario,
  envio: sample.envio,
  secciones: sample.secciones.slice(0, 3).map((section: Json) => ({
    ...section,
    platillos: section.platillos.slice(0, 3),
  })),
  adiciones: sample.adiciones.slice(0, 3),
  preguntas_frecuentes: sample.preguntas_frecuentes.slice(0, 3),
  dias_especiales: ["12-25", "01-01", "09-16"].map((fecha) => ({ fecha, servicios: [] })),
  presentacion: {
    enlaces: ["Uno", "Dos"].map((nombre) => ({ nombre, direccion: "https://a.mx" })),
  },
});

/** The lists of a file whose items are added, removed, moved and changed. */
const LISTS: Readonly<Record<string, (file: Json) => Json[]>> = {
  sections: (file) => file.secciones,
  first: (file) => file.secciones[0]?.platillos ?? [],
  last: (file) => file.secciones.at(-1)?.platillos ?? [],
  extras: (file) => file.adiciones,
  questions: (file) => file.preguntas_frecuentes,
  days: (file) => file.dias_especiales,
  links: (file) => file.presentacion.enlaces,
};

function idsIn(text: string): Set<string> {
  return new Set(text.matchAll(/"id":"([^"]*)"/g).map(([, id]) => id!));
}

/** A new item, as a form gives it an id. */
function newItem(list: string, name: string, price: number, file: Json): Json {
  const taken = idsIn(JSON.stringify(file));
  const dish = () => ({
    id: freeId(name, taken),
    nombre: name,
    presentaciones: [{ id: freeId(name, taken), precio: price }],
  });
  switch (list) {
    case "sections":
      return { nombre: name, platillos: [dish()] };
    case "extras":
      return { id: freeId(name, taken), nombre: name, precio: price };
    case "questions":
      return { pregunta: { es: name, en: name }, respuesta: { es: `${price}`, en: `${price}` } };
    case "days":
      return { fecha: `11-${10 + name.length}`, servicios: [], motivo: `${price}` };
    case "links":
      return { nombre: name, direccion: `https://b.mx/${price}` };
    default:
      return dish();
  }
}

/** Changes the first price, answer, reason or address in `item`. */
function change(item: Json, price: number): void {
  if (item.platillos) item.nombre_en = `${price}`;
  else if (item.presentaciones) item.presentaciones[0].precio = price;
  else if (item.pregunta) item.respuesta.es = `${price}`;
  else if (item.fecha) item.motivo = `${price}`;
  else if (item.direccion) item.direccion = `https://c.mx/${price}`;
  else item.precio = price;
}

const place = fc.nat(3);
const step = fc.record({
  act: fc.constantFrom("add", "remove", "change", "move", "shift", "hours", "delivery"),
  list: fc.constantFrom(...Object.keys(LISTS)),
  at: place,
  to: place,
  name: fc.constantFrom("Agua", "Flan", "Tamal asado"),
  price: fc.integer({ min: 1, max: 4 }),
});

const drawn = fc.array(step, { maxLength: 5 });
type Steps = typeof drawn extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function edited(steps: Steps): string {
  const file: Json = structuredClone(identified(JSON.parse(BASE)));
  for (const { act, list: name, at, to, price, ...more } of steps) {
    const list = LISTS[name]!(file);
    const item = list[at];
    if (act === "add") list.splice(at, 0, newItem(name, more.name, price, file));
    else if (act === "hours") file.horario.lunes = [{ abre: `1${price}:00`, cierra: "22:00" }];
    else if (act === "delivery") {
      file.envio = to === 0 ? undefined : { ...file.envio, base_km: price };
    } else if (item === undefined) continue;
    else if (act === "change") change(item, price);
    else {
      list.splice(at, 1);
      if (act === "move") list.splice(to, 0, item);
      const section = file.secciones[to];
      if (act === "shift" && item.presentaciones) (section?.platillos ?? list).push(item);
    }
  }
  return JSON.stringify(identified(file, identified(JSON.parse(BASE))));
}

function merge(after: string, now: string, answer?: "mio" | "suyo") {
  const asked = mergedText({ base: BASE, after, now }, new URLSearchParams());
  const answers = asked.questions.map(({ name }) => [name, answer ?? ""]);
  return mergedText({ base: BASE, after, now }, new URLSearchParams(answers));
}

const KNOWN = idsIn(JSON.stringify(identified(JSON.parse(BASE))));

/** Each item of each list by its identity, with what it holds, ids of what was added apart. */
function itemsOf(text: string): Map<string, string> {
  const file = identified(JSON.parse(text)) as Json;
  const plain = (value: Json) =>
    JSON.stringify(
      value,
      (key, inner) => key === "id" && !KNOWN.has(inner) ? undefined : inner,
    );
  const keyed = (list: string, items: Json[]) =>
    items.map((item) => {
      const { platillos: _, ...own } = item;
      const isNew = ["platillos", "adiciones"].includes(list) && !KNOWN.has(item.id);
      const key = isNew ? plain(own) : item.id ?? item.fecha ?? item.nombre;
      return [`${list}.${key}`, plain(own)] as const;
    });
  return new Map([
    ...keyed("secciones", file.secciones),
    ...keyed("platillos", file.secciones.flatMap(({ platillos }: Json) => platillos)),
    ...keyed("adiciones", file.adiciones),
    ...keyed("preguntas_frecuentes", file.preguntas_frecuentes),
    ...keyed("dias_especiales", file.dias_especiales),
    ...keyed("enlaces", file.presentacion.enlaces),
  ]);
}

/** The file without the order of its lists, and without the ids of what was added. */
function unordered(text: string): unknown {
  const file = identified(JSON.parse(text)) as Json;
  const inside = file.secciones.flatMap(({ id, platillos }: Json) =>
    platillos.map((dish: Json) => [id, dish.id])
  );
  const items = itemsOf(text);
  const places = inside.map(([section, id]: string[]) =>
    items.has(`platillos.${id}`) ? `${section} ${id}` : section
  );
  const { horario, envio } = file;
  return [[...items].sort(), places.sort(), horario, envio];
}

const SEEDED = { seed: 50, numRuns: 150 };

Deno.test("of two edits of one version nothing that was added is gone, and nothing removed comes back unasked", () => {
  const base = itemsOf(BASE);
  fc.assert(
    fc.property(drawn, drawn, (...steps) => {
      const [mine, theirs] = steps.map(edited) as [string, string];
      const { text, questions } = merge(mine, theirs);
      const both = itemsOf(text);
      const asked = questions.map(({ name }) => name).join(" ");
      for (const one of [itemsOf(mine), itemsOf(theirs)]) {
        for (const key of one.keys()) {
          if (!base.has(key)) assert(both.has(key), `${key} was added`);
        }
        for (const key of base.keys()) {
          if (one.has(key) || !both.has(key)) continue;
          assert(/secciones/.test(asked) || asked.includes(key), `${key} was removed`);
        }
      }
      for (const [key, old] of base) {
        const [a, b] = [mine, theirs].map((each) => itemsOf(each).get(key) ?? null);
        const now = both.get(key) ?? null;
        if (a === old && b !== null && b !== now) assert(asked.includes(key), `${key} was changed`);
        if (a !== old && b !== old && a !== b && (a === null || b === null)) {
          assert(/secciones/.test(asked) || asked.includes(key), `${key} was removed and changed`);
        }
      }
    }),
    SEEDED,
  );
});

Deno.test("two edits give the same in either order of saving, but for order; sent again, they change nothing", () => {
  fc.assert(
    fc.property(drawn, drawn, fc.boolean(), (first, second, isMine) => {
      const [mine, theirs] = [edited(first), edited(second)];
      const one = merge(mine, theirs, isMine ? "mio" : "suyo");
      const other = merge(theirs, mine, isMine ? "suyo" : "mio");
      const swapped = other.questions.map(({ mine, theirs, ...question }) => [
        question.name,
        theirs,
        mine,
      ]);
      const asked = one.questions.map(({ name, mine, theirs }) => [name, mine, theirs]);
      assertEquals(asked.toSorted(), swapped.toSorted());
      assertEquals(unordered(one.text), unordered(other.text));
      if (isMine) assertEquals(merge(mine, one.text, "mio").text, one.text);
    }),
    SEEDED,
  );
});
