/** Parses the command line of the suite: `BASE_URL [--write] [--point=LAT,LNG | --no-delivery]`. */
import { parseArgs } from "@std/cli";
import { type Point, SAMPLE_POINT, type Target } from "./target.ts";

const USAGE = `deno task contract BASE_URL [--write] [--point=LAT,LNG | --no-delivery]

  BASE_URL       address of the service, such as https://mesa.example (or CONTRACT_BASE_URL in the environment)
  --write        also make reservations, 60 to 90 days ahead, named "Prueba de contrato"; with default limits it takes 10 minutes
  --point        a point that the restaurant delivers to; default: beside the sample restaurant
  --no-delivery  skip tests that need a priced delivery, for a restaurant without a map`;

/** The command line is invalid; `message` holds the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  constructor(problem: string) {
    super(`${problem}\n\n${USAGE}`);
  }
}

/**
 * The deployment that `args` name; by default `baseUrl`.
 * @throws {UsageError}
 */
export function deploymentTarget(args: readonly string[], baseUrl: string | undefined): Target {
  const { _: [address, ...more], write, point, ...rest } = parseArgs(args, {
    boolean: ["write", "no-delivery"],
    string: ["point"],
    unknown(argument, key) {
      if (key !== undefined) throw new UsageError(`unknown option ${argument}`);
    },
  });
  const url = URL.parse(String(address ?? baseUrl ?? ""));
  if (!url || !/^https?:$/.test(url.protocol) || more.length > 0) {
    throw new UsageError("expected one http or https address");
  }
  return {
    label: url.host,
    write: write === true,
    point: typeof point === "string" ? readPoint(point) : SAMPLE_POINT,
    delivers: rest["no-delivery"] !== true,
    start: () => Promise.resolve({ url: url.href.replace(/\/+$/, ""), stop: async () => {} }),
  };
}

function readPoint(text: string): Point {
  const [lat = NaN, lng = NaN, ...more] = text.split(",").map(Number);
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && more.length === 0) return { lat, lng };
  throw new UsageError(`--point: expected LAT,LNG such as 20.969,-89.621, got "${text}"`);
}
