/** An order that an assistant drafts for a person to confirm, and its lines on the menu. */
import type { LatLng } from "../location.ts";
import { dishWithId, type Menu, type Orderable, orderables } from "../menu.ts";
import { isWhole, type Read } from "../read.ts";
import { readFreeText, skeleton } from "../text.ts";

export type RequestedDelivery =
  | {
    readonly mode: "domicilio";
    readonly address: string;
    /** Directions to the door. */
    readonly references: string | null;
    readonly destination: LatLng;
  }
  | { readonly mode: "recoger" };

/** A draft of the right shape, whose lines may not exist. */
export interface OrderDraftRequest {
  /** 1 to 60, as sent: a quantity may still be anything. */
  readonly lines: readonly { readonly id: string; readonly quantity: unknown }[];
  readonly delivery: RequestedDelivery;
  readonly comments: string | null;
}

/** The contract's limits of a draft; lengths are code points of the trimmed, NFC-normalised text. */
export const DRAFT_LIMITS = {
  lines: { min: 1, max: 60 },
  quantity: { min: 1, max: 30 },
  text: { max: 300 },
} as const;

/** The most of one item in a draft, all of whose lines are of it. */
export const MOST_OF_ONE = DRAFT_LIMITS.lines.max * DRAFT_LIMITS.quantity.max;

export function readDraftText(
  text: string,
): Read<string | null, "texto_invalido" | "texto_largo"> {
  const { max } = DRAFT_LIMITS.text;
  return readFreeText(text, { max, wrong: "texto_invalido", long: "texto_largo" });
}

export interface PricedLine extends Orderable {
  /** 1 or more: each line has at most 30, and lines of the same item are added up. */
  readonly quantity: number;
}

export type LineProblem =
  & { /** Its place among the lines, from 0. */ readonly line: number }
  & (
    | {
      readonly error: "linea_desconocida";
      readonly id: string;
      /** At most 3 ids of the menu that may have been meant. */
      readonly meant: readonly string[];
    }
    | { readonly error: "linea_agotada"; readonly name: string }
    | { readonly error: "cantidad_invalida"; readonly quantity: unknown }
  );

/** The lines at the menu's names and prices, in order, those with the same item added up; or their problems. */
export function resolveLines(
  request: Pick<OrderDraftRequest, "lines">,
  menu: Menu,
): readonly PricedLine[] | { readonly problems: readonly [LineProblem, ...LineProblem[]] } {
  const offered = orderables(menu);
  const resolved = new Map<string, PricedLine>();
  const problems: LineProblem[] = [];
  request.lines.forEach(({ id, quantity }, line) => {
    const orderable = offered.get(id);
    const named = orderable ?? dishWithId(id, menu);
    if (named?.soldOut) problems.push({ line, error: "linea_agotada", name: named.name });
    else if (!orderable) {
      problems.push({ line, error: "linea_desconocida", id, meant: suggestIds(id, menu) });
    }
    if (!isWhole(quantity, DRAFT_LIMITS.quantity)) {
      problems.push({ line, error: "cantidad_invalida", quantity });
    } else if (orderable && !orderable.soldOut) {
      const before = resolved.get(orderable.id)?.quantity ?? 0;
      resolved.set(orderable.id, { ...orderable, quantity: before + quantity });
    }
  });
  const [first, ...others] = problems;
  return first === undefined ? [...resolved.values()] : { problems: [first, ...others] };
}

export function linesTotalCents(
  lines: readonly { readonly quantity: number; readonly priceCents: number }[],
): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.priceCents, 0);
}

const MAX_SUGGESTIONS = 3;
/** Characters of an id that are compared: no name is longer. */
const MAX_SOUGHT = 200;

/** Up to 3 ids that an unknown one may mean: the dish's, else those that contain it, since assistants send names. */
function suggestIds(id: string, menu: Menu): readonly string[] {
  const dish = dishWithId(id, menu);
  if (dish) return dish.presentations.map((presentation) => presentation.id);
  const sought = skeleton(id.slice(0, MAX_SOUGHT));
  if (sought.length < 3) return [];
  const alike = [...orderables(menu).values()].filter(({ soldOut, skeletons }) =>
    !soldOut && skeletons.some((name) => name.includes(sought))
  );
  return [...new Set(alike.map(({ id }) => id))].slice(0, MAX_SUGGESTIONS);
}
