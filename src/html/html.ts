/** HTML as values: what a template interpolates is escaped unless it is {@linkcode Html}; and the headers of pages. */
import { escape } from "@std/html";

const MARKUP = Symbol("markup");

/** Markup that is safe to send: JSON cannot carry the symbol. */
export interface Html {
  readonly [MARKUP]: string;
}

/** What a template may interpolate: text and numbers are escaped, nothing is written for null and false. */
export type HtmlValue = string | number | Html | null | false | readonly HtmlValue[];

/** Tag for template literals that hold HTML: html`<p>${"a < b"}</p>` is <p>a &lt; b</p>. */
export function html(literals: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = "";
  for (const [index, literal] of unindented(literals).entries()) {
    markup += literal + markupOf(values[index] ?? null);
  }
  return trustedHtml(markup);
}

const unindentedLiterals = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The template without its indentation, a third of a long page. Interpolated values keep theirs. */
function unindented(literals: TemplateStringsArray): readonly string[] {
  const known = unindentedLiterals.get(literals);
  if (known) return known;
  const shorter = literals.map((literal) => literal.replace(/\n\s*/g, "\n"));
  unindentedLiterals.set(literals, shorter);
  return shorter;
}

/** The attributes of an element: none for false, null and undefined, a bare one for true. */
export function attributes(
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): Html {
  const written = Object.entries(values).flatMap(([name, value]) => {
    if (value === false || value === null || value === undefined) return [];
    return value === true ? name : `${name}="${escape(String(value))}"`;
  });
  return trustedHtml(written.join(" "));
}

/** `markup` as it is: only for text that this program wrote itself. */
export function trustedHtml(markup: string): Html {
  return { [MARKUP]: markup };
}

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

/**
 * Headers of a page: it loads nothing but what `sources` names and is not framed.
 * @param sources directives of its Content-Security-Policy
 * @param posts whether it posts forms to this service; one that does not sends no referrer at all
 */
export function pageHeaders(
  sources: readonly string[],
  posts: boolean,
): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      ...sources,
      "base-uri 'none'",
      `form-action '${posts ? "self" : "none"}'`,
      "frame-ancestors 'none'",
    ].join("; "),
    // A form without a referrer would be sent without its origin.
    "referrer-policy": posts ? "same-origin" : "no-referrer",
    "x-content-type-options": "nosniff",
  };
}
