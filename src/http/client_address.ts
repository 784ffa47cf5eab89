/** The address of a client: the peer's, or the one that a trusted proxy forwards. */
import { BlockList, isIP } from "node:net";
import type { Exchange } from "./router.ts";

export interface Forwarding {
  readonly proxies: TrustedProxies;
  /** Called when a proxy on this machine forwards addresses and is not among the trusted ones. */
  onUntrustedProxy(): void;
}

export function addressOf(
  exchange: Exchange,
  { proxies, onUntrustedProxy }: Forwarding,
): string {
  const peer = exchange.peer();
  const forwardedFor = exchange.request.headers.get("x-forwarded-for");
  if (forwardedFor !== null && isLoopback(peer) && !proxies.trusts(peer)) onUntrustedProxy();
  return clientAddress(peer, forwardedFor, proxies);
}

/** Networks written as `10.0.0.0/8`, `::1` or `127.0.0.1`. */
export interface TrustedProxies {
  trusts(address: string): boolean;
}

/** @param networks addresses or CIDR blocks, which the configuration has checked */
export function trustedProxies(networks: readonly string[]): TrustedProxies {
  const blocks = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    const [family, bits] = isIP(address) === 6 ? ["ipv6", 128] as const : ["ipv4", 32] as const;
    blocks.addSubnet(address, Number(length ?? bits), family);
  }
  return {
    trusts(address) {
      const family = isIP(address);
      return family !== 0 && blocks.check(address, `ipv${family as 4 | 6}`);
    },
  };
}

/** The client's address. `X-Forwarded-For` counts only from trusted peers: its rightmost hop that is not trusted. */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string {
  let [address, rest] = [peer, forwardedFor];
  while (rest !== null && proxies.trusts(address)) {
    const comma: number = rest.lastIndexOf(",");
    const hop = hopAddress(rest.slice(comma + 1));
    rest = comma < 0 ? null : rest.slice(0, comma);
    // A trusted proxy writes only addresses.
    if (isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/** The key of an address in rate limits: IPv4 as it is, IPv6 by its /64, `::ffff:` addresses as IPv4. */
export function keyOf(address: string): string {
  const bare = address.replace(/%.*$/, "");
  if (isIP(bare) !== 6) return bare;
  // The hostname is in lower case, without leading zeros, and with `::` for the longest run of zeros.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical) ?? [];
  if (low) return new URL(`http://${parseInt(high!, 16) * 65_536 + parseInt(low, 16)}`).hostname;
  const zeros = 8 - canonical.split(":").filter(Boolean).length;
  const groups = canonical.replace("::", `:${"0:".repeat(zeros)}`).split(":").filter(Boolean);
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Whether the peer is on this machine, as a reverse proxy beside the service is. */
export const { trusts: isLoopback }: TrustedProxies = trustedProxies(["127.0.0.0/8", "::1"]);

/** A hop without its port, which some proxies write: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
function hopAddress(hop: string): string {
  const text = hop.trim().replace(/^\[(.*)\](:\d+)?$/, "$1");
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(":")) : text;
}
