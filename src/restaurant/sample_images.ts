/** The images of the sample, drawn for it. */
import { type Image, imageName } from "../domain/image.ts";
import house from "./sample/casa.webp" with { type: "bytes" };
import chaya from "./sample/chaya-pina.webp" with { type: "bytes" };
import cochinita from "./sample/cochinita.webp" with { type: "bytes" };
import panuchos from "./sample/panuchos.webp" with { type: "bytes" };
import papadzules from "./sample/papadzules.webp" with { type: "bytes" };
import cake from "./sample/pay-queso.webp" with { type: "bytes" };
import soup from "./sample/sopa-lima.webp" with { type: "bytes" };

/** By their names. */
export const SAMPLE_IMAGES: ReadonlyMap<string, Image> = new Map(
  [house, chaya, cochinita, panuchos, papadzules, cake, soup]
    .map((bytes): Image => ({ type: "image/webp", bytes }))
    .map((image) => [imageName(image), image]),
);
