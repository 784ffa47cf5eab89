/** Reads one line of a pasted menu: its dishes with their prices, whatever stands between them. */
import { normaliseText } from "../domain/text.ts";
import type { PastedPrice } from "../ports/restaurant.ts";

/** A dish as far as one line tells it: the name is empty on a line of prices alone. */
export interface DishText {
  readonly name: string;
  readonly description: string | null;
  readonly prices: readonly PastedPrice[];
  /** All that stands before its first price. */
  readonly said: string;
}

/** How a dish is sold, in one word. */
const WAY =
  "desde|c/u|cada|un[oa]?|por|de|la|el|ch(?:ic[oa])?|med(?:ian[oa])?|g(?:ran)?de|gr?s?|extra|jumbo|familiar|individual|" +
  "infantil|niños?|kids|orden(?:es)?|pz(?:a|as)?|piezas?|unidad|porci[oó]n|kgs?|kilos?|lts?|litros?|ml|cl|oz|cm|vaso|copa|" +
  "botella|jarra|tarro|medi[oa]|enter[oa]|mitad|plato|taza|rebanadas?|complet[oa]|lata|personas?|pax|doble|sencill[oa]|triple|" +
  "small|medium|large|glass|bottle|half|full|each|pieces?|pcs?|order|x?x?[sml]|cuarto|tercio|docena";
const WAY_WORD = new RegExp(`^(?:${WAY}|[\\d.,/½¼¾]+(?:${WAY}|x)?)$`, "iu");
const BARE_NUMBER = /^(?:\d{3,}|\d+[.,]\d+)$/;
const MAX_WAY = 40;

/** Whether `text` names a way to sell a dish: "media orden", "chico", "1/2 kg". */
export function isWayToSell(text: string): boolean {
  if (text.length > MAX_WAY) return false;
  const words = text.split(/[ ()-]+/).map((word) => word.replace(/\.$/, "")).filter(Boolean);
  return words.length > 0 && !BARE_NUMBER.test(words.join("")) &&
    words.every((word) => WAY_WORD.test(word));
}

const SIGNED = "(?<![\\d.,]|\\$ ?|mxn ?)";
/** Numbers that are no prices: phones, times, dates, addresses, years, measures, small counts. */
const NO_PRICE = new RegExp(
  [
    "(?:\\+?52[ -]?)?\\(?\\b\\d{2,3}\\)?[ .-]\\d{3,4}[ .-]\\d{2}[ .-]?\\d{2}\\b|\\b\\d{10,13}\\b",
    "\\d{1,2}:\\d{2}|\\d{1,2}[/-]\\d{1,2}[/-]\\d{2,4}|\\b[1-9]/[2-9]\\b(?!/)|\\d+ ?x ?\\d+|\\bde \\d\\d?(?= )",
    "(?:#|(?<!\\p{L})(?:no|n[uú]m|n|c\\.?p|calle|av|km|local|mesa)\\b[.°º:]*) ?\\d+",
    `${SIGNED}(?:19|20)\\d\\d(?![\\d.,])`,
    `${SIGNED}\\d+(?:[.,]\\d+)? ?(?:%|°|(?:ml|cl|oz|onzas?|grs?|g|gramos|cm|cc|km|min|minutos|hrs?|horas?|[ap]\\.?m|años|personas?|pers|pax)(?!\\p{L}))`,
    `${SIGNED}\\b(?:\\d|1[0-2])(?:[.,]\\d+)? ?(?!c/u|cada|pes(?:os|itos)|mxn)(?=\\p{L})`,
  ].join("|"),
  "giu",
);
const AMOUNT =
  "\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d{1,3}(?:\\.\\d{3})+(?:,\\d{1,2})?|\\d{1,6}(?:[.,]\\d{1,2})?";
const PRICE = new RegExp(
  `((?:mx|mxn)? ?\\$ ?|(?<!\\p{L})mxn ?|(?<![\\p{L}\\d¤#]|\\+(?!\\d{1,3}$)))(${AMOUNT})(?![\\d%¤]|[.,]\\d)` +
    "( ?(?:mxn|pes(?:os?|itos)|m\\.? ?n\\b\\.?)(?!\\p{L})|\\$(?! ?\\d)|\\.?[-–](?! ?[\\p{L}\\d])|/-)?",
  "giu",
);
/** A column of sizes that this dish does not have. */
const EMPTY_CELL = /(?<=\t)[–—-](?=\t)/g;
/** A line with more is no dish, nor several. */
const MAX_PRICES = 40;
const MAX_CENTS = 10_000_000;
/** A number without a sign is no price below this. */
const MIN_PLAIN_CENTS = 500;

