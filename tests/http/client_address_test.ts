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

Deno.test("an IPv4 peer is counted under its address", () => {
  assertEquals(clientKey("192.0.2.7", null, UNTRUSTING), "192.0.2.7");
});

Deno.test("an IPv6 peer is counted under its /64, however it is written", () => {
  const key = clientKey("2001:db8:1:2:3:4:5:6", null, UNTRUSTING);
  assertEquals(key, clientKey("2001:0DB8:0001:0002::1", null, UNTRUSTING));
  assertEquals(key, clientKey("2001:db8:1:2:ffff::", null, UNTRUSTING));
  assert(key !== clientKey("2001:db8:1:3::1", null, UNTRUSTING));
});

Deno.test("an IPv4 address in IPv6's clothes is counted as IPv4", () => {
  assertEquals(clientKey("::ffff:192.0.2.7", null, UNTRUSTING), "192.0.2.7");
  assertEquals(clientKey("::ffff:c000:207", null, UNTRUSTING), "192.0.2.7");
  assertEquals(clientKey("::FFFF:0:0", null, UNTRUSTING), "0.0.0.0");
  assert(clientKey("::192.0.2.7", null, UNTRUSTING) !== "192.0.2.7");
});

Deno.test("a zone is no part of an address", () => {
  assertEquals(clientKey("fe80::1%eth0", null, UNTRUSTING), clientKey("fe80::2", null, UNTRUSTING));
});

Deno.test("forwarding headers of a peer that is not trusted are not believed", () => {
  assertEquals(clientKey("192.0.2.7", "198.51.100.1", UNTRUSTING), "192.0.2.7");
  assertEquals(clientKey("192.0.2.7", "198.51.100.1", PROXY), "192.0.2.7");
  assertEquals(clientKey("127.0.0.1", "198.51.100.1", UNTRUSTING), "127.0.0.1");
});

Deno.test("behind a trusted proxy the rightmost hop that is not trusted counts", () => {
  for (
    const [forwarded, client] of [
      ["198.51.100.1", "198.51.100.1"],
      ["198.51.100.1, 10.1.2.3", "198.51.100.1"],
      ["203.0.113.66, 198.51.100.1, 10.1.2.3, 10.4.5.6", "198.51.100.1"],
      ["198.51.100.1,10.1.2.3", "198.51.100.1"],
      ["  198.51.100.1  ", "198.51.100.1"],
      ["10.9.9.9, 10.1.2.3", "10.9.9.9"],
    ] as const
  ) assertEquals(clientKey("127.0.0.1", forwarded, PROXY), client, forwarded);
});

Deno.test("a guest cannot choose an address by sending hops of its own", () => {
  const [honest, lying] = ["198.51.100.1", "203.0.113.5, 10.0.0.1, 198.51.100.1"];
  assertEquals(clientKey("127.0.0.1", lying, PROXY), clientKey("127.0.0.1", honest, PROXY));
});

Deno.test("hops may carry ports, IPv6 ones brackets", () => {
  for (
    const [hop, client] of [
      ["198.51.100.1:5000", "198.51.100.1"],
      ["[2001:db8::1]:5000", clientKey("2001:db8::1", null, UNTRUSTING)],
      ["[2001:db8::1]", clientKey("2001:db8::1", null, UNTRUSTING)],
      ["2001:db8::1", clientKey("2001:db8::1", null, UNTRUSTING)],
      ["::ffff:198.51.100.1", "198.51.100.1"],
    ] as const
  ) assertEquals(clientKey("127.0.0.1", hop, PROXY), client, hop);
});

Deno.test("hops that are no address leave the request with the proxy that wrote them", () => {
  for (
    const garbage of [
      "",
      ",",
      "unknown",
      "_hidden",
      "999.1.1.1",
      "1.2.3",
      "1.2.3.4:x",
      "[::1",
      ":::",
      "1::2::3",
      "::ffff:1.2.3.999",
      "198.51.100.1 garbage",
      "198.51.100.1, garbage",
      "\u0000",
    ]
  ) assertEquals(clientKey("127.0.0.1", garbage, PROXY), "127.0.0.1", JSON.stringify(garbage));
});

Deno.test("networks are trusted by address and by CIDR block, IPv4 ones also in IPv6's clothes", () => {
  const proxies = trustedProxies(["192.0.2.1", "10.0.0.0/8", "172.16.0.0/12", "2001:db8::/32"]);
  for (
    const address of [
      "192.0.2.1",
      "10.255.0.1",
      "::ffff:10.1.1.1",
      "172.31.255.255",
      "2001:db8:ffff::1",
    ]
  ) assert(proxies.trusts(address), address);
  for (
    const address of [
      "192.0.2.2",
      "11.0.0.1",
      "172.32.0.0",
      "2001:db9::1",
      "::a00:1",
      "",
      "localhost",
    ]
  ) assert(!proxies.trusts(address), address);
});
