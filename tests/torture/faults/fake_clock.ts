/** A system clock that jumps, for programs that preload Debian's libfaketime. */
import { join } from "node:path";
import { NO_LIMITS } from "../../service/_guests.ts";
import { noonRestaurant } from "../../support/edited_sample.ts";

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
async function fakeClock(folder: string): Promise<FakeClock> {
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

export interface ClockSetup extends AsyncDisposable {
  readonly clock: FakeClock;
  readonly dataDir: string;
  /** Variables of a service with that clock, for a restaurant that opens every day and where it is noon. */
  readonly env: Readonly<Record<string, string>>;
}

export async function fakeClockAtNoon(
  variables: Readonly<Record<string, string>> = {},
): Promise<ClockSetup> {
  const folder = await Deno.makeTempDir();
  const clock = await fakeClock(folder);
  const RESTAURANT_FILE = join(folder, "restaurante.json");
  await Deno.writeTextFile(RESTAURANT_FILE, noonRestaurant().text);
  const dataDir = join(folder, "data");
  return {
    clock,
    dataDir,
    env: {
      ...NO_LIMITS,
      ...clock.env,
      DATA_DIR: dataDir,
      RESTAURANT_FILE,
      BASE_URL: "http://mesa.example",
      ...variables,
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
