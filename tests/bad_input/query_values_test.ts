import { assertEquals } from "@std/assert";
import { testApp } from "../support/test_app.ts";
import {
  assertDeclared,
  assertRefused,
  assertStillServes,
  AVAILABILITY,
  CONTACT,
  type GoodRequest,
  INFO,
  MENU,
  QUOTE,
  send,
} from "./_requests.ts";

/** Texts that no parameter accepts, as written in a target. */
const NONSENSE = [
  "",
  "%00",
  "%ZZ",
  "%",
  "%ff%fe",
  "%ED%A0%80",
  "%E2%80%AE",
  "+",
  "%20",
  "null",
  "undefined",
  "[]",
  "{}",
  "a".repeat(10_000),
  "ñ",
  "1e309",
  "NaN",
  "Infinity",
  "-",
  ".",
  "0x10",
  "1e1",
  "%2B1",
  "1,5",
  "٧",
];

async function assertNonsense(
  good: GoodRequest,
  search: (value: string) => string,
  [motivo, campo]: readonly [string, string],
  values: readonly string[] = NONSENSE,
): Promise<void> {
  await using app = await testApp();
  for (const value of values) {
    const answer = await send(app, good, { target: `${good.path}?${search(value)}` });
    assertRefused(answer, good, 400, motivo, value.slice(0, 40));
    assertEquals(JSON.parse(answer.text).campo, campo, value.slice(0, 40));
  }
  await assertStillServes(app);
}

for (const good of [INFO, MENU, CONTACT]) {
  Deno.test(`lang that is neither es nor en is 400 lang at ${good.path}`, async () => {
    const other = ["ES", "esMX", "fr", "es%20", "es%00", "es,en"];
    await assertNonsense(good, (value) => `lang=${value}`, ["lang", "lang"], [
      ...NONSENSE,
      ...other,
    ]);
  });
}

Deno.test("motivo that is not a known reason is 400 motivo", async () => {
  const other = ["DUDA", "duda%20", "reserva%00", "duda,pedido"];
  await assertNonsense(CONTACT, (value) => `motivo=${value}`, ["motivo", "motivo"], [
    ...NONSENSE,
    ...other,
  ]);
});

Deno.test("dia that is not a date is 400 dia, whatever dias is", async () => {
  const other = ["2026-3-1", "2026-02-30", "2026-03-12T00:00", "20260312", "2026-03-12%00", "hoy"];
  for (const dias of ["", "&dias=7", "&dias=x"]) {
    await assertNonsense(AVAILABILITY, (value) => `dia=${value}${dias}`, ["dia", "dia"], [
      ...NONSENSE,
      ...other,
    ]);
  }
});

Deno.test("dias that is not an integer from 1 to 90 is 400 dias", async () => {
  const other = ["0", "-1", "91", "7.5", "1_0", "007", "7.0", "-0", "99999999999999999999"];
  await assertNonsense(AVAILABILITY, (value) => `dias=${value}`, ["dias", "dias"], [
    ...NONSENSE,
    ...other,
  ]);
});

Deno.test("lat and lng that are not plain decimals in range are 400 coordenadas, with the name of the wrong one", async () => {
  const other = ["20,9", "--20", "20.", ".5", "20.9N", "20%C2%B0", "1".repeat(30)];
  for (
    const [axis, over, rest] of [
      ["lat", "90.1", "lng=-89.62"],
      ["lng", "-180.1", "lat=20.97"],
    ] as const
  ) {
    await assertNonsense(QUOTE, (value) => `${axis}=${value}&${rest}`, ["coordenadas", axis], [
      ...NONSENSE,
      ...other,
      over,
    ]);
    await assertNonsense(QUOTE, () => rest, ["coordenadas", axis], ["missing"]);
  }
});

Deno.test("unknown parameters are ignored by every operation", async () => {
  await using app = await testApp();
  for (const good of [INFO, MENU, AVAILABILITY, QUOTE, CONTACT]) {
    const search = `${
      good.search === "" ? "?" : `${good.search}&`
    }__proto__=1&%00=2&=3&lat%5B%5D=4`;
    const answer = await send(app, good, { target: good.path + search });
    assertEquals(answer.status, 200, good.path);
    assertDeclared(answer, good);
  }
});
