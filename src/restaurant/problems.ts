/** A restaurant file that cannot be used. */
export class RestaurantFileError extends Error {
  override readonly name = "RestaurantFileError";

  /**
   * @param problems one sentence each, with the path in the file where there is one: at least one
   * @param file the file, where it came from one
   */
  constructor(readonly problems: readonly string[], readonly file: string | null = null) {
    super((file === null ? "" : `${file}:\n`) + problems.join("\n"));
  }
}
