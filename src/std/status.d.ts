/** The reason phrase of each status code. */
export const STATUS_TEXT: Readonly<Record<number, string>>;
