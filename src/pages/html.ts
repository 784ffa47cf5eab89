/** HTML as values: what a template interpolates is escaped unless it is itself {@linkcode Html}. */
import { escape } from "@std/html";

const MARKUP = Symbol("markup");

/** Markup that is safe to send. Only {@linkcode html} and {@linkcode trustedHtml} make it: JSON cannot carry the symbol. */
export interface Html {
  readonly [MARKUP]: string;
}

/** What a template may interpolate: text and numbers are escaped, nothing is written for null and false. */
export type HtmlValue = string | number | Html | null | false | readonly HtmlValue[];

/**
 * Tag for template literals that hold HTML.
 *
 * ```ts
 * html`<p>${"a < b"}</p>` // <p>a &lt; b</p>
 * ```
 */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = "";
  for (const [index, literal] of unindented(literals).entries()) {
    markup += literal + markupOf(values[index] ?? null);
  }
  return trustedHtml(markup);
}

const unindentedLiterals = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The template without its indentation, a third of a long page. What is interpolated stays as it is. */
function unindented(literals: TemplateStringsArray): readonly string[] {
  const known = unindentedLiterals.get(literals);
  if (known) return known;
  const shorter = literals.map((literal) => literal.replace(/\n\s*/g, "\n"));
  unindentedLiterals.set(literals, shorter);
  return shorter;
}

/** `markup` as it is. Only for text that this program wrote itself. */
export function trustedHtml(markup: string): Html {
  return { [MARKUP]: markup };
}

/** The markup to send. */
export function renderHtml(value: Html): string {
  return value[MARKUP];
}

function markupOf(value: HtmlValue): string {
  if (value === null || value === false) return "";
  if (typeof value === "string" || typeof value === "number") return escape(String(value));
  return isList(value) ? value.map(markupOf).join("") : value[MARKUP];
}

function isList(value: Html | readonly HtmlValue[]): value is readonly HtmlValue[] {
  return Array.isArray(value);
}

/** Centavos as the menu prints them: `$1,234.50`. */
export function formatMoney(cents: number): string {
  const pesos = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return `$${pesos}.${String(cents % 100).padStart(2, "0")}`;
}
