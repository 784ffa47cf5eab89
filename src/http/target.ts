/** The path and query of a request's target. */

export interface Target {
  /** As sent: not decoded, not normalised beyond what the listener does. */
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
}

/** Host names, IPv4 and bracketed IPv6 addresses, with or without a port. */
const HOST_FORM = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/**
 * Whether a Host header can be one. The listener puts it in front of the target as it is, so that a slash or a question mark in
 * it would pass for the beginning of the path.
 *
 * @param host null or empty where none was sent, which is fine: nothing is ever taken from it
 */
export function isHost(host: string | null): boolean {
  return !host || HOST_FORM.test(host);
}

/** Cuts path and query out of an absolute URL without building a `URL`, which costs more than the rest of a cached answer. */
export function targetOf(url: string): Target {
  const authority = url.indexOf("://") + 3;
  const end = firstOf(url, "#", authority, url.length);
  const pathEnd = firstOf(url, "?", authority, end);
  const slash = url.indexOf("/", authority);
  const pathname = slash === -1 || slash > pathEnd ? "/" : url.slice(slash, pathEnd);
  return { pathname, search: url.slice(pathEnd, end) };
}

/** Where `mark` stands between `from` and `end`; `end` where it does not. */
function firstOf(url: string, mark: string, from: number, end: number): number {
  const at = url.indexOf(mark, from);
  return at === -1 || at > end ? end : at;
}
