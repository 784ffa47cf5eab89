/** Opens the order that a link has sealed, for staff: also for some days after it expired. */
import { openDraft, type SealedDraft } from "../../domain/order_draft/link.ts";
import type { PastedLink } from "../../domain/order_draft/pasted_link.ts";
import type { StaffDeps } from "../../ports.ts";
import { checkMessage, type MessageCheck } from "./message_check.ts";

/** How long after it expired a link still opens for staff. */
export const DAYS_AFTER_EXPIRY = 7;

const DAY_MS = 86_400_000;

/** What became of one link. */
export type OrderCheck =
  | {
    readonly kind: "opened";
    readonly draft: SealedDraft;
    readonly message: MessageCheck;
  }
  | { readonly kind: "too_old"; readonly expiresAt: number }
  | { readonly kind: "unreadable"; readonly why: "cut" | "cut_or_changed" | "elsewhere" };

/** @param text what was pasted, link and all */
export async function checkLink(
  deps: StaffDeps,
  link: PastedLink,
  text: string,
): Promise<OrderCheck> {
  for (const token of link.tokens) {
    const draft = await openDraft(token, deps.draftKey);
    if (draft === null) continue;
    const { expiresAt } = draft;
    if (deps.now() - expiresAt > DAYS_AFTER_EXPIRY * DAY_MS) return { kind: "too_old", expiresAt };
    const restaurant = deps.restaurant();
    const { baseUrl } = deps;
    const message = checkMessage({ text, token, draft, restaurant, baseUrl });
    return { kind: "opened", draft, message };
  }
  return { kind: "unreadable", why: whyUnreadable(link, deps.baseUrl) };
}

/** The least that a sealed order can be: a nonce of 12 bytes, a tag of 16, and something between, in base64url. */
const SHORTEST = 44;

function whyUnreadable(
  { address, tokens: [token = ""] }: PastedLink,
  baseUrl: string,
): "cut" | "cut_or_changed" | "elsewhere" {
  if (address !== "" && bare(address) !== bare(baseUrl)) return "elsewhere";
  // No whole number of bytes has one letter more than a multiple of four.
  return token.length < SHORTEST || token.length % 4 === 1 ? "cut" : "cut_or_changed";
}

/** An address as people write it, with or without its scheme. */
function bare(address: string): string {
  return address.toLowerCase().replace(/^https?:\/\//, "");
}
