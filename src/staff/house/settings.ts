/** The restaurant's file, a page for each of its parts: GET and POST /ajustes/PART, /carta/SECTION, /presentacion. */
import { type ImageProblem, MAX_DISH_PHOTO_BYTES, readImage } from "../../domain/image.ts";
import type { Day } from "../../domain/local_time.ts";
import { isDayMenu } from "../../domain/menu.ts";
import { noticeHref, type Restaurant } from "../../domain/restaurant.ts";
import { currentServiceDay, isOnMenu, situationNow } from "../../domain/schedule/situation.ts";
import { enterButton, hiddenFields } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { bytesAnswer, seeOther } from "../../http/answer.ts";
import {
  type FileProblem,
  MORE,
  type ServedRestaurant,
  UNTIL_TONIGHT,
} from "../../ports/restaurant.ts";
import type { StaffDeps } from "../../ports/staff.ts";
import type { AddressPlace } from "../../ports/streets.ts";
import { IMAGES_HREF } from "../assets.ts";
import { card, RETURNABLE, STAFF_PAGE_HEADERS, type StaffPage } from "../layout.ts";
import type { Shown, StaffAct, StaffRoute, StaffVisit } from "../route.ts";
import { pasteCard, pasteRoute } from "./paste.ts";
import { changePrices, priceStepCard, STEP } from "./price_step.ts";
import { privacyDraft } from "./privacy_draft.ts";
import { dishTable, partFields, partsByName, toldProblems } from "./settings_form.ts";
import {
  BASE,
  baseText,
  limitNotice,
  MAX_FIELDS,
  MAX_FILES,
  proposeTyped,
  UNCHANGED,
  undoSave,
} from "./review.ts";

interface SettingsPage {
  readonly path: string;
  readonly title: string;
  /** The fields of the file that it shows. */
  readonly names: readonly string[];
  /** The number of the section whose dishes it shows. */
  readonly section?: number;
}

/** A page with the file that its form is made from. */
type MadePage = SettingsPage & Omit<ServedRestaurant, "version">;

const MENU = "/platillos";
const FACE = "/presentacion";
const NOTICE_TEXT = "aviso_texto";
const ZONE = "zona";

const TOO_LARGE =
  "No se guardó nada: son demasiadas fotos para una vez, o muy grandes. Vuelve con el botón Atrás, deja unas pocas, guarda, y sube después las demás.";

const PAGES: readonly SettingsPage[] = [
  { path: "/ajustes/horario", title: "Horario y cocina", names: ["horario", "cocina"] },
  { path: "/ajustes/especiales", title: "Días especiales", names: ["dias_especiales"] },
  {
    path: "/ajustes/contacto",
    title: "Nombre, teléfono y dirección",
    names: [
      ...["nombre", "telefono", "whatsapp", "direccion", "ciudad", "ubicacion", ZONE],
      ...["valet", "calificacion"],
    ],
  },
  {
    path: "/ajustes/aviso",
    title: "Aviso de privacidad",
    names: [NOTICE_TEXT, "aviso_privacidad"],
  },
  { path: "/ajustes/reservas", title: "Reservas y cupo", names: ["reservas"] },
  { path: "/ajustes/envio", title: "Envío a domicilio", names: ["envio", "ruta"] },
  { path: "/ajustes/preguntas", title: "Preguntas frecuentes", names: ["preguntas_frecuentes"] },
  { path: "/ajustes/mensajes", title: "Mensajes de WhatsApp", names: ["contacto"] },
  { path: "/ajustes/secciones", title: "Secciones de la carta", names: ["secciones"] },
  { path: "/ajustes/extras", title: "Extras", names: ["adiciones"] },
  { path: FACE, title: "Foto, color y enlaces", names: ["presentacion"] },
];

