/** The restaurant as programs read it in its start page: structured data in the vocabulary of https://schema.org. */
import { timeOf } from "../domain/local_time.ts";
import { unusualDays } from "../domain/schedule/closures.ts";
import type { Situation } from "../domain/schedule/situation.ts";
import { weekdayText } from "../html/words.ts";
import { IMAGES, type Listing, sells, takesTables } from "./layout.ts";

/** A Restaurant in the vocabulary of https://schema.org, without the ratings of another site. */
export function restaurantData(situation: Situation, baseUrl: string): Listing["data"] {
  const { restaurant } = situation;
  const { name, address, phone, location: { lat, lng }, hours, face } = restaurant;
  const reserves = takesTables(situation);
  const image = (hash: string | null) => hash === null ? undefined : `${baseUrl}${IMAGES}${hash}`;
  return {
    "@type": "Restaurant",
    name,
    description: face.sentence?.es,
    servesCuisine: face.cuisine?.es,
    priceRange: face.priceLevel === null ? undefined : "$".repeat(face.priceLevel),
    image: image(face.photo),
    logo: image(face.logo),
    sameAs: face.links.length > 0 ? face.links.map(({ url }) => url) : undefined,
    ...(phone !== null && {
      address,
      telephone: phone,
      geo: { "@type": "GeoCoordinates", latitude: lat, longitude: lng },
    }),
    url: `${baseUrl}/`,
    openingHoursSpecification: hours.flatMap(({ services }, index) =>
      services.map(({ opens, closes }) => {
        const dayOfWeek = `https://schema.org/${weekdayText(index, "en")}`;
        return hoursData({ dayOfWeek }, opens, closes);
      })
    ),
    specialOpeningHoursSpecification: specialHours(situation),
    hasMenu: sells(situation) ? `${baseUrl}/carta` : undefined,
    acceptsReservations: reserves,
    ...(reserves && {
      potentialAction: {
        "@type": "ReserveAction",
        target: { "@type": "EntryPoint", urlTemplate: `${baseUrl}/reservar` },
        result: { "@type": "FoodEstablishmentReservation" },
      },
    }),
    currenciesAccepted: "MXN",
  };
}

/** The hours of the days that closures or special days change. A whole day is closed from midnight to midnight. */
function specialHours(situation: Situation): readonly unknown[] {
  return unusualDays(situation).flatMap(({ day, open }) =>
    (open.length > 0 ? open : [{ from: 0, to: 0 }])
      .map(({ from, to }) => hoursData({ validFrom: day, validThrough: day }, from, to))
  );
}

function hoursData(when: object, from: number, to: number): unknown {
  return { "@type": "OpeningHoursSpecification", ...when, opens: timeOf(from), closes: timeOf(to) };
}
