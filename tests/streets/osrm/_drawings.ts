/** Small maps, each of one kind of street, node or turn restriction, and the drives on it that the kind decides. */
import type { LatLng } from "../../../src/domain/location.ts";
import type { OsmElement } from "../../support/osm_files.ts";
import { at } from "../_small_graphs.ts";
import { node, way } from "../import/_small_maps.ts";

export interface Drawing {
  readonly name: string;
  readonly elements: readonly OsmElement[];
  readonly drives: readonly (readonly [from: LatLng, to: LatLng])[];
}

/**
 * The drawings on which a drive differs from OSRM's, by the beginnings of their names: the rows of the table in
 * src/streets/README.md.
 */
export const APART: readonly RegExp[] = [
  /^way .*"route":"shuttle_train"/,
  // In seconds alone: OSRM, which has a ferry there, charges a turn into the street on land.
  /^way .*"route":"ferry"/,
  /^way .*"motorroad":"yes"/,
  /"only_left_turn_on_red"/,
  /^between ways that meet at both ends .*"no_left_turn"/,
  /^(ring|loop) .*,\{"oneway":"(yes|-1)"\}/,
];

type TagTable = Record<string, string>;

/**
 * A street eastwards from 2 to 3 with a way around it, and a street on at each end; node 7 lies on it, a side street
 * leaves at 8.
 *
 *       4 ------------- 5
 *       |               |
 *   1 - 2 -- 7 -- 8 --- 3 - 6
 *                 9
 */
function through(name: string, tags: TagTable, within: TagTable = {}): Drawing {
  return {
    name,
    elements: [
      ...[[1, -300, 0], [2, 0, 0], [3, 400, 0], [4, 0, 300], [5, 400, 300], [6, 700, 0]]
        .concat([[8, 250, 0], [9, 250, -120]])
        .map(([id, east, north]) => node(id!, at(east!, north!))),
      node(7, at(100, 0), within),
      way(1, [2, 7, 8, 3], tags),
      way(2, [2, 4, 5, 3]),
      way(3, [1, 2]),
      way(4, [3, 6]),
      way(5, [8, 9]),
    ],
    drives: [
      [at(-200, 3), at(600, 3)],
      [at(600, 3), at(-200, 3)],
      [at(-200, 3), at(170, 3)],
      [at(600, 3), at(60, 3)],
      [at(-200, 3), at(245, -90)],
      [at(245, -90), at(-200, 3)],
    ],
  };
}

const tagged = (kind: string, rows: readonly TagTable[]) =>
  rows.map((tags) => through(`${kind} ${JSON.stringify(tags)}`, tags));
const nodes = (rows: readonly TagTable[]) =>
  rows.map((tags) => through(`node ${JSON.stringify(tags)}`, {}, tags));
const each = (key: string, values: string): TagTable[] =>
  values.split(" ").map((value) => ({ [key]: value }));

const ACCESS =
  "yes no private destination customers delivery permit residents unknown permissive " +
  "designated agricultural forestry emergency psv bus taxi foot military official restricted " +
  "no;destination private;yes customers;no use_sidepath dismount";