interface Found {
  /** 0 for an empty cell. */
  readonly cents: number;
  readonly start: number;
  readonly end: number;
  /** By a currency or by centavos, not a bare number. */
  readonly isSure: boolean;
}

function pricesIn(text: string, isSigned = false): readonly Found[] {
  const masked = text.replace(EMPTY_CELL, "0").replace(
    NO_PRICE,
    (number) => "¤".repeat(number.length),
  );
  const all = [...masked.matchAll(PRICE)].map((match): Found => {
    const [whole, sign = "", amount = "", after = ""] = match;
    const isSure = sign.trim() !== "" || after !== "" || /[.,]\d\d$/.test(amount);
    const plain = amount.replace(/[.,](?=\d{3})/g, "").replace(",", ".");
    const cents = Math.round(Number(plain) * 100);
    return { cents, start: match.index, end: match.index + whole.trimEnd().length, isSure };
  }).filter(({ cents, isSure }) =>
    cents <= MAX_CENTS && (isSure || cents === 0 || cents >= MIN_PLAIN_CENTS)
  );
  if (all.every(({ cents }) => cents === 0) || all.length > MAX_PRICES) return [];
  const sure = all.findIndex(({ isSure }) => isSure);
  if (sure >= 0) {
    return all.filter(({ cents, isSure, start }, n) =>
      isSure || cents === 0 || n > sure && /[/|·\t] *$/.test(text.slice(0, start))
    );
  }
  if (isSigned) return [];
  const rest = text.slice(all.at(-1)!.end);
  const isLast = trimmed(rest) === "" || isWayToSell(trimmed(rest)) ||
    /^\s*[\t(–—,;|-]/.test(rest);
  return !isLast ? [] : all;
}

/** The price that is all of a cell, in centavos; null in another. */
export function priceIn(cell: string): number | null {
  const [price, more] = pricesIn(normaliseText(cell));
  return more === undefined ? price?.cents || null : null;
}

/** Whether it has a price by a currency or by centavos. */
export function isSigned(line: string): boolean {
  return pricesIn(line, true).length > 0;
}

/** Whether a sentence speaks of an amount: "le descontamos $3", "$5 por pieza que se lleve". */
export function isSaid(line: string): boolean {
  const [price, more] = pricesIn(line);
  if (price === undefined || more !== undefined) return false;
  const rest = trimmed(line.slice(price.end));
  return /\p{L}mos *$/u.test(line.slice(0, price.start)) ||
    /^(?:por|al?|en|de|si|y) /.test(rest) && !isWayToSell(rest);
}

/** The texts between the prices. */
function gaps(text: string, prices: readonly Found[]): readonly string[] {
  return prices.slice(1).map(({ start }, n) => text.slice(prices[n]!.end, start));
}

const MARKS = "[\\s.,;:|/=·–—•>+-]";
const AROUND = new RegExp(`^${MARKS}+|(?<!${MARKS})${MARKS}+$`, "g");

/** Without the signs that part it from what stands beside it. */
function trimmed(text: string): string {
  const bare = text.replace(AROUND, "").replace(/^\)\s*|\s*\($/g, "").replace(AROUND, "");
  return /^\([^()]*\)?$/.test(bare) ? bare.slice(1).replace(")", "").trim() : bare;
}

/**
 * The dishes of a line, several where columns run together; none where there is no price.
 * @param isSigned whether a number without a currency or centavos is none
 */
export function dishesIn(line: string, isSigned: boolean): readonly DishText[] {
  const prices = pricesIn(line, isSigned);
  const dishes: DishText[] = [];
  let [from, first] = [0, 0];
  prices.forEach(({ end }, n) => {
    const next = prices[n + 1];
    const own = next &&
      nextName(line.slice(first === n ? from : 0, end), line.slice(end, next.start));
    if (next !== undefined && own === null) return;
    const to = own ? next!.start - own : line.length;
    const sold = prices.slice(first, n + 1);
    if (sold.some(({ cents }) => cents > 0)) dishes.push(dishIn(line, { from, to }, sold));
    [from, first] = [to, n + 1];
  });
  return dishes;
}

/** How many characters before a price the name of another dish begins; null if the price is of the dish before it. */
function nextName(before: string, gap: string): number | null {
  const cells = gap.split("\t");
  const at = cells.findLastIndex((cell) => trimmed(cell) !== "");
  const name = trimmed(cells[at] ?? "");
  if (name === "" || isWayToSell(name) || !/\p{L}{3}/u.test(name)) return null;
  const isParted = cells.length > 1 || /^[ .,;/]*\p{Lu}/u.test(gap) && !/:/.test(before);
  return isParted ? cells.slice(at).join("\t").length : null;
}

function dishIn(
  line: string,
  { from, to }: { readonly from: number; readonly to: number },
  prices: readonly Found[],
): DishText {
  const head = line.slice(from, prices[0]!.start);
  const between = gaps(line, prices);
  const [, way = "", rest = ""] = /^([^\t(;]*|\s*\([^)]*\)?)(.*)$/su.exec(
    line.slice(prices.at(-1)!.end, to),
  )!;
  const isAfter = isWayToSell(trimmed(way)) ||
    between.length > 0 && trimmed(way) !== "" &&
      between.every((gap) => /\p{L} *[/,;]\s*$/u.test(gap));
  const own = isAfter ? null : wayAtEnd(head, prices.length > 1);
  const labels = isAfter ? [...between, way].map(trimmed) : [own ?? "", ...between.map(trimmed)];
  const name = trimmed(own === null ? head : head.slice(0, head.lastIndexOf(own)));
  const after = trimmed(isAfter ? rest : way + rest);
  const [first, ...others] = name === "" ? partsOf(after) : [...partsOf(name), after];
  const description = others.filter(Boolean).join(", ") || null;
  const isSentence = description !== null && /[^.]\.[\s$]*$/.test(after === "" ? head : line);
  return {
    name: first ?? "",
    description: description && description + (isSentence ? "." : ""),
    said: head.trim(),
    prices: prices.map(({ cents }, n) => ({
      label: labelOf(labels[n] ?? "", prices.length === 1),
      cents,
    })),
  };
}

/** The way to sell that ends the text before a price. */
function wayAtEnd(head: string, isOneOfSeveral: boolean): string | null {
  const text = trimmed(head);
  const end = text.slice(-MAX_WAY);
  const starts = [...end.matchAll(/(?:^|[\s,:;(-])(?=[^\s,:;(-])/g)].map(({ index }) => index);
  const at = starts.find((start) => isWayToSell(trimmed(end.slice(start))));
  if (at !== undefined) {
    const way = end.slice(at);
    if (isOneOfSeveral || /^[\t,:-]|^ ?(?:desde|c\/u)/i.test(way) || way === text) return way;
  }
  return isOneOfSeveral ? /:\s*([^:\t]{1,40})$/.exec(text)?.[1] ?? null : null;
}

/** @param isOnly whether the dish has one price, which "c/u" does not tell from others */
function labelOf(text: string, isOnly: boolean): string | null {
  const bare = text.replace(/\b(?:pesos|mxn)\b/gi, "");
  const plain = trimmed(isOnly ? bare.replace(/\b(?:c\/u|cada un[oa])\b/gi, "") : bare);
  return plain === "" ? null : plain;
}

/** The name and the description in `Sopa de lima - caldo de pollo con tortilla` and the like. */
export function partsOf(text: string): readonly string[] {
  const parted = /^(.+?)(?:\t| [–—-] |[:.] (?=\p{L}))(.+)$/u.exec(text);
  const long = text.length > MAX_NAME ? /^([^,]+),(.+)$/.exec(text) : null;
  const [, name = text, rest = ""] = parted ?? long ?? [];
  return [name, rest].map(trimmed).filter(Boolean).map((part) => part.replaceAll("\t", ", "));
}

/** A longer text before a price is a name and a description. */
export const MAX_NAME = 45;

const EMOJI = /\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}\u20e3\ufe0f]/gu;

/** A line without bullets, numbering, emoji and marks of a message; what parts its columns is a tab. */
export function plainLine(line: string): string {
  const plain = line.replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ")
    .replace(/^\[?\d{1,2}\/\d{1,2}\/\d{2,4},? [^\]-]{3,20}(?:\]| -) [^:]{1,40}: /, "")
    .replace(/\d\ufe0f?\u20e3/g, "").replace(EMOJI, " ").replace(/\p{Cf}/gu, "")
    .replace(/(?:[.·_…] ?){3,}|…/g, "\t").replace(/ {3,}|\s*\|\s*| {2}(?=[$\d\p{Lu}])/gu, "\t")
    .replace(/[*~`_]/g, "").replace(/ *\t[\t ]*/g, "\t").replace(/ {2,}/g, " ")
    .replace(/^[^\p{L}\p{N}$("'¡¿½¼¾]+/u, "").replace(
      /^\d{1,2}(?:\.\d| ?[.)]-?| ?-) ?(?=\p{Lu})/u,
      "",
    );
  const whole = plain.replace(/\s*(?:[=#]+|-{2,}|[–—]+)$/, "");
  // "Kibis 3x50": so many for that price.
  return normaliseText(
    whole.replace(/(?<=[\p{L}\d.,)] )([2-9]|1[0-2]) ?x ?(\$?\d{2,4})$/u, "$2 $1x"),
  );
}
