/** Finds a draft's link in whatever was pasted: the link alone, its token alone, or a whole message around it. */

/** What stands between an address and a draft's token. */
const MARK = "/pedido/";
const TOKEN = /^[A-Za-z0-9_-]+/;
/** A link that is copied by hand may be broken by blanks: this many words after it may belong to it. */
const MOST_PIECES = 4;
const MOST_LINKS = 5;
/** A token alone is known by being long: no word is. */
const SHORTEST_ALONE = 24;

/** A link in a text. */
export interface PastedLink {
  /** What stands before `/pedido/`, e.g. `https://mesa.example`; empty where nothing does. */
  readonly address: string;
  /** The ways to read its token, the likeliest first: as it stands, then with what follows it. */
  readonly tokens: readonly string[];
}

/** The links in `text`, each token once, at most five. */
export function pastedLinks(text: string): readonly PastedLink[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const links = words.flatMap((word, index) => linkAt(words, word, index));
  if (links.length > 0) return distinct(links).slice(0, MOST_LINKS);
  const alone = words.join("");
  const isToken = alone.length >= SHORTEST_ALONE && TOKEN.exec(alone)?.[0] === alone;
  return isToken ? [{ address: "", tokens: [alone] }] : [];
}

function linkAt(words: readonly string[], word: string, index: number): readonly PastedLink[] {
  const at = word.indexOf(MARK);
  if (at < 0) return [];
  const first = TOKEN.exec(word.slice(at + MARK.length))?.[0] ?? "";
  const tokens = [first];
  const isWhole = at + MARK.length + first.length < word.length;
  for (const next of isWhole ? [] : words.slice(index + 1, index + MOST_PIECES)) {
    const piece = TOKEN.exec(next)?.[0];
    if (piece === undefined) break;
    tokens.push(tokens.at(-1)! + piece);
  }
  return [{ address: addressBefore(word.slice(0, at)), tokens }];
}

/** Without what people write right before a link: brackets, quotes. */
function addressBefore(text: string): string {
  const scheme = text.search(/https?:\/\//i);
  return scheme < 0 ? text.slice(-100) : text.slice(scheme, scheme + 100);
}

function distinct(links: readonly PastedLink[]): readonly PastedLink[] {
  return [...new Map(links.map((link) => [link.tokens[0], link])).values()];
}
