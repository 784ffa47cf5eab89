import { sqlErrorKind } from "./sql_error.ts";

/** Waits before trying again, in milliseconds: about five seconds in all. */
const WAITS = [5, 10, 20, 40, 80, 160, ...Array.from({ length: 19 }, () => 250)];

/**
 * Runs `work` until no other process is writing.
 * @throws whatever `work` throws for another reason, or once five seconds have gone by
 */
export async function whenNotBusy<T>(work: () => Promise<T>): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await work();
    } catch (error) {
      if (sqlErrorKind(error) !== "busy") throw error;
      await delay(wait);
    }
  }
  return await work();
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
