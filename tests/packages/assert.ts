/** The standard library's assertions, typed: `deno-std` ships the code without its types. */
import * as untyped from "deno-std/assert/mod.js";

// deno-lint-ignore no-explicit-any -- a constructor of any arguments
type AnyConstructor<T> = abstract new (...args: any[]) => T;
type Comparison = <T>(actual: T, expected: T, msg?: string) => void;
type TextComparison<Expected> = (actual: string, expected: Expected, msg?: string) => void;

export const assert: (expr: unknown, msg?: string) => asserts expr = untyped.assert;
export const assertAlmostEquals: (
  actual: number,
  expected: number,
  tolerance?: number,
  msg?: string,
) => void = untyped.assertAlmostEquals;
export const assertEquals: Comparison = untyped.assertEquals;
export const assertGreater: Comparison = untyped.assertGreater;
export const assertGreaterOrEqual: Comparison = untyped.assertGreaterOrEqual;
export const assertInstanceOf: <T>(
  actual: unknown,
  expectedType: AnyConstructor<T>,
  msg?: string,
) => asserts actual is T = untyped.assertInstanceOf;
export const assertLess: Comparison = untyped.assertLess;
export const assertLessOrEqual: Comparison = untyped.assertLessOrEqual;
export const assertMatch: TextComparison<RegExp> = untyped.assertMatch;
export const assertNotEquals: Comparison = untyped.assertNotEquals;
export const assertNotStrictEquals: Comparison = untyped.assertNotStrictEquals;
export const assertRejects: {
  <E extends Error = Error>(
    fn: () => PromiseLike<unknown>,
    errorClass: AnyConstructor<E>,
    msgIncludes?: string,
    msg?: string,
  ): Promise<E>;
  (fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
} = untyped.assertRejects;
export const assertStrictEquals: <T>(
  actual: unknown,
  expected: T,
  msg?: string,
) => asserts actual is T = untyped.assertStrictEquals;
export const assertStringIncludes: TextComparison<string> = untyped.assertStringIncludes;
export const assertThrows: {
  <E extends Error = Error>(
    fn: () => unknown,
    errorClass: AnyConstructor<E>,
    msgIncludes?: string,
    msg?: string,
  ): E;
  (fn: () => unknown, msg?: string): unknown;
} = untyped.assertThrows;
