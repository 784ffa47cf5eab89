/** Order drafts to send. */
import { type Answer, type Api, assertOk, once } from "./api.ts";
import { dishes, readMenu } from "./menu_rows.ts";
import type { Dish, Draft, Menu } from "./shapes.ts";

export const DRAFT_PATH = "/api/pedido/borrador";

export interface Line {
  readonly id: unknown;
  readonly cantidad: unknown;
}

export const menuOf: (api: Api) => Promise<Menu> = once(readMenu);

/** In the menu's order. */
export async function presentations(api: Api): Promise<Dish["presentaciones"]> {
  return dishes(await menuOf(api)).flatMap(({ presentaciones }) => presentaciones);
}

/** A line of the first presentation on the menu. */
export async function someLine(api: Api, cantidad: unknown = 1): Promise<Line> {
  const [first] = await presentations(api);
  return { id: first!.id, cantidad };
}

/** `entrega` for a delivery to the target's point. */
export function toTheDoor(api: Api, changes: Readonly<Record<string, unknown>> = {}): unknown {
  const { lat, lng } = api.point;
  return { modo: "domicilio", direccion: "Calle 58 núm. 495, Centro", lat, lng, ...changes };
}

export const PICKUP = { modo: "recoger" } as const;

/** Posts a draft of one line to pick up, with `changes`; undefined omits a field. */
export async function postDraft(
  api: Api,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Answer<Draft>> {
  const body = { lineas: [await someLine(api)], entrega: PICKUP, ...changes };
  return await api.post<Draft>(DRAFT_PATH, body);
}

export async function acceptedDraft(
  api: Api,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Draft> {
  const answer = await postDraft(api, changes);
  assertOk(answer);
  return answer.body;
}

/** A draft of two of the first presentation. Only where the restaurant delivers. */
export const deliveredDraft: (api: Api) => Promise<Draft> = once(async (api) =>
  await acceptedDraft(api, { lineas: [await someLine(api, 2)], entrega: toTheDoor(api) })
);

export const pickupDraft: (api: Api) => Promise<Draft> = once((api) => acceptedDraft(api));
