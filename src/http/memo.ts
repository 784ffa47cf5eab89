/** Results by key, each valid for as long as the values that it depends on are the same. */
export interface Memo<Result> {
  /** The result for `key`, where one was set with these values (`===`, one by one). */
  get(key: string, values: readonly unknown[]): Result | undefined;
  set(key: string, values: readonly unknown[], result: Result): void;
}

/** Keys beyond this many, mostly of days gone by and points asked for once, make room by dropping all. */
const MAX_KEYS = 256;

/** An empty memo. */
export function memo<Result>(maxKeys: number = MAX_KEYS): Memo<Result> {
  const entries = new Map<string, { values: readonly unknown[]; result: Result }>();
  return {
    get(key, values) {
      const entry = entries.get(key);
      const isValid = entry?.values.every((value, index) => value === values[index]);
      return isValid ? entry!.result : undefined;
    },
    set(key, values, result) {
      if (entries.size >= maxKeys) entries.clear();
      entries.set(key, { values, result });
    },
  };
}
