import type { Api } from "./api.ts";

/** What `make` gives, made once for each API: limits make some answers dear. */
export function once<T>(make: (api: Api) => Promise<T>): (api: Api) => Promise<T> {
  const made = new WeakMap<Api, Promise<T>>();
  return (api) => {
    const value = made.get(api) ?? make(api);
    made.set(api, value);
    return value;
  };
}
