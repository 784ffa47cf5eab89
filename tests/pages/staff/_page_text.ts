/** What a page says, for tests. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** The words of a page's content, tags taken out and blanks folded. */
export function pageText(page: string): string {
  const main = page.slice(page.indexOf("<main"));
  return unescaped(main.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ").trim();
}

/** The addresses of the links that begin with `start`. */
export function linksTo(page: string, start: string): string[] {
  return Array.from(page.matchAll(/href="([^"]*)"/g), ([, href]) => unescaped(href!))
    .filter((href) => href.startsWith(start));
}

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);
}
