import { type Dot, inPicture } from "./frame.ts";
import type { Taken } from "./taken.ts";

/** Sizes of letters, in the picture's dots: what the style sheet gives a phone. It gives wider screens smaller ones. */
export const LETTERS = { street: 54, end: 60, credit: 46 } as const;
export type Lettering = keyof typeof LETTERS;

/** A text around its middle. */
export interface Lettered {
  readonly text: string;
  readonly middle: Dot;
  /** Degrees clockwise, -90 to 90. */
  readonly angle: number;
  readonly kind: Lettering;
  /** The end that stays in its place where letters are smaller than reckoned. Default: neither, the middle does. */
  readonly fixed?: "start" | "end";
}

const WIDTH_OF_A_LETTER = 0.55;
/** Half of what a line of letters is high, with its halo. */
const HALF_HEIGHT = 0.56;

/** How long a text is, roughly: fonts differ. */
export function widthOf(text: string, kind: Lettering): number {
  return [...text].length * LETTERS[kind] * WIDTH_OF_A_LETTER;
}

/** Whether all of the text lies in the picture and over nothing that is taken. */
export function fits(lettered: Lettered, taken: Taken): boolean {
  const radius = LETTERS[lettered.kind] * HALF_HEIGHT;
  return dotsOf(lettered).every((dot) => inPicture(dot, radius) && taken.isFree(dot, radius));
}

/** Takes the text's place. */
export function takePlaceOf(lettered: Lettered, taken: Taken): void {
  for (const dot of dotsOf(lettered)) taken.take(dot, LETTERS[lettered.kind] * HALF_HEIGHT);
}

/** Middles of discs that cover the text. */
function dotsOf({ text, kind, middle, angle }: Lettered): Dot[] {
  const height = LETTERS[kind];
  const length = Math.max(0, widthOf(text, kind) - height);
  const count = Math.max(1, Math.ceil(length / (height * 0.7)));
  const [cos, sin] = [Math.cos(angle * Math.PI / 180), Math.sin(angle * Math.PI / 180)];
  return Array.from({ length: count + 1 }, (_, i) => {
    const along = (i / count - 0.5) * length;
    return { x: middle.x + along * cos, y: middle.y + along * sin };
  });
}
