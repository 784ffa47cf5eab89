/** GET /aviso: the restaurant's privacy notice, in the words of its owner, who wrote it in Spanish. */
import { html } from "../html/html.ts";
import { type Answer, seeOther } from "../http/answer.ts";
import { notFound } from "../http/router.ts";
import { pageAnswer, type PageDeps } from "./layout.ts";
import type { Texts } from "./texts/es.ts";

/** A notice that is published elsewhere wins. */
export function noticePage(deps: PageDeps, texts: Texts): Answer {
  const restaurant = deps.restaurant();
  const { privacyNotice: elsewhere, privacyText: text } = restaurant;
  if (elsewhere !== null) return seeOther(elsewhere);
  if (text === undefined) return notFound();
  const content = html`
    <section lang="es">${text.split(/\n{2,}/).map((part) =>
      html`<p class="said">${part}</p>`
    )}</section>
  `;
  return pageAnswer({ status: 200, texts, restaurant, title: texts.frame.privacy, content });
}
