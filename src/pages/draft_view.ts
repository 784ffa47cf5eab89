/** What a sealed draft says to people: its lines by name, its amounts added up. The page and the message both show this. */
import type { SealedDelivery, SealedDraft, SealedLine } from "../domain/order_draft/link.ts";
import { type Menu, type Orderable, orderables } from "../domain/menu.ts";
import { linesTotalCents } from "../domain/order_draft/lines.ts";

export interface ViewedLine {
  readonly name: string;
  readonly quantity: number;
  /** For one, as quoted. */
  readonly priceCents: number;
  readonly amountCents: number;
}

export interface DraftView {
  readonly dishes: readonly ViewedLine[];
  readonly additions: readonly ViewedLine[];
  readonly linesCents: number;
  readonly delivery: SealedDelivery;
  readonly totalCents: number;
  readonly comments: string | null;
}

/** The draft at its quoted prices. A line that has left the menu since goes by its id. */
export function viewDraft(draft: SealedDraft, menu: Menu): DraftView {
  const offered = orderables(menu);
  const isAddition = ({ id }: SealedLine) => offered.get(id)?.kind === "addition";
  const view = (line: SealedLine) => viewLine(line, offered.get(line.id));
  const linesCents = linesTotalCents(draft.lines);
  const deliveryCents = draft.delivery.mode === "domicilio" ? draft.delivery.costCents : 0;
  return {
    dishes: draft.lines.filter((line) => !isAddition(line)).map(view),
    additions: draft.lines.filter(isAddition).map(view),
    linesCents,
    delivery: draft.delivery,
    totalCents: linesCents + deliveryCents,
    comments: draft.comments,
  };
}

function viewLine(line: SealedLine, orderable: Orderable | undefined): ViewedLine {
  const { quantity, priceCents } = line;
  return {
    name: orderable?.name ?? line.id,
    quantity,
    priceCents,
    amountCents: quantity * priceCents,
  };
}
