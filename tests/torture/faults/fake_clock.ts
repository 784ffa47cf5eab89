/** A system clock that jumps, for programs that preload Debian's libfaketime. */
import { join } from "node:path";

export interface FakeClock {
  /** Variables of the programs that use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets it `minutes` ahead of the machine's clock, or behind if negative. It runs on from there. */
  jumpTo(minutes: number): Promise<void>;
  /** Its time in epoch milliseconds. */
  now(): number;
}

const MINUTE_MS = 60_000;

/** @throws {Error} if libfaketime is not installed */
export async function fakeClock(folder: string): Promise<FakeClock> {
  const library = `/usr/lib/${Deno.build.arch}-linux-gnu/faketime/libfaketimeMT.so.1`;
  await Deno.stat(library).catch(() => {
    throw new Error(`${library} is missing: .ci/engines installs faketime`);
  });
  const file = join(folder, "clock");
  let offset = 0;
  const clock: FakeClock = {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      // On a real machine neither the monotonic clock nor the times of files jump.
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
