/** GET /api/menu: fields, languages, ids. */
import { assertEquals } from "@std/assert";
import { type Api, assertOk } from "./api.ts";
import {
  ARRAY,
  BOOLEAN,
  CURRENCY,
  fieldRows,
  LIST,
  orNull,
  PRICE,
  STRING,
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
  ["secciones", ARRAY],
  ["secciones[].nombre", TEXT],
  ["secciones[].platillos", ARRAY],
  [`${DISH}.id`, TEXT],
  [`${DISH}.nombre`, TEXT],
  [`${DISH}.descripcion`, STRING],
  [`${DISH}.presentaciones`, LIST],
  [`${DISH}.presentaciones[].id`, TEXT],
  [`${DISH}.presentaciones[].etiqueta`, orNull(TEXT)],
  [`${DISH}.presentaciones[].precio`, PRICE],
  [`${DISH}.favorito`, BOOLEAN],
  [`${DISH}.destacado`, BOOLEAN],
  ["adiciones", ARRAY],
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

  row(`${GET}: query lang changes nothing but descriptions`, async (api) => {
    const [spanish, english] = [await readMenu(api, "?lang=es"), await readMenu(api, "?lang=en")];
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

function withoutDescriptions(menu: Menu): unknown {
  return JSON.parse(JSON.stringify(menu), (name, value) => name === "descripcion" ? "" : value);
}
