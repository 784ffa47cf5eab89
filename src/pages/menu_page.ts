/** GET /carta: the current menu, for phones and for print. */
import type { Addition, Dish, Section } from "../domain/menu.ts";
import { currentMenu, type Situation } from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { formatMoney } from "../html/words.ts";
import type { Listing, Page } from "./layout.ts";
import type { Texts } from "./texts/es.ts";

export function menuPage(situation: Situation, texts: Texts, baseUrl: string): Page {
  const { restaurant } = situation;
  const { menu: words, language } = texts;
  const { sections: all, additions } = currentMenu(situation);
  const sections = all.filter(({ dishes }) => dishes.length > 0);
  const content = html`
    <nav class="sections" aria-label="${words.sections}">
    ${sections.map(({ name }, index) => html`<a href="#s${index}">${name}</a>`)}
    </nav>
    <div class="menu">
    ${sections.map((section, index) => sectionOf(section, `s${index}`, texts))}
    ${additions.length > 0 && additionsOf(additions, words.additions)}
    </div>
    <p><small>${words.taxes}</small></p>
    <p class="links"><a href="/?lang=${language}">${words.back}</a></p>
  `;
  const listing = {
    url: `${baseUrl}/carta`,
    description: words.description(restaurant.name),
    data: menuData(sections, texts.restaurant, baseUrl),
  };
  return { status: 200, texts, restaurant, title: words.title, listing, content };
}

function sectionOf({ name, dishes }: Section, id: string, texts: Texts): Html {
  return html`
    <section aria-labelledby="${id}">
      <h2 id="${id}">${name}</h2>
      ${dishes.map((dish) => dishOf(dish, texts))}
    </section>
  `;
}

function dishOf(dish: Dish, { menu: words, restaurant: language }: Texts): Html {
  const marks = [
    dish.favourite && words.favourite,
    dish.featured && words.featured,
    dish.soldOut && words.soldOut,
  ].map((mark) => mark && [" ", html`<small class="mark">${mark}</small>`]);
  const [only, ...more] = dish.presentations;
  const single = more.length === 0 && only?.label === null;
  const price = single && priceOf(only.priceCents);
  return html`
    <article ${attributes({ class: dish.soldOut && "sold-out" })}>
      <h3 class="price-line"><span>${dish.name}${marks}</span>${price}</h3>
      <p>${dish.description[language]}</p>
      ${!single &&
        dish.presentations.map(({ label, priceCents }) =>
          html`<p class="price-line"><span>${label}</span>${priceOf(priceCents)}</p>`
        )}
    </article>
  `;
}

function additionsOf(additions: readonly Addition[], title: string): Html {
  return html`
    <section aria-labelledby="additions">
      <h2 id="additions">${title}</h2>
      ${additions.map(({ name, priceCents }) =>
        html`<p class="price-line"><span>${name}</span>${priceOf(priceCents)}</p>`
      )}
    </section>
  `;
}

function priceOf(cents: number): Html {
  return html`<span class="price">${formatMoney(cents)}</span>`;
}

/** A Menu in the vocabulary of https://schema.org, with what is not sold out. */
function menuData(
  sections: readonly Section[],
  language: Language,
  baseUrl: string,
): Listing["data"] {
  return {
    "@type": "Menu",
    "@id": `${baseUrl}/carta#menu`,
    inLanguage: language,
    hasMenuSection: sections.map(({ name, dishes }) => ({
      "@type": "MenuSection",
      name,
      hasMenuItem: dishes.filter(({ soldOut }) => !soldOut).map((dish) => ({
        "@type": "MenuItem",
        name: dish.name,
        description: dish.description[language],
        offers: dish.presentations.map(({ label, priceCents }) => ({
          "@type": "Offer",
          ...(label === null ? {} : { name: label }),
          price: (priceCents / 100).toFixed(2),
          priceCurrency: "MXN",
        })),
      })),
    })),
  };
}
