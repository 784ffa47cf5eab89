/** A draft's link holds the sealed draft: numbers as varints (seven bits a byte, lowest first), then texts. */
import type { Seals } from "../seal.ts";
import type { KitchenMinutes } from "../tariff.ts";
import type { PricedLine, RequestedDelivery } from "./request.ts";

/** Minutes until a link expires: prices and the kitchen's state change within an evening. */
export const DRAFT_MINUTES = 30;

/** Delivery at the price it was quoted. Its destination is sealed to six decimals, about 11 cm. */
export interface SealedHomeDelivery extends Extract<RequestedDelivery, { mode: "domicilio" }> {
  /** Name of the street that the destination was matched to; null if it has none. */
  readonly street: string | null;
  /** Kilometres of the route, sealed to one decimal. */
  readonly km: number;
  readonly costCents: number;
  readonly minutes: KitchenMinutes;
}

export type SealedDelivery = SealedHomeDelivery | { readonly mode: "recoger" };

export interface SealedDraft {
  readonly lines: readonly Pick<PricedLine, "code" | "quantity" | "priceCents">[];
  readonly delivery: SealedDelivery;
  readonly comments: string | null;
  /** Epoch milliseconds, sealed to whole seconds. */
  readonly expiresAt: number;
}

/** The draft as a token, different for each call. Texts hold no NUL. @param random bytes */
export function sealDraft(draft: SealedDraft, { seal }: Seals, random: Uint8Array): string {
  return seal(packDraft(draft), "draft", random);
}

/** The draft in a token, expired or not; null if there is none. Bad input never throws. */
export function openDraft(token: string, { open }: Seals): SealedDraft | null {
  const packed = open(token, "draft");
  return packed && unpackDraft(packed);
}

const MICRODEGREES = 1e6;
/** Numbers are packed without a sign, so degrees are counted from these. */
const LEAST = { lat: -90 * MICRODEGREES, lng: -180 * MICRODEGREES };

function packDraft({ delivery, comments, lines, expiresAt }: SealedDraft): Uint8Array {
  const home = delivery.mode === "domicilio" ? delivery : null;
  const numbers = [
    home === null ? 0 : 1,
    Math.floor(expiresAt / 1000),
    lines.length,
    ...lines.flatMap(({ quantity, priceCents }) => [quantity, priceCents]),
    ...(home ? homeNumbers(home) : []),
    ...lines.map(({ code }) => code),
  ];
  // A null text is packed as an empty one.
  const text = [home?.street, home?.address, home?.references, comments].join("\0");
  return Uint8Array.from([...numbers.flatMap(varint), ...new TextEncoder().encode(text)]);
}

function homeNumbers({ destination, km, costCents, minutes }: SealedHomeDelivery): number[] {
  return [
    Math.round(destination.lat * MICRODEGREES) - LEAST.lat,
    Math.round(destination.lng * MICRODEGREES) - LEAST.lng,
    Math.round(km * 10),
    costCents,
    minutes.min,
    minutes.max - minutes.min,
  ];
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

/** Reads only what {@linkcode packDraft} wrote: the seal was checked. */
function unpackDraft(packed: Uint8Array): SealedDraft {
  let at = 0;
  const number = (): number => {
    const byte = packed[at++]!;
    return byte < 128 ? byte : byte - 128 + 128 * number();
  };
  const [isHome, expiresAt] = [number() === 1, number() * 1000];
  const prices = Array.from({ length: number() }, () => ({
    quantity: number(),
    priceCents: number(),
  }));
  const home = isHome ? homeOf(number) : null;
  const lines = prices.map((price) => ({ code: number(), ...price }));
  const texts = new TextDecoder("utf-8", { ignoreBOM: true }).decode(packed.subarray(at));
  const [street, address = "", references, comments] = texts.split("\0");
  return {
    lines,
    delivery: home === null ? { mode: "recoger" } : {
      mode: "domicilio",
      address,
      references: references || null,
      street: street || null,
      ...home,
    },
    comments: comments || null,
    expiresAt,
  };
}

function homeOf(number: () => number) {
  const destination = {
    lat: (number() + LEAST.lat) / MICRODEGREES,
    lng: (number() + LEAST.lng) / MICRODEGREES,
  };
  const [km, costCents, min] = [number() / 10, number(), number()];
  return { destination, km, costCents, minutes: { min, max: min + number() } };
}
