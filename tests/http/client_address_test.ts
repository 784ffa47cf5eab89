import { assert, assertEquals } from "@std/assert";
import {
  clientAddress,
  keyOf,
  type TrustedProxies,
  trustedProxies,
} from "../../src/http/client_address.ts";

function clientKey(peer: string, forwardedFor: string | null, proxies: TrustedProxies): string {
  return keyOf(clientAddress(peer, forwardedFor, proxies));
}

const UNTRUSTING = trustedProxies([]);
const PROXY = trustedProxies(["127.0.0.1", "10.0.0.0/8", "2001:db8:aaaa::/48"]);

Deno.test("a peer is counted under its IPv4 address or IPv6 /64, however that is written", () => {
  const same: Readonly<Record<string, readonly string[]>> = {
    "192.0.2.7": ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207"],
    "0.0.0.0": ["::FFFF:0:0"],
    "2001:0:0:2::": ["2001::2:3:4:5:6", "2001:0:0:2:3::"],
    "2001:db8:1:2::": ["2001:db8:1:2:3:4:5:6", "2001:0DB8:0001:0002::1", "2001:db8:1:2:ffff::"],
    // A zone is no part of an address.
    "fe80::": ["fe80::1%eth0", "fe80::2"],
  };
  for (const [address, written] of Object.entries(same)) {
    const key = clientKey(address, null, UNTRUSTING);
    for (const peer of written) assertEquals(clientKey(peer, null, UNTRUSTING), key, peer);
  }
  assertEquals(clientKey("192.0.2.7", null, UNTRUSTING), "192.0.2.7");
  const others = ["2001:db8:1:3::1", "2001:db8:1:2::1", "2001::1", "::192.0.2.7"];
  assertEquals(new Set(others.map((peer) => clientKey(peer, null, UNTRUSTING))).size, 4);
});

Deno.test("forwarding headers of a peer that is not trusted are not believed", () => {
  for (const [peer, proxies] of [["192.0.2.7", PROXY], ["127.0.0.1", UNTRUSTING]] as const) {
    assertEquals(clientKey(peer, "198.51.100.1", proxies), peer);
  }
});

/** By the client that counts: what X-Forwarded-For says behind a trusted proxy. */
const FORWARDED: Readonly<Record<string, readonly string[]>> = {
  // The rightmost hop that is not trusted, whatever a guest has sent to its left.
  "198.51.100.1": [
    ...["198.51.100.1", "198.51.100.1, 10.1.2.3", "198.51.100.1,10.1.2.3", "  198.51.100.1  "],
    ...["203.0.113.66, 198.51.100.1, 10.1.2.3, 10.4.5.6", "203.0.113.5, 10.0.0.1, 198.51.100.1"],
    ...["198.51.100.1:5000", "::ffff:198.51.100.1"],
  ],
  "10.9.9.9": ["10.9.9.9, 10.1.2.3"],
  "2001:db8::1": ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:5000"],
  // What is no address leaves the request with the proxy that wrote it.
  "127.0.0.1": [
    ...["", ",", "unknown", "_hidden", "999.1.1.1", "1.2.3", "1.2.3.4:x", "[::1", ":::", "\0"],
    ...["1::2::3", "::ffff:1.2.3.999", "198.51.100.1 garbage", "198.51.100.1, garbage"],
  ],
};

Deno.test("behind a trusted proxy the rightmost hop that is not trusted counts, else the proxy", () => {
  for (const [client, forwarded] of Object.entries(FORWARDED)) {
    const key = clientKey(client, null, UNTRUSTING);
    for (const hops of forwarded) assertEquals(clientKey("127.0.0.1", hops, PROXY), key, hops);
  }
});

Deno.test("networks are trusted by address and by CIDR block, IPv4 ones also in IPv6's clothes", () => {
  const proxies = trustedProxies(["192.0.2.1", "10.0.0.0/8", "172.16.0.0/12", "2001:db8::/32"]);
  const trusted = ["192.0.2.1", "10.255.0.1", "::ffff:10.1.1.1", "172.31.255.255"];
  for (const address of [...trusted, "2001:db8:ffff::1"]) assert(proxies.trusts(address), address);
  const others = ["192.0.2.2", "11.0.0.1", "172.32.0.0", "2001:db9::1", "::a00:1", "", "localhost"];
  for (const address of others) assert(!proxies.trusts(address), address);
});
