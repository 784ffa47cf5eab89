/** The languages guests are served in. Names of dishes, sections and additions are never translated. */
export const LANGUAGES = ["es", "en"] as const;
export type Language = typeof LANGUAGES[number];

/** A text in both languages. */
export type Bilingual = Readonly<Record<Language, string>>;
