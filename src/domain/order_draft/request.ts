/** An order as an assistant drafts it for a person to confirm. */
import type { LatLng } from "../location.ts";
import { codePoints, isPlainText, normaliseMultiline } from "../text.ts";

/** Where the order is to go, as asked for. */
export type RequestedDelivery =
  | {
    readonly mode: "domicilio";
    readonly address: string;
    /** Directions to the door. */
    readonly references: string | null;
    readonly destination: LatLng;
  }
  | { readonly mode: "recoger" };

/** A line as sent: its id is a string, its quantity may still be anything. */
export interface RequestedLine {
  readonly id: string;
  readonly quantity: unknown;
}

/** A draft of the right shape; whether its lines exist is not yet known. */
export interface OrderDraftRequest {
  /** 1 to 60. */
  readonly lines: readonly RequestedLine[];
  readonly delivery: RequestedDelivery;
  readonly comments: string | null;
}

/** The contract's limits of a draft; lengths are code points of the trimmed, NFC-normalised text. */
export const DRAFT_LIMITS = {
  lines: { min: 1, max: 60 },
  quantity: { min: 1, max: 30 },
  text: { max: 300 },
} as const;

/** A free text as the draft keeps it: trimmed, NFC, newlines as `\n`; null where it is blank. */
export function readDraftText(
  value: string,
): { readonly value: string | null } | { readonly error: "texto_invalido" | "texto_largo" } {
  const text = normaliseMultiline(value);
  if (!isPlainText(text)) return { error: "texto_invalido" };
  if (codePoints(text) > DRAFT_LIMITS.text.max) return { error: "texto_largo" };
  return { value: text || null };
}