export function settingsRoutes(deps: StaffDeps): readonly StaffRoute[] {
  const served = () => deps.restaurantBook.served().text;
  const show = async (visit: StaffVisit) => {
    const page = pageAt(deps, visit.pathname, served());
    if (page === undefined) {
      // What was just saved may have removed a section before this one.
      const wasSection = visit.pathname.startsWith(SECTIONS) && visit.query.has("hecho");
      return wasSection ? seeOther(`${MENU}?${visit.query.toString()}`) : UNKNOWN;
    }
    const isSame = visit.query.get("hecho") === UNCHANGED;
    return { ...formPage(deps, page, { isSame }), undo: await undoSave(deps, visit) };
  };
  const act = async (act: StaffAct) => {
    const { text } = await baseText(deps, act.form);
    const page = pageAt(deps, act.pathname, text) ?? pageAt(deps, act.pathname, served());
    if (page === undefined) return UNKNOWN;
    const { section, restaurant: { menu } } = page;
    return section !== undefined && act.form.has(STEP)
      ? await changePrices(deps, act, { text: page.text, menu, section })
      : await changePart(deps, act, page);
  };
  const limits = { maxBytes: MAX_FILES, tooLarge: TOO_LARGE, hasImages: true, fields: MAX_FIELDS };
  const both = (path: string): readonly StaffRoute[] => [
    { method: "GET", path, show },
    { method: "POST", path, ...limits, act },
  ];
  return [
    { method: "GET", path: MENU, show: (visit) => menuPage(deps, visit) },
    pasteRoute(deps),
    ...both("/ajustes/{parte}"),
    ...both(`${SECTIONS}{seccion}`),
    ...both(FACE),
    { method: "GET", path: `${FACE}/{name}`, show: ({ pathname }) => showImage(deps, pathname) },
  ];
}

const UNKNOWN = [404, "No está aquí", "Esa parte de los ajustes no existe."] as const;

/** The page at `path` of the file `text`, the served one or one before it. */
function pageAt({ restaurantBook: book }: StaffDeps, path: string, text: string) {
  const { text: now, restaurant: served } = book.served();
  const read = text === now ? served : book.read(text);
  const restaurant = "problems" in read ? served : read;
  const page = pageOf(restaurant, path) ?? sectionPage(restaurant, path);
  return page && { ...page, text, restaurant };
}

/** The time zone is asked with the place, once. */
function pageOf({ phone }: Restaurant, path: string): SettingsPage | undefined {
  const page = PAGES.find((each) => each.path === path);
  return page && { ...page, names: page.names.filter((name) => name !== ZONE || phone === null) };
}

async function showImage({ images }: StaffDeps, pathname: string): Promise<Shown> {
  const image = await images.read(pathname.slice(`${FACE}/`.length));
  if (image === null) return [404, "No está aquí", "Esa imagen no está guardada."];
  return bytesAnswer({ ...STAFF_PAGE_HEADERS, "content-type": image.type }, image.bytes);
}

/** The links to the pages of the menu's sections. */
async function menuPage(deps: StaffDeps, visit: StaffVisit): Promise<StaffPage> {
  const { sections } = deps.restaurantBook.served().restaurant.menu;
  const today = currentServiceDay(situationNow(deps));
  const lead = sections.length === 0
    ? "Pega la carta que ya tienes o, si prefieres escribirla, agrega primero una sección."
    : "Elige una sección para cambiar sus platillos y precios, agregar o quitar.";
  const links = sections.map((section, n) => {
    const words = `${section.dishes.length}${isOnMenu(section, today) ? "" : ", oculta"}`;
    return html`<a class="button" href="${SECTIONS}${n}">${section.name} <small>${words}</small></a>`;
  });
  const content = html`
    ${visit.query.get("hecho") === UNCHANGED && SAME}
    <p>${lead}</p>
    <p class="buttons">${links}</p>
    <p class="buttons">
      <a class="button quiet" href="/ajustes/secciones">Secciones</a>
      <a class="button quiet" href="/ajustes/extras">Extras</a>
      <a class="button quiet" href="/casa">Ajustes</a>
    </p>
    ${pasteCard()}
  `;
  const undo = await undoSave(deps, visit);
  return { title: "Carta y precios", section: "casa", content, undo };
}

const SAME = html`<p class="done" role="status">No cambió nada.</p>`;

/** Where the sections' pages are, which end in the section's number from 0. */
const SECTIONS = "/carta/";

