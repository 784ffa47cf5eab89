/** A sealed draft in names and amounts, for its page and its message. */
import { type Menu, nameIn, orderables } from "../domain/menu.ts";
import { linesTotalCents } from "../domain/order_draft/request.ts";
import type { SealedDraft } from "../domain/order_draft/link.ts";
import { formatMoney } from "../html/words.ts";
import type { Texts } from "./texts/es.ts";

type DraftTexts = Texts["draft"];

export interface ViewedLine {
  /** As the kitchen knows it, for the message. */
  readonly name: string;
  /** As the guest reads it. */
  readonly shown: string;
  readonly quantity: number;
  /** Of one piece, as quoted. */
  readonly priceCents: number;
  readonly amountCents: number;
}

export interface DraftView extends Pick<SealedDraft, "delivery" | "comments"> {
  readonly lines: readonly ViewedLine[];
  readonly linesCents: number;
  readonly totalCents: number;
}

/** The draft at its quoted prices. A dish that has left the menu since has a text in place of its name. */
export function viewDraft(
  draft: SealedDraft,
  menu: Menu,
  { draft: texts, restaurant: language }: Pick<Texts, "draft" | "restaurant">,
): DraftView {
  const offered = new Map([...orderables(menu).values()].map((each) => [each.code, each]));
  const lines = draft.lines.map(({ code, quantity, priceCents }) => {
    const item = offered.get(code);
    const name = item?.name ?? texts.offMenu;
    const amountCents = quantity * priceCents;
    const shown = nameIn(language, name, item ?? {});
    return { name, shown, quantity, priceCents, amountCents };
  });
  const linesCents = linesTotalCents(draft.lines);
  const deliveryCents = draft.delivery.mode === "domicilio" ? draft.delivery.costCents : 0;
  return {
    lines,
    linesCents,
    delivery: draft.delivery,
    totalCents: linesCents + deliveryCents,
    comments: draft.comments,
  };
}

/** WhatsApp links carry texts of about 2,000 characters; ours stay under this many UTF-16 units. */
export const MESSAGE_LIMIT = 1800;

/**
 * The order written out with its link, in less than {@linkcode MESSAGE_LIMIT}. A long order is shortened to its totals and the
 * link. If the link alone is too long, the message holds the order without it, or the totals and a note. No part is cut.
 * @param link the draft's own
 */
export function orderMessage(
  view: DraftView,
  restaurantName: string,
  link: string,
  texts: DraftTexts,
): string {
  const full = [texts.greeting(restaurantName), "", ...view.lines.map(lineText), ""];
  const short = [texts.greeting(restaurantName), "", summaryText(view, texts)];
  const delivery = deliveryTexts(view, texts);
  const totals = totalTexts(view, texts);
  const candidates = [
    [...full, ...delivery, ...totals, "", link],
    [...short, ...totals, "", link],
    [...full, ...delivery, ...totals],
    [...short, ...totals, "", texts.linkApart],
  ].map((lines) => lines.join("\n"));
  return candidates.find((text) => text.length < MESSAGE_LIMIT) ?? candidates.at(-1)!;
}

function lineText({ quantity, name, amountCents }: ViewedLine): string {
  return `${quantity} × ${name}: ${formatMoney(amountCents)}`;
}

function summaryText({ lines, linesCents }: DraftView, texts: DraftTexts): string {
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  return texts.linesSummary(lines.length, pieces, formatMoney(linesCents));
}

function deliveryTexts({ delivery, comments }: DraftView, texts: DraftTexts): readonly string[] {
  const said = comments === null ? [] : [`${texts.comments}: ${comments}`];
  if (delivery.mode === "recoger") return said;
  const { lat, lng } = delivery.destination;
  const point = texts.point(lat.toFixed(6), lng.toFixed(6));
  return [
    `${texts.address}: ${delivery.address}`,
    ...(delivery.references === null ? [] : [`${texts.references}: ${delivery.references}`]),
    delivery.street === null ? point : `${point} (${delivery.street})`,
    ...said,
  ];
}

function totalTexts({ delivery, totalCents }: DraftView, texts: DraftTexts): readonly string[] {
  const way = delivery.mode === "recoger"
    ? texts.pickup
    : `${texts.delivery} (${delivery.km} km): ${formatMoney(delivery.costCents)}`;
  return [way, `${texts.total}: ${formatMoney(totalCents)} MXN, ${texts.taxIncluded}`];
}
