/**
 * An invented town, modelled on Mérida: a centre and nine colonias that share the numbers of their streets, avenues,
 * and the towns around. Even streets run north and count westwards; odd ones run east and count southwards.
 */
import type { LatLng } from "../../../src/domain/location.ts";
import { toUnits } from "../../../src/streets/coordinates.ts";
import type { OsmElement } from "../../support/osm_files.ts";
import type { Spot } from "../_address_town.ts";

/** In the centre, where Calle 60 and Calle 61 cross. */
export const RESTAURANT = { location: { lat: 20.967, lng: -89.624 }, town: "Mérida" };
const METERS_A_DEGREE = 111_320;

export function pointAt([east, north]: Spot): LatLng {
  const { lat, lng } = RESTAURANT.location;
  const shrunk = METERS_A_DEGREE * Math.cos(lat * Math.PI / 180);
  return { lat: lat + north / METERS_A_DEGREE, lng: lng + east / shrunk };
}

/** The elements of its map. Streets that cross or touch share a node there. */
export function townOfTexts(): OsmElement[] {
  const corners: Spot[] = [];
  const idAt = ([east, north]: Spot) => {
    const known = corners.findIndex(([x, y]) => Math.hypot(x - east, y - north) < 0.6);
    return known < 0 ? corners.push([east, north]) : known + 1;
  };
  const ways = [...STREETS.map(cut), ...AREAS].map(({ tags, spots }, i): OsmElement => {
    const refs = spots.map(idAt).filter((ref, i, refs) => ref !== refs[i - 1]);
    return { type: "way", id: i + 1, refs, tags };
  });
  const nodes = [...corners.map((spot) => ({ ...pointAt(spot), tags: {} })), ...PLACES]
    .map(({ lat, lng, tags }, i): OsmElement => (
      { type: "node", id: i + 1, lat: toUnits(lat), lng: toUnits(lng), tags }
    ));
  return [...nodes, ...ways];
}

interface Line {
  readonly tags: Readonly<Record<string, string>>;
  readonly spots: readonly Spot[];
}

function line(name: string, spots: readonly Spot[], kind: Line["tags"] = STREET): Line {
  return { tags: { ...kind, name }, spots };
}

/** Streets of every second number, 100 m apart. @param from and `to` are the ends of the first */
function streets(first: number, last: number, from: Spot, to: Spot): Line[] {
  return Array.from({ length: (last - first) / 2 + 1 }, (_, i) => {
    const [west, south] = first % 2 === 0 ? [100 * i, 0] : [0, 100 * i];
    const ends = [from, to].map(([east, north]): Spot => [east - west, north - south]);
    return line(`Calle ${first + 2 * i}`, ends);
  });
}

/** A circle of corners, clockwise from a bearing and back to it. */
function circle([east, north]: Spot, radius: number, first: number, corners: number): Spot[] {
  return Array.from({ length: corners + 1 }, (_, i) => {
    const bearing = (first + i * 360 / corners) * Math.PI / 180;
    return [east + radius * Math.sin(bearing), north + radius * Math.cos(bearing)];
  });
}

const STREET = { highway: "residential" };
const BORDER = { boundary: "administrative", admin_level: "10" };
/** The roundabout between Paseo de Montejo and its prolongation. */
const RING = circle([312.5, 2000], 30, 15, 12);

