import type { StreetName } from "./road_kind.ts";

/** Parts of a name that say on which side of the town a street runs. */
const DIRECTIONS = new Set(
  ["n", "ne", "e", "se", "s", "sw", "w", "nw", "nor", "sou", "we", "ea"]
    .concat(["north", "south", "west", "east"]),
);

/** Whether two names, neither of which is empty, are those of one street. */
export function isSameStreet(a: StreetName, b: StreetName): boolean {
  return a.id !== "" && b.id !== "" && !isNewName(a, b) && !isNewName(b, a);
}

/** Whether whoever drives from one street into another would be told its name. */
export function isNewName(from: StreetName, to: StreetName): boolean {
  if (from.id === to.id) return false;
  if (from.name === "" && from.ref === "" && (to.name !== "" || to.ref !== "")) return true;
  const areUnnamed = from.name === "" && to.name === "";
  const differsByDirection = isChangeOfDirection(from.name, to.name);
  const areEqual = from.name.startsWith(to.name) || to.name.startsWith(from.name) ||
    differsByDirection;
  const isRefKept = from.ref.includes(to.ref) || to.ref.includes(from.ref);
  const isKnown = (areUnnamed && from.ref === "" && to.ref === "") || (areEqual && isRefKept) ||
    (isRefKept && from.name !== "" && to.name === "") ||
    (areEqual && from.ref !== "" && to.ref === "") || differsByDirection;
  const isOtherKind = (from.name === "" && from.ref !== "" && to.name !== "" && to.ref === "") ||
    (from.name !== "" && from.ref === "" && to.name === "" && to.ref !== "") ||
    (areUnnamed && !isRefKept);
  const losesExit = areEqual && from.exit !== "" && to.exit === "";
  return !isKnown || isOtherKind || (from.exit !== to.exit && !losesExit);
}

/** Whether two names differ by no more than words like `North` before or after what they share. */
function isChangeOfDirection(a: string, b: string): boolean {
  const shared = longestShared(a, b);
  const isDirection = (text: string) => {
    const word = text.trim().toLowerCase();
    return word === "" || DIRECTIONS.has(word);
  };
  if (shared === "") return isDirection(a) && isDirection(b);
  return [a, b].every((name) => {
    const at = name.indexOf(shared);
    return isDirection(name.slice(0, at)) && isDirection(name.slice(at + shared.length));
  });
}

/** The longest text that occurs in both. */
function longestShared(a: string, b: string): string {
  let end = 0;
  let best = 0;
  let before = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const lengths = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      if (a[i] !== b[j]) continue;
      lengths[j + 1] = before[j]! + 1;
      if (lengths[j + 1]! > best) [best, end] = [lengths[j + 1]!, i + 1];
    }
    before = lengths;
  }
  return a.slice(end - best, end);
}
