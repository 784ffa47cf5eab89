/** The public application: every route there is, behind one function from request to response. */
import type { OpenAPIObject } from "openapi3-ts/oas31";
import type { Deps } from "./ports/guests.ts";
import { type Answer, taggedAnswer, unlessKnown } from "./http/answer.ts";
import type { LimitContext } from "./http/rate_limit.ts";
import { createListener, type Listener, type ListenerOptions, type Route } from "./http/router.ts";
import { openApiDocument } from "./http/openapi.ts";
import { type DoctorAccess, health, healthRoute } from "./http/health.ts";
import type { AnyOperation } from "./http/operation.ts";
import { operationRoute } from "./http/operation_route.ts";
import { mcpRoute } from "./mcp/mcp.ts";
import { toolOf } from "./mcp/tools.ts";
import { getAvailableReservationTimes } from "./operations/availability.ts";
import { contact } from "./operations/contact.ts";
import { delivery } from "./operations/delivery.ts";
import { info } from "./operations/info.ts";
import { menu } from "./operations/menu.ts";
import { orderDraft } from "./operations/order_draft.ts";
import { createRestaurantReservation } from "./operations/reservation.ts";
import { docsRoutes } from "./pages/docs.ts";
import { pageRoutes } from "./pages/pages.ts";

/** Every operation of the API, in the contract's order. */
export const OPERATIONS: readonly AnyOperation<Deps>[] = [
  info,
  menu,
  getAvailableReservationTimes,
  delivery,
  contact,
  orderDraft,
  createRestaurantReservation,
];

export interface AppOptions
  extends Omit<LimitContext, "now">, Pick<ListenerOptions, "logRequest" | "onInternalError"> {
  readonly deps: Deps;
  /** Whether the database answers; throws where it does not. */
  ping(): Promise<void>;
  /** Who is told at /healthz how it came here; no one where absent. */
  readonly doctor?: DoctorAccess;
  /** Origins, beside the service's own, whose pages may call `/mcp`. */
  readonly mcpOrigins?: readonly string[];
  /** How long a request body may take to arrive, in milliseconds. */
  readonly bodyTimeoutMs?: number;
}

/** The API's contract version, not the program's. */
const CONTRACT_VERSION = "1.0.0";

const TITLE = "Restaurant Reservations and Information API";
const DESCRIPTION =
  "Hours, menu, firm delivery prices, order drafts and table reservations of one restaurant. No account is needed. Dates and times are the restaurant's own clock. Errors tell how to mend the request; reservations are changed only by writing to the restaurant.";

export function createApp(options: AppOptions): Listener {
  const { deps, ping, logRequest, onInternalError } = options;
  const context = {
    ...options,
    now: () => deps.now(),
    onUntrustedProxy: once(options.onUntrustedProxy),
  };
  let described: OpenAPIObject | undefined;
  const document = () => described ??= describeApi(deps.baseUrl);
  const operations = OPERATIONS.map((operation) => operationRoute(operation, context));
  return createListener({
    routes: [
      ...operations,
      mcpRoute({
        tools: OPERATIONS.map((one, index) => toolOf(one, operations[index]!, onInternalError)),
        version: CONTRACT_VERSION,
        title: TITLE,
        instructions: () => `${deps.restaurant().name}. ${DESCRIPTION}`,
        origins: [new URL(deps.baseUrl).origin, ...options.mcpOrigins ?? []],
        maxBytes: Math.max(...OPERATIONS.map(({ body }) => body?.maxBytes ?? 0)),
        bodyTimeoutMs: options.bodyTimeoutMs,
      }),
      openApiRoute(document),
      healthRoute({ ...options, side: "comensales", answer: () => health(ping, onInternalError) }),
      ...pageRoutes(deps, operations[OPERATIONS.indexOf(createRestaurantReservation)]!),
      ...docsRoutes(deps, document),
    ],
    now: context.now,
    logRequest,
    onInternalError,
  });
}

/** The OpenAPI document of the service at `serverUrl`. */
export function describeApi(serverUrl: string): OpenAPIObject {
  return openApiDocument(OPERATIONS, {
    title: TITLE,
    version: CONTRACT_VERSION,
    description: DESCRIPTION,
    license: { name: "MIT", identifier: "MIT" },
    serverUrl,
  });
}

function openApiRoute(document: () => OpenAPIObject): Route {
  let described: Promise<Answer> | undefined;
  return {
    method: "GET",
    path: "/openapi.json",
    answer: async ({ request }) =>
      unlessKnown(request, await (described ??= taggedAnswer(document()))),
  };
}

function once(notify: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    notify();
  };
}