const STREETS: readonly Line[] = [
  // The centre, of which some streets go on to Avenida Itzáes, Avenida Colón and further.
  ...streets(50, 72, [500, -700], [500, 700]),
  line("Calle 54", [[300, 700], [300, 1500]]),
  line("Calle 58", [[100, 700], [100, 1500]]),
  line("Calle 60", [[0, 700], [0, 8300]]),
  ...streets(62, 70, [-100, 700], [-100, 1500]),
  ...streets(33, 45, [-600, 1400], [300, 1400]),
  ...streets(47, 75, [-600, 700], [500, 700]),
  ...streets(57, 65, [-750, 200], [-600, 200]),
  line("Calle 65", [[500, -200], [3100, -200]]),
  line("Calle 60-A", [[-50, -200], [-50, -500]]),
  line("Calle 56-A", [[150, -100], [150, -400]]),
  line("Calle 58-A", [[50, 700], [50, 1300]]),
  line("Calle 64-A", [[-250, 700], [-250, 400]]),
  line("Calle 65-A", [[0, -250], [-400, -250]]),
  line("Calle 59-A", [[-400, 50], [-750, 50]]),
  // García Ginerés
  ...streets(20, 34, [-850, 750], [-850, 1500]),
  ...streets(19, 31, [-1550, 1400], [-750, 1400]),
  line("Calle 31-D", [[-1550, 750], [-750, 750]]),
  line("Calle 24-A", [[-1100, 1100], [-1100, 800]]),
  line("Privada Las Palmas", [[-950, 1150], [-1010, 1150]]),
  // Itzimná
  ...streets(16, 26, [1200, 1800], [1200, 2400]),
  ...streets(17, 29, [700, 2400], [1200, 2400]),
  line("Privada del Sol", [[1100, 2250], [1045, 2250]]),
  // Chuburná de Hidalgo
  ...streets(16, 30, [-700, 3400], [-700, 4100]),
  ...streets(15, 29, [-1400, 4100], [-700, 4100]),
  line("Calle 19-A", [[-1400, 3850], [-700, 3850]]),
  line("Cerrada Los Almendros", [[-900, 3550], [-950, 3550]]),
  // Francisco de Montejo
  ...streets(48, 64, [-2250, 5150], [-2250, 5950]),
  ...streets(45, 61, [-3050, 5950], [-2250, 5950]),
  line("Calle 51-A", [[-3050, 5600], [-2250, 5600]]),
  line("Calle 60-A", [[-2900, 5150], [-2900, 5950]]),
  // Las Américas, and Cordemex beside Calle 60
  ...streets(56, 70, [-1700, 8700], [-1700, 9400]),
  ...streets(59, 73, [-2400, 9400], [-1700, 9400]),
  line("Calle 63-B", [[-2400, 9150], [-1700, 9150]]),
  ...streets(18, 28, [700, 6000], [700, 6600]),
  ...streets(7, 19, [0, 6600], [700, 6600]),
  // Miguel Hidalgo, Benito Juárez Norte, and México, of which two streets go on to Montejo
  ...streets(16, 26, [4100, 100], [4100, 600]),
  ...streets(21, 31, [3600, 600], [4100, 600]),
  ...streets(30, 40, [2000, 4400], [2000, 4900]),
  ...streets(21, 31, [1500, 4900], [2000, 4900]),
  ...streets(20, 30, [2000, 3400], [2000, 3900]),
  ...streets(13, 23, [1500, 3900], [2000, 3900]),
  line("Calle 15", [[500, 3800], [1500, 3800]]),
  line("Calle 19", [[500, 3600], [1500, 3600]]),
  // Avenues: Montejo and the Periférico have two carriageways.
  line("Paseo de Montejo", [[142, 700], [299.5, 1960], RING[6]!]),
  line("Paseo de Montejo", [[158, 700], [315.5, 1960], RING[5]!]),
  line("Prolongación Paseo de Montejo", [RING[11]!, [316.5, 2070], [1492, 8500]]),
  line("Prolongación Paseo de Montejo", [RING[0]!, [332.5, 2070], [1508, 8500]]),
  line("Glorieta Monumento a la Patria", RING, { ...STREET, junction: "roundabout" }),
  line("Avenida Itzáes", [[-750, 1500], [-750, -3000], [-1500, -6400]]),
  line("Avenida Colón", [[-1600, 1500], [700, 1500]]),
  line("Avenida Reforma", [[-600, 700], [-600, 1500]]),
  line("Avenida Jacinto Canek", [[-750, 100], [-4500, 1000], [-7400, 1700]]),
  line("Avenida Pérez Ponce", [[258, 1500], [1250, 2400]]),
  line("Circuito Colonias", circle([0, 300], 3000, 1, 60)),
  line("Anillo Periférico Licenciado Manuel Berzunza", circle([0, 1000], 7200, 2, 72)),
  line("Anillo Periférico Licenciado Manuel Berzunza", circle([0, 1000], 7225, 2, 72)),
];
const SEGMENTS = STREETS.flatMap(segments);

