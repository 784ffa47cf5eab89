/** The entity tag of `entity`: its length and SHA-256, quoted. */
export function eTag(
  entity: string | Uint8Array,
  options?: { algorithm?: AlgorithmIdentifier; weak?: boolean },
): Promise<string>;
/** Whether the entity is to be sent: false where `value` (If-None-Match) names `etag`, compared weakly. */
export function ifNoneMatch(value: string | null, etag: string | undefined): boolean;
