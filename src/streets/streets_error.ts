/** A file or a place that this part cannot use. The message names it, the reason and the remedy. */
export class StreetsError extends Error {
  override readonly name: string = "StreetsError";
}
