/** What was asked for cannot be done, for a reason that whoever asked can mend. The message says all there is to say. */
export class CannotDo extends Error {
  override readonly name = "CannotDo";
}
