/** Order drafts for tests. */
import { openDraft, type SealedDraft } from "../../src/domain/order_draft/link.ts";
import type { Restaurant } from "../../src/domain/restaurant.ts";
import { testRestaurant } from "../support/restaurant_fixture.ts";
import { homeDraftBody } from "../support/test_app.ts";
import type { TestAnswer, TestApp } from "./_checked_app.ts";

export const DRAFT_PATH = "/api/pedido/borrador";
export const PICKUP = { modo: "recoger" } as const;

/** Posts a draft to be delivered with fields replaced. */
export function postDraft(app: TestApp, sent: Record<string, unknown>): Promise<TestAnswer> {
  return app.post(DRAFT_PATH, homeDraftBody(sent));
}

/** A draft to be delivered, with fields of its delivery replaced. */
export function delivered(changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body = homeDraftBody() as { entrega: Record<string, unknown> };
  return { ...body, entrega: { ...body.entrega, ...changes } };
}

/** An answer to a draft. */
type Linked = Readonly<Record<"confirmar_en", string>>;

/** The page that the link in an answer opens. */
export function page(app: TestApp, { confirmar_en }: Linked): Promise<TestAnswer> {
  return app.get(confirmar_en.slice(app.url.length));
}

/** What the link in an answer carries. */
export function opened(app: TestApp, { confirmar_en }: Linked): SealedDraft {
  const draft = openDraft(confirmar_en.slice(`${app.url}/pedido/`.length), app.deps.seals);
  if (!draft) throw new Error("the token does not open");
  return draft;
}

type Dish = Restaurant["menu"]["sections"][number]["dishes"][number];

export function withPanuchos(changes: Partial<Dish>): Restaurant {
  const { menu } = testRestaurant();
  const sections = menu.sections.map((section) => ({
    ...section,
    dishes: section.dishes.map((dish) => dish.id === "panuchos" ? { ...dish, ...changes } : dish),
  }));
  return testRestaurant({ menu: { ...menu, sections } });
}
