/** Where a guest wants the food: the fields of /pedir and /envio, and what they say. */
import { type LatLng, mapLink } from "../domain/location.ts";
import { readPoint, searchedWords } from "../domain/map_link.ts";
import { DRAFT_LIMITS } from "../domain/order_draft/request.ts";
import { correctedPin } from "../domain/tariff.ts";
import { type FieldProblem, hiddenFields, inputField } from "../html/form.ts";
import { attributes, type Html, html, trustedHtml } from "../html/html.ts";
import type { Failure } from "../http/failure.ts";
import { ask, type Exchange } from "../http/router.ts";
import type { AddressPlace, FoundAddress } from "../ports/streets.ts";
import type { PageDeps } from "./layout.ts";
import type { Texts } from "./texts/es.ts";

/**
 * `texto` holds words, coordinates or a link; `lat` and `lng` the point that was found for the words `buscado`, not for
 * others; `anotado` what these filled in as `referencias`; `punto` the place that was chosen among several, or the
 * device's.
 */
export const WHERE_FIELDS = ["texto", "lat", "lng", "buscado", "anotado", "punto"] as const;

/** What the fields say. */
export interface Where {
  /** Null if it is not known yet. */
  readonly point: LatLng | null;
  /** The words that the point was found for; empty if it was pasted. */
  readonly sought: string;
  /** The words without the link that holds them; of a pasted point its degrees. */
  readonly address: string;
  /** What to choose from. */
  readonly places: readonly AddressPlace[];
  /** The place that was just found: the guest has not seen it yet. */
  readonly found?: AddressPlace;
  readonly problem?: WhereProblem;
  /** Streets that may be meant instead. */
  readonly meant?: readonly string[];
  /** Towns, colonias and words that are not where the streets are. */
  readonly unheard?: readonly string[];
  /** Seconds to wait until the next search. */
  readonly wait?: number | undefined;
}

type WhereProblem = keyof Texts["where"]["problems"];

/** The status of a page with this place. */
export function placeStatus({ problem, wait }: Where): number {
  if (problem === undefined || problem === "varios") return 200;
  return wait ? 429 : 422;
}

/** The problem of the place, beside its field. */
export function placeProblem(
  { problem, meant = [], unheard = [] }: Where,
  { where: words }: Texts,
): FieldProblem {
  const asked = unheard.length > 0 ? words.unheard(unheard.join(", ")) : null;
  const text = meant.length > 0 ? words.meant(meant) : asked;
  return { field: "texto", text: text ?? words.problems[problem ?? "sin_lugar"] };
}

export function placeText(
  { street, between, area, near, town }: AddressPlace,
  { where: words }: Texts,
): string {
  const where = area ?? (near && words.near(near));
  return [words.place(street, between), where, town].filter(Boolean).join(", ");
}

interface Found extends Pick<FoundAddress, "places" | "meant" | "references"> {
  readonly unheard: readonly string[];
}

/**
 * The fields with all that says where in `texto`, so that the guest sees it: the address that links name `direccion`,
 * then what else is sought; without words the point itself, of the device or of `/envio?lat=20.97&lng=-89.62`.
 */
export function withOnePlace(query: URLSearchParams): URLSearchParams {
  const typed = new URLSearchParams(query);
  const said = (name: string) => query.get(name)?.trim() ?? "";
  // The position that a guest has just asked for counts over a point or link in the field.
  const isMoved = pointIn(said("punto")) !== null && readPoint(said("texto")) !== null;
  const [address, sought] = [said("direccion"), said(isMoved ? "punto" : "texto")];
  const isPinned = address !== "" && pointIn(sought) !== null;
  if (isPinned) typed.set("punto", sought);
  const words = isPinned ? [address] : [...new Set([address, sought])].filter(Boolean);
  // The words of a point that a page has kept were taken away.
  const isShown = said("lat") !== "" && said("lng") !== "" && !query.has("buscado");
  const point = isShown ? `${said("lat")}, ${said("lng")}` : said("punto");
  typed.set("texto", words.join(", ") || point);
  typed.delete("direccion");
  // What a search has filled in goes with its words, unless the guest has changed it.
  if (typed.get("buscado") !== typed.get("texto")) {
    if (typed.get("referencias") === typed.get("anotado")) typed.delete("referencias");
    typed.delete("anotado");
  }
  return typed;
}

function pointIn(text: string): LatLng | null {
  const read = readPoint(text);
  return read && "value" in read ? read.value : null;
}

/** What the fields say without a search. */
export function saidWhere(typed: URLSearchParams): Where {
  const sought = typed.get("texto")?.trim() ?? "";
  const pasted = readPoint(sought);
  if (pasted && "value" in pasted) {
    const { lat, lng } = pasted.value;
    return { point: pasted.value, sought: "", address: `${lat}, ${lng}`, places: [] };
  }
  const said = { point: null, sought, address: searchedWords(sought), places: [] };
  if (pasted) {
    // It goes with an order that has no price. The fault to tell is not its length.
    const address = said.address.slice(0, DRAFT_LIMITS.text.max).toWellFormed();
    return { ...said, address, problem: "enlace" };
  }
  const isKept = (typed.get("buscado") ?? sought) === sought;
  const kept = typed.get("punto") ??
    (isKept ? [typed.get("lat"), typed.get("lng")].join(",") : "");
  return { ...said, point: pointIn(kept) };
}

