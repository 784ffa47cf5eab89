import { assert, assertEquals } from "@std/assert";
import { carObstacle } from "../../../src/streets/import/car_obstacle.ts";
import { carStreet, WAY_KEYS } from "../../../src/streets/import/car_profile.ts";
import { turnRestriction } from "../../../src/streets/import/collect_streets.ts";

type TagTable = Readonly<Record<string, string>>;

/** `40/40` for the speeds along and against; `-` if closed, `(40)` if only a last leg is allowed. */
function speeds(tags: TagTable): string {
  const street = carStreet(tags);
  if (street === null) return "closed";
  const ways = [street.forward, street.backward];
  return ways.map((way) => {
    const kmh = way?.kmh.toFixed(0) ?? "-";
    return way?.access === "lastLeg" ? `(${kmh})` : kmh;
  }).join("/");
}

const SPEEDS: readonly [string, TagTable][] = [
  ["90/-", { highway: "motorway" }],
  ["85/85", { highway: "trunk" }],
  ["20/20", { highway: "tertiary_link" }],
  ["25/25", { highway: "residential" }],
  ["10/10", { highway: "living_street" }],
  ["40/40", { highway: "residential", maxspeed: "50" }],
  ["39/39", { highway: "residential", maxspeed: "30 mph" }],
  ["71/71", { highway: "primary", maxspeed: "55 mph" }],
  ["40/40", { highway: "primary", maxspeed: "MX:urban" }],
  ["112/112", { highway: "primary", maxspeed: "none" }],
  ["65/65", { highway: "primary", maxspeed: "signals" }],
  ["48/24", { highway: "primary", "maxspeed:forward": "60", "maxspeed:backward": "30" }],
  ["40/40", { highway: "primary", maxspeed: "80", "maxspeed:advisory": "50" }],
  ["30/30", { highway: "primary", maxspeed: "80", surface: "cobblestone" }],
  ["20/20", { highway: "tertiary", smoothness: "very_bad" }],
  ["closed", { highway: "tertiary", smoothness: "impassable" }],
  ["5/5", { highway: "tertiary", bridge: "movable" }],
];

const DIRECTIONS: readonly [string, TagTable][] = [
  ["25/-", { highway: "residential", oneway: "yes" }],
  ["25/-", { highway: "residential", oneway: "1" }],
  ["-/25", { highway: "residential", oneway: "-1" }],
  ["25/25", { highway: "residential", oneway: "no" }],
  ["90/90", { highway: "motorway", oneway: "no" }],
  ["25/-", { highway: "residential", junction: "roundabout" }],
  ["25/-", { highway: "residential", junction: "circular" }],
  ["25/25", { highway: "residential", oneway: "yes", "oneway:motorcar": "no" }],
  ["closed", { highway: "primary", oneway: "reversible" }],
];

const ACCESS: readonly [string, TagTable][] = [
  ["closed", { highway: "residential", access: "no" }],
  ["closed", { highway: "primary", route: "ferry" }],
  ["closed", { highway: "service", route: "shuttle_train", motor_vehicle: "yes" }],
  ["(25)/(25)", { highway: "residential", access: "private" }],
  ["(25)/(25)", { highway: "residential", access: "private;no" }],
  ["25/(25)", { highway: "residential", "motor_vehicle:backward": "private" }],
  ["closed", { highway: "track", access: "private" }],
  ["25/25", { highway: "residential", access: "no", motor_vehicle: "yes" }],
  ["closed", { highway: "residential", access: "yes", motorcar: "no" }],
  ["(25)/(25)", { highway: "residential", motor_vehicle: "no", motorcar: "destination" }],
  ["25/-", { highway: "residential", "motor_vehicle:backward": "no" }],
  ["closed", { highway: "residential", access: "agricultural;forestry" }],
  ["25/25", { highway: "residential", access: "no;permissive" }],
  ["25/25", { highway: "residential", access: "an unknown word" }],
  ["closed", { highway: "track" }],
  ["10/10", { highway: "track", motor_vehicle: "yes" }],
  ["closed", { highway: "track", motor_vehicle: "destination" }],
  ["closed", { highway: "footway" }],
  ["closed", { highway: "steps", access: "yes" }],
  ["closed", { highway: "construction" }],
  ["closed", { highway: "pedestrian", area: "yes", access: "yes" }],
  ["closed", { route: "ferry", motor_vehicle: "yes" }],
  ["closed", { highway: "service", service: "emergency_access" }],
  ["closed", { highway: "service", maxheight: "1.8" }],
  ["closed", { highway: "service", maxheight: `6'2"` }],
  ["15/15", { highway: "service", maxheight: "default" }],
  ["closed", { highway: "service", maxwidth: "1,8 m" }],
  ["closed", { highway: "service", est_width: "1.9" }],
  ["15/15", { highway: "service", width: "2" }],
  ["closed", { highway: "service", maxweight: "1.5" }],
  ["15/15", { highway: "service", maxweight: "2" }],
  ["closed", { highway: "service", maxweight: "1500 kg" }],
  ["closed", { highway: "service", maxlength: "4" }],
];

