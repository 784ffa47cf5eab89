/** Bearings and angles in degrees. */

/** How far apart two bearings or angles are, 0 to 180. */
export function degreesApart(a: number, b: number): number {
  const difference = Math.abs(a - b);
  return Math.min(difference, 360 - difference);
}

/** The bearing of the opposite direction. */
export function opposite(bearing: number): number {
  return (bearing + 180) % 360;
}

/** Degrees clockwise from the bearing `from` to the bearing `to`, as whoever comes in on `from` turns: 180 is straight on, 0 back. */
export function angleBetween(from: number, to: number): number {
  return (opposite(from) - to + 360 + 360) % 360;
}

/** The bearing in the middle between two. */
export function bisector(a: number, b: number): number {
  const [alpha, beta] = [a * Math.PI / 180, b * Math.PI / 180];
  const [sine, cosine] = [Math.sin(alpha) + Math.sin(beta), Math.cos(alpha) + Math.cos(beta)];
  return (Math.atan2(sine, cosine) * 180 / Math.PI + 360) % 360;
}
