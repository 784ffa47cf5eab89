import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { parseRestaurant, SAMPLE_FILE_TEXT, sampleRestaurant } from "../../src/restaurant/load.ts";

const sample = sampleRestaurant();
const dishes = sample.menu.sections.flatMap((section) => section.dishes);
const presentations = dishes.flatMap((dish) => dish.presentations);

Deno.test("the sample is marked as such, and is the same object every time", () => {
  assertEquals(sample.sample, true);
  assertStrictEquals(sampleRestaurant(), sample);
});

Deno.test("the sample's file is as good as a restaurant's own must be, and means the same", () => {
  assertEquals({ ...parseRestaurant(SAMPLE_FILE_TEXT), sample: true, leftovers: [] }, sample);
});

Deno.test("the sample's menu has seven sections, at least 45 dishes and 8 to 12 additions", () => {
  assertEquals(sample.menu.sections.length, 7);
  assert(dishes.length >= 45, `${dishes.length} dishes`);
  assert(sample.menu.additions.length >= 8 && sample.menu.additions.length <= 12);
});

Deno.test("the sample's ids are unique and short, so that draft links stay short", () => {
  const ids = [...dishes, ...presentations, ...sample.menu.additions].map(({ id }) => id);
  assertEquals(new Set(ids).size, ids.length);
  assertEquals(ids.filter((id) => id.length > 14), []);
});

Deno.test("the sample's dishes are named and described once each, in both languages", () => {
  for (
    const texts of [
      dishes.map((dish) => dish.name),
      dishes.map((dish) => dish.description.es),
      dishes.map((dish) => dish.description.en),
    ]
  ) assertEquals(new Set(texts).size, dishes.length);
  const same = dishes.filter(({ description }) => description.es === description.en);
  assertEquals(same.map((dish) => dish.id), []);
});

Deno.test("the sample's prices are whole pesos of an ordinary restaurant", () => {
  const odd = [...presentations, ...sample.menu.additions]
    .filter(({ priceCents }) => priceCents % 100 || priceCents < 1500 || priceCents > 50_000);
  assertEquals(odd, []);
});

Deno.test("the sample has favourites and featured dishes, several presentations, nothing sold out", () => {
  const count = (is: (dish: typeof dishes[number]) => boolean) => dishes.filter(is).length;
  assert(count((dish) => dish.favourite) >= 5);
  assert(count((dish) => dish.featured) >= 5);
  assert(count((dish) => dish.presentations.length > 1) >= 10);
  assert(count((dish) => dish.presentations.length === 1) >= 10);
  assertEquals(count((dish) => dish.soldOut), 0);
});

Deno.test("the sample is closed on Monday and closes after midnight on Friday and Saturday", () => {
  const spans = sample.hours.map(({ services }) => services.map((s) => [s.opens, s.closes]));
  const weekday = [[780, 1380]];
  const weekend = [[780, 1050], [1140, 1530]];
  assertEquals(spans, [[], weekday, weekday, weekday, weekend, weekend, [[720, 1140]]]);
});

Deno.test("the sample's kitchen closes an hour before the venue, half an hour on Sunday", () => {
  assertEquals(sample.hours.map((day) => day.kitchenLeadMinutes), [60, 60, 60, 60, 60, 60, 30]);
  assertEquals(sample.booking, {
    arrivalMarginMinutes: 30,
    noticeMinutes: 15,
    peoplePerTime: null,
  });
});

Deno.test("the sample's tariff charges for extra kilometres within its radius", () => {
  const { baseKm, maxRadiusKm, extraKmCents } = sample.tariff;
  assert(baseKm > 0 && baseKm < maxRadiusKm && extraKmCents > 0);
});

Deno.test("the sample answers six to eight questions, each in both languages", () => {
  assert(sample.faq.length >= 6 && sample.faq.length <= 8);
  assertEquals(sample.faq.filter(({ question }) => question.es === question.en), []);
});

Deno.test("the sample's phone belongs to no one", () => {
  assertEquals(sample.phone, "+529990000000");
});
