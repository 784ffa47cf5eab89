/** Made-up towns with everything that makes routes differ, for both routers. */
import type { LatLng } from "../../../src/domain/location.ts";
import { toUnits, UNITS_A_DEGREE, unitScale } from "../../../src/streets/coordinates.ts";
import type { OsmElement } from "../../support/osm_files.ts";
import { randomNumbers } from "../_town.ts";

type TagTable = Readonly<Record<string, string>>;

/** Metres between one corner and the next. */
const BLOCK = 110;
const CLASSES = ["primary", "secondary", "tertiary", "unclassified", "residential", "residential"]
  .concat(["living_street", "service", "trunk"]);

/** A town's place, and the side of the road on which traffic keeps. */
export interface Place extends LatLng {
  readonly keepsLeft?: boolean;
}

/** The elements of a map of `side` by `side` corners, determined by `seed`. */
export function madeUpTown(at: Place, side: number, seed: number): OsmElement[] {
  const town = townBuilder(at, seed);
  const { chance, pick, aside } = town;
  const corners = Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side * BLOCK + aside(25), Math.floor(i / side) * BLOCK + aside(25)];
    return chance(0.04) ? town.roundabout(x, y) : [town.node(x, y, cornerTags(town))];
  });
  for (let line = 0; line < 2 * side; line++) {
    const along = (i: number) => corners[line < side ? line * side + i : i * side + line - side]!;
    const street = streetTags(town, line);
    for (let i = 1; i < side; i++) {
      if (chance(0.06)) continue;
      const [from, to] = town.nearestOf(along(i - 1), along(i));
      const tags = { ...street, ...blockTags(town) };
      if (chance(0.07)) town.carriageways(from, to, tags);
      else town.way([from, ...town.bends(from, to), to], tags);
    }
  }
  for (const [corner] of corners) {
    if (!chance(0.15)) continue;
    const end = town.beside(
      corner!,
      aside(60),
      aside(60),
      pick<TagTable>([{}, { highway: "turning_circle" }]),
    );
    town.way([corner!, end], { highway: pick(["service", "residential", "tertiary_link"]) });
  }
  return town.elements(0.15);
}

type Town = ReturnType<typeof townBuilder>;

function cornerTags({ chance, pick }: Town): TagTable {
  return chance(0.15) ? { highway: pick(["traffic_signals", "give_way", "crossing"]) } : {};
}

function streetTags({ pick }: Town, line: number): TagTable {
  return {
    highway: pick(CLASSES),
    ...pick<TagTable>([{ name: `Calle ${line}` }, { name: `Main Street ${line >> 1} North` }, {}]),
    ...pick<TagTable>([{}, {}, { oneway: "yes" }, { oneway: "-1" }]),
  };
}

function blockTags({ chance, pick }: Town): TagTable {
  return {
    ...(chance(0.1) ? { highway: pick([...CLASSES, "primary_link", "motorway_link"]) } : {}),
    ...(chance(0.1) ? { name: pick(["Plaza", "Puente"]) } : {}),
    ...(chance(0.1) ? { maxspeed: pick(["30", "none", "20 mph", "DE:urban"]) } : {}),
    ...(chance(0.1) ? { surface: pick(["cobblestone", "gravel", "asphalt"]) } : {}),
    ...(chance(0.1) ? { lanes: pick(["1", "2", "4"]) } : {}),
    ...(chance(0.05) ? { access: pick(["private", "destination", "customers", "no"]) } : {}),
    ...(chance(0.05) ? { tunnel: "yes" } : {}),
  };
}

