/** GET and POST /pedir: the operation's own route drafts the order; its page follows, or the form with problems. */
import { readPoint } from "../domain/map_link.ts";
import { nameIn, orderables } from "../domain/menu.ts";
import { readWhole } from "../domain/read.ts";
import { currentMenu, situationNow } from "../domain/schedule/situation.ts";
import type { FieldProblem } from "../html/form.ts";
import { type Answer, seeOther } from "../http/answer.ts";
import type { Failure } from "../http/failure.ts";
import { ask, type Exchange } from "../http/router.ts";
import type { PageDeps } from "./layout.ts";
import {
  FIRST_SECTION,
  ORDER_FIELDS,
  orderPage,
  type OrderState,
  type OrderTotal,
  type OrderView,
  quantityName,
} from "./order_page.ts";
import { isName } from "./reservation_form.ts";
import { readSentForm } from "./sent_form.ts";
import type { Texts } from "./texts/es.ts";
import {
  findWhere,
  placeProblem,
  placeStatus,
  saidWhere,
  type Where,
  withShownPoint,
} from "./where.ts";

/** The form with what the query names, as the API does: `/pedir?panuchos-1=2&modo=recoger`. */
export function emptyOrder(deps: PageDeps, { target }: Exchange, texts: Texts): Answer {
  const typed = withShownPoint(new URLSearchParams(target.search));
  return orderPage(deps, { status: 200, typed, where: saidWhere(typed), problems: [] }, texts);
}

/** 303 to the order, or the form as it was typed: in another language, with a place, a total or problems. */
export async function submittedOrder(
  deps: PageDeps,
  exchange: Exchange,
  texts: Texts,
): Promise<Answer> {
  const { locate, draft } = deps.asked;
  // A dish with one presentation is listed under its own id too, and has one field.
  const quantities = orderables(currentMenu(situationNow(deps))).values().map(({ id }) => id);
  const fields = new Set(quantities).size;
  const { form: typed, unread } = await readSentForm(exchange.request, deps.baseUrl, { fields });
  // Problems come in the page's order, in which browsers send the fields.
  const nth = ({ field }: FieldProblem) => [...typed.keys()].indexOf(field);
  const again = ({ problems = [], ...state }: Partial<OrderState>) => {
    const inOrder = problems.toSorted((a, b) => nth(a) - nth(b));
    const shown = { status: 200, typed, where: saidWhere(typed), problems: inOrder, ...state };
    return orderPage(deps, shown, texts);
  };
  if (unread) {
    const problems = [{ field: "", text: texts.notices[unread.notice] }];
    return again({ status: unread.status, problems });
  }
  const action = typed.has("punto") ? "buscar" : typed.get("accion");
  if (action === "idioma") return again({});
  const isHome = typed.get("modo") !== "recoger";
  const where = isHome ? await findWhere(locate, exchange, typed) : saidWhere(typed);
  if (action === "buscar") {
    const problems = where.problem ? [placeProblem(where, texts)] : [];
    return again({ where, status: placeStatus(where), problems });
  }
  const lines = linesIn(typed);
  const { value, failure } = await ask<OrderTotal & { readonly confirmar_en: string }>(
    draft,
    exchange,
    { json: { value: bodyOf(typed, lines, where) } },
  );
  if (failure) return again(refused(failure, { lines, where, texts, deps }));
  // The guest looks first at the point that was found for words.
  if (action !== "enviar" || where.found !== undefined) return again({ where, total: value });
  return seeOther(`${value.confirmar_en.slice(deps.baseUrl.length)}?lang=${texts.language}`);
}

/** A line as the operation takes it. */
interface SentLine {
  readonly id: string;
  readonly cantidad: unknown;
}

/** Every field but {@linkcode ORDER_FIELDS}: a dish that has left the menu is refused and not lost. */
function linesIn(typed: URLSearchParams): readonly SentLine[] {
  return [...typed].flatMap(([name, text]) => {
    const quantity = text.trim();
    if (ORDER_FIELDS.includes(name) || quantity === "") return [];
    const cantidad = readWhole(quantity, { min: 0, max: 9_999 }) ?? quantity;
    return cantidad === 0 ? [] : [{ id: name.replace(/^_/, ""), cantidad }];
  });
}

/** The form under the names of the operation's fields. The operation refuses what is missing. */
function bodyOf(typed: URLSearchParams, lineas: readonly SentLine[], { point }: Where): unknown {
  const text = (name: string) => typed.get(name)?.trim() ?? "";
  const words = readPoint(text("texto")) ? "" : text("texto");
  const home = {
    direccion: text("direccion") || words,
    referencias: text("referencias"),
    lat: point?.lat,
    lng: point?.lng,
  };
  const modo = typed.get("modo") ?? "domicilio";
  return {
    lineas,
    entrega: modo === "domicilio" ? { modo, ...home } : { modo },
    comentarios: text("comentarios"),
  };
}

type Refusal = Pick<OrderView, "where" | "texts" | "deps"> & {
  readonly lines: readonly SentLine[];
};

/** The state of the form with each problem beside its field. */
function refused({ status, body, wrong = [] }: Failure, refusal: Refusal): Partial<OrderState> {
  const all = wrong.length > 0 ? wrong : [{ campo: body.campo ?? "", error: body.error }];
  const told = all.map((one) => problemOf(one, refusal));
  const wait = body.reintentar_en_segundos ?? refusal.where.wait;
  return {
    status: wait ? 429 : status,
    where: { ...refusal.where, wait },
    // The problems of both coordinates are one.
    problems: [...new Map(told.map((one) => [`${one.field} ${one.text}`, one])).values()],
    offersContact: body.whatsapp !== undefined,
  };
}

function problemOf(
  { campo, error }: { readonly campo: string; readonly error: string },
  { lines, where, texts, deps }: Refusal,
): FieldProblem {
  const { order: { wrong }, restaurant } = texts;
  const line = /^lineas\[(\d+)\]/.exec(campo)?.[1];
  if (line !== undefined) {
    const { id } = lines[Number(line)]!;
    const item = orderables(currentMenu(situationNow(deps))).get(id);
    const name = item ? nameIn(restaurant, item.name, item) : id;
    return error === "cantidad_invalida"
      ? { field: quantityName(id), text: wrong.quantity(name) }
      : { field: "", text: wrong.dish(name) };
  }
  const field = campo.replace("entrega.", "");
  if (field === "lat" || field === "lng") return placeProblem(where, texts);
  const text = isName(wrong.ofField, error) ? wrong.ofField[error] : wrong.other;
  return { field: FIELDS[field] ?? (ORDER_FIELDS.includes(field) ? field : ""), text };
}

/** The fields for problems of `lineas` and of `entrega`, which is refused for the price to the point. */
const FIELDS: Readonly<Record<string, string>> = { lineas: FIRST_SECTION, entrega: "texto" };
