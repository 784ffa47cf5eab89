/** Drafts and what surrounds them, for tests of the pages. */
import { linkCode } from "../../src/domain/menu.ts";
import { sealsOf } from "../../src/domain/seal.ts";
import { sealDraft, type SealedDraft } from "../../src/domain/order_draft/link.ts";
import type { Route } from "../../src/http/router.ts";
import type { PageDeps } from "../../src/pages/layout.ts";
import { instantOf, testRestaurant, testState } from "../support/restaurant_fixture.ts";

/** A Saturday in the middle of a service. */
export const NOW = instantOf("2026-08-01T20:00");
export const SEALS = sealsOf(new Uint8Array(32));

export const HOME_DRAFT: SealedDraft = {
  lines: [
    { code: linkCode("panuchos-3"), quantity: 2, priceCents: 9_500 },
    { code: linkCode("sopa-grande"), quantity: 1, priceCents: 9_900 },
    { code: linkCode("tortillas"), quantity: 3, priceCents: 1_500 },
  ],
  delivery: {
    mode: "domicilio",
    address: "Calle 55 #512-B x 64 y 66, Barrio de Santiago, 97000 Mérida",
    references: "Portón negro, tocar dos veces",
    destination: { lat: 20.9712, lng: -89.6291 },
    street: "Calle 55",
    km: 2.4,
    costCents: 4_500,
    minutes: { min: 35, max: 50 },
  },
  comments: "Sin cebolla en la sopa, por favor.",
  expiresAt: NOW + 28 * 60_000,
};

export const PICKUP_DRAFT: SealedDraft = {
  ...HOME_DRAFT,
  delivery: { mode: "recoger" },
  comments: null,
};

export function sealed(draft: SealedDraft): string {
  return sealDraft(draft, SEALS, new Uint8Array());
}

/** Pages that are only shown ask nothing of database or operations. */
const refuse = () => Promise.reject(new Error("a page has asked more than its link holds"));
const NO_STORE = {
  ...{ reserve: refuse, findReplay: refuse, findMade: refuse },
  ...{ findOwn: refuse, findAsked: refuse },
};
const NO_OPERATION: Route = { method: "POST", path: "/api/reserva", answer: refuse };
const NO_OPERATIONS = {
  ...{ reserve: NO_OPERATION, locate: NO_OPERATION },
  ...{ quote: NO_OPERATION, draft: NO_OPERATION },
};

/** What a page reads while the kitchen is open, with some of it replaced. */
export function pageDeps(overrides: Partial<PageDeps> = {}): PageDeps {
  const restaurant = testRestaurant();
  const state = testState();
  return {
    now: () => NOW,
    restaurant: () => restaurant,
    state: () => state,
    seals: SEALS,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    image: () => Promise.resolve(null),
    reservations: NO_STORE,
    asked: NO_OPERATIONS,
    townAt: () => null,
    locate: () => Promise.resolve(null),
    hasPrices: () => true,
    findsAddresses: () => true,
    baseUrl: "https://mesa.example",
    ...overrides,
  };
}
