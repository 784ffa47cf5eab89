/** GET /api/menu: fields, languages, ids. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { type Api, assertOk } from "./api.ts";
import {
  BOOLEAN,
  CURRENCY,
  fieldRows,
  kind,
  LIST,
  orNull,
  PRICE,
  TEXT,
  TRUE,
  WHOLE,
} from "./fields.ts";
import type { Dish, Menu } from "./shapes.ts";
import type { Suite } from "./suite.ts";

const PATH = "/api/menu";
const GET = `GET ${PATH}`;

const DISH = "secciones[].platillos[]";

const FIELDS = [
  ["restaurante", TEXT],
  ["moneda", CURRENCY],
  ["iva_incluido", TRUE],
  ["total_platillos", WHOLE],
  ["secciones", kind("an array of seven", (v) => Array.isArray(v) && v.length === 7)],
  ["secciones[].nombre", TEXT],
  ["secciones[].platillos", kind("an array", Array.isArray)],
  [`${DISH}.id`, TEXT],
  [`${DISH}.nombre`, TEXT],
  [`${DISH}.descripcion`, TEXT],
  [`${DISH}.presentaciones`, LIST],
  [`${DISH}.presentaciones[].id`, TEXT],
  [`${DISH}.presentaciones[].etiqueta`, orNull(TEXT)],
  [`${DISH}.presentaciones[].precio`, PRICE],
  [`${DISH}.favorito`, BOOLEAN],
  [`${DISH}.destacado`, BOOLEAN],
  ["adiciones", LIST],
  ["adiciones[].id", TEXT],
  ["adiciones[].nombre", TEXT],
  ["adiciones[].precio", PRICE],
] as const;

export function menuRows(suite: Suite): void {
  const { row } = suite;
  fieldRows(suite, GET, FIELDS, readMenu);

  row(`${GET}: total_platillos is the number of listed dishes`, async (api) => {
    const menu = await readMenu(api);
    assertEquals(menu.total_platillos, dishes(menu).length);
  });

  row(`${GET}: ids are unique across dishes, presentations and additions`, async (api) => {
    const menu = await readMenu(api);
    const meanings = new Map<string, string>();
    const claim = (id: string, owner: string) => {
      assertEquals(meanings.get(id) ?? owner, owner, `${id} is ambiguous`);
      meanings.set(id, owner);
    };
    for (const { id, presentaciones } of dishes(menu)) {
      claim(id, id);
      for (const presentation of presentaciones) claim(presentation.id, id);
    }
    for (const { id } of menu.adiciones) claim(id, `addition ${id}`);
    const orderable = dishes(menu).flatMap(({ presentaciones }) => presentaciones);
    assertEquals(new Set(orderable.map(({ id }) => id)).size, orderable.length);
  });

  row(`${GET}: query lang defaults to es`, async (api) => {
    assertEquals(await readMenu(api), await readMenu(api, "?lang=es"));
  });

  row(`${GET}: query lang changes the descriptions and nothing else`, async (api) => {
    const [spanish, english] = [await readMenu(api, "?lang=es"), await readMenu(api, "?lang=en")];
    assertNotEquals(descriptions(english), descriptions(spanish));
    assertEquals(withoutDescriptions(english), withoutDescriptions(spanish));
  });
}

export async function readMenu(api: Api, query = ""): Promise<Menu> {
  const answer = await api.get<Menu>(`${PATH}${query}`);
  assertOk(answer);
  return answer.body;
}

export function dishes({ secciones }: Menu): Dish[] {
  return secciones.flatMap(({ platillos }) => platillos);
}

function descriptions(menu: Menu): string[] {
  return dishes(menu).map(({ descripcion }) => descripcion);
}

function withoutDescriptions(menu: Menu): unknown {
  return JSON.parse(JSON.stringify(menu), (name, value) => name === "descripcion" ? "" : value);
}
