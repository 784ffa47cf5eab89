/** GET /carta: the current menu, for phones and for print. */
import type { Addition, Dish, Section } from "../domain/menu.ts";
import { currentMenu, type Situation } from "../domain/schedule/situation.ts";
import type { Language } from "../domain/text.ts";
import { attributes, type Html, html } from "../html/html.ts";
import { formatMoney } from "../html/words.ts";
import type { Listing, Page } from "./layout.ts";

const ES = {
  title: "Carta",
  sections: "Secciones",
  favourite: "favorito",
  featured: "especialidad",
  soldOut: "agotado",
  additions: "Adiciones",
  taxes: "Precios en pesos mexicanos, IVA incluido.",
  back: "Horario y cómo llegar",
  description: (name: string) => `La carta de ${name}, con precios.`,
};

const TEXTS: Readonly<Record<Language, typeof ES>> = {
  es: ES,
  en: {
    title: "Menu",
    sections: "Sections",
    favourite: "favourite",
    featured: "speciality",
    soldOut: "sold out",
    additions: "Additions",
    taxes: "Prices in Mexican pesos, VAT included.",
    back: "Hours and getting here",
    description: (name) => `The menu of ${name}, with prices.`,
  },
};

export function menuPage(situation: Situation, language: Language, baseUrl: string): Page {
  const { restaurant } = situation;
  const texts = TEXTS[language];
  const { sections: all, additions } = currentMenu(situation);
  const sections = all.filter(({ dishes }) => dishes.length > 0);
  const content = html`
    <nav class="sections" aria-label="${texts.sections}">
    ${sections.map(({ name }, index) => html`<a href="#s${index}">${name}</a>`)}
    </nav>
    <div class="menu">
    ${sections.map((section, index) => sectionOf(section, `s${index}`, language))}
    ${additions.length > 0 && additionsOf(additions, texts.additions)}
    </div>
    <p><small>${texts.taxes}</small></p>
    <p class="links"><a href="/?lang=${language}">${texts.back}</a></p>
  `;
  const listing = {
    url: `${baseUrl}/carta`,
    description: texts.description(restaurant.name),
    data: menuData(sections, language, baseUrl),
  };
  return { status: 200, language, restaurant, title: texts.title, listing, content };
}

function sectionOf({ name, dishes }: Section, id: string, language: Language): Html {
  return html`
    <section aria-labelledby="${id}">
      <h2 id="${id}">${name}</h2>
      ${dishes.map((dish) => dishOf(dish, language))}
    </section>
  `;
}

function dishOf(dish: Dish, language: Language): Html {
  const texts = TEXTS[language];
  const marks = [
    dish.favourite && texts.favourite,
    dish.featured && texts.featured,
    dish.soldOut && texts.soldOut,
  ].filter((mark) => mark !== false);
  const [only, ...more] = dish.presentations;
  const single = more.length === 0 && only?.label === null;
  return html`
    <article ${attributes({ class: dish.soldOut && "sold-out" })}>
      <h3 class="price-line"><span>${dish.name}${marks.map((mark) =>
        html`
          <small class="mark">${mark}</small>
        `
      )}</span>${single && priceOf(only.priceCents)}</h3>
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
