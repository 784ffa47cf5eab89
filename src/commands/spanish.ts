/** The Spanish of what owners' commands say. Code and log have the English, from which a sentence is found here. */
import sentences from "./spanish.json" with { type: "json" };

/** Each with `{}` for what varies. Of those that fit, the one with the most words of its own counts. */
let patterns: readonly (readonly [RegExp, string])[] | undefined;

/** `text` in Spanish, line by line, what varies in it too; a line for which there is none as it is. */
export function inSpanish(text: string): string {
  patterns ??= Object.entries(sentences).map(([english, spanish]) => {
    const form = english.split("{}").map((part) => RegExp.escape(part)).join("(.+?)");
    const own = english.replaceAll("{}", "").length;
    return { own, pattern: [new RegExp(`^${form}$`), spanish] as const };
  }).sort((a, b) => b.own - a.own).map(({ pattern }) => pattern);
  return text.split("\n").map((line) => {
    for (const [pattern, spanish] of patterns!) {
      const found = pattern.exec(line);
      if (found === null) continue;
      const parts = found.slice(1).map(inSpanish);
      return spanish.replaceAll("{}", () => parts.shift()!);
    }
    return line;
  }).join("\n");
}