for (const [expected, tags] of [...SPEEDS, ...DIRECTIONS, ...ACCESS]) {
  Deno.test(`a car drives ${JSON.stringify(tags)} at ${expected}`, () => {
    assertEquals(speeds(tags), expected);
  });
}

Deno.test("private and residents' streets are for a last leg only", () => {
  const access = (tags: TagTable) =>
    carStreet({ highway: "residential", ...tags })?.forward?.access;
  assertEquals(access({}), "open");
  for (const value of ["private", "destination", "customers", "delivery", "residents", "permit"]) {
    assertEquals(access({ access: value }), "lastLeg");
  }
  assertEquals(access({ "hov:lanes": "designated|designated" }), "lastLeg");
  assertEquals(carStreet({ highway: "service", access: "private" })?.stops, false);
});

const STOPS: readonly [boolean, TagTable][] = [
  [false, { highway: "motorway" }],
  [false, { highway: "motorway_link" }],
  [false, { highway: "trunk_link" }],
  [false, { highway: "trunk", motorroad: "yes" }],
  [false, { tunnel: "yes" }],
  [false, { tunnel: "avalanche_protector" }],
  [true, { highway: "trunk" }],
  [true, { highway: "primary_link" }],
  [true, { highway: "service" }],
  [true, { motorroad: "no" }],
  [true, { tunnel: "building_passage" }],
  [true, { tunnel: "no" }],
];

Deno.test("no drive ends on a motorway, a ramp, a motor road or in a tunnel; on other trunk roads it does", () => {
  for (const [stops, tags] of STOPS) {
    const street = carStreet({ highway: "residential", ...tags });
    assertEquals(street?.stops, stops, JSON.stringify(tags));
  }
});

const COMFORTS: readonly [number, TagTable][] = [
  [1, {}],
  [1, { lanes: "2" }],
  [0.5, { lanes: "1" }],
  [1, { lanes: "1", oneway: "yes" }],
  ...([[0.5, "3"], [0.6, "3.9"], [0.75, "4.9"], [0.8, "5.9"], [1, "6"]] as const)
    .map(([comfort, width]): [number, TagTable] => [comfort, { width }]),
  [0.75, { lane_markings: "no" }],
  [0.75, { lane_markings: "no", width: "7" }],
  [0.5, { highway: "service", service: "parking_aisle" }],
  [0.4, { oneway: "alternating" }],
  [0.8, { side_road: "yes" }],
  [0.8, { side_road: "rotary" }],
  [0.7, { priority: "backward" }],
  [1, { priority: "forward" }],
];

Deno.test("narrow streets and parking aisles count as slower when routes are compared", () => {
  for (const [comfort, tags] of COMFORTS) {
    const street = carStreet({ highway: "residential", ...tags });
    assertEquals(street?.forward?.comfort, comfort, JSON.stringify(tags));
  }
});

Deno.test("a street has its name, else its number, else none", () => {
  const name = (tags: TagTable) => carStreet({ highway: "primary", ...tags })?.name;
  assertEquals(name({ name: "Calle 60", ref: "MEX 261" }), "Calle 60");
  assertEquals(name({ ref: "MEX 261" }), "MEX 261");
  assertEquals(name({ name: " " }), null);
});