const WAYS: readonly Drawing[] = [
  ...tagged("way", [
    ...["access", "vehicle", "motor_vehicle", "motorcar"].flatMap((key) => each(key, ACCESS)),
    ...each("motorcycle", "no yes"),
    { access: "no", motor_vehicle: "yes" },
    { access: "yes", motorcar: "no" },
    { access: "no", "motor_vehicle:forward": "yes" },
    { "access:backward": "no" },
    { "motor_vehicle:forward": "private" },
    { "motor_vehicle:conditional": "no @ (08:00-18:00)" },
    ...each("route", "ferry shuttle_train bus road"),
    { route: "ferry", motor_vehicle: "yes" },
    { route: "ferry", bridge: "movable" },
    { route: "ferry", highway: "service" },
    { route: "shuttle_train", highway: "primary" },
    ...each("oneway", "yes no 1 true -1 reverse reversible alternating"),
    { oneway: "yes", "oneway:motorcar": "no" },
    { "oneway:motor_vehicle": "yes" },
    { "oneway:vehicle": "-1" },
    { "oneway:bicycle": "yes" },
    { oneway: "yes", access: "destination" },
    ...each("junction", "roundabout circular jughandle yes"),
    { junction: "roundabout", oneway: "-1" },
    { junction: "roundabout", oneway: "no" },
    ...each("highway", "service living_street track path footway cycleway pedestrian busway")
      .concat(each("highway", "construction proposed steps corridor bus_guideway road escape")),
    ...["track", "path", "footway", "pedestrian", "cycleway", "steps", "busway"].flatMap((
      highway,
    ) => [{ highway, motor_vehicle: "yes" }, { highway, access: "destination" }]),
    ...each("service", "alley parking parking_aisle driveway drive-through emergency_access bus")
      .map((tags) => ({ highway: "service", ...tags })),
    { highway: "service", access: "private" },
    { highway: "service", access: "customers" },
    { highway: "service", motor_vehicle: "private" },
    { highway: "service", service: "driveway", access: "destination" },
    ...each("area", "yes no"),
    ...each("impassable", "yes"),
    ...each("construction", "yes no minor"),
    ...each("status", "impassable"),
    ...each("hov", "designated yes"),
    { "hov:lanes": "designated|designated" },
    ...each("maxheight", "1.9 2.1 none"),
    ...each("maxweight", "1.5 3.5"),
    ...each("width", "1.8 2.5 5.5"),
    ...each("lanes", "1 2"),
    ...each("surface", "mud sand asphalt"),
    ...each("smoothness", "impassable very_horrible"),
    ...each("maxspeed", "10 60 MX:urban none walk"),
    ...each("bridge", "yes movable"),
    ...each("ford", "yes"),
    ...each("toll", "yes"),
    ...each("motorroad", "yes"),
  ]),
];

const NODES: readonly Drawing[] = nodes([
  ...each(
    "barrier",
    "bollard gate lift_gate swing_gate chain block kerb cattle_grid toll_booth entrance no stile " +
      "cycle_barrier height_restrictor border_control sally_port jersey_barrier fence wall yes",
  ),
  ...each("access", "no private destination yes").flatMap((access) => [
    access,
    { barrier: "gate", ...access },
    { barrier: "bollard", ...access },
  ]),
  { barrier: "bollard", bollard: "rising" },
  { barrier: "kerb", kerb: "lowered" },
  { barrier: "height_restrictor", maxheight: "1.8" },
  { barrier: "height_restrictor", maxheight: "2.2" },
  { barrier: "bollard", motor_vehicle: "yes" },
  { barrier: "gate", motorcar: "no", access: "yes" },
  { barrier: "gate", motorcycle: "yes", access: "no" },
  ...each("highway", "traffic_signals stop give_way crossing mini_roundabout turning_circle"),
  { highway: "stop", direction: "forward" },
  { highway: "traffic_signals", direction: "backward" },
  { ford: "yes" },
]);

// A ladder, its steps 300 m apart, whose lower street is one way of each block and whose upper street is one way.
//   5 - 6 - 7 - 8
//   |   |   |   |
//   1 - 2 - 3 - 4
const STEPS = [0, 1, 2, 3];
const LADDER: readonly OsmElement[] = [
  ...STEPS.flatMap((i) => [node(1 + i, at(300 * i, 0)), node(5 + i, at(300 * i, 200))]),
  way(1, [1, 2]),
  way(2, [2, 3]),
  way(3, [3, 4]),
  way(4, [5, 6, 7, 8]),
  ...STEPS.map((i) => way(10 + i, [1 + i, 5 + i])),
];
const AROUND = [at(150, 3), at(303, 100), at(450, 3), at(603, 100), at(750, 3), at(450, 197)];
/** Between each two of six places on the ladder. */
const EVERY_PAIR = AROUND.flatMap((from) =>
  AROUND.filter((to) => to !== from).map((to) => [from, to] as const)
);

/**
 * A restriction on the ladder, some of whose ways are drawn otherwise.
 * @param members such as `from 1 at 2 to 11`, by a node, or `from 1 via 2 to 12`, over ways
 * @param ways the nodes of ways by their ids, such as `1 2 6`, with `oneway` at the end of those that are
 */
