/** GET and POST /pedir: the operation's own route drafts the order; its page follows, or the form with problems. */
import { type Menu, nameIn, orderables } from "../domain/menu.ts";
import {
  DRAFT_LIMITS,
  MOST_OF_ONE,
  type OrderDraftRequest,
  readDraftText,
  resolveLines,
} from "../domain/order_draft/request.ts";
import { isWhole, readWhole } from "../domain/read.ts";
import { currentMenu, situationNow } from "../domain/schedule/situation.ts";
import { delivers, isNear } from "../domain/tariff.ts";
import type { FieldProblem } from "../html/form.ts";
import { type Answer, seeOther } from "../http/answer.ts";
import type { Failure } from "../http/failure.ts";
import { ask, type Exchange } from "../http/router.ts";
import { quoted } from "./delivery_page.ts";
import { orderMessages } from "./draft_page.ts";
import type { PageDeps } from "./layout.ts";
import {
  FIRST_SECTION,
  ORDER_FIELDS,
  orderPage,
  type OrderState,
  type OrderTotal,
  quantityName,
} from "./order_page.ts";
import { isName } from "./reservation_form.ts";
import { readSentForm } from "./sent_form.ts";
import type { Texts } from "./texts/es.ts";
import {
  findWhere,
  neededWhere,
  placeProblem,
  placeStatus,
  saidWhere,
  type Where,
  withOnePlace,
} from "./where.ts";

/** The form with what the query names, as the API does: `/pedir?panuchos-1=2&modo=recoger`. */
export function emptyOrder(deps: PageDeps, { target }: Exchange, texts: Texts): Promise<Answer> {
  const items = orderables(deps.restaurant().menu);
  const typed = withOnePlace(fieldsNamed(target.search, items));
  // A link may have fields of others, such as `fbclid`.
  const lines = linesIn(typed).filter(({ id }) => items.has(id));
  return orderForm(deps, lines, { typed }, texts);
}

type FormState = Pick<OrderState, "typed"> & Partial<OrderState>;

/** The form with the problems of its lines and `problems`, each once, in the page's order. */
function orderForm(
  deps: PageDeps,
  lines: readonly SentLine[],
  { typed, problems = [], ...state }: FormState,
  texts: Texts,
): Promise<Answer> {
  // Browsers send the fields in the page's order.
  const nth = ({ field }: FieldProblem) => [...typed.keys()].indexOf(field);
  const told = [...lineProblems(lines, deps, texts), ...problems]
    .toSorted((a, b) => nth(a) - nth(b));
  const once = new Map(told.map((one) => [`${one.field} ${one.text}`, one])).values().toArray();
  const shown = { status: 200, typed, where: saidWhere(typed), problems: once, ...state };
  return orderPage(deps, shown, texts);
}

/** `search` as fields of the form: a dish with one presentation has two ids and one field. Quantities are added up. */
function fieldsNamed(search: string, items: ReturnType<typeof orderables>): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, text] of new URLSearchParams(search)) {
    const item = ORDER_FIELDS.includes(name) ? undefined : items.get(name);
    const field = item === undefined ? name : quantityName(item.id);
    const sum = Number(fields.get(field)) + Number(text);
    if (item !== undefined && fields.has(field) && Number.isInteger(sum)) {
      fields.set(field, `${sum}`);
    } else fields.append(field, text);
  }
  return fields;
}

