/** The restaurant and its menu in the vocabulary of https://schema.org, for search engines. */
import type { Section } from "../domain/menu.ts";
import { timeOf } from "../domain/local_time.ts";
import type { Restaurant } from "../domain/restaurant.ts";
import type { Language } from "../domain/text.ts";

type Data = Readonly<Record<string, unknown>>;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A Restaurant, without the ratings of another site. */
export function restaurantData(restaurant: Restaurant, baseUrl: string): Data {
  const { name, address, phone, location: { lat, lng }, hours } = restaurant;
  return {
    "@type": "Restaurant",
    "@id": `${baseUrl}/#restaurant`,
    name,
    address,
    telephone: phone,
    url: `${baseUrl}/`,
    geo: { "@type": "GeoCoordinates", latitude: lat, longitude: lng },
    openingHoursSpecification: hours.flatMap(({ services }, index) =>
      services.map(({ opens, closes }) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: `https://schema.org/${WEEKDAYS[index]}`,
        opens: timeOf(opens),
        closes: timeOf(closes),
      }))
    ),
    hasMenu: `${baseUrl}/carta`,
    acceptsReservations: true,
    potentialAction: {
      "@type": "ReserveAction",
      target: { "@type": "EntryPoint", urlTemplate: `${baseUrl}/reservar` },
      result: { "@type": "FoodEstablishmentReservation" },
    },
    currenciesAccepted: restaurant.currency,
  };
}

/** The Menu, with what is not sold out. */
export function menuData(
  sections: readonly Section[],
  language: Language,
  baseUrl: string,
): Data {
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
