/** Whether a message still says what its link has sealed: whoever edited it before sending is found out, line by line. */
import type { SealedDraft } from "../../domain/order_draft/link.ts";
import type { Restaurant } from "../../domain/restaurant.ts";
import { DRAFT_TEXTS } from "../../pages/draft_texts.ts";
import { orderMessage, viewDraft } from "../../pages/draft_view.ts";

export type MessageCheck =
  /** There was nothing but the link. */
  | { readonly kind: "link_alone" }
  | { readonly kind: "same" }
  | {
    readonly kind: "different";
    /** Lines that the message has and the sealed order has not. */
    readonly added: readonly string[];
    /** Lines that it should have. */
    readonly missing: readonly string[];
  };

export interface CheckedMessage {
  /** As pasted. */
  readonly text: string;
  readonly token: string;
  readonly draft: SealedDraft;
  readonly restaurant: Restaurant;
  /** Public address without a trailing slash. */
  readonly baseUrl: string;
}

/** Compares with the message that the page writes, in whichever of its languages is nearer. */
export function checkMessage(
  { text, token, draft, restaurant, baseUrl }: CheckedMessage,
): MessageCheck {
  const said = linesOf(text, token);
  if (said.length === 0) return { kind: "link_alone" };
  const view = viewDraft(draft, restaurant.menu);
  const link = `${baseUrl}/pedido/${token}`;
  const [nearest] = Object.values(DRAFT_TEXTS)
    .map((texts) => orderMessage({ view, restaurantName: restaurant.name, link, texts }))
    .map((message) => difference(said, linesOf(message, token)))
    .sort((a, b) => size(a) - size(b));
  return size(nearest!) === 0 ? { kind: "same" } : { kind: "different", ...nearest! };
}

interface Difference {
  readonly added: readonly string[];
  readonly missing: readonly string[];
}

function size({ added, missing }: Difference): number {
  return added.length + missing.length;
}

/** What each has more often than the other. */
function difference(said: readonly string[], sealed: readonly string[]): Difference {
  return { added: without(said, sealed), missing: without(sealed, said) };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  });
}

/** The lines that say something, the link's own left out; what WhatsApp puts before a copied message is none of it. */
function linesOf(text: string, token: string): string[] {
  return text.replace(COPIED_FROM, "").split(/\r\n?|\n/).map(cleaned)
    .filter((line) => line !== "" && !isOfLink(line, token));
}

/** Whether a line holds the token, or a piece of it that a line break has torn off. */
function isOfLink(line: string, token: string): boolean {
  const bare = line.replaceAll(" ", "");
  if (bare.includes(token)) return true;
  const piece = bare.slice(bare.lastIndexOf("/") + 1);
  return piece.length >= SHORTEST_PIECE && token.includes(piece);
}

const SHORTEST_PIECE = 12;

/** `[20:31, 1/8/2026] Ana: ` */
const COPIED_FROM = /^\s*\[[^\]\n]{1,40}\] [^:\n]{1,60}: /;

function cleaned(line: string): string {
  return line.normalize("NFC").replace(/\p{Default_Ignorable_Code_Point}/gu, "").replace(
    /\s+/g,
    " ",
  )
    .trim();
}
