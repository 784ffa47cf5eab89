/** How the house presents itself to guests, with its photo and logo: GET and POST /presentacion, and the images below it. */
import { type ImageProblem, MAX_IMAGE_BYTES, readImage } from "../../domain/image.ts";
import { FACE_LIMITS } from "../../domain/restaurant.ts";
import { normaliseText } from "../../domain/text.ts";
import { hiddenFields, inputField } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { bytesAnswer } from "../../http/answer.ts";
import type { FaceEdit } from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import { IMAGES_HREF } from "../assets.ts";
import { STAFF_PAGE_HEADERS, type StaffPage } from "../layout.ts";
import { BASE, problemList, propose } from "../menu/versions.ts";
import type { Shown, StaffAct, StaffRoute } from "../route.ts";

/** Two images, and the texts. */
const MAX_FORM_BYTES = 2 * MAX_IMAGE_BYTES + 100_000;
const IMAGES = "/presentacion/";

export function faceRoutes(deps: StaffDeps): readonly StaffRoute[] {
  const post = { method: "POST", maxBytes: MAX_FORM_BYTES, hasImages: true } as const;
  return [
    { method: "GET", path: "/presentacion", show: () => formPage(servedFace(deps)) },
    { ...post, path: "/presentacion", act: (act) => changeFace(deps, act) },
    {
      method: "GET",
      path: `${IMAGES}{name}`,
      async show({ pathname }) {
        const image = await deps.images.read(pathname.slice(IMAGES.length));
        if (image === null) return [404, "No está aquí", "Esa imagen no está guardada."];
        return bytesAnswer({ ...STAFF_PAGE_HEADERS, "content-type": image.type }, image.bytes);
      },
    },
  ];
}

/** The fields of an image: this one holds the name of the kept one. */
const UPLOADS = ["foto", "logo"] as const;

/** The served values, by the fields of the form. */
function servedFace({ restaurantBook }: StaffDeps): URLSearchParams {
  const { version, restaurant: { face } } = restaurantBook.served();
  return new URLSearchParams([
    [BASE, String(version)],
    ["frase", face.sentence?.es ?? ""],
    ["frase_en", face.sentence?.en ?? ""],
    ["cocina", face.cuisine?.es ?? ""],
    ["cocina_en", face.cuisine?.en ?? ""],
    ["precios", String(face.priceLevel ?? "")],
    ["color", face.accent ?? ""],
    ["foto", face.photo ?? ""],
    ["logo", face.logo ?? ""],
    ...face.links.flatMap(({ name, url }) => [["enlace", name], ["direccion", url]]),
  ]);
}

/** Keeps the images that were uploaded, and shows what changes, then saves it; if it cannot be saved, the form as typed. */
async function changeFace(deps: StaffDeps, act: StaffAct): Promise<Shown> {
  const { form } = act;
  const problems: string[] = [];
  for (const name of UPLOADS) {
    const problem = await keepUploaded(deps, act, name);
    if (problem !== null) problems.push(`${name}: ${PROBLEMS[problem]}`);
  }
  if (problems.length > 0) return formPage(form, problems);
  return await propose(deps, act, {
    make: () => deps.restaurantBook.presented(editOf(form)),
    refuse: (problems) => formPage(form, problems.map(({ text }) => text)),
  });
}

/** Puts the name of the uploaded image, if there is one, into the form. @returns why it is refused; null if it is not */
async function keepUploaded(
  { images }: StaffDeps,
  { form, files }: StaffAct,
  name: typeof UPLOADS[number],
): Promise<ImageProblem | null> {
  // The form is sent again to be saved: then the box must not count for another image.
  if (form.has(`quitar_${name}`)) form.set(name, "");
  form.delete(`quitar_${name}`);
  const bytes = files.get(`${name}_nueva`);
  if (bytes === undefined || bytes.length === 0) return null;
  const image = readImage(bytes);
  if (typeof image === "string") return image;
  form.set(name, await images.add(image));
  return null;
}

