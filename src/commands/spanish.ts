/** What owners' commands say, in Spanish and English. Code and log have one of the two, from which a sentence is found here. */
import sentences from "./spanish.json" with { type: "json" };

/** `text` in Spanish, line by line, what varies in it too; a line for which there is none as it is. */
export const inSpanish: (text: string) => string = translator(() => Object.entries(sentences));

/** `text` in English, as {@linkcode inSpanish} does it. */
export const inEnglish: (text: string) => string = translator(() =>
  Object.entries(sentences).map(([english, spanish]) => [spanish, english])
);

/** @param pairs each with `{}` for what varies. Of those that fit, the one with the most words of its own counts. */
function translator(pairs: () => readonly (readonly [from: string, to: string])[]) {
  let patterns: readonly (readonly [RegExp, string])[] | undefined;
  const translated = (text: string): string => {
    patterns ??= pairs().map(([from, to]) => {
      const form = from.split("{}").map((part) => RegExp.escape(part)).join("(.+?)");
      const own = from.replaceAll("{}", "").length;
      return { own, pattern: [new RegExp(`^${form}$`), to] as const };
    }).sort((a, b) => b.own - a.own).map(({ pattern }) => pattern);
    return text.split("\n").map(line).join("\n");
  };
  const line = (text: string): string => {
    for (const [pattern, to] of patterns!) {
      const found = pattern.exec(text);
      if (found === null) continue;
      const parts = found.slice(1).map(translated);
      return to.replaceAll("{}", () => parts.shift()!);
    }
    return text;
  };
  return translated;
}
