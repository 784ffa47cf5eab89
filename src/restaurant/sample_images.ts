/** The images of the sample, drawn for it; `deno task pictures` draws those of its dishes anew. */
import type { Image } from "../domain/image.ts";
import house from "./sample/casa.webp" with { type: "bytes" };
import chaya from "./sample/chaya-pina.webp" with { type: "bytes" };
import cochinita from "./sample/cochinita.webp" with { type: "bytes" };
import panuchos from "./sample/panuchos.webp" with { type: "bytes" };
import papadzules from "./sample/papadzules.webp" with { type: "bytes" };
import cake from "./sample/pay-queso.webp" with { type: "bytes" };
import soup from "./sample/sopa-lima.webp" with { type: "bytes" };
import text from "./sample/restaurante.json" with { type: "text" };
import type { RestaurantFile } from "./schema.ts";

/** By the id of the dish. */
const DISHES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "chaya-pina": chaya,
  cochinita,
  panuchos,
  papadzules,
  "pay-queso": cake,
  "sopa-lima": soup,
};

/** By the names that the sample's file gives them. */
export const SAMPLE_IMAGES: ReadonlyMap<string, Image> = imagesIn(JSON.parse(text));

function imagesIn({ presentacion, secciones }: RestaurantFile): ReadonlyMap<string, Image> {
  const dishes = secciones.flatMap(({ platillos }) => platillos)
    .map(({ id, foto }) => [foto, DISHES[id]] as const);
  const named = [[presentacion.foto, house] as const, ...dishes];
  return new Map(
    named.flatMap(([name, bytes]) => name && bytes ? [[name, { type: "image/webp", bytes }]] : []),
  );
}