function sectionPage({ menu }: Restaurant, path: string): SettingsPage | undefined {
  const section = menu.sections.findIndex((_, n) => path === `${SECTIONS}${n}`);
  const title = menu.sections[section]?.name;
  if (title === undefined) return undefined;
  return { path, title, names: [`secciones.${section}.platillos`], section };
}

/** Saves the typed part, or shows what must be seen before; if it cannot be saved, the form as typed. */
async function changePart(deps: StaffDeps, act: StaffAct, page: MadePage): Promise<Shown> {
  const { form } = act;
  const wrong = await keepImages(deps, act, page);
  if (form.has(MORE)) return formPage(deps, page, { typed: form, found: wrong });
  const names = page.section === undefined ? page.names : ["secciones"];
  const typed = { names, base: page.text, wrong };
  const dated = { ...act, form: untilDay(form, currentServiceDay(situationNow(deps))) };
  return await proposeTyped(deps, dated, typed, async (found) => {
    const isLost = found.some(({ typed }) => typed?.field === PLACE);
    const places = isLost ? await placesNamed(deps, form) : [];
    const told = found.map((each) =>
      places.length > 0 && each.typed?.field === PLACE ? CHOOSE : each
    );
    return formPage(deps, page, { typed: form, found: told, places });
  });
}

/** The form with the day until whose end sections are shown, where it says tonight. */
function untilDay(form: URLSearchParams, today: Day): URLSearchParams {
  return new URLSearchParams([...form].map(([name, value]) => {
    const isTonight = name.endsWith(".visible") && value === UNTIL_TONIGHT;
    return [name, isTonight ? today : value];
  }));
}

/** Keeps the images that were uploaded into the form, and puts their names there. @returns why one is refused */
async function keepImages(
  { images, restaurantBook }: StaffDeps,
  { form, files }: StaffAct,
  { names, section }: SettingsPage,
): Promise<readonly FileProblem[]> {
  const problems: FileProblem[] = [];
  const parts = partsByName(restaurantBook.form(names, form));
  for (const [field] of [...parts].filter(([, { input }]) => input === "image")) {
    // The form is sent again to be saved: the box must not remove another image then.
    if (form.has(`quitar_${field}`)) form.set(field, "");
    form.delete(`quitar_${field}`);
    const bytes = files.get(`${field}_nueva`) ?? new Uint8Array();
    if (bytes.length === 0) continue;
    const isHeavy = section !== undefined && bytes.length > MAX_DISH_PHOTO_BYTES;
    const image = isHeavy ? "heavy" : readImage(bytes);
    if (typeof image === "string") problems.push(problemAt(field, IMAGE_PROBLEMS[image]));
    else form.set(field, await images.add(image));
  }
  return problems;
}

function problemAt(field: string, text: string): FileProblem {
  return { text, typed: { field, text } };
}

const IMAGE_PROBLEMS: Readonly<Record<ImageProblem | "heavy", string>> = {
  heavy: "pasa de 150 kB, el máximo de un platillo. Hazla más chica: bastan 800 de ancho.",
  too_large: "pasa de 1 MB. Ábrela, hazla más chica y súbela de nuevo.",
  unknown: "no es una imagen JPEG, PNG o WebP. Ábrela y guárdala como una de esas.",
  damaged: "está dañada, incompleta o se mueve. Ábrela, guárdala otra vez y súbela de nuevo.",
  pixels: "tiene más de 25 millones de puntos. Hazla más chica: bastan 1600 de ancho.",
  turned: "está guardada de lado. Ábrela, gírala hasta que se vea derecha, guárdala y súbela.",
};

const PLACE = "ubicacion";
/** Characters of the words that a place is searched by. */
const MAX_WORDS = 300;
const CHOOSE = problemAt(
  PLACE,
  "elige abajo uno de los lugares del mapa, o escribe latitud y longitud",
);

/** The places on the map that the words typed for the restaurant's own place may mean. */
async function placesNamed(
  { locate, restaurant }: StaffDeps,
  form: URLSearchParams,
): Promise<readonly AddressPlace[]> {
  const text = form.getAll(PLACE).at(-1) ?? "";
  const isWords = text.length <= MAX_WORDS && /\p{L}{3}/u.test(text) && !/^https?:/i.test(text);
  if (!isWords) return [];
  return (await locate(text, restaurant()))?.places ?? [];
}

