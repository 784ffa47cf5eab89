/** A restaurant's colour in the place of the palette's accent, legible by day and by night. */

/** The palette's surfaces on which an accent is hardest to read: paper by day, cards by night. */
const SURFACES = { day: "#f6f1e8", night: "#221d19" };
/** WCAG's minimum for text. */
const MIN_CONTRAST = 4.5;
/** The number of steps from a colour to black or white. */
const STEPS = 64;

/** The palette's accent by day. */
const PALETTE_ACCENT = "#9a3f1d";

/** `colour` (`#rrggbb`), or the palette's, darkened by day and lightened by night until letters in it hold 4.5 to 1. */
export function legibleAccent(
  own: string | null,
): { readonly day: string; readonly night: string } {
  const colour = own ?? PALETTE_ACCENT;
  return {
    day: towards(0, colour, SURFACES.day),
    night: towards(255, colour, SURFACES.night),
  };
}

/** The first colour on the way from `colour` to black (0) or white (255) that holds the contrast. */
function towards(end: number, colour: string, surface: string): string {
  const channels = channelsOf(colour);
  for (let step = 0;; step++) {
    const mixed = channels.map((value) => Math.round(value + (end - value) * step / STEPS));
    const hex = `#${new Uint8Array(mixed).toHex()}`;
    if (contrast(hex, surface) >= MIN_CONTRAST) return hex;
  }
}

function channelsOf(colour: string): readonly number[] {
  return [...Uint8Array.fromHex(colour.slice(1))];
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Relative luminance, as WCAG defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
