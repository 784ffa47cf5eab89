/** The standard library's comparison in constant time, typed. */
import { timingSafeEqual as untyped } from "deno-std/crypto/timing_safe_equal.js";

/** Whether both hold the same bytes, in a time that does not depend on where they differ. */
export const timingSafeEqual: (a: Uint8Array, b: Uint8Array) => boolean = untyped;
