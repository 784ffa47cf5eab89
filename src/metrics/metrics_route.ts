/** GET /metrics, for a Prometheus on the same machine. */
import { isLoopback } from "../http/client_address.ts";
import type { Answer } from "../http/answer.ts";
import type { Route } from "../http/router.ts";
import { EXPOSITION_TYPE, expositionText, type Histogram, type Metric } from "./exposition.ts";

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

const REFUSED: Answer = {
  status: 403,
  headers: { ...HEADERS, "content-type": "text/plain; charset=utf-8" },
  body: "Solo desde este mismo equipo, sin intermediario.\n",
};

/** Whatever a proxy adds to say for whom it asks. */
const FORWARDING = /^(forwarded|via|x-(forwarded|original|real)\b.*|(.+-)?(client|connecting)-ip)$/;
const LOCAL_NAME = /^(.+\.)?localhost$/;

/**
 * Answers requests from this machine that have not come through a proxy, nor from a page of a browser that was told that its site
 * lies here: metrics say nothing of guests, but much of the house.
 */
export function metricsRoute(metrics: readonly (Metric | Histogram)[]): Route {
  const ownName = Deno.hostname().toLowerCase();
  const isLocal = (host: string): boolean => {
    const name = host.toLowerCase().replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
    return name === ownName || LOCAL_NAME.test(name) || isLoopback(name);
  };
  return {
    method: "GET",
    path: "/metrics",
    answer({ request: { headers }, peer }) {
      const forwarded = [...headers.keys()].some((name) => FORWARDING.test(name));
      if (forwarded || !isLoopback(peer()) || !isLocal(headers.get("host") ?? "")) return REFUSED;
      return {
        status: 200,
        headers: { ...HEADERS, "content-type": EXPOSITION_TYPE },
        body: expositionText(metrics),
      };
    },
  };
}
