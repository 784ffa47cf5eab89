/** The commit that this program was built from; the build writes it here. Null where the program runs from its sources. */
export const COMMIT: string | null = null;
