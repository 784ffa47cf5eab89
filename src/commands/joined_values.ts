/** Writes `--at -33.5,...` as `--at=-33.5,...`, because what begins with a dash would else be taken for an option. */
export function joinedValues(args: readonly string[], options: readonly string[]): string[] {
  const words: string[] = [];
  for (const word of args) {
    const before = words.at(-1);
    if (before !== undefined && options.some((option) => before === `--${option}`)) {
      words[words.length - 1] = `${before}=${word}`;
    } else words.push(word);
  }
  return words;
}
