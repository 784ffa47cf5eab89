/** The path and query of a request's target. */

export interface Target {
  /** As sent: not decoded, not normalised beyond what the listener does. */
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
}

/** Cuts path and query out of an absolute URL without building a `URL`, which costs more than the rest of a cached answer. */
export function targetOf(url: string): Target {
  const authority = url.indexOf("://") + 3;
  const start = url.indexOf("/", authority);
  if (start === -1) return { pathname: "/", search: queryPart(url, authority) };
  const hash = url.indexOf("#", start);
  const end = hash === -1 ? url.length : hash;
  const query = url.indexOf("?", start);
  if (query === -1 || query > end) return { pathname: url.slice(start, end), search: "" };
  return { pathname: url.slice(start, query), search: url.slice(query, end) };
}

function queryPart(url: string, from: number): string {
  const query = url.indexOf("?", from);
  return query === -1 ? "" : url.slice(query);
}
