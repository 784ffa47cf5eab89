/** A turn restriction in the graph's terms. */
export interface RestrictedPath {
  readonly kind: "no" | "only";
  /** The edges driven one after the other, at least one, at whose end the restriction holds. */
  readonly edges: readonly number[];
  /** The edges that may not follow, or of which one must. */
  readonly to: readonly number[];
}

/** Restrictions by the path on which they hold. */
export type RestrictionsByPath = ReadonlyMap<string, readonly RestrictedPath[]>;

/** The key of a path in {@linkcode RestrictionsByPath}. */
export function pathKey(edges: readonly number[]): string {
  return edges.join(" ");
}

/** Restrictions by the edges on which they hold. */
export function byPath(restrictions: readonly RestrictedPath[]): RestrictionsByPath {
  return Map.groupBy(restrictions, ({ edges }) => pathKey(edges));
}

/** Whether a car that has driven `path` may go on into `edge`, so far as `restrictions` on that very path say. */
export function mayFollow(
  restrictions: readonly RestrictedPath[] | undefined,
  edge: number,
): boolean {
  if (restrictions === undefined) return true;
  const only = restrictions.filter(({ kind }) => kind === "only");
  if (only.length > 0 && !only.some(({ to }) => to.includes(edge))) return false;
  return !restrictions.some(({ kind, to }) => kind === "no" && to.includes(edge));
}
