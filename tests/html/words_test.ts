import { assertEquals } from "@std/assert";
import { formatMoney } from "../../src/html/words.ts";

Deno.test("centavos are written as pesos with two decimals and thousands apart", () => {
  const written = [0, 5, 9_550, 99_999, 100_000, 123_456_789].map(formatMoney);
  assertEquals(written, ["$0.00", "$0.05", "$95.50", "$999.99", "$1,000.00", "$1,234,567.89"]);
});
