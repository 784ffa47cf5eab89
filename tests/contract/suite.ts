/** Registers every row of the contract as a test against one target. */
import { type Api, connect } from "./api.ts";
import { availabilityRows } from "./availability_rows.ts";
import { addressRows } from "./address_rows.ts";
import { contactRows } from "./contact_rows.ts";
import { draftLimitRows } from "./draft_limit_rows.ts";
import { draftRows } from "./draft_rows.ts";
import { healthRows, httpRows } from "./http_rows.ts";
import { infoRows } from "./info_rows.ts";
import { keyRows } from "./key_rows.ts";
import { menuRows } from "./menu_rows.ts";
import { openApiRows } from "./openapi_rows.ts";
import { quoteRows } from "./quote_rows.ts";
import { refusalRows } from "./refusal_rows.ts";
import { reservationLimitRows } from "./reservation_limit_rows.ts";
import { reservationRows, untouchedRows } from "./reservation_rows.ts";
import type { Target } from "./target.ts";

/** Registers tests, each against the target's API. */
export interface Suite {
  /** A rule of the contract, or of the decisions that supplement it. */
  row(name: string, run: (api: Api) => unknown): void;
  /** A rule that needs a priced delivery. */
  priced(name: string, run: (api: Api) => unknown): void;
  /** A rule whose test makes reservations. */
  writes(name: string, run: (api: Api) => unknown): void;
}

const GROUPS = [
  openApiRows,
  httpRows,
  healthRows,
  infoRows,
  menuRows,
  availabilityRows,
  quoteRows,
  contactRows,
  addressRows,
  draftRows,
  draftLimitRows,
  refusalRows,
  reservationLimitRows,
  reservationRows,
  untouchedRows,
  keyRows,
];

export function contractSuite(target: Target): void {
  const suite = register(target);
  for (const rows of GROUPS) rows(suite);
}

function register(target: Target): Suite {
  let api: Api | undefined;
  let stop: () => Promise<void> = async () => {};
  Deno.test.beforeAll(async () => {
    const started = await target.start();
    stop = started.stop;
    api = await connect(started.url, target);
  });
  Deno.test.afterAll(() => stop());

  const test = (isRun: boolean) => (name: string, run: (api: Api) => unknown) =>
    Deno.test({
      name: `${name} (${target.label})`,
      ignore: !isRun,
      // The output of the service, which runs from the first test to the last, is read all the time.
      sanitizeOps: false,
      fn: async () => {
        await run(api!);
      },
    });
  const priced = target.delivers ? test(true) : () => {};
  return { row: test(true), priced, writes: test(target.write) };
}
