/** The public application: a function from request to response over all public routes. */
import type { OpenAPIObject } from "openapi3-ts/oas31";
import type { Deps } from "./ports/guests.ts";
import { taggedAnswer, unlessKnown } from "./http/answer.ts";
import type { LimitContext } from "./http/rate_limit.ts";
import { createListener, type Listener, type ListenerOptions, type Route } from "./http/router.ts";
import { openApiDocument } from "./http/openapi.ts";
import { type DoctorAccess, health, healthRoute } from "./http/health.ts";
import type { AnyOperation } from "./http/operation.ts";
import { operationRoute } from "./http/operation_route.ts";
import { mcpRoutes } from "./mcp/mcp.ts";
import { toolOf } from "./mcp/tools.ts";
import { getAvailableReservationTimes } from "./operations/availability.ts";
import { contact } from "./operations/contact.ts";
import { delivery, quoteForPages } from "./operations/delivery.ts";
import { addressSearch, location } from "./operations/location.ts";
import { info } from "./operations/info.ts";
import { menu } from "./operations/menu.ts";
import { orderDraft } from "./operations/order_draft.ts";
import { createRestaurantReservation } from "./operations/reservation.ts";
import { docsRoutes } from "./pages/docs.ts";
import { framing, pageRoutes } from "./pages/pages.ts";
import { refusalPages } from "./pages/refusal_page.ts";

/** Every operation of the API, in the contract's order, then those beyond it. */
export const OPERATIONS: readonly AnyOperation<Deps>[] = [
  info,
  menu,
  getAvailableReservationTimes,
  delivery,
  contact,
  orderDraft,
  createRestaurantReservation,
  location,
];

export interface AppOptions
  extends Omit<LimitContext, "now">, Pick<ListenerOptions, "logRequest" | "onInternalError"> {
  readonly deps: Deps;
  ping(): Promise<void>;
  /** The doctor that /healthz answers with how its request arrived; none if absent. */
  readonly doctor?: DoctorAccess;
  readonly embedOrigins?: readonly string[];
  readonly bodyTimeoutMs?: number;
}

/** The version of the API, not of the program. */
const CONTRACT_VERSION = "1.0.0";

const TITLE = "Restaurant Reservations and Information API";
const DESCRIPTION =
  "To change a reservation or add to it, never reserve again: give the person its whatsapp link. One restaurant's hours, menu, firm delivery prices, order drafts and tables, by its own clock, without an account. Errors say how to correct a request. If you can only read, give info's reservar_en.";

export function createApp(options: AppOptions): Listener {
  const { deps } = options;
  const framed = framing(options.embedOrigins ?? []);
  const refused = refusalPages(deps);
  return createListener({
    ...options,
    url: deps.baseUrl,
    routes: publicRoutes(options),
    cors: true,
    refused: (exchange, ...refusal) => framed(exchange, refused(exchange, ...refusal)),
  });
}

export function publicRoutes(options: AppOptions): readonly Route[] {
  const { deps, ping, onInternalError } = options;
  const context = { ...options, now: () => deps.now() };
  const document = once(() => describeApi(deps.baseUrl));
  const described = once(() => taggedAnswer(document()));
  const operations = OPERATIONS.map((operation) => operationRoute(operation, context));
  const framed = framing(options.embedOrigins ?? []);
  const routeOf = (operation: AnyOperation<Deps>) => operations[OPERATIONS.indexOf(operation)]!;
  const asked = {
    reserve: routeOf(createRestaurantReservation),
    locate: operationRoute(addressSearch, context),
    quote: operationRoute(quoteForPages, context),
    draft: routeOf(orderDraft),
  };
  return [
    ...operations,
    ...mcpRoutes({
      tools: OPERATIONS.map((one, index) => toolOf(one, operations[index]!, onInternalError)),
      version: CONTRACT_VERSION,
      title: () => deps.restaurant().name,
      websiteUrl: deps.baseUrl,
      instructions: () => `${deps.restaurant().name}. ${DESCRIPTION}`,
      maxBytes: Math.max(...OPERATIONS.map(({ body }) => body?.maxBytes ?? 0)),
      bodyTimeoutMs: options.bodyTimeoutMs,
    }),
    {
      method: "GET",
      path: "/openapi.json",
      answer: async ({ request }) => unlessKnown(request, await described()),
    },
    healthRoute({ ...options, side: "comensales", answer: () => health(ping, onInternalError) }),
    ...pageRoutes({ ...deps, asked }, framed),
    ...docsRoutes(deps, document),
  ];
}

export function describeApi(serverUrl: string): OpenAPIObject {
  return openApiDocument(OPERATIONS, {
    title: TITLE,
    version: CONTRACT_VERSION,
    description: DESCRIPTION,
    license: { name: "MIT", identifier: "MIT" },
    serverUrl,
  });
}

/** `make`, called at most once. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
