/** Whose request it is: the peer, or the client that a trusted proxy speaks for, as the key of a rate limit. */
import { BlockList, isIP } from "node:net";
import { memo } from "./memo.ts";

/** Networks written as `10.0.0.0/8`, `::1` or `127.0.0.1`. */
export interface TrustedProxies {
  trusts(address: string): boolean;
}

/**
 * @param networks addresses or CIDR blocks
 * @throws {TypeError} naming the one that is neither
 */
export function trustedProxies(networks: readonly string[]): TrustedProxies {
  const blocks = new BlockList();
  for (const network of networks) addBlock(blocks, network);
  return {
    trusts(address) {
      const family = isIP(address);
      return family !== 0 && blocks.check(address, `ipv${family as 4 | 6}`);
    },
  };
}

/** Each network by its own name, as it is written. */
export function networksByName(
  networks: readonly string[],
): ReadonlyMap<string, TrustedProxies> {
  return new Map(networks.map((network) => [network, trustedProxies([network])]));
}

/**
 * The address of the client. `X-Forwarded-For` is believed only from trusted peers, and of its hops the rightmost that is not
 * trusted itself counts.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string {
  let address = peer;
  const hops = forwardedFor?.split(",").map(hopAddress) ?? [];
  while (hops.length > 0 && proxies.trusts(address)) {
    const hop = hops.pop()!;
    // A trustworthy proxy writes addresses only.
    if (isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/** What an address is counted under: IPv4 as is, IPv6 by its /64, `::ffff:` addresses as IPv4. */
export function keyOf(address: string): string {
  return keys.of(address, [], () => computeKey(address));
}

/** Whether the peer is on this machine, as a reverse proxy beside the service is. */
export function isLoopback(peer: string): boolean {
  return LOOPBACK.trusts(peer);
}

/** `192.0.2.1:5000` and `[2001:db8::1]:5000`, as some proxies write them, without their port. */
function hopAddress(hop: string): string {
  const text = hop.trim().replace(/^\[(.*)\](:\d+)?$/, "$1");
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(":")) : text;
}

/** Clients repeat themselves, and parsing an address costs more than finding it here. */
const keys = memo<string>();

function computeKey(address: string): string {
  const bare = address.replace(/%.*$/, "");
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") {
    const bytes = groups.slice(6).map((group) => parseInt(group, 16));
    return bytes.flatMap((two) => [two >> 8, two & 255]).join(".");
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** The eight groups of an IPv6 address, each without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head, tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::")
    .map((groups) => groups === "" ? [] : groups.split(":"));
  if (tail === undefined) return head!;
  return [...head!, ...Array(8 - head!.length - tail.length).fill("0"), ...tail];
}

/** @throws {TypeError} where `network` is neither an address nor a CIDR block */
function addBlock(blocks: BlockList, network: string): void {
  const [address = "", length, ...more] = network.split("/");
  const family = isIP(address);
  const bits = family === 6 ? 128 : 32;
  const size = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : NaN;
  if (family === 0 || more.length > 0 || !(size <= bits)) {
    throw new TypeError(`"${network}" is neither an address nor a CIDR block such as 10.0.0.0/8`);
  }
  blocks.addSubnet(address, size, family === 6 ? "ipv6" : "ipv4");
}

const LOOPBACK = trustedProxies(["127.0.0.0/8", "::1"]);
