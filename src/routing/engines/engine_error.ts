/**
 * What went wrong with an engine.
 * - `not_sent`: no connection came about, so that nothing can have been charged
 * - `cut`: the connection broke; the question may have been read
 * - `late`: no answer in time; the question may have been read
 * - `refused`: it answered, well, that it will not do this one (HTTP 400)
 * - `wrong`: it answered something else, or what cannot be used
 */
export type EngineFault = "not_sent" | "cut" | "late" | "refused" | "wrong";

/** A routing engine gave no answer that can be used. `message` is fit for a log: it holds neither coordinates nor keys. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(readonly fault: EngineFault, message: string) {
    super(message);
  }
}
