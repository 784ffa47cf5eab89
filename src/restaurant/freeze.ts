/** Freezes `value` and all it holds, and gives it back: plain objects and arrays without cycles. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const held of Object.values(value)) deepFreeze(held);
  return Object.freeze(value);
}
