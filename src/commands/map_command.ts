/** What the commands that look into a map have in common. */
import { RestaurantFileError } from "../restaurant/error.ts";
import { MapFileError } from "../routing/map_file/layout.ts";
import { OffTheMap } from "../routing/built_in_planner.ts";
import type { CommandIo } from "./io.ts";

/**
 * Does `work` with the arguments read, and says what went wrong where that is for the caller to mend.
 *
 * @param wanted the arguments, or what is wrong with them
 * @returns the exit code: what `work` gives, 1 where a file or a place stands in its way, 2 where the arguments make no sense
 */
export async function mapCommand<Arguments extends object>(
  wanted: Arguments | string,
  io: CommandIo,
  work: (wanted: Arguments) => Promise<number>,
): Promise<number> {
  if (typeof wanted === "string") {
    io.err(wanted);
    return 2;
  }
  try {
    return await work(wanted);
  } catch (error) {
    if (!FORESEEN.some((kind) => error instanceof kind)) throw error;
    io.err((error as Error).message);
    return 1;
  }
}

/** Errors whose message says all there is to say. */
const FORESEEN = [MapFileError, RestaurantFileError, OffTheMap];
