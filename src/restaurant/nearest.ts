/** The word of `words` that `typed` is most likely a slip of, or null where none is near enough. */
export function nearest(typed: string, words: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(Math.min(typed.length, 40) / 3));
  let best: string | null = null;
  let least = limit + 1;
  for (const word of words) {
    if (Math.abs(word.length - typed.length) > limit) continue;
    const slips = distance(plain(typed), plain(word));
    if (slips < least) [best, least] = [word, slips];
  }
  return best;
}

/** Accents, capitals and word separators are the likeliest slips, and count for nothing. */
function plain(word: string): string {
  return word.normalize("NFD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** How many letters must be put in, left out or replaced to make `a` of `b` (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      row.push(Math.min(replaced, above[j]! + 1, row[j - 1]! + 1));
    }
  }
  return row[b.length]!;
}
