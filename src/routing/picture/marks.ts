import { type Dot, PICTURE_HEIGHT, PICTURE_WIDTH } from "./frame.ts";
import { fits, type Lettered, LETTERS, takePlaceOf, widthOf } from "./lettering.ts";
import type { Taken } from "./taken.ts";

/** Where the pin's round head lies above its tip, and how big it is. */
const HEAD = { above: 92, radius: 54 };
const START_RADIUS = 34;
const EDGE = 36;

/** The restaurant: a ring. */
export function startMark({ x, y }: Dot): string {
  return `<circle class="map-start" cx="${Math.round(x)}" cy="${Math.round(y)}" r="${
    START_RADIUS - 8
  }"/>`;
}

/** The destination: a pin whose tip is the point itself. */
export function pinMark({ x, y }: Dot): string {
  const tip = `${Math.round(x)} ${Math.round(y)}`;
  return `<path class="map-pin" d="M${tip}c-12-34-50-54-50-94a50 50 0 0 1 100 0c0 40-38 60-50 94z"/>` +
    `<circle class="map-pin-eye" cx="${Math.round(x)}" cy="${Math.round(y - HEAD.above)}" r="19"/>`;
}

/** Takes the places of both marks. */
export function takeMarks(start: Dot, pin: Dot, taken: Taken): void {
  taken.take(start, START_RADIUS);
  taken.take({ x: pin.x, y: pin.y - HEAD.above }, HEAD.radius);
  taken.take({ x: pin.x, y: pin.y - 20 }, 20);
}

/** What the marks stand for, written beside them: where there is room, else to the side that is wider. */
export function endNames(
  start: Dot,
  pin: Dot,
  texts: { readonly restaurant: string; readonly destination: string },
  taken: Taken,
): Lettered[] {
  const head = { x: pin.x, y: pin.y - HEAD.above };
  return [
    nameBeside(head, HEAD.radius, texts.destination, taken),
    nameBeside(start, START_RADIUS, texts.restaurant, taken),
  ];
}

function nameBeside({ x, y }: Dot, radius: number, text: string, taken: Taken): Lettered {
  const aside = radius + 20 + widthOf(text, "end") / 2;
  const above = radius + 8 + LETTERS.end * 0.6;
  const at = (dx: number, dy: number): Lettered => ({
    text,
    kind: "end",
    angle: 0,
    middle: { x: x + dx, y: y + dy },
    ...(dx === 0 ? {} : { fixed: dx > 0 ? "start" as const : "end" as const }),
  });
  const sides = x < PICTURE_WIDTH / 2 ? [aside, -aside] : [-aside, aside];
  const places = [
    ...sides.map((dx) => at(dx, 0)),
    at(0, above),
    at(0, -above),
    ...sides.flatMap((dx) => [at(dx * 0.8, -above * 0.8), at(dx * 0.8, above * 0.8)]),
  ];
  const place = places.find((place) => fits(place, taken)) ?? places[0]!;
  takePlaceOf(place, taken);
  return place;
}

/** A bar as long as a round number of metres. */
export function scaleBar(metersADot: number, taken: Taken): string {
  const meters = roundMeters(380 * metersADot);
  const length = Math.round(meters / metersADot);
  const [x, y] = [EDGE, PICTURE_HEIGHT - EDGE];
  const text = meters < 1000 ? `${meters} m` : `${meters / 1000} km`;
  for (let at = 0; at <= length; at += 40) taken.take({ x: x + at, y: y - 30 }, 46);
  return `<path class="map-scale" d="M${x} ${y - 18}v18h${length}v-18"/>` +
    `<text class="map-credit" x="${x + Math.round(length / 2)}" y="${
      y - 22
    }" text-anchor="middle">${text}</text>`;
}

/** Whose the map is. */
export function creditPlace(text: string, taken: Taken): Dot {
  const place = { x: PICTURE_WIDTH - EDGE + 8, y: PICTURE_HEIGHT - EDGE };
  const middle = { x: place.x - widthOf(text, "credit") / 2, y: place.y - LETTERS.credit / 3 };
  takePlaceOf({ text, kind: "credit", angle: 0, middle }, taken);
  return place;
}

/** The greatest of 1, 2, 5, 10, 20, 50 ... that is no more than `meters`. */
function roundMeters(meters: number): number {
  const power = 10 ** Math.floor(Math.log10(meters));
  return (meters >= 5 * power ? 5 : meters >= 2 * power ? 2 : 1) * power;
}
