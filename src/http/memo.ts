/** Results by key, each valid for as long as the values that it depends on are the same. */
export interface Memo<Result> {
  /** The result for `key`, if one was set with these values (`===`, one by one). */
  get(key: string, values: readonly unknown[]): Result | undefined;
  set(key: string, values: readonly unknown[], result: Result): void;
  /** The result for `key`, made by `make` if none was set. */
  of(key: string, values: readonly unknown[], make: () => Result): Result;
}

/** At the limit all keys are dropped: most belong to past days or to points requested once. */
const MAX_KEYS = 512;

export function memo<Result extends object | string>(maxKeys: number = MAX_KEYS): Memo<Result> {
  const entries = new Map<string, { values: readonly unknown[]; result: Result }>();
  const kept: Memo<Result> = {
    get(key, values) {
      const entry = entries.get(key);
      const isValid = entry?.values.every((value, index) => value === values[index]);
      return isValid ? entry!.result : undefined;
    },
    set(key, values, result) {
      if (entries.size >= maxKeys) entries.clear();
      entries.set(key, { values, result });
    },
    of(key, values, make) {
      const known = kept.get(key, values);
      if (known !== undefined) return known;
      const result = make();
      kept.set(key, values, result);
      return result;
    },
  };
  return kept;
}

/** A {@linkcode memo} of results that all depend on the same values: once these change, none of the old is kept. */
export function presentMemo<Result extends object | string>(): Memo<Result> {
  let [results, present] = [memo<Result>(), [] as readonly unknown[]];
  const at = (values: readonly unknown[]) => {
    if (values.some((value, index) => value !== present[index])) {
      [results, present] = [memo<Result>(), values];
    }
    return results;
  };
  return {
    get: (key, values) => at(values).get(key, []),
    set: (key, values, result) => at(values).set(key, [], result),
    of: (key, values, make) => at(values).of(key, [], make),
  };
}
