/** GET /carta: the current menu, for phones and for print. */
import { imageSize } from "../domain/image.ts";
import { type Addition, type Dish, type Menu, nameIn } from "../domain/menu.ts";
import { storedImages } from "../domain/restaurant.ts";
import { currentMenu, situationNow } from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import { attributes, type Html, html } from "../html/html.ts";
import sheet from "./carta.css" with { type: "text" };
import {
  deliveryLink,
  IMAGES,
  type Listing,
  moneyOf,
  notYet,
  type Page,
  type PageDeps,
  section,
  sells,
  takesTables,
} from "./layout.ts";
import type { Texts } from "./texts/es.ts";

export async function menuPage(deps: PageDeps, texts: Texts): Promise<Page> {
  const { baseUrl } = deps;
  const situation = situationNow(deps);
  const { restaurant } = situation;
  const { menu: words, home, reservation, language, restaurant: own } = texts;
  const menu = currentMenu(situation);
  const page = { status: 200, texts, restaurant, title: words.title };
  if (!sells(situation)) return { ...page, content: notYet(situation, words.none, texts) };
  const ways = html`
    ${takesTables(situation) && html`
      <a class="send quiet" href="/reservar?lang=${language}">${reservation.reserve}</a>
    `}
    <a class="send" href="/pedir?lang=${language}">${home.order}</a>
  `;
  const photos = await dishPhotos(deps);
  const money = moneyOf(restaurant);
  const lines: MenuLines = {
    dish: (dish) => dishOf(dish, photos, money, texts),
    addition: ({ priceCents }, name) => priceLine(name, money(priceCents)),
  };
  const content = html`
    <div class="carta">
      ${menuParts(menu, texts, lines, ways)}
      <p><small>${words.taxes}</small></p>
      ${deliveryLink(restaurant, texts)}
    </div>
  `;
  const listing = {
    url: `${baseUrl}/carta`,
    description: words.description(restaurant.name),
    data: menuData(menu, photos, own, baseUrl),
  };
  return { ...page, sheet, listing, content };
}

/** How a page shows what is sold. */
export interface MenuLines {
  dish(dish: Dish): Html;
  addition(addition: Addition, name: string): Html;
}

/** The menu's parts, links to them, and a bar that stays on top, with `ways` to the next page. */
export function menuParts(
  { sections, additions }: Menu,
  { menu: words, restaurant: own }: Texts,
  lines: MenuLines,
  ways: Html,
): Html {
  const added = additions.map((one) => lines.addition(one, nameIn(own, one.name, one)));
  const parts: readonly (readonly [name: string, lines: readonly Html[]])[] = [
    ...sections.map((one) => [nameIn(own, one.name, one), one.dishes.map(lines.dish)] as const),
    [words.additions, added],
  ];
  const filled = parts.filter(([, lines]) => lines.length > 0);
  return html`
    <div class="guide">
      <nav class="sections" id="_sections" aria-label="${words.sections}">
      ${filled.map(([name], nth) => html`<a href="#_${nth}">${name}</a>`)}
      </nav>
      <p class="bar"><a href="#_sections">${words.sections}</a> ${ways}</p>
    </div>
    <div class="menu">${filled.map(([name, lines], nth) => section(`_${nth}`, name, lines))}</div>
  `;
}

/** The sizes of the stored photos that the menu names. */
export type DishPhotos = ReadonlyMap<string | undefined, ReturnType<typeof imageSize>>;

/** One that the database does not give is left out: the menu is shown all the same. */
export async function dishPhotos(
  { restaurant, image }: Pick<PageDeps, "restaurant" | "image">,
): Promise<DishPhotos> {
  const stored = await storedImages(restaurant(), (name) => image(name).catch(() => null));
  return new Map(stored.entries().map(([name, image]) => [name, imageSize(image)]));
}

/** Its size is the image's own, so that nothing moves when it arrives. */
export function photoOf({ name, photo }: Dish, photos: DishPhotos): Html | null {
  const size = photos.get(photo);
  if (size === undefined) return null;
  const [width, height] = size;
  const mark = { src: `${IMAGES}${photo}`, alt: name, width, height, loading: "lazy" };
  return html`<img ${attributes({ class: "dish", ...mark })}>`;
}

function dishOf(
  dish: Dish,
  photos: DishPhotos,
  money: ReturnType<typeof moneyOf>,
  { menu: words, restaurant: language }: Texts,
): Html {
  const marks = [
    dish.favourite && words.favourite,
    dish.featured && words.featured,
    dish.soldOut && words.soldOut,
  ].map((mark) => mark && [" ", html`<small class="mark">${mark}</small>`]);
  const [only, ...more] = dish.presentations;
  const single = more.length === 0 && only?.label === null;
  const price = single && html`<span class="price">${money(only.priceCents)}</span>`;
  return html`
    <article ${attributes({ class: dish.soldOut && "sold-out" })}>
      ${photoOf(dish, photos)}
      <h3 class="price-line"><span>${dish.name}${marks}</span>${price}</h3>
      ${dish.description[language] && html`<p>${dish.description[language]}</p>`}
      ${!single &&
        dish.presentations.map((one) =>
          priceLine(nameIn(language, one.label, one), money(one.priceCents))
        )}
    </article>
  `;
}

function priceLine(name: string | null, price: string): Html {
  return html`<p class="price-line"><span>${name}</span><span class="price">${price}</span></p>`;
}

/** A Menu in the vocabulary of https://schema.org, with what is not sold out. */
function menuData(
  { sections }: Menu,
  photos: DishPhotos,
  language: Language,
  baseUrl: string,
): Listing["data"] {
  return {
    "@type": "Menu",
    inLanguage: language,
    hasMenuSection: sections.filter(({ dishes }) => dishes.length > 0).map((
      { name, dishes, ...also },
    ) => ({
      "@type": "MenuSection",
      name: nameIn(language, name, also),
      hasMenuItem: dishes.filter(({ soldOut }) => !soldOut).map((dish) => ({
        "@type": "MenuItem",
        name: dish.name,
        description: dish.description[language] || undefined,
        image: photos.has(dish.photo) ? `${baseUrl}${IMAGES}${dish.photo}` : undefined,
        offers: dish.presentations.map(({ label, priceCents, ...also }) => ({
          "@type": "Offer",
          ...(label === null ? {} : { name: nameIn(language, label, also) }),
          price: (priceCents / 100).toFixed(2),
          priceCurrency: "MXN",
        })),
      })),
    })),
  };
}
