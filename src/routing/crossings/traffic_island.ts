import { type CrossingMap, toNextCrossing } from "./crossing_map.ts";
import { metersApart } from "./road_line.ts";
import { isNewName } from "./same_street.ts";

/** How long islands are between two forks of one street, and between a fork and another crossing. */
const MOST_METERS = { bothForks: 30, oneFork: 15 };

/** Whether two arms of a crossing meet again soon, around an island in the middle of one street. */
export function isTrafficIsland(
  map: CrossingMap,
  crossing: number,
  left: number,
  right: number,
): boolean {
  const { network } = map;
  const end = network.to(toNextCrossing(map, left));
  if (end !== network.to(toNextCrossing(map, right)) || end === crossing) return false;
  const forks = [crossing, end].filter((at) => isForkOfOneStreet(map, at)).length;
  if (forks === 0) return false;
  const [from, to] = [network.line(left)[0]!, network.line(network.arms[end]![0]!)[0]!];
  return metersApart(from, to) < (forks === 2 ? MOST_METERS.bothForks : MOST_METERS.oneFork);
}

function isForkOfOneStreet({ network }: CrossingMap, crossing: number): boolean {
  const names = network.arms[crossing]!.map((arm) => network.kindOf(arm).name);
  if (names.length !== 3) return false;
  const [first] = names;
  return names.every((name) =>
    (first!.name !== "" || name.name !== "") &&
    (!isNewName(first!, name) || !isNewName(name, first!))
  );
}
