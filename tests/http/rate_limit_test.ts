import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type TokenBuckets, tokenBuckets } from "../../src/http/rate_limit.ts";

const NOW = 1_773_165_600_000;

/** How long each of `count` requests of one address at one instant has to wait. */
function burst(buckets: TokenBuckets, count: number, now = NOW, address = "a"): number[] {
  return Array.from({ length: count }, () => buckets.take(address, now));
}

Deno.test("a clock set back takes no token away and gives none", () => {
  const buckets = tokenBuckets({ tokens: 2, seconds: 60 });
  buckets.take("a", NOW);
  assertEquals(burst(buckets, 2, NOW - 3_600_000), [0, 30]);
  assertEquals(buckets.take("a", NOW - 3_600_000 + 30_000), 0);
});

Deno.test("no more addresses are remembered than the bound says", () => {
  const buckets = tokenBuckets({ tokens: 5, seconds: 60 }, 100);
  for (let index = 0; index < 1_000; index++) buckets.take(`address ${index}`, NOW);
  assert(buckets.size <= 100, `${buckets.size}`);
  const usual = tokenBuckets({ tokens: 5, seconds: 60 });
  for (let index = 0; index <= 100_000; index++) usual.take(`${index}`, NOW);
  assert(usual.size <= 100_000, `${usual.size}, where no other bound is given`);
});

Deno.test("at the bound the fullest buckets go: an address that has used up its tokens stays refused", () => {
  const buckets = tokenBuckets({ tokens: 5, seconds: 60 }, 100);
  burst(buckets, 5, NOW, "greedy");
  for (let index = 0; index < 500; index++) buckets.take(`address ${index}`, NOW);
  assertEquals(buckets.take("greedy", NOW), 12);
});

Deno.test("how full a bucket is counts as of now, not as of its last request", () => {
  const buckets = tokenBuckets({ tokens: 5, seconds: 60 }, 10);
  burst(buckets, 5, NOW, "long ago");
  const later = NOW + 60_000;
  for (let index = 0; index < 9; index++) burst(buckets, 3, later, `address ${index}`);
  buckets.take("new", later);
  assertEquals(buckets.size, 10);
  // "long ago" was full again, so it was forgotten, which cost it nothing; the others were kept.
  assertEquals(burst(buckets, 3, later, "address 0"), [0, 0, 12]);
  assertEquals(burst(buckets, 6, later, "long ago"), [0, 0, 0, 0, 0, 12]);
});

Deno.test("whatever the limit and the requests, waiting that long always suffices", () => {
  fc.assert(
    fc.property(
      fc.record({
        tokens: fc.integer({ min: 1, max: 5_000 }),
        seconds: fc.integer({ min: 1, max: 86_400 }),
      }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }),
      fc.constantFrom(1, 20),
      (limit, pauses, size) => {
        const buckets = tokenBuckets(limit);
        let now = NOW;
        for (const pause of pauses) {
          now += pause;
          while (buckets.take("a", now, size) === 0);
          const wait = buckets.take("a", now, size);
          assert(Number.isInteger(wait) && wait >= 1, `waits ${wait} s`);
          now += wait * 1000;
          assertEquals(buckets.take("a", now, size), 0, "refused after waiting that long");
        }
      },
    ),
    { seed: 20_260_310, numRuns: 300 },
  );
});

Deno.test("whatever the requests, no more get through than the bucket held and what has come back", () => {
  fc.assert(
    fc.property(
      fc.record({
        tokens: fc.integer({ min: 1, max: 50 }),
        seconds: fc.integer({ min: 1, max: 600 }),
      }),
      fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 200 }),
      (limit, pauses) => {
        const buckets = tokenBuckets(limit);
        let now = NOW;
        const granted = pauses.filter((pause) => buckets.take("a", now += pause) === 0).length;
        const elapsed = now - NOW - pauses[0]!;
        const most = limit.tokens + elapsed * limit.tokens / (limit.seconds * 1000);
        assert(granted <= most + 1e-6, `${granted} of at most ${most}`);
      },
    ),
    { seed: 20_260_310, numRuns: 300 },
  );
});
