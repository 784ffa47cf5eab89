/** A clock of the machine that jumps, for the programs that are told so (Debian's libfaketime). */
import { join } from "node:path";

export interface FakeClock {
  /** Variables of the programs that are to see it. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts it so many minutes before or after the machine's own. It runs on from there. */
  jumpTo(minutes: number): Promise<void>;
  /** What it shows, in epoch milliseconds. */
  now(): number;
}

const MINUTE_MS = 60_000;

/** @throws {Error} where libfaketime is not installed */
export async function fakeClock(folder: string): Promise<FakeClock> {
  const library = `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketimeMT.so.1`;
  await Deno.stat(library).catch(() => {
    throw new Error(`${library} is not there: .ci/engines installs faketime`);
  });
  const file = join(folder, "clock");
  let offset = 0;
  const clock: FakeClock = {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      // Time that has passed does not jump on a real machine, nor do the times of its files.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    },
    async jumpTo(minutes) {
      await Deno.writeTextFile(`${file}.new`, `${minutes < 0 ? "" : "+"}${minutes * 60}`);
      await Deno.rename(`${file}.new`, file);
      offset = minutes * MINUTE_MS;
    },
    now: () => Date.now() + offset,
  };
  await clock.jumpTo(0);
  return clock;
}