function townBuilder(at: Place, seed: number) {
  const random = randomNumbers(seed);
  const scale = unitScale(toUnits(at.lat));
  const nodes = new Map<number, { x: number; y: number; tags: TagTable }>();
  const ways: { id: number; refs: number[]; tags: TagTable }[] = [];
  const chance = (share: number) => random() < share;
  const aside = (most: number) => (random() - 0.5) * 2 * most;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const id = () => Math.floor(random() * 2 ** 40);

  function node(x: number, y: number, tags: TagTable = {}): number {
    const number = id();
    nodes.set(number, { x, y, tags });
    return number;
  }
  function way(refs: readonly number[], tags: TagTable): void {
    ways.push({ id: id(), refs: [...refs], tags: { highway: "residential", ...tags } });
  }
  /** Nodes at `shares` of the way from one node to another, `left()` metres to its left. */
  function between(from: number, to: number, shares: readonly number[], left: () => number) {
    const [a, b] = [nodes.get(from)!, nodes.get(to)!];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    return shares.map((share) => {
      const meters = left();
      return node(a.x + share * dx * length - dy * meters, a.y + share * dy * length + dx * meters);
    });
  }

  return {
    chance,
    aside,
    pick,
    node,
    way,
    beside(from: number, east: number, north: number, tags: TagTable): number {
      const { x, y } = nodes.get(from)!;
      return node(x + east, y + north, tags);
    },
    /** Bends, some of them right at the corner, some with an obstacle. */
    bends(from: number, to: number): number[] {
      const shares = pick([[], [], [0.5], [0.02, 0.5], [0.3, 0.6], [0.25, 0.5, 0.75]]);
      const bends = between(from, to, shares, () => aside(8));
      for (const bend of bends) if (chance(0.15)) nodes.get(bend)!.tags = inTheRoad(pick);
      return bends;
    },
    /** A street that divides into two carriageways and joins again. */
    carriageways(from: number, to: number, tags: TagTable): void {
      const width = 3 + random() * 6;
      const [start, end] = between(from, to, [0.08, 0.92], () => 0) as [number, number];
      const [right, left] = [-1, 1].map((sign) =>
        between(start, end, [0.15, 0.85], () => sign * width)
      );
      way([from, start], { ...tags, oneway: "no" });
      way([end, to], { ...tags, oneway: "no" });
      way([start, ...right!, end], { ...tags, oneway: "yes" });
      way([end, ...left!.reverse(), start], { ...tags, oneway: "yes" });
    },
    /** The nodes of a ring. */
    roundabout(x: number, y: number): number[] {
      const [size, corners] = [8 + random() * 17, pick([4, 6, 8, 12])];
      const ring = Array.from({ length: corners }, (_, i) => {
        const turn = (at.keepsLeft ? -2 : 2) * Math.PI * i / corners;
        return node(x + size * Math.cos(turn), y + size * Math.sin(turn));
      });
      const junction = pick(["roundabout", "roundabout", "circular"]);
      way([...ring, ring[0]!], { highway: pick(CLASSES.slice(0, 5)), junction });
      return ring;
    },
    /** The nearest pair of a node from each list. */
    nearestOf(these: readonly number[], those: readonly number[]): [number, number] {
      const apart = ([a, b]: [number, number]) =>
        Math.hypot(nodes.get(a)!.x - nodes.get(b)!.x, nodes.get(a)!.y - nodes.get(b)!.y);
      return these.flatMap((a) => those.map((b): [number, number] => [a, b]))
        .reduce((best, pair) => apart(pair) < apart(best) ? pair : best);
    },
    /** All elements, with turn restrictions for a share of the ways. */
    elements(restricted: number): OsmElement[] {
      const starts = Map.groupBy(ways, ({ refs }) => refs[0]!);
      const relations = ways.filter(() => chance(restricted)).flatMap((from): OsmElement[] => {
        const via = from.refs.at(-1)!;
        const to = pick(starts.get(via) ?? []);
        return to === undefined || to === from
          ? []
          : [restriction({ id: id(), from: from.id, via, to: to.id }, pick)];
      });
      const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
      return [
        ...[...nodes].map(([number, { x, y, tags }]): OsmElement => ({
          type: "node",
          id: number,
          lat: toUnits(at.lat + y / scale.lat / UNITS_A_DEGREE),
          lng: toUnits(at.lng + x / scale.lng / UNITS_A_DEGREE),
          tags,
        })).sort(byId),
        ...ways.map((way): OsmElement => ({ type: "way", ...way })).sort(byId),
        ...relations.sort(byId),
      ];
    },
  };
}

/** No turning circles: OSRM also allows U-turns at those in the middle of a road, the profile only at dead ends. */
function inTheRoad(pick: <T>(values: readonly T[]) => T): TagTable {
  const direction = pick<TagTable>([{}, { direction: "forward" }, { direction: "backward" }]);
  return pick<TagTable>([
    { highway: "traffic_signals", ...direction },
    { highway: "give_way", ...direction },
    { highway: "stop", ...direction },
    { barrier: "gate" },
    { barrier: "bollard" },
    { barrier: "lift_gate", access: "permissive" },
  ]);
}

function restriction(
  { id, from, via, to }: Readonly<Record<"id" | "from" | "via" | "to", number>>,
  pick: <T>(values: readonly T[]) => T,
): OsmElement {
  const value = pick(["no_left_turn", "no_right_turn", "no_straight_on", "only_straight_on"]);
  const members = [
    { type: "way", ref: from, role: "from" },
    { type: "node", ref: via, role: "via" },
    { type: "way", ref: to, role: "to" },
  ] as const;
  return { type: "relation", id, tags: { type: "restriction", restriction: value }, members };
}
