/**
 * Whether a change was asked for by a page of the board itself. Browsers say so in Sec-Fetch-Site where the connection is
 * encrypted or local, and in Origin elsewhere; who says neither is no browser of the staff's.
 *
 * @param origin of the board, e.g. `https://tablero.example`
 */
export function isSameOrigin(headers: Headers, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === origin : site === "same-origin";
}