function turns(
  name: string,
  tags: TagTable | string,
  members: string,
  ways: Readonly<Record<number, string>> = {},
): Drawing {
  const given = typeof tags === "string" ? { restriction: tags } : tags;
  const drawn = Object.entries(ways).map(([id, line]) => {
    const refs = line.split(" ").map(Number).filter((ref) => !isNaN(ref));
    return way(Number(id), refs, line.endsWith("oneway") ? { oneway: "yes" } : {});
  });
  const pairs = [...members.matchAll(/(\w+) (\d+)/g)].map(([, role, ref]) =>
    [role!, Number(ref)] as const
  );
  return {
    name: `${name} ${JSON.stringify(given)}`,
    elements: [
      ...LADDER.filter(({ type, id }) => type === "node" || !(id in ways)),
      ...drawn,
      {
        type: "relation",
        id: 1,
        tags: { type: "restriction", ...given },
        members: pairs.map(([role, ref]) =>
          role === "at"
            ? { type: "node", role: "via", ref: node(ref, at(0, 0)).id }
            : { type: "way", role, ref }
        ),
      },
    ],
    drives: EVERY_PAIR,
  };
}

const AT_NODE = "from 1 at 2 to 11";
const OVER_WAY = "from 1 via 2 to 12";

const TURNS: readonly Drawing[] = [
  ...["no_left_turn", "no_straight_on", "no_u_turn", "only_left_turn", "only_straight_on"]
    .concat(["no_left_turn_on_red", "no_right_turn_on_red", "no_straight_on_on_red"])
    .concat(["no_u_turn_on_red", "only_left_turn_on_red", "no_left_turn_on_green", "give_way"])
    .map((value) => turns("at a node", value, AT_NODE)),
  turns("at a node, ahead", "only_straight_on", "from 1 at 2 to 2"),
  ...[
    { "restriction:motorcar": "no_left_turn" },
    { "restriction:hgv": "no_left_turn" },
    { "restriction:motorcycle": "no_left_turn" },
    { "restriction:motorcar": "no_left_turn_on_red" },
    { "restriction:conditional": "no_left_turn @ (07:00-09:00)" },
    { restriction: "no_left_turn", except: "motorcar" },
    { restriction: "no_left_turn", except: "bus;psv" },
    { type: "restriction:motorcar", "restriction:motorcar": "no_left_turn" },
    {},
  ].map((tags) => turns("at a node", { ...tags } as TagTable, AT_NODE)),
  turns("over a way", "no_left_turn_on_red", OVER_WAY),
  ...["no_left_turn", "only_left_turn"].flatMap((value) => {
    const over = (name: string, members: string, ways?: Readonly<Record<number, string>>) =>
      turns(name, value, members, ways);
    const block = { 4: "5 6", 14: "6 7", 15: "7 8" };
    const oval = { 2: "2 3 7 6 2", 11: "6 5", 12: "3 4", 4: "7 8" };
    return [
      over("over a way", OVER_WAY),
      over("from a way that goes on past the via way", OVER_WAY, {
        ...{ 1: "1 2 6", 11: "6 7", 4: "5 6", 14: "7 8" },
      }),
      over("from a way that touches the via way in its middle", "from 4 via 11 to 2"),
      over("via a way that goes on past the other", OVER_WAY, {
        ...{ 2: "2 3 4", 3: "4 8", 13: "8 7", 4: "5 6 7" },
      }),
      over("to a way that goes on past the via way", "from 1 via 11 to 4"),
      over("over a way that is drawn the other way", OVER_WAY, { 2: "3 2" }),
      over("over a one-way street against it", OVER_WAY, { 2: "3 2 oneway" }),
      over("over two ways", "from 1 via 2 via 12 to 4", { 4: "7 8", 14: "5 6 7" }),
      over("over two ways in the other order", "from 1 via 12 via 2 to 4", {
        ...{ 4: "7 8", 14: "5 6 7" },
      }),
      over(
        "around a block, to the first way's beginning",
        "from 2 via 12 via 14 via 11 to 1",
        block,
      ),
      over(
        "around a block, over the first way again",
        "from 1 via 2 via 12 via 14 via 11 to 2",
        block,
      ),
      over("over a ring", "from 1 via 2 to 11", { ...oval, 11: "2 5", 15: "6 5" }),
      over("over a ring and on", "from 1 via 2 to 3", { ...oval, 3: "2 6" }),
      over("from a ring", "from 2 at 2 to 1", oval),
      over("between ways that meet at both ends", "from 2 via 14 to 1", {
        ...{ 2: "2 3 oneway", 14: "3 7 6 2", 4: "5 6", 12: "7 8", 11: "1 5", 10: "3 4" },
      }),
    ];
  }),
  turns("a U-turn over a link", "no_u_turn", "from 1 via 11 to 4", { 4: "6 5", 14: "6 7 8" }),
  turns("a U-turn at a node", "no_u_turn", "from 1 at 2 to 1"),
  turns("a U-turn where the street ends", "no_u_turn", "from 3 at 4 to 3", {
    ...{ 13: "8 5", 10: "7 5" },
  }),
  turns("several ways into one", "no_entry", "from 1 from 2 at 2 to 11"),
  turns("one way into several", "no_exit", "from 1 at 2 to 11 to 2"),
  turns("several ways, not no_entry", "no_left_turn", "from 1 from 2 at 2 to 11"),
  turns("without a via", "no_left_turn", "from 1 to 11"),
  turns("with a via that touches neither", "no_left_turn", "from 1 at 4 to 11"),
];