Deno.test("the profile depends only on the tags that it reads from the file", () => {
  for (const [expected, tags] of [...SPEEDS, ...DIRECTIONS, ...ACCESS]) {
    const read = Object.entries(tags).filter(([key]) => WAY_KEYS.includes(key));
    assertEquals(speeds(Object.fromEntries(read)), expected);
  }
});

const OBSTACLES: readonly ["closed" | number, TagTable][] = [
  ["closed", { barrier: "bollard" }],
  ["closed", { barrier: "block" }],
  ["closed", { barrier: "gate", access: "no" }],
  ["closed", { barrier: "height_restrictor", maxheight: "1.9" }],
  [0, { barrier: "height_restrictor" }],
  [0, { barrier: "cattle_grid" }],
  [0, { barrier: "toll_booth" }],
  [0, { barrier: "entrance" }],
  [0, { barrier: "bollard", bollard: "rising" }],
  [0, { barrier: "bollard", motor_vehicle: "yes" }],
  [0, { barrier: "gate", access: "private" }],
  [0, { highway: "crossing" }],
  [60, { barrier: "gate" }],
  [2, { highway: "traffic_signals" }],
  [2, { highway: "stop" }],
  [1, { highway: "give_way" }],
];

Deno.test("bollards and blocks stop a car, gates and signals delay it", () => {
  for (const [expected, tags] of OBSTACLES) {
    const obstacle = carObstacle(tags);
    const found = obstacle?.closed ? "closed" : obstacle?.seconds ?? 0;
    assertEquals(found, expected, JSON.stringify(tags));
    assertEquals(obstacle === null, expected === 0);
  }
  const tags = { highway: "traffic_signals", "traffic_signals:direction": "backward" };
  assertEquals(carObstacle(tags)?.direction, "backward");
});

const MEMBERS = [
  { type: "way", ref: 1, role: "from" },
  { type: "node", ref: 2, role: "via" },
  { type: "way", ref: 3, role: "to" },
] as const;
const FORBIDDEN = { kind: "no", from: [1], to: [3], via: { node: 2 } } as const;

const RESTRICTIONS: readonly [ReturnType<typeof turnRestriction>, TagTable][] = [
  [FORBIDDEN, { restriction: "no_left_turn" }],
  [{ ...FORBIDDEN, kind: "only" }, { "restriction:motorcar": "only_straight_on" }],
  [FORBIDDEN, { restriction: "no_left_turn", except: "bus" }],
  [null, { restriction: "no_left_turn", except: "bus; motorcar" }],
  [null, { "restriction:conditional": "no_left_turn @ (07:00-19:00)" }],
  [null, { "restriction:hgv": "no_left_turn" }],
  [null, { restriction: "no_left_turn", type: "route" }],
  [null, { restriction: "no_left_turn", type: "destination_sign" }],
  [null, { restriction: "no_left_turn", type: "" }],
];

Deno.test("a turn restriction is read if it applies to cars at all times, else ignored", () => {
  for (const [expected, tags] of RESTRICTIONS) {
    const read = turnRestriction(() => MEMBERS, { type: "restriction", ...tags });
    assertEquals(read, expected, JSON.stringify(tags));
  }
  const two = [...MEMBERS, { type: "way", ref: 4, role: "from" } as const];
  const read = (restriction: string, members: typeof two) =>
    turnRestriction(() => members, { type: "restriction", restriction });
  assertEquals(read("no_left_turn", two), null);
  assertEquals(read("no_entry", two)?.from, [1, 4]);
  assertEquals(read("no_left_turn", two.slice(1, 3)), null);
});

Deno.test("speeds and comfort are valid numbers, whatever the tags' values", () => {
  for (const value of ["", "constructor", "__proto__", "-5", "1e400", "💥"]) {
    for (const key of WAY_KEYS) {
      const street = carStreet({ highway: "residential", [key]: value });
      for (const way of [street?.forward, street?.backward]) {
        if (way) assert(way.kmh > 0 && way.kmh < 1000 && way.comfort > 0 && way.comfort <= 1);
      }
    }
  }
});
