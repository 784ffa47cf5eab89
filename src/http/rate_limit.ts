/** Holds operations to their limits: so many requests for each client address. */
import { Failure } from "../domain/failure.ts";
import { clientKey, isLoopback, type TrustedProxies } from "./client_address.ts";
import type { AnyOperation } from "./operation.ts";
import type { Exchange } from "./router.ts";
import type { TokenBuckets } from "./token_buckets.ts";

/** What limits share. */
export interface LimitContext {
  now(): number;
  /** By the name of the limit. */
  readonly buckets: ReadonlyMap<string, TokenBuckets>;
  readonly proxies: TrustedProxies;
  /** Told that a proxy on this machine forwards addresses that nobody has said to believe. */
  onUntrustedProxy(): void;
}

/**
 * Takes a token for each request of `operation`; null where it has no limit. Refuses with the {@linkcode Failure} `demasiadas`.
 * @throws {Error} where the limit that the operation names is not set: a misspelt name must not mean no limit
 */
export function rateLimiter<Deps>(
  { limit, operationId }: AnyOperation<Deps>,
  context: LimitContext,
): ((exchange: Exchange) => void) | null {
  if (!limit) return null;
  const tokens = context.buckets.get(limit.name);
  if (!tokens) {
    throw new Error(`operation ${operationId} names a limit that is not set: ${limit.name}`);
  }
  return (exchange) => {
    const wait = tokens.take(addressKey(exchange, context), context.now());
    if (wait === 0) return;
    const detalle = `${limit.detalle} Espera ${wait} s.`;
    throw new Failure("demasiadas", "limite_por_direccion", detalle, {
      reintentar_en_segundos: wait,
    });
  };
}

/** The address that a request is counted under. */
export function addressKey(
  exchange: Pick<Exchange, "request" | "peer">,
  { proxies, onUntrustedProxy }: Pick<LimitContext, "proxies" | "onUntrustedProxy">,
): string {
  const peer = exchange.peer();
  const forwardedFor = exchange.request.headers.get("x-forwarded-for");
  if (forwardedFor !== null && isLoopback(peer) && !proxies.trusts(peer)) onUntrustedProxy();
  return clientKey(peer, forwardedFor, proxies);
}