/**
 * What the fields say where a place is needed. What a wrong point was probably meant for takes its place in the field,
 * and is asked about.
 */
export function neededWhere(
  { restaurant }: Pick<PageDeps, "restaurant">,
  typed: URLSearchParams,
): Where {
  const said = saidWhere(typed);
  const meant = said.point && said.sought === "" && correctedPin(said.point, restaurant());
  if (meant) {
    typed.set("texto", `${meant.lat}, ${meant.lng}`);
    return { ...said, point: null, problem: "al_reves" };
  }
  return said.point || said.sought !== "" ? said : { ...said, problem: "falta" };
}

/** Searches for words that have no point yet, which costs one of the operation's limit. */
export async function findWhere(
  deps: PageDeps,
  exchange: Exchange,
  typed: URLSearchParams,
): Promise<Where> {
  const said = neededWhere(deps, typed);
  if (said.point || said.problem && said.problem !== "falta") return said;
  if (!deps.findsAddresses()) return { ...said, problem: "pega" };
  if (said.problem) return said;
  const search = `?${new URLSearchParams({ texto: said.address })}`;
  const { value, failure } = await ask<Found>(deps.asked.locate, exchange, { search });
  if (failure) return overLimit(said, failure);
  const { places, places: [only, ...others], meant: streets, unheard } = value;
  if (!only) return { ...said, problem: "sin_lugar", meant: streets, unheard };
  // The order's field, unless the guest has filled it.
  if (value.references && !typed.get("referencias")) {
    for (const name of ["referencias", "anotado"]) typed.set(name, value.references);
  }
  return others.length > 0
    ? { ...said, places, problem: "varios" }
    : { ...said, point: { lat: only.lat, lng: only.lng }, found: only };
}

/** A refusal without a time to wait is a refusal of the text. */
export function overLimit(said: Where, { body }: Failure): Where {
  const wait = body.reintentar_en_segundos;
  return { ...said, point: null, wait, problem: wait ? "demasiadas" : "largo" };
}

interface WhereView {
  readonly deps: Pick<PageDeps, "routePicture" | "findsAddresses">;
  readonly texts: Texts;
  readonly typed: URLSearchParams;
  readonly where: Where;
  /** Whether an operation has priced the point: drawing takes 5 ms, and is done within that operation's limit. */
  readonly isPriced: boolean;
  /** The address of the search. Default: that of the form. */
  readonly searchTo?: string;
}

/** The field with its button, the places to choose from, and the point on the map. */
export function whereFields(view: WhereView): Html {
  const { deps, texts, typed, where, searchTo } = view;
  const { where: words } = texts;
  const { point, places, sought, found } = where;
  const problem = where.problem && placeProblem(where, texts);
  const label = html`${words.label} <small>${
    deps.findsAddresses() ? words.hint : words.pinHint
  }</small>`;
  const kept = sought !== "" && hiddenFields({
    ...(point && { lat: String(point.lat), lng: String(point.lng) }),
    ...{ buscado: sought, anotado: typed.get("anotado") ?? "" },
  });
  const value = typed.get("texto") ?? "";
  const search = { class: "send quiet", name: "accion", value: "buscar", formaction: searchTo };
  const onMap = point &&
    attributes({ href: mapLink(point), target: "_blank", rel: "noreferrer" });
  // The script shows it, and sends it with the device's position.
  const mine = { ...search, name: "punto", value: "", hidden: true, "data-failed": words.failed };
  return html`
    ${inputField({ name: "texto", label, value, problem, isSummed: true })}
    <p class="fields">
      <button ${attributes(search)}>${words.search}</button>
      <button ${attributes(mine)}>${words.mine}</button>
    </p>
    ${kept}
    ${places.map((place) => placeChoice(place, view))}
    ${found !== undefined &&
      html`<p>${words.found} <strong><bdi>${placeText(found, texts)}</bdi></strong>.</p>`}
    ${point && (view.isPriced || found !== undefined) && mapOf(point, deps, texts)}
    ${onMap && html`<p class="links"><a ${onMap}>${words.seen}</a></p>`}
  `;
}

function placeChoice(place: AddressPlace, { deps, texts, searchTo }: WhereView): Html {
  const value = `${place.lat}, ${place.lng}`;
  const choose = { class: "send quiet", name: "punto", value, formaction: searchTo };
  const words = html`${texts.where.choose} <bdi>${placeText(place, texts)}</bdi>`;
  return html`${mapOf(place, deps, texts)}<p><button ${attributes(choose)}>${words}</button></p>`;
}

/** The drive to the point on the map, if there is one. */
export function mapOf(
  point: LatLng,
  deps: Pick<PageDeps, "routePicture">,
  texts: Texts,
): Html | null {
  const picture = deps.routePicture?.(point, texts.picture) ?? null;
  return picture === null ? null : html`<figure class="route">${trustedHtml(picture)}</figure>`;
}
