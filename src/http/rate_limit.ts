/** Rate limits of operations by client address. */
import { addressOf, type Forwarding, keyOf, type TrustedProxies } from "./client_address.ts";
import { type Failure, failure, say, tooMany } from "./failure.ts";
import type { AnyOperation } from "./operation.ts";
import type { Exchange } from "./router.ts";

export interface LimitContext extends Forwarding {
  now(): number;
  readonly buckets: ReadonlyMap<string, TokenBuckets>;
  /** Networks whose assistants call for many people, by their name in the configuration. */
  readonly assistants: ReadonlyMap<string, TrustedProxies>;
}

/** A function that takes a token for a request, and returns the failure of one without; null if there is no limit. */
export function rateLimiter<Deps>(
  { limit, operationId }: AnyOperation<Deps>,
  context: LimitContext,
): ((exchange: Exchange) => Failure | null) | null {
  if (!limit) return null;
  const tokens = context.buckets.get(limit.name);
  if (!tokens) {
    // A misspelt name must not lift the limit.
    throw new Error(`operation ${operationId} names a limit that is not set: ${limit.name}`);
  }
  const over = tooMany(limit.detalle);
  return (exchange) => {
    const { key, size } = bucketOf(addressOf(exchange, context), context);
    const wait = tokens.take(key, context.now(), size);
    if (wait === 0) return null;
    const detalle = say(over.errors.limite_por_direccion, { campo: "", value: wait });
    return failure(over, "limite_por_direccion", { detalle, reintentar_en_segundos: wait });
  };
}

/** How many times as large a network's bucket is. */
const NETWORK_SIZE = 20;

function bucketOf(address: string, { assistants }: LimitContext) {
  for (const [network, { trusts }] of assistants) {
    if (trusts(address)) return { key: `network ${network}`, size: NETWORK_SIZE };
  }
  return { key: keyOf(address), size: 1 };
}

export interface RateLimit {
  readonly tokens: number;
  readonly seconds: number;
}

export interface TokenBuckets {
  /** Takes a token at `now` (epoch ms) from a bucket of `size` times the limit. @returns 0, or seconds to wait */
  take(address: string, now: number, size?: number): number;
  readonly size: number;
}

/** Addresses remembered before the fullest buckets are forgotten. */
const MAX_ADDRESSES = 100_000;

interface Bucket {
  tokens: number;
  at: number;
  readonly size: number;
}

/**
 * Buckets that refill steadily, one for each client address, in bounded memory. A refused request consumes nothing: a
 * client that waits the returned seconds succeeds.
 */
export function tokenBuckets(limit: RateLimit, maxAddresses: number = MAX_ADDRESSES): TokenBuckets {
  const perMs = limit.tokens / (limit.seconds * 1000);
  const buckets = new Map<string, Bucket>();

  const refill = (bucket: Bucket, now: number): number => {
    // A clock set back must not take tokens away.
    const elapsed = Math.max(0, now - bucket.at);
    const { tokens, size } = bucket;
    return Math.min(limit.tokens * size, tokens + elapsed * perMs * size);
  };

  /** Forgets the fullest tenth: clients with few requests lose at most a token or two. */
  const forgetFullest = (now: number): void => {
    const fullestFirst = [...buckets].sort(([, a], [, b]) => refill(b, now) - refill(a, now));
    for (const [address] of fullestFirst.slice(0, Math.ceil(buckets.size / 10))) {
      buckets.delete(address);
    }
  };

  return {
    take(address, now, size = 1) {
      const bucket = buckets.get(address);
      if (!bucket && buckets.size >= maxAddresses) forgetFullest(now);
      const tokens = bucket ? refill(bucket, now) : limit.tokens * size;
      // The tolerance is for rounding: the caller waited the returned seconds.
      const granted = tokens >= 1 - 1e-9;
      const left = granted ? Math.max(0, tokens - 1) : tokens;
      if (bucket) {
        bucket.tokens = left;
        bucket.at = now;
      } else buckets.set(address, { tokens: left, at: now, size });
      return granted ? 0 : Math.max(1, Math.ceil((1 - left) / (perMs * size) / 1000 - 1e-9));
    },
    get size() {
      return buckets.size;
    },
  };
}
