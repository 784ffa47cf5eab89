/** Escapes `&`, `<`, `>`, `"` and `'`, so that `text` can stand in HTML text and quoted attributes. */
export function escape(text: string): string;
