/** Order drafts to send. */
import { type Answer, type Api, assertOk, once } from "./api.ts";
import { dishes, readMenu } from "./menu_rows.ts";
import type { Draft, Menu } from "./shapes.ts";

export const DRAFT_PATH = "/api/pedido/borrador";

export interface Line {
  readonly id: unknown;
  readonly cantidad: unknown;
}

/** A presentation or an addition, with its price. */
export interface Orderable {
  readonly id: string;
  readonly nombre: string;
  readonly precio: number;
}

export const menuOf: (api: Api) => Promise<Menu> = once(readMenu);

/** Every id of a presentation, in the menu's order. */
export async function presentations(api: Api): Promise<Orderable[]> {
  return dishes(await menuOf(api)).flatMap(({ nombre, presentaciones }) =>
    presentaciones.map(({ id, precio }) => ({ id, nombre, precio }))
  );
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

/** A draft whose texts look like markup, for delivery if the restaurant delivers. */
export const markedDraft: (api: Api) => Promise<Draft> = once(async (api) =>
  await acceptedDraft(api, {
    lineas: [await someLine(api, 2)],
    entrega: api.delivers ? toTheDoor(api, { referencias: "Portón <b>azul</b> & timbre" }) : PICKUP,
    comentarios: 'Sin "nuez" <script>alert(1)</script>\nPrueba de contrato',
  })
);

export const pickupDraft: (api: Api) => Promise<Draft> = once((api) => acceptedDraft(api));