function box(west: number, east: number, south: number, north: number): Spot[] {
  return [[west, south], [east, south], [east, north], [west, north], [west, south]];
}

/** Colonias with a border. */
const AREAS: readonly Line[] = [
  line("Centro", [
    ...[[-770, -750], [560, -750], [560, 740], [340, 740], [340, 1530]] as const,
    ...[[-640, 1530], [-640, 720], [-770, 720], [-770, -750]] as const,
  ], BORDER),
  line("García Ginerés", box(-1610, -700, 725, 1530), { place: "neighbourhood" }),
  line("Chuburná de Hidalgo", box(-1450, -650, 3350, 4150), BORDER),
  line("Francisco de Montejo", box(-3100, -2200, 5100, 6000), { landuse: "residential" }),
  line("Fraccionamiento Las Américas", box(-2450, -1650, 8650, 9450), { landuse: "residential" }),
  line("Miguel Hidalgo", box(3550, 4150, 50, 650), { place: "neighbourhood" }),
];

function place(place: string, name: string, point: LatLng) {
  return { ...point, tags: { place, name } };
}

/** Colonias without a border, and towns. */
const PLACES = [
  place("quarter", "Mejorada", pointAt([470, 100])),
  place("quarter", "Santiago", pointAt([-560, 110])),
  place("quarter", "Santa Ana", pointAt([10, 810])),
  place("suburb", "Itzimná", pointAt([955, 2100])),
  place("neighbourhood", "Unidad Habitacional Cordemex", pointAt([355, 6300])),
  place("suburb", "Benito Juárez Norte", pointAt([1750, 4650])),
  place("suburb", "México", pointAt([1750, 3650])),
  place("city", "Mérida", RESTAURANT.location),
  place("town", "Progreso", { lat: 21.2817, lng: -89.665 }),
  place("town", "Umán", { lat: 20.8828, lng: -89.7472 }),
  place("town", "Kanasín", { lat: 20.9344, lng: -89.5578 }),
  place("town", "Motul", { lat: 21.095, lng: -89.283 }),
  place("town", "Izamal", { lat: 20.931, lng: -89.018 }),
  place("town", "Ticul", { lat: 20.3953, lng: -89.5339 }),
  place("town", "Hunucmá", { lat: 21.0153, lng: -89.8747 }),
  place("town", "Tixkokob", { lat: 21.0019, lng: -89.3939 }),
  place("village", "Conkal", { lat: 21.0733, lng: -89.5203 }),
  place("town", "Celestún", { lat: 20.859, lng: -90.4 }),
  place("town", "Tekax", { lat: 20.205, lng: -89.288 }),
];

type Segment = readonly [from: Spot, to: Spot];

function segments({ spots }: Line): Segment[] {
  return spots.slice(1).map((spot, i) => [spots[i]!, spot]);
}

/** A street with the spots between its own where others cross or touch it. */
function cut(street: Line): Line {
  const spots = segments(street).flatMap(([from, to]) => {
    const shares = SEGMENTS.flatMap((other) => crossing([from, to], other)).sort((a, b) => a - b);
    const along = (share: number, axis: 0 | 1) => from[axis] + share * (to[axis] - from[axis]);
    return [0, ...shares, 1].map((share): Spot => [along(share, 0), along(share, 1)]);
  });
  return { ...street, spots };
}

/** Where another segment crosses one, if it does: 0 is its start, 1 its end. Both may be short by a ten-thousandth. */
function crossing([a, b]: Segment, [c, d]: Segment): number[] {
  const product = (from: Spot, to: Spot, start: Spot, end: Spot) =>
    (to[0] - from[0]) * (end[1] - start[1]) - (to[1] - from[1]) * (end[0] - start[0]);
  const turn = product(a, b, c, d);
  const shares = [product(a, c, c, d) / turn, product(a, c, a, b) / turn];
  return shares.every((share) => Math.abs(share - 0.5) < 0.5001) ? [shares[0]!] : [];
}
