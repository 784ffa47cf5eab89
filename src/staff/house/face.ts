/** The images with which the restaurant presents itself to guests: kept as they are uploaded, and shown on the board. */
import { type ImageProblem, MAX_IMAGE_BYTES, readImage } from "../../domain/image.ts";
import { bytesAnswer } from "../../http/answer.ts";
import type { TypedProblem } from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { STAFF_PAGE_HEADERS } from "../layout.ts";
import type { StaffAct, StaffRoute } from "../route.ts";

/** Two images, and the texts of any part of the file. */
export const MAX_FORM_BYTES = 2 * MAX_IMAGE_BYTES + 1_000_000;

export const SENT_IMAGES = "image/jpeg,image/png,image/webp";

const IMAGES = "/presentacion/";

export function imagesRoute({ images }: StaffDeps): StaffRoute {
  return {
    method: "GET",
    path: `${IMAGES}{name}`,
    async show({ pathname }) {
      const image = await images.read(pathname.slice(IMAGES.length));
      if (image === null) return [404, "No está aquí", "Esa imagen no está guardada."];
      return bytesAnswer({ ...STAFF_PAGE_HEADERS, "content-type": image.type }, image.bytes);
    },
  };
}

/** Keeps the images that were uploaded into the form, and puts their names there. @returns why one is refused */
export async function keepImages(
  { images }: StaffDeps,
  { form, files }: StaffAct,
): Promise<readonly TypedProblem[]> {
  const problems: TypedProblem[] = [];
  for (const field of ["presentacion.foto", "presentacion.logo"]) {
    // The form is sent again to be saved: then the box must not count for another image.
    if (form.has(`quitar_${field}`)) form.set(field, "");
    form.delete(`quitar_${field}`);
    const bytes = files.get(`${field}_nueva`) ?? new Uint8Array();
    if (bytes.length === 0) continue;
    const image = readImage(bytes);
    if (typeof image === "string") problems.push({ field, text: PROBLEMS[image] });
    else form.set(field, await images.add(image));
  }
  return problems;
}

const PROBLEMS: Readonly<Record<ImageProblem, string>> = {
  too_large: "pasa de 1 MB. Ábrela, hazla más chica y súbela de nuevo.",
  unknown: "no es una imagen JPEG, PNG o WebP. Ábrela y guárdala como una de esas.",
  damaged: "está dañada, incompleta o se mueve. Ábrela, guárdala otra vez y súbela de nuevo.",
  pixels: "tiene más de 25 millones de puntos. Hazla más chica: bastan 1600 de ancho.",
  turned: "está guardada de lado. Ábrela, gírala hasta que se vea derecha, guárdala y súbela.",
};
