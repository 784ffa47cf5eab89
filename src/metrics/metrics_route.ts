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

/** Answers whoever asks from this machine and has not come through a proxy: metrics say nothing of guests, but much of the house. */
export function metricsRoute(metrics: readonly (Metric | Histogram)[]): Route {
  return {
    method: "GET",
    path: "/metrics",
    answer({ request, peer }) {
      const forwarded = request.headers.has("x-forwarded-for") || request.headers.has("forwarded");
      if (forwarded || !isLoopback(peer())) return REFUSED;
      return {
        status: 200,
        headers: { ...HEADERS, "content-type": EXPOSITION_TYPE },
        body: expositionText(metrics),
      };
    },
  };
}
