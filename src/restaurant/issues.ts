import * as v from "valibot";
import { MAX_PROBLEMS, problem, shown, step } from "./wording.ts";

/** The problems that `schema` finds in `value`, one for each place, up to a hundred; unknown fields are left to `unknownFields`. */
export function structureProblems(schema: v.GenericSchema, value: unknown): string[] {
  const { issues = [] } = v.safeParse(schema, value);
  const found = new Map<string, string>();
  for (const issue of issues) {
    if (isUnknownField(issue)) continue;
    const { path, expected, got } = describe(issue);
    if (!found.has(path)) found.set(path, problem(path, expected, shown(got)));
    if (found.size > MAX_PROBLEMS) break;
  }
  return [...found.values()];
}

function isUnknownField(issue: v.BaseIssue<unknown>): boolean {
  return issue.type === "strict_object" && issue.expected === "never";
}

function describe(issue: v.BaseIssue<unknown>): { path: string; expected: string; got: unknown } {
  const items = issue.path ?? [];
  const last = items.at(-1);
  // Valibot takes a list for an object whose fields are all missing.
  const list = last?.type === "object" && Array.isArray(last.input);
  const keys = (list ? items.slice(0, -1) : items).map((item) => item.key as string | number);
  return {
    path: keys.reduce<string>(step, ""),
    expected: list ? "an object" : issue.message,
    got: list ? last.input : issue.input,
  };
}