/** A ring around the origin, driven anticlockwise, with streets of 300 m at the four sides, one beside another. */
function ring(name: string, tags: TagTable, arms: readonly TagTable[] = []): Drawing {
  const sides = [[1, 0], [0, 1], [-1, 0], [0, -1]] as const;
  return {
    name: `${name} ${JSON.stringify([tags, ...arms])}`,
    elements: [
      ...sides.map(([east, north], i) => node(1 + i, at(30 * east, 30 * north))),
      ...sides.map(([east, north], i) => node(11 + i, at(330 * east, 330 * north))),
      way(1, [1, 2, 3, 4, 1], { name: "ring", ...tags }),
      ...sides.map((_, i) => way(11 + i, [11 + i, 1 + i], arms[i] ?? {})),
    ],
    drives: sides.flatMap(([east, north], i) =>
      sides.flatMap(([toEast, toNorth], k) =>
        i === k ? [] : [[at(200 * east, 200 * north), at(200 * toEast, 200 * toNorth)] as const]
      )
    ),
  };
}

/** A street from 1 past the beginning of a loop that leaves it at 2. */
function loop(name: string, loopTags: TagTable, entry: TagTable = {}): Drawing {
  return {
    name: `${name} ${JSON.stringify([loopTags, entry])}`,
    elements: [
      ...[[1, -300, 0], [2, 0, 0], [3, 200, 100], [4, 300, 0], [5, 200, -100], [6, 0, 250]]
        .concat([[7, 420, 0], [8, 500, 60], [9, 500, -60]])
        .map(([id, east, north]) => node(id!, at(east!, north!))),
      way(1, [1, 2], entry),
      way(2, [2, 5, 4, 3, 2], loopTags),
      way(3, [2, 6]),
      way(4, [4, 7]),
      way(5, [7, 9, 8, 7], loopTags),
    ],
    drives: [
      [at(-200, 3), at(100, 53)],
      [at(-200, 3), at(100, -53)],
      [at(-200, 3), at(360, 3)],
      [at(100, 53), at(-200, 3)],
      [at(100, -53), at(3, 200)],
      [at(-200, 3), at(503, 0)],
      [at(503, 0), at(-200, 3)],
      [at(-200, 3), at(460, -33)],
    ],
  };
}

const ROUND: readonly TagTable[] = [
  ...[{}, { junction: "roundabout" }, { junction: "circular" }, { oneway: "yes" }],
  { junction: "roundabout", oneway: "no" },
];

const RINGS: readonly Drawing[] = ROUND.flatMap((tags) => [
  ring("ring", tags),
  ring("ring", tags, [{ oneway: "yes" }]),
  ring("ring", tags, [{ oneway: "-1" }, {}, { oneway: "yes" }]),
  ring("ring", tags, [{ access: "private" }, { highway: "service" }]),
  loop("loop", tags),
  loop("loop", tags, { oneway: "yes" }),
]);

export const DRAWINGS: readonly Drawing[] = [...WAYS, ...NODES, ...TURNS, ...RINGS];
