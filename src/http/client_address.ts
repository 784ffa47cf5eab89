/** Whose request it is: the peer, or the client that a trusted proxy speaks for, as the key of a rate limit. */
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
  const blocks = networks.map(parseBlock);
  return {
    trusts(address) {
      const bits = parseAddress(address);
      return bits !== null &&
        blocks.some(({ prefix, length }) => bits >> (128n - length) === prefix);
    },
  };
}

/**
 * The address that a request is counted under: IPv4 as is, IPv6 by its /64, `::ffff:` addresses as IPv4. `X-Forwarded-For` is
 * believed only from trusted peers, and of its hops the rightmost that is not trusted itself counts.
 */
export function clientKey(
  peer: string,
  forwardedFor: string | null,
  proxies: TrustedProxies,
): string {
  let address = peer;
  const hops = forwardedFor?.split(",").map(hopAddress) ?? [];
  while (hops.length > 0 && proxies.trusts(address)) {
    const hop = hops.pop()!;
    // A trustworthy proxy writes addresses only.
    if (parseAddress(hop) === null) break;
    address = hop;
  }
  return keys.of(address, [], () => keyOf(address));
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

function keyOf(address: string): string {
  const bits = parseAddress(address);
  if (bits === null) return address;
  if (bits >> 32n === V4_PREFIX) {
    return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join(".");
  }
  return `${(bits >> 64n).toString(16)}::/64`;
}

const V4_PREFIX = 0xffffn;

/** An IPv4 or IPv6 address as 128 bits, IPv4 as `::ffff:`; null where it is neither. */
function parseAddress(text: string): bigint | null {
  const address = text.replace(/%.*$/, "");
  return address.includes(":") ? parseV6(address) : parseV4(address);
}

function parseV4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) {
    return null;
  }
  return parts.reduce((bits, part) => bits << 8n | BigInt(part), V4_PREFIX);
}

function parseV6(text: string): bigint | null {
  const groups = withV4Tail(text);
  if (groups === null) return null;
  const [head = "", tail, ...more] = groups.split("::");
  if (more.length > 0) return null;
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const all = [...left, ...Array(tail === undefined ? 0 : missing).fill("0"), ...right];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return all.reduce((bits, group) => bits << 16n | BigInt(`0x${group}`), 0n);
}

/** `::ffff:192.0.2.1` with its last part in two hexadecimal groups. */
function withV4Tail(text: string): string | null {
  const tail = text.slice(text.lastIndexOf(":") + 1);
  if (!tail.includes(".")) return text;
  const bits = parseV4(tail);
  if (bits === null) return null;
  const low = bits & 0xffffffffn;
  return `${text.slice(0, -tail.length)}${(low >> 16n).toString(16)}:${
    (low & 0xffffn).toString(16)
  }`;
}

function parseBlock(text: string): { prefix: bigint; length: bigint } {
  const [address = "", length, ...more] = text.split("/");
  const bits = parseAddress(address);
  const widest = address.includes(":") ? 128 : 32;
  const size = length === undefined ? widest : /^\d{1,3}$/.test(length) ? Number(length) : NaN;
  if (bits === null || more.length > 0 || !(size <= widest)) {
    throw new TypeError(`"${text}" is neither an address nor a CIDR block such as 10.0.0.0/8`);
  }
  const bitsKept = BigInt(size + 128 - widest);
  return { prefix: bits >> (128n - bitsKept), length: bitsKept };
}

const LOOPBACK = trustedProxies(["127.0.0.0/8", "::1"]);
