/** The languages of guests' pages. Another one is a file beside es.ts and an entry here. */
import { acceptsLanguages } from "@std/http";
import type { Exchange } from "../../http/router.ts";
import { EN } from "./en.ts";
import { ES, type Texts } from "./es.ts";

/** In the order of the links to them. The first is for guests who ask for none of them. */
export const LANGUAGES: readonly Texts[] = [ES, EN];

/** The language in the address, else the one that the browser prefers, else the first. */
export function textsFor({ request, target: { search } }: Exchange): Texts {
  const lang = new URLSearchParams(search).get("lang");
  const asked = LANGUAGES.find(({ language }) => language === lang);
  if (asked) return asked;
  const [first] = LANGUAGES;
  if (!request.headers.has("accept-language")) return first!;
  const accepted = acceptsLanguages(request, ...LANGUAGES.map(({ language }) => language));
  return LANGUAGES.find(({ language }) => language === accepted) ?? first!;
}
