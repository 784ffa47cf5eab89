import type { LatLng } from "../domain/location.ts";
import { toUnits } from "./coordinates.ts";
import { graphOfColumns, streetColumns } from "./street_columns.ts";
import type { StreetGraph } from "./street_graph.ts";

/** A street between two junctions. */
export interface Street {
  /** Junctions, as `addJunction` numbered them. They may be the same one. */
  readonly from: number;
  readonly to: number;
  /** Points between the two, in order; none for a straight street. */
  readonly bends?: readonly LatLng[];
  readonly name: string | null;
  /** Speed in km/h from `from` to `to`; null where that direction is closed. */
  readonly forwardKmh: number | null;
  /** Speed in km/h from `to` to `from`; null where that direction is closed. */
  readonly backwardKmh: number | null;
}

export interface StreetGraphBuilder {
  /**
   * @returns the junction's number, from 0
   * @throws {RangeError} where the point is not on the globe
   */
  addJunction(point: LatLng): number;
  /** @throws {RangeError} naming what is wrong with the street */
  addStreet(street: Street): void;
  /** The graph of all that was added. */
  build(): StreetGraph;
}

/** Collects junctions and the streets between them, in any order, into a {@linkcode StreetGraph}. */
export function streetGraphBuilder(): StreetGraphBuilder {
  const junctionLat: number[] = [];
  const junctionLng: number[] = [];
  const columns = streetColumns();

  function addPoint(lat: number, lng: number): void {
    columns.pointLat.push(lat);
    columns.pointLng.push(lng);
  }

  return {
    addJunction(point) {
      assertOnGlobe(point);
      junctionLng.push(toUnits(point.lng));
      return junctionLat.push(toUnits(point.lat)) - 1;
    },
    addStreet(street) {
      assertStreet(street, junctionLat.length);
      addPoint(junctionLat[street.from]!, junctionLng[street.from]!);
      for (const { lat, lng } of street.bends ?? []) addPoint(toUnits(lat), toUnits(lng));
      addPoint(junctionLat[street.to]!, junctionLng[street.to]!);
      columns.firstPoint.push(columns.pointLat.length);
      columns.from.push(street.from);
      columns.to.push(street.to);
      columns.forwardKmh.push(street.forwardKmh ?? 0);
      columns.backwardKmh.push(street.backwardKmh ?? 0);
      columns.name.push(columns.nameIndex(street.name));
    },
    build: () => graphOfColumns(junctionLat.length, columns),
  };
}

function assertOnGlobe({ lat, lng }: LatLng): void {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return;
  throw new RangeError(
    `a street point must lie on the globe, got latitude ${lat}, longitude ${lng}`,
  );
}

function assertStreet(street: Street, junctions: number): void {
  const label = street.name ?? "a street without a name";
  for (const junction of [street.from, street.to]) {
    if (Number.isInteger(junction) && junction >= 0 && junction < junctions) continue;
    throw new RangeError(`${label}: junction ${junction} is not one of the ${junctions} added`);
  }
  for (const kmh of [street.forwardKmh, street.backwardKmh]) {
    if (kmh === null || (kmh > 0 && kmh < Infinity)) continue;
    throw new RangeError(
      `${label}: a speed must be above 0 km/h, or null where closed, got ${kmh}`,
    );
  }
  if (street.forwardKmh === null && street.backwardKmh === null) {
    throw new RangeError(`${label}: closed in both directions, leave it out`);
  }
  street.bends?.forEach(assertOnGlobe);
}