const PROBLEMS: Readonly<Record<ImageProblem, string>> = {
  too_large: "pasa de 1 MB. Ábrela, hazla más chica y súbela de nuevo.",
  unknown: "no es una imagen JPEG, PNG o WebP. Ábrela y guárdala como una de esas.",
  damaged: "está dañada, incompleta o se mueve. Ábrela, guárdala otra vez y súbela de nuevo.",
  pixels: "tiene más de 25 millones de puntos. Hazla más chica: bastan 1600 de ancho.",
  turned: "está guardada de lado. Ábrela, gírala hasta que se vea derecha, guárdala y súbela.",
  more: "trae algo más después de la imagen. Ábrela, guárdala otra vez y súbela de nuevo.",
};

function editOf(form: URLSearchParams): FaceEdit {
  const text = (name: string, nth = 0) => normaliseText(form.getAll(name)[nth] ?? "") || undefined;
  const both = (name: string) => {
    const [es, en] = [text(name), text(`${name}_en`)];
    return es || en ? { es: es ?? en, en: en ?? es } : undefined;
  };
  const links = form.getAll("direccion")
    .map((_, nth) => ({ nombre: text("enlace", nth), direccion: text("direccion", nth) }))
    .filter(({ nombre, direccion }) => nombre || direccion);
  return {
    frase: both("frase"),
    tipo_cocina: both("cocina"),
    nivel_precios: text("precios") && Number(text("precios")),
    foto: text("foto"),
    logo: text("logo"),
    color: text("color"),
    enlaces: links.length > 0 ? links : undefined,
  };
}

/** @param form the values of its fields */
function formPage(form: URLSearchParams, problems: readonly string[] = []): StaffPage {
  const { sentence, cuisine, priceLevel, link, links } = FACE_LIMITS;
  const field = (name: string, label: string, more: Html, nth = 0) => {
    const value = form.getAll(name)[nth] ?? "";
    return inputField({ name, id: `${name}-${nth}`, label, value, attributes: more });
  };
  const max = (length: number) => html`maxlength="${length}"`;
  const english = (length: number) => html`${max(length)} lang="en"`;
  const linkFields = (_: unknown, nth: number) =>
    html`
      <div class="fields" role="group" aria-label="Enlace ${nth + 1}">
        ${field("enlace", "Nombre, como Instagram", max(link), nth)}
        ${field("direccion", "Dirección", html`type="url" placeholder="https://"`, nth)}
      </div>
    `;
  const content = html`
    ${problems.length > 0 && problemList(problems)}
    <p>Todo es opcional: la página se ve bien sin nada de esto.</p>
    <form class="card narrow" method="post" action="/presentacion" enctype="multipart/form-data">
      ${hiddenFields({ [BASE]: form.get(BASE) ?? "" })}
      ${field("frase", "Una frase sobre la casa", max(sentence))}
      ${field("frase_en", "La frase en inglés", english(sentence))}
      <div class="fields">
        ${field("cocina", "Tipo de cocina", max(cuisine))}
        ${field("cocina_en", "Tipo de cocina en inglés", english(cuisine))}
      </div>
      <div class="fields">
        ${field(
          "precios",
          `Precios, de 1 a ${priceLevel}`,
          html`type="number" min="1" max="${priceLevel}"`,
        )}
        ${field("color", "Color, como #9a3f1d", html`pattern="#[0-9A-Fa-f]{6}"`)}
      </div>
      ${UPLOADS.map((name) => uploadField(name, form.get(name) ?? ""))}
      <h2>Enlaces</h2>
      ${Array.from({ length: links }, linkFields)}
      <button class="main" name="accion" value="revisar">Ver qué cambia</button>
    </form>
    <script src="${IMAGES_HREF}" defer></script>
  `;
  const status = problems.length > 0 ? 422 : 200;
  return { status, title: "Presentación", section: "casa", content };
}

/** The image that is kept, and a field for another. */
function uploadField(name: typeof UPLOADS[number], kept: string): Html {
  const types = html`type="file" accept="image/jpeg,image/png,image/webp"`;
  return html`
    ${hiddenFields({ [name]: kept })} ${kept !== "" && html`
      <img class="kept" src="${IMAGES}${kept}" alt="${name} de ahora">
      <label
        class="tick"><input type="checkbox" name="quitar_${name}" value="si"> Quitar ${name}</label>
    `}
    ${inputField({
      name: `${name}_nueva`,
      label: `Subir ${name} (JPEG, PNG o WebP)`,
      attributes: types,
    })}
  `;
}
