/**
 * What guests wrote, as the board shows it: untrusted. It is isolated from the text around it, never becomes a link, and nothing in
 * it is hidden: characters that cannot be seen, or that turn the reading around, are shown by a sign.
 */
import { allergyMarks } from "../domain/allergies.ts";
import { type Html, html } from "../pages/html.ts";

/**
 * What is not seen, except what joins letters and emoji (U+200C, U+200D) and picks their form (U+FE00 to U+FE0F): people type
 * those without knowing. Newlines and tabs are seen.
 */
const UNSEEN =
  /((?:(?![\u200c\u200d\ufe00-\ufe0f\n\t])[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}])+)/gu;

/** A text of nothing but joiners and blanks. */
const NOTHING_TO_SEE = /^(?=.*[\u200c\u200d\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\s]+$/su;

/** Accents upon accents, which would cover the rows above and below: four are kept, more than any language writes. */
const PILED_UP = /(\p{Mn}{4})\p{Mn}+/gu;

/** One line, such as a name. */
export function guestText(text: string): Html {
  return html`<bdi>${visible(text)}</bdi>`;
}

/** Comments or a note, allergies and diets marked; line breaks count where the style says `white-space: pre-wrap`. */
export function guestComment(text: string): Html {
  const marks = allergyMarks(text);
  const marked = marks.map(({ from, to }, index) => [
    visible(text.slice(marks[index - 1]?.to ?? 0, from)),
    html`<mark>${visible(text.slice(from, to))}</mark>`,
  ]);
  return html`<bdi class="said">${marked}${visible(text.slice(marks.at(-1)?.to ?? 0))}</bdi>`;
}

/** `text` for a message that staff send: without what cannot be seen. */
export function plainGuestText(text: string): string {
  return text.replace(UNSEEN, "").replace(PILED_UP, "$1");
}

function visible(text: string): Html {
  if (NOTHING_TO_SEE.test(text)) return sign(text);
  const shown = text.replace(PILED_UP, "$1");
  // With the pattern in a group, every second piece is what is hidden.
  return html`${shown.split(UNSEEN).map((piece, index) => index % 2 === 0 ? piece : sign(piece))}`;
}

/** On one line, for blanks count in comments. */
function sign(hidden: string): Html {
  const codes = Array.from(hidden.slice(0, 8), codeName);
  const title = `Carácter invisible: ${codes.join(" ")}`;
  return html`<span class="unseen-sign" role="img" aria-label="${title}">[·]</span>`;
}

function codeName(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
