import type { Api } from "./api.ts";

/** Memoizes `make` for each API, because rate limits make some answers slow. */
export function once<T>(make: (api: Api) => Promise<T>): (api: Api) => Promise<T> {
  const made = new WeakMap<Api, Promise<T>>();
  return (api) => {
    const value = made.get(api) ?? make(api);
    made.set(api, value);
    return value;
  };
}