/** 303 to the order, or the form as it was typed: in another language, with a place, a total or problems. */
export async function submittedOrder(
  deps: PageDeps,
  exchange: Exchange,
  texts: Texts,
): Promise<Answer> {
  // A dish with one presentation is listed under its own id too, and has one field. Today's may be over by now.
  const quantities = orderables(deps.restaurant().menu).values().map(({ id }) => id);
  const fields = new Set(quantities).size;
  const { form, unread } = await readSentForm(exchange.request, deps.baseUrl, fields);
  const typed = withOnePlace(form);
  const lines = linesIn(typed);
  const again = (state: Partial<OrderState>) => orderForm(deps, lines, { typed, ...state }, texts);
  if (unread) {
    const problems = [{ field: "", text: texts.notices[unread.notice] }];
    return again({ status: unread.status, problems, isForeign: unread.notice === "foreign" });
  }
  const action = form.has("punto") ? "buscar" : typed.get("accion");
  if (action === "idioma") return again({});
  const isHome = typed.get("modo") !== "recoger";
  // The page has neither a place nor a choice any more.
  if (isHome && !delivers(deps.restaurant())) {
    const problems = [{ field: "", text: texts.order.wrong.byError.sin_entrega }];
    return again({ status: 422, problems });
  }
  const where = !isHome
    ? saidWhere(typed)
    : deps.hasPrices()
    ? await findWhere(deps, exchange, typed)
    : neededWhere(deps, typed);
  // A place that is not said is asked for: no price has failed, and a message would lack it.
  const isPlaced = where.point !== null || where.address !== "";
  const messages = isHome && isPlaced ? composed(typed, lines, where, deps, texts) : [];
  if (action === "buscar" && deps.hasPrices()) {
    const { where: seen, cause } = await seenWhere(deps, exchange, where, texts);
    if (cause !== null) {
      const problems = [problemOf({ campo: "entrega", error: cause }, seen, texts)];
      return again({ where: seen, status: 422, problems, messages });
    }
    const problems = seen.problem ? [placeProblem(seen, texts)] : [];
    const lost = seen.problem && seen.places.length === 0 ? messages : [];
    return again({ where: seen, status: placeStatus(seen), problems, messages: lost });
  }
  // Where no place has a price, words need no point: any in reach is refused for the same cause.
  const isAsked = deps.hasPrices() || where.problem === "al_reves";
  const point = where.point ?? (isAsked ? null : deps.restaurant().location);
  const { value, failure } = await ask<OrderTotal & { readonly confirmar_en: string }>(
    deps.asked.draft,
    exchange,
    { json: { value: bodyOf(typed, lines, { ...where, point }) } },
  );
  if (failure) {
    const isLost = failure.body.whatsapp !== undefined || where.problem !== undefined;
    const state = refused(failure, where, texts);
    return again({ ...state, messages: isLost ? messages : [] });
  }
  // The guest looks first at the point that was found for words.
  if (action !== "enviar" || where.found !== undefined) return again({ where, total: value });
  return seeOther(`${value.confirmar_en.slice(deps.baseUrl.length)}?lang=${texts.language}`);
}

/** The place, with its street if it was not sought, and the cause if it has no price. */
async function seenWhere(
  deps: PageDeps,
  exchange: Exchange,
  said: Where,
  texts: Texts,
): Promise<{ readonly where: Where; readonly cause: string | null }> {
  const { where, quote } = await quoted(deps, exchange, said);
  const { point, found } = where;
  const cause = quote?.cause ?? null;
  if (found || !point || !quote || cause !== null) return { where, cause };
  const { street, town } = quote;
  const named = { street: street ?? texts.picture.nameless, town };
  return {
    where: { ...where, found: { ...point, ...named, between: [], area: null, near: null } },
    cause,
  };
}

type SentLine = OrderDraftRequest["lines"][number];

/**
 * Every field but {@linkcode ORDER_FIELDS}: a dish that has left the menu is refused and not lost. More than a line may
 * have are several, as in the draft whose sum a link has filled in.
 */
function linesIn(typed: URLSearchParams): readonly SentLine[] {
  const { max } = DRAFT_LIMITS.quantity;
  return [...typed].flatMap(([name, text]) => {
    const written = text.trim();
    if (ORDER_FIELDS.includes(name) || written === "") return [];
    const sum = readWhole(written, { min: 0, max: MOST_OF_ONE });
    const quantities: readonly (string | number)[] = sum === null
      ? [written]
      : Array.from({ length: Math.ceil(sum / max) }, (_, n) => Math.min(max, sum - n * max));
    return quantities.map((quantity) => ({ id: name.replace(/^_/, ""), quantity }));
  });
}

