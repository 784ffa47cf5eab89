/** The point in what a person pastes to say where: coordinates, or a link of a map that holds them. No link is followed. */
import { isDegrees, type LatLng } from "./location.ts";
import type { Read } from "./read.ts";

/** The longest text that is read: links of maps have some hundred characters. */
const MAX_TEXT = 2_000;

/** Parameters that hold a point, in the order in which they count. `ll` may be what the map shows around `q`. */
const PARAMETERS = ["query", "q", "destination", "daddr", "coordinate", "ll", "center"];

/** The point that `text` holds; null if it is words. */
export function readPoint(text: string): Read<LatLng, "enlace_sin_punto"> | null {
  if (text.length > MAX_TEXT) return null;
  const [link] = /(?:https?:\/\/|\bgeo:)\S+/i.exec(text) ?? [];
  const point = link === undefined ? pairIn(text.trim()) : linkedPoint(link);
  if (point) return { value: point };
  return link === undefined ? null : { error: "enlace_sin_punto" };
}

function linkedPoint(link: string): LatLng | null {
  if (!URL.canParse(link)) return null;
  const { pathname, searchParams } = new URL(link);
  const path = decoded(pathname);
  const pairs = [
    // The pin of a place; the pair after the @ is the middle of what was visible around it.
    /!3d(-?[\d.]+)!4d(-?[\d.]+)/.exec(path)?.slice(1).join(","),
    ...PARAMETERS.map((name) => searchParams.get(name)?.replace(/^loc:|\(.*/gs, "")),
    [searchParams.get("mlat"), searchParams.get("mlon")].join(","),
    ...path.split("/").map((step) => step.replaceAll("+", " ")),
    /@(-?[\d.]+,-?[\d.]+)/.exec(path)?.[1],
  ];
  for (const pair of pairs) {
    const point = pairIn(pair?.trim() ?? "");
    if (point) return point;
  }
  return null;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const DEGREES = String.raw`(-?\d{1,3}(?:\.\d{1,15})?)°?`;
/** `20.97, -89.62`, `(20.97 -89.62)`. */
const PAIR = new RegExp(String.raw`^\(?${DEGREES}(?: ?[,;] ?| )${DEGREES}\)?$`);

function pairIn(text: string): LatLng | null {
  // Numbers of streets: `58 59`.
  if (/^[\d ,;]*$/.test(text)) return null;
  const [lat, lng] = PAIR.exec(text)?.slice(1).map(Number) ?? [];
  if (lat === undefined || lng === undefined) return null;
  return isDegrees("lat", lat) && isDegrees("lng", lng) ? { lat, lng } : null;
}
