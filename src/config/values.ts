/** Reads the text of one variable. Each throws a `TypeError` whose message is what was expected. */
import { isStaffKey, MAX_STAFF_KEY, MIN_STAFF_KEY } from "../domain/staff_key.ts";
import { trustedProxies } from "../http/client_address.ts";
import type { RateLimit } from "../http/rate_limit.ts";

export const ROUTER_URL_EXAMPLE = "such as http://127.0.0.1:5000";

export function parsePath(text: string): string {
  if (text.includes("\0")) throw new TypeError("a path without NUL");
  return text.replace(/(?<=.)\/+$/, "");
}

/** The path in a `file:` URL, where some characters mean something else. */
export function fileUrl(path: string): string {
  return `file:${path.replace(/[%?#]/g, encodeURIComponent)}`;
}

export function parseHost(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new TypeError("an address or host name to listen on, such as 127.0.0.1 or ::");
}

export function parseWhole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new TypeError(`a whole number from ${min} to ${max}`);
  };
}

export function parseBaseUrl(text: string): string {
  const url = parsePlainUrl(text);
  if (url === null) throw new TypeError("an http or https address such as https://mesa.example");
  return url;
}

/** The board's own links begin at the root, so that a path before them would lead nowhere. */
export function parseStaffUrl(text: string): string {
  const url = parsePlainUrl(text);
  if (url !== null && URL.parse(url)?.pathname === "/") return url;
  throw new TypeError("an http or https address without a path, such as https://tablero.example");
}

export function parseStaffKey(text: string): string {
  if (isStaffKey(text)) return text.trim();
  throw new TypeError(
    `a key of ${MIN_STAFF_KEY} to ${MAX_STAFF_KEY} characters on one line`,
  );
}

/** Whole, with its query: that may be where its token stands. */
export function parseAlertUrl(text: string): string {
  const url = URL.parse(text);
  const fits = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (fits) return url.href;
  throw new TypeError("an http or https address without user and password");
}

export function parseRouterUrl(text: string): string {
  const url = parsePlainUrl(text);
  if (url !== null) return url;
  throw new TypeError(
    `an http or https address without user, query or fragment, ${ROUTER_URL_EXAMPLE}`,
  );
}

/** An http or https address without slashes at its end; null where it is none, or has more than host and path. */
function parsePlainUrl(text: string): string | null {
  const url = URL.parse(text);
  const isPlain = url && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) &&
    !url.username && !url.password;
  return isPlain ? `${url.origin}${url.pathname}`.replace(/\/+$/, "") : null;
}

export function parseDatabaseUrl(text: string): string {
  const url = URL.parse(text);
  const isServer = url && /^(libsql|https?):$/.test(url.protocol) && url.hostname !== "";
  if (isServer || /^file:.+/.test(text)) return text;
  throw new TypeError("file: and a path, or a libsql://, http:// or https:// address");
}

export function parseToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new TypeError("printable ASCII without blanks or line ends");
}

export function parseLimit(text: string): RateLimit {
  const [tokens = 0, seconds = 0] = /^\d{1,9}\/\d{1,9}$/.test(text)
    ? text.split("/").map(Number)
    : [];
  if (tokens > 0 && seconds > 0) return { tokens, seconds };
  throw new TypeError("tokens/seconds such as 60/60");
}

export function parseProxies(text: string): readonly string[] {
  const networks = text.split(",").map((network) => network.trim()).filter(Boolean);
  try {
    trustedProxies(networks);
  } catch {
    throw new TypeError("addresses or CIDR blocks parted by commas, such as 127.0.0.1,10.0.0.0/8");
  }
  return networks;
}