/** The form under the names of the operation's fields. The operation refuses what is missing. */
function bodyOf(typed: URLSearchParams, lines: readonly SentLine[], { point, address }: Where) {
  const text = (name: string) => typed.get(name)?.trim() ?? "";
  const home = {
    direccion: address,
    referencias: text("referencias"),
    lat: point?.lat,
    lng: point?.lng,
  };
  const modo = typed.get("modo") ?? "domicilio";
  return {
    lineas: lines.map(({ id, quantity }) => ({ id, cantidad: quantity })),
    entrega: modo === "domicilio" ? { modo, ...home } : { modo },
    comentarios: text("comentarios"),
  };
}

/**
 * What is left of the order written out, without a price of delivery; the usual first words if that has no lines. None
 * where a quantity or a text is wrong: without it the message would be another order.
 */
function composed(
  typed: URLSearchParams,
  sent: readonly SentLine[],
  { point, address }: Where,
  deps: PageDeps,
  texts: Texts,
): readonly string[] {
  const situation = situationNow(deps);
  const { restaurant } = situation;
  const menu = currentMenu(situation);
  const lines = resolveLines({ lines: sent.filter(({ id }) => isServed(id, menu)) }, menu);
  const said = [address, typed.get("referencias"), typed.get("comentarios")]
    .map((text) => readDraftText(text ?? ""));
  if ("problems" in lines || !said.every((read) => "value" in read)) return [];
  if (lines.length === 0) return [restaurant.contactTexts.pedido[texts.restaurant]];
  const [, references, comments] = said.map(({ value }) => value);
  const delivery = {
    mode: "domicilio",
    // A short link that was not opened here may be opened there.
    address,
    references: references ?? null,
    ...(point && { destination: point }),
  } as const;
  const town = point &&
    (deps.townAt(point) ?? (isNear(restaurant, point) ? restaurant.town : null));
  const order = { lines, delivery, comments: comments ?? null };
  return orderMessages(order, { ...restaurant, town }, texts);
}

/** The state of the form with each problem beside its field, but for those of lines, which the form finds itself. */
function refused(
  { status, body, wrong = [] }: Failure,
  where: Where,
  texts: Texts,
): Partial<OrderState> {
  const all = wrong.length > 0 ? wrong : [{ campo: body.campo ?? "", error: body.error }];
  const wait = body.reintentar_en_segundos ?? where.wait;
  // A house without prices delivers so: that is no error of the guest's.
  const isUsual = body.error === "sin_mapa";
  return {
    status: wait ? 429 : isUsual ? 200 : status,
    where: { ...where, wait },
    problems: all.filter(({ campo }) => !campo.startsWith("lineas["))
      .map((one) => problemOf(one, where, texts)),
  };
}

function problemOf(
  { campo, error }: { readonly campo: string; readonly error: string },
  where: Where,
  texts: Texts,
): FieldProblem {
  const { order: { wrong } } = texts;
  const field = campo.replace("entrega.", "");
  const isPlace = field === "lat" || field === "lng";
  if (isPlace || field === "direccion" && where.problem) return placeProblem(where, texts);
  const text = isName(wrong.byError, error) ? wrong.byError[error] : wrong.other;
  const other = ORDER_FIELDS.includes(field) ? field : "";
  return { field: FIELDS.get(error) ?? FIELDS.get(field) ?? other, text };
}

/** The problems of lines on the menu as it is now. A dish that is gone has no field any more. */
function lineProblems(
  lines: readonly SentLine[],
  deps: PageDeps,
  { order: { wrong }, restaurant: language }: Texts,
): readonly FieldProblem[] {
  const items = orderables(deps.restaurant().menu);
  const menu = currentMenu(situationNow(deps));
  return lines.flatMap(({ id, quantity }) => {
    const item = items.get(id);
    const name = item ? nameIn(language, item.name, item) : id;
    if (!isServed(id, menu)) return [{ field: "", text: wrong.dish(name) }];
    if (isWhole(quantity, DRAFT_LIMITS.quantity)) return [];
    return [{ field: quantityName(id), text: wrong.quantity(name) }];
  });
}

function isServed(id: string, menu: Menu): boolean {
  return orderables(menu).get(id)?.soldOut === false;
}

/** The fields for problems of others, by code or field. `entrega` is refused for the price to the point. */
const FIELDS = new Map([
  ["lineas", FIRST_SECTION],
  ["direccion", "texto"],
  ["entrega", "texto"],
  ["sin_mapa", "modo"],
]);
