import type { RoutePlanner } from "../../deps.ts";

/** No more calls may be paid for today. */
export class DailyLimitReached extends Error {
  override readonly name = "DailyLimitReached";
}

/**
 * The same planner, asked at most `limit` times a day. A question counts before it is asked, and stays counted when it fails:
 * nobody can tell whether it was charged.
 *
 * @param take counts one more call today, unless that makes more than `limit`: then false
 * @throws {DailyLimitReached} from `plan`, without asking. Where `take` fails, its error, without asking: what cannot be counted
 * is not spent.
 */
export function withDailyLimit(
  planner: RoutePlanner,
  limit: number,
  take: (limit: number) => Promise<boolean>,
): RoutePlanner {
  return {
    async plan(destination) {
      if (await take(limit)) return await planner.plan(destination);
      throw new DailyLimitReached(
        `the ${limit} calls a day that ROUTER_DAILY_LIMIT allows are used up: ` +
          "until midnight, only points asked for before have a price",
      );
    },
  };
}