function placeButton({ street, between, area, near, town, lat, lng }: AddressPlace): Html {
  const where = area ?? (near && `cerca de ${near}`);
  const words = [[street, ...between].join(" y "), where, town].filter(Boolean).join(", ");
  const point = `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
  return html`<button name="${PLACE}" value="${point}">Es ${words}</button>`;
}

interface FormState {
  readonly typed?: URLSearchParams;
  readonly found?: readonly FileProblem[];
  /** The places of the map to choose from. */
  readonly places?: readonly AddressPlace[];
  /** Whether it was sent as it is. */
  readonly isSame?: boolean;
}

/** A part's form; if it was refused or got more rows, as it was typed. */
function formPage(
  deps: StaffDeps,
  { path, title, names, section, text, restaurant }: MadePage,
  { typed: sent, found = [], places = [], isSame = false }: FormState = {},
): StaffPage {
  const { restaurantBook: book } = deps;
  const { version } = book.served();
  // The next day's menu takes the place of one of a day, with all its dishes.
  const sections = restaurant.menu.sections.map((each, n) => ({ ...each, n }))
    .filter((each) => each.n === section || !isDayMenu(each))
    .map(({ n, name }) => [String(n), name] as const);
  const typed = sent ?? firstTyped(deps);
  const parts = book.form(names, typed, text);
  const byName = partsByName(parts);
  const { problems, summary } = toldProblems(found, byName);
  const hasEnglish = byName.keys().some((name) => name.endsWith("en"));
  const isMenu = names.some((name) => /^(secciones|adiciones)/.test(name));
  const content = html`
    ${summary}
    ${isSame && SAME}
    ${names.includes("reservas") && limitNotice(restaurant)}
    ${hasEnglish && html`<p><small>Lo que dejes sin inglés sale en español.</small></p>`}
    <form class="card settings" method="post" action="${path}" enctype="multipart/form-data">
      ${hiddenFields({ [BASE]: typed.get(BASE) ?? String(version) })} ${enterButton()}
      ${parts.map((part) =>
        section === undefined
          ? partFields(part, problems)
          : dishTable(part, { problems, sections, section, typed })
      )}
      ${places.length > 0 && html`
        <p>¿Es uno de estos lugares? Antes de guardar lo ves en el mapa.</p>
        <p class="buttons">${places.map(placeButton)}</p>
      `}
      <p class="buttons">
        <button class="main" name="accion" value="guardar">Guardar</button>
        ${isMenu && html`<a class="button quiet" href="${MENU}">Carta y precios</a>`}
        <a class="button quiet" href="/casa">Ajustes</a>
      </p>
    </form>
    ${section !== undefined && priceStepCard(path, String(version))}
    <script src="${IMAGES_HREF}" defer></script>
  `;
  const refused = summary !== null && { status: 422, headers: RETURNABLE };
  return { ...refused, title, section: "casa", content };
}

/** What a form shows that is not in the file: no name while the domain stands for it, a draft of a missing notice. */
function firstTyped({ restaurantBook, retentionDays }: StaffDeps): URLSearchParams {
  const { version, restaurant } = restaurantBook.served();
  if (restaurant.phone === null) return new URLSearchParams(version === 0 ? { nombre: "" } : {});
  if (noticeHref(restaurant, "/") !== null) return new URLSearchParams();
  return new URLSearchParams({ [NOTICE_TEXT]: privacyDraft(restaurant, retentionDays) });
}

const LINKS = [
  { path: MENU, title: "Carta y precios" },
  ...PAGES,
  { path: "/codigos", title: "Códigos QR" },
  { path: "/versiones", title: "Versiones y archivo" },
].map(({ path, title }) => html`<a class="button" href="${path}">${title}</a>`);

export function settingsCard({ mapCovers }: Pick<StaffDeps, "mapCovers">): Html {
  const covers = mapCovers();
  return card("archivo", "Lo que ven los clientes", [
    html`<p class="buttons">${LINKS}</p>`,
    covers !== null && html`<p>El mapa: ${covers}.</p>`,
  ]);
}
