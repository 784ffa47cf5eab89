import type { Tags } from "../osm/elements.ts";

/** A value for driving along a way's nodes, and one for driving against them. */
export interface BothWays<T> {
  readonly forward: T;
  readonly backward: T;
}

const METERS_AN_INCH = 0.0254;
const INCHES_A_FOOT = 12;
const KG_A_POUND = 0.45359237;
const KM_A_MILE = 1.609;

/** The first of `keys` that is tagged, for each direction: `key:forward` before `key`. */
export function directedTag(tags: Tags, keys: readonly string[]): BothWays<string | undefined> {
  let forward: string | undefined;
  let backward: string | undefined;
  for (const key of keys) {
    const both = tags[key];
    forward ??= tags[`${key}:forward`] ?? both;
    backward ??= tags[`${key}:backward`] ?? both;
  }
  return { forward, backward };
}

/** Km/h of a speed that begins with a number (`50`, `30 mph`); null for one in words. */
export function speedKmh(text: string): number | null {
  const digits = /^\d+/.exec(text)?.[0];
  if (digits === undefined) return null;
  return Number(digits) * (/mph|mp\/h/.test(text) ? KM_A_MILE : 1);
}

/** Metres of a size (`2.1`, `2,1 m`, `6'7"`); null where it has no number. */
export function sizeMeters(text: string | undefined): number | null {
  const number = firstNumber(text);
  if (number === null) return null;
  const inches = /'(.*)/.exec(text!)?.[1];
  if (inches === undefined) return number;
  return (number * INCHES_A_FOOT + Number(/\d+/.exec(inches)?.[0] ?? 0)) * METERS_AN_INCH;
}

/** Kilograms of a weight, in tonnes unless it says otherwise (`3.5`, `1500 kg`, `4000 lbs`). */
export function weightKg(text: string | undefined): number | null {
  const number = firstNumber(text);
  if (number === null) return null;
  if (text!.includes("lbs")) return number * KG_A_POUND;
  return text!.includes("kg") ? number : number * 1000;
}

function firstNumber(text: string | undefined): number | null {
  const digits = text === undefined ? null : /\d+\.?\d*/.exec(text.replaceAll(",", "."));
  return digits === null ? null : Number(digits[0]);
}
