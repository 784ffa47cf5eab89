/** What pictures say, in both languages. */
import type { Language } from "../../domain/language.ts";

interface PictureTexts {
  readonly restaurant: string;
  readonly destination: string;
  /** The picture in words. `street` is that on which the destination lies, null where it has no name. */
  title(street: string | null): string;
}

export const PICTURE_TEXTS: Readonly<Record<Language, PictureTexts>> = {
  es: {
    restaurant: "Restaurante",
    destination: "Entrega",
    title: (street) =>
      `Mapa con la ruta en coche del restaurante a la entrega en ${
        street ?? "una calle sin nombre"
      }`,
  },
  en: {
    restaurant: "Restaurant",
    destination: "Delivery",
    title: (street) =>
      `Map of the drive from the restaurant to the delivery on ${
        street ?? "a street without a name"
      }`,
  },
};
